import HTTPModel
import JSON

enum AuthenticationConstruct {
    enum Kind: String, LanguageWord {
        case apiKey = "api_key"
        case bearer, basic, token, oauth2, none

        var summary: String {
            switch self {
            case .apiKey: "A key in the query or in a header."
            case .bearer: "Authorization: Bearer …"
            case .basic: "Authorization: Basic …"
            case .token: "A token that the source gives for a login."
            case .oauth2: "A token by the client credentials of OAuth 2."
            case .none: "Nothing is needed."
            }
        }
    }

    static let kind = Key("kind", "api_key, bearer, basic, token, oauth2 or none.", Shape<Kind>.word)
    private static let value = Key("value", "The key: ${env.NAME} or ${file.PATH}.", secret, required: true)

    static let shape: Shape<Authentication> = .variants(
        by: "kind",
        [
            .init(
                Kind.none,
                .record("auth of kind none", "Nothing is needed.", changing: Authentication.none) { $0.add(kind) }
            ),
            .init(Kind.apiKey, apiKey),
            .init(
                Kind.bearer,
                .record("auth of kind bearer", "Authorization: Bearer …") { keys in
                    keys.add(kind)
                    let value = keys.add(value)
                    return { record in record.value(value).map(Authentication.bearer) }
                }
            ),
            .init(Kind.basic, basic),
            .init(Kind.token, TokenConstruct.token),
            .init(Kind.oauth2, TokenConstruct.oauth2),
        ]
    )

    private static let apiKey: Shape<Authentication> = .record(
        "auth of kind api_key",
        "A key in the query or in a header."
    ) { keys in
        keys.add(kind)
        let places = Shape<Authentication.APIKey.Place>.word
        let place = keys.add("in", "Where the key goes: query or header.", places, required: true)
        let parameter = keys.add("name", "The query parameter or header.", Shape.text, required: true)
        let header = Key(parameter.name, parameter.summary, Shape.headerName, required: true)
        let value = keys.add(value)
        let prefix = keys.add("prefix", "The text before the key.", Shape.text)
        return { record in
            let place = record.value(place)
            let name = record.value(place == .header ? header : parameter)
            let value = record.value(value)
            let prefix = record.value(prefix) ?? ""
            guard let place, let name, let value else { return nil }
            return .apiKey(Authentication.APIKey(place: place, name: name, value: value, prefix: prefix))
        }
    }

    private static let basic: Shape<Authentication> = .record("auth of kind basic", "Authorization: Basic …") { keys in
        keys.add(kind)
        let username = keys.add("username", "The user's name.", Shape<Template>.template, required: true)
        let password = keys.add("password", "The password: ${env.NAME} or ${file.PATH}.", secret, required: true)
        return { record in
            let username = record.value(username)
            let password = record.value(password)
            guard let username, let password else { return nil }
            return .basic(username: username, password: password)
        }
    }

    /// A template that should name a secret; one written out is warned of.
    static let secret = Shape<Template>("a secret such as ${env.NAME}", form: .text("a secret such as ${env.NAME}")) {
        node,
        decoding in
        let template = Shape<Template>.template.decode(node, decoding)
        guard let template, template.secrets.isEmpty else { return template }
        return decoding.writtenSecret(template, at: node.location)
    }
}

/// The key `auth` of kind `token` or `oauth2`, with which the credential is fetched first.
enum TokenConstruct {
    static let token: Shape<Authentication> = .record(
        "auth of kind token",
        "A token that the source gives for a name and password, or the like."
    ) { keys in
        keys.add(AuthenticationConstruct.kind)
        let from = keys.add("from", "The request that returns the token.", login, required: true)
        let places = Shape<Authentication.APIKey.Place>.word
        let place = keys.add("in", "Where the token goes: query or header.", places, default: "header")
        let nameSummary = "The query parameter or header of the token."
        let name = keys.add("name", nameSummary, Shape.headerName, default: "Authorization")
        let prefix = keys.add(
            "prefix",
            "The text before the token; without `name`, it is \"Bearer \".",
            HTTPConstruct.anyText
        )
        return { record in
            let prefix = record.value(prefix) ?? (record.has(name) ? "" : "Bearer ")
            let place = record.value(place)
            let parameter = record.value(name)
            guard var login = record.value(from), let place, let parameter else { return nil }
            (login.place, login.name, login.prefix) = (place, parameter, prefix)
            return .token(login)
        }
    }

    private static let login: Shape<TokenLogin> = .record("a login", "The request that gives a token.") { keys in
        let path = OperationConstruct.pathTemplate
        let post = keys.add("post", "The path of a POST request.", path, required: true)
        let headers = keys.add("headers", "Headers of this request.", Shape.map(of: .headerName, to: .template))
        let body = keys.add("body", "The JSON body.", BodyConstruct.shape)
        let token = keys.add("path", "The path of the token in the answer.", Shape.path, required: true)
        let expires = keys.add(
            "expires",
            "How long the token is valid, or the path to the seconds; by default, until it is refused.",
            Shape.durationOrPath,
            example: "24h"
        )
        return { record in
            let post = OperationConstruct.path(post, record)
            let values = record.decoding.secrets(in: record.value(headers) ?? [], at: record.node[headers.name])
            let body = record.value(body)
            let expires = record.value(expires)
            guard let post, let token = record.value(token) else { return nil }
            var login = TokenLogin(path: post, headers: values, token: token, expires: expires)
            login.body = body.map(TokenLogin.Body.json)
            return login
        }
    }

    private enum Credentials: String, LanguageWord {
        case header, body
    }

    static let oauth2: Shape<Authentication> = .record(
        "auth of kind oauth2",
        "A token for the credentials of a client (RFC 6749, section 4.4)."
    ) { keys in
        keys.add(AuthenticationConstruct.kind)
        let url = keys.add("token_url", "The address of the token request.", HTTPConstruct.plainAddress, required: true)
        let id = keys.add("client_id", "The client's id.", Shape<Template>.template, required: true)
        let secret = keys.add(
            "client_secret",
            "The client's secret: ${env.NAME} or ${file.PATH}.",
            AuthenticationConstruct.secret,
            required: true
        )
        let scope = keys.add("scope", "The scope of the token.", Shape.text)
        let credentialsSummary = "Where id and secret go: header or body."
        let credentials = keys.add("credentials", credentialsSummary, Shape<Credentials>.word, default: "header")
        return { record in
            let url = record.value(url)
            let id = record.value(id)
            let secret = record.value(secret)
            let scope = record.value(scope)
            let credentials = record.value(credentials)
            let paths = ["access_token", "expires_in"].compactMap { Shape.path.value(of: $0) }
            guard let url, let id, let secret, let credentials, paths.count == 2 else { return nil }
            var form = [NamedValue("grant_type", Template(literal: "client_credentials"))]
            if let scope { form.append(NamedValue("scope", Template(literal: scope))) }
            var login = TokenLogin(url: url, path: Template(literal: ""), token: paths[0], expires: .path(paths[1]))
            switch credentials {
            case .header: login.client = (id, secret)
            case .body: form += [NamedValue("client_id", id), NamedValue("client_secret", secret)]
            }
            login.body = .form(form)
            return .token(login)
        }
    }
}
