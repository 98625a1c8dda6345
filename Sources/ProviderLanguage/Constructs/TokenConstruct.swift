import HTTPModel
import JSON

/// The key `auth` of kind `token` or `oauth2`, with which the credential is fetched first.
enum TokenConstruct {
    static let token: Shape<Authentication> = .record(
        "auth of kind token",
        "A token that the source gives for a name and password, or the like."
    ) { keys in
        _ = keys.add(AuthenticationConstruct.kind)
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
        return { record, decoding in
            let prefix = record.value(prefix, &decoding) ?? (record.has(name) ? "" : "Bearer ")
            let place = record.value(place, &decoding)
            let parameter = record.value(name, &decoding)
            guard var login = record.value(from, &decoding), let place, let parameter else { return nil }
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
        return { record, decoding in
            let post = OperationConstruct.path(post, record, &decoding)
            let values = record.value(headers, &decoding) ?? []
            decoding.checkSecrets(in: values, at: record.node[headers.name])
            let body = record.value(body, &decoding)
            let expires = record.value(expires, &decoding)
            guard let post, let token = record.value(token, &decoding) else { return nil }
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
        _ = keys.add(AuthenticationConstruct.kind)
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
        return { record, decoding in
            let url = record.value(url, &decoding)
            let id = record.value(id, &decoding)
            let secret = record.value(secret, &decoding)
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
}
