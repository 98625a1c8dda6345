import HTTPModel
import JSON
import Platform

enum AuthenticationConstruct {
    enum Kind: String, LanguageWord {
        case apiKey = "api_key"
        case bearer, basic, token, oauth2, none

        var summary: String {
            switch self {
            case .apiKey: "A key in the query or in a header."
            case .bearer: "Authorization: Bearer …"
            case .basic: "Authorization: Basic …"
            case .token: "A token that the source returns for a login."
            case .oauth2: "A token for OAuth 2 client credentials."
            case .none: "Nothing is needed."
            }
        }
    }

    static let kind = Key("kind", "api_key, bearer, basic, token, oauth2 or none.", Shape<Kind>.word)
    private static let value = Key("value", "The key: ${env.NAME} or ${file.PATH}.", secret, required: true)

    static let suffix = Key("suffix", "The text after the key or the token, such as a closing quote.", Shape.text)

    static let shape: Shape<Authentication> = .variants(
        by: "kind",
        [
            (
                Kind.none,
                .record("auth of kind none", "Nothing is needed.", changing: Authentication.none) { $0.add(kind) }
            ),
            (Kind.apiKey, apiKey.map { .key($0.value, $0.place) }),
            (
                Kind.bearer,
                .record(
                    "auth of kind bearer",
                    "Authorization: Bearer …",
                    changing: Authentication.none,
                    finish: warnOfWord
                ) { keys in
                    keys.add(kind)
                    keys.add(value) { $0 = .key($1, .authorization("Bearer")) }
                }
            ),
            (Kind.basic, basic.map { .basic(username: $0.username, password: $0.password) }),
            (Kind.token, TokenConstruct.token.map(Authentication.token)),
            (Kind.oauth2, TokenConstruct.oauth2.map(Authentication.token)),
        ]
    )

    private static func warnOfWord(_ authentication: inout Authentication, _ record: Record) {
        guard case .key(let value, _) = authentication, value.begins(with: "Bearer "),
            let node = record.node[Self.value.name]
        else { return }
        let problem = "'value': the header would say Bearer twice"
        record.decoding.warning(problem, hint: "write the token alone", at: node.location)
    }

    private static let apiKey: Shape<(value: Template, place: CredentialPlace)> = .record(
        "auth of kind api_key",
        "A key in the query or in a header.",
        changing: (.empty, CredentialPlace()),
        finish: checkName
    ) { keys in
        keys.add(kind)
        let parts = Shape<CredentialPlace.Part>.word
        keys.add("in", "Where the key goes: query or header.", parts, required: true) { $0.place.part = $1 }
        keys.add("name", "The query parameter or header.", Shape.text, required: true) { $0.place.name = $1 }
        keys.add(value) { $0.value = $1 }
        keys.add("prefix", "The text before the key.", Shape.text) { $0.place.prefix = $1 }
        keys.add(suffix) { $0.place.suffix = $1 }
    }

    /// Reports a name that no header can have.
    private static func checkName(_ key: inout (value: Template, place: CredentialPlace), _ record: Record) {
        if key.place.part == .header, !key.place.name.isEmpty { _ = record.value(Key("name", "", Shape.headerName)) }
    }

    private static let basic: Shape<(username: Template, password: Template)> = .record(
        "auth of kind basic",
        "Authorization: Basic …",
        changing: (username: .empty, password: .empty)
    ) { keys in
        keys.add(kind)
        keys.add("username", "The user's name.", Shape<Template>.template, required: true) { $0.username = $1 }
        let passwordSummary = "The password: ${env.NAME} or ${file.PATH}."
        keys.add("password", passwordSummary, secret, required: true) { $0.password = $1 }
    }

    /// A template that should name a secret; one written out is warned of.
    static let secret = Shape<Template>.template.checked { template, node, decoding in
        // What is meant for a placeholder has been reported as such.
        guard template.secrets.isEmpty, PlaceGuess(in: template, decoding.scope) == nil else { return template }
        return decoding.writtenSecret(template, at: node.location)
    }.shown(as: .text("a secret such as ${env.NAME}"))
}

/// The key `auth` of kind `token` or `oauth2`, with which the credential is fetched first.
enum TokenConstruct {
    static let token: Shape<TokenLogin> = .record(
        "auth of kind token",
        "A token that the source returns for a name and password, or the like.",
        changing: TokenLogin(),
        finish: clearPrefix
    ) { keys in
        keys.add(AuthenticationConstruct.kind)
        keys.add("from", "The request that returns the token.", login, required: true) { $0 = $1 }
        let parts = Shape<CredentialPlace.Part>.word
        keys.add("in", "Where the token goes: query or header.", parts, default: "header") { $0.place.part = $1 }
        let nameSummary = "The query parameter or header of the token."
        keys.add("name", nameSummary, Shape.headerName, default: "Authorization") { $0.place.name = $1 }
        let prefixSummary = "The text before the token; without `name`, it is \"Bearer \"."
        keys.add("prefix", prefixSummary, HTTPConstruct.anyText) { $0.place.prefix = $1 }
        keys.add(AuthenticationConstruct.suffix) { $0.place.suffix = $1 }
    }

    /// `Bearer` goes with the usual header alone.
    private static func clearPrefix(_ login: inout TokenLogin, _ record: Record) {
        if record.node["name"] != nil, record.node["prefix"] == nil { login.place.prefix = "" }
    }

    private static let login: Shape<TokenLogin> = .record(
        "a login",
        "The request that returns a token.",
        changing: TokenLogin(),
        rules: [.atMostOne(["body", "form"])],
        finish: checkBody
    ) { keys in
        let postSummary = "The path of a POST request, or its whole address if the login is on another host."
        keys.add("post", postSummary, place, required: true) { login, place in
            switch place {
            case .path(let path): login.path = path
            case .address(let url): login.url = url
            }
        }
        keys.add("headers", "Headers of this request.", Shape.headers) { $0.headers = $1 }
        keys.add("body", "The JSON body.", BodyConstruct.shape) { $0.body = .json($1) }
        let formSummary = "The fields of a form, instead of a body."
        keys.add("form", formSummary, Shape.map(of: .text, to: .template)) { $0.body = .form($1) }
        keys.add("path", "The path of the token in the response.", Shape.path, required: true) { $0.token = $1 }
        keys.add(
            "expires",
            "How long the token is valid, or the path to the seconds; by default, until it is refused.",
            Shape.durationOrPath,
            example: "24h"
        ) { $0.expires = $1 }
    }

    /// Where a login is: a path below `base_url`, or a whole address.
    private enum Place {
        case path(Template)
        case address(WebURL)
    }

    private static let place = Shape<Place>(
        "a path, or a whole address",
        form: .either([Shape.requestPath.form, HTTPConstruct.plainAddress.form])
    ) { node, decoding in
        let isWhole = ["https://", "http://"].contains { node.text?.hasPrefix(scalars: $0) == true }
        if isWhole { return HTTPConstruct.plainAddress.decode(node, decoding).map(Place.address) }
        return Shape.requestPath.decode(node, decoding).map(Place.path)
    }

    private static func checkBody(_ login: inout TokenLogin, _ record: Record) {
        guard record.node["body"] != nil, let form = record.node["form"] else { return }
        record.decoding.error("a login: use either 'body' or 'form', not both", at: form.location)
    }

    private enum Credentials: String, LanguageWord {
        case header, body
    }

    static let oauth2: Shape<TokenLogin> = .record(
        "auth of kind oauth2",
        "A token for the credentials of a client (RFC 6749, section 4.4).",
        changing: clientLogin
    ) { keys in
        keys.add(AuthenticationConstruct.kind)
        let urlSummary = "The address of the token request."
        keys.add("token_url", urlSummary, HTTPConstruct.plainAddress, required: true) { $0.url = $1 }
        keys.add("client_id", "The client's id.", Shape<Template>.template, required: true) { $0.client = ($1, .empty) }
        let secretSummary = "The client's secret: ${env.NAME} or ${file.PATH}."
        keys.add("client_secret", secretSummary, AuthenticationConstruct.secret, required: true) {
            $0.client?.secret = $1
        }
        keys.add("scope", "The scope of the token.", Shape.text) { $0.send("scope", Template(literal: $1)) }
        let credentialsSummary = "Where id and secret go: header or body."
        keys.add("credentials", credentialsSummary, Shape<Credentials>.word, default: "header") { login, place in
            guard place == .body, let client = login.client else { return }
            login.send("client_id", client.id)
            login.send("client_secret", client.secret)
            login.client = nil
        }
    }

    private static let clientLogin: TokenLogin = {
        var login = TokenLogin()
        login.token = Shape.path.value(of: "access_token") ?? .itself
        login.expires = Shape.path.value(of: "expires_in").map(DurationSource.path)
        login.body = .form([NamedValue("grant_type", Template(literal: "client_credentials"))])
        return login
    }()
}

extension TokenLogin {
    /// Adds a field to the form.
    fileprivate mutating func send(_ name: String, _ value: Template) {
        if case .form(let fields)? = body { body = .form(fields + [NamedValue(name, value)]) }
    }
}
