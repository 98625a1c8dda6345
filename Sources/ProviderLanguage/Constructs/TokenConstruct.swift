import HTTPModel
import JSON

/// The key `auth` of kind `token` or `oauth2`, with which the credential is fetched first.
enum TokenConstruct {
    private static let kind = AuthenticationConstruct.kind
    private static let from = Key("from", "The request that gives the token.", login, required: true)
    private static let place = Key(
        "in",
        "Where the token goes: query or header.",
        Shape<Authentication.APIKey.Place>.word,
        default: "header"
    )
    private static let name = Key(
        "name",
        "The query parameter or header of the token.",
        Shape.headerName,
        default: "Authorization"
    )
    private static let prefix = Key(
        "prefix",
        "Stands before the token; where no name stands, it is Bearer and a blank.",
        HTTPConstruct.anyText
    )

    static let token: Shape<Authentication> = .record(
        Construct(
            "auth of kind token",
            "A token that the source gives for a name and password, or the like.",
            [kind.entry, from.entry, place.entry, name.entry, prefix.entry]
        )
    ) { record, decoding in
        let place = record.value(place, &decoding)
        let name = record.value(name, &decoding)
        let prefix = record.value(prefix, &decoding) ?? (record.has(Self.name) ? "" : "Bearer ")
        guard var login = record.value(from, &decoding), let place, let name else { return nil }
        (login.place, login.name, login.prefix) = (place, name, prefix)
        return .token(login)
    }

    private static let post = Key(
        "post",
        "The path that is asked with POST.",
        OperationConstruct.pathTemplate,
        required: true
    )
    private static let headers = Key("headers", "Headers of this request.", Shape.map(of: .headerName, to: .template))
    private static let body = Key("body", "The JSON that is posted.", BodyConstruct.shape)
    private static let path = Key("path", "Where the token stands in the answer.", Shape.path, required: true)
    private static let expires = Key(
        "expires",
        "How long the token is good, or the path to the seconds; without it, until it is refused.",
        Shape.durationOrPath,
        example: "24h"
    )

    private static let login: Shape<TokenLogin> = .record(
        Construct(
            "a login",
            "The request that gives a token.",
            [post.entry, headers.entry, body.entry, path.entry, expires.entry]
        )
    ) { record, decoding in
        let post = OperationConstruct.path(post, record, &decoding)
        let headers = record.value(headers, &decoding) ?? []
        decoding.checkSecrets(in: headers, at: record.node[Self.headers.name])
        let body = record.value(body, &decoding)
        let expires = record.value(expires, &decoding)
        guard let post, let path = record.value(path, &decoding) else { return nil }
        var login = TokenLogin(path: post, headers: headers, token: path, expires: expires)
        login.body = body.map(TokenLogin.Body.json)
        return login
    }

    private enum Credentials: String, LanguageWord {
        case header, body
    }

    private static let url = Key("token_url", "Where the token is fetched.", HTTPConstruct.plainAddress, required: true)
    private static let clientID = Key("client_id", "The client's id.", Shape<Template>.template, required: true)
    private static let clientSecret = Key(
        "client_secret",
        "The client's secret: ${env.NAME} or ${file.PATH}.",
        AuthenticationConstruct.secret,
        required: true
    )
    private static let scope = Key("scope", "What the token is to allow.", Shape.text)
    private static let credentials = Key(
        "credentials",
        "Where id and secret stand: header or body.",
        Shape<Credentials>.word,
        default: "header"
    )

    static let oauth2: Shape<Authentication> = .record(
        Construct(
            "auth of kind oauth2",
            "A token for the credentials of a client (RFC 6749, section 4.4).",
            [kind.entry, url.entry, clientID.entry, clientSecret.entry, scope.entry, credentials.entry]
        )
    ) { record, decoding in
        let url = record.value(url, &decoding)
        let id = record.value(clientID, &decoding)
        let secret = record.value(clientSecret, &decoding)
        let scope = record.value(scope, &decoding)
        let credentials = record.value(credentials, &decoding)
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
