import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage

extension RequestBuilder {
    /// Puts the key in the place that the definition names.
    ///
    /// - Throws: `badRequest` if the key names something without a value: no request is sent without its key.
    func authenticate(_ request: inout HTTPRequest) throws(ProviderError) {
        switch definition.authentication {
        // A token is added later, below the cache.
        case .none, .token: break
        case .apiKey(let key):
            let field = HTTPRequest.Field(
                key.name,
                SecretText([.plain(key.prefix)] + (try credential(key.value)).pieces)
            )
            switch key.place {
            case .query:
                request.query.removeAll { $0.name == key.name }
                request.query.append(field)
            case .header: request.headers.replace(field)
            }
        case .bearer(let token):
            authorize(&request, .plain("Bearer "), try credential(token).pieces)
        case .basic(let username, let password):
            let password = try credential(password)
            authorize(&request, try credential(username).revealed(), password)
        }
    }

    private func authorize(_ request: inout HTTPRequest, _ username: String, _ password: SecretText) {
        request.furtherSecrets = password.secrets
        let pair = username + ":" + password.revealed()
        authorize(&request, .plain("Basic "), [.secret(Secret(Base64.text(Array(pair.utf8))))])
    }

    /// Returns the request for a token, to a base URL or to the login's own URL.
    ///
    /// The provider's headers are sent to the provider only.
    func request(for login: TokenLogin, at base: WebURL) throws(ProviderError) -> HTTPRequest {
        let path = base.path + (login.path.render(TemplateInputs()).map(encodedPath) ?? "")
        var request = HTTPRequest(
            source: provider.rawValue,
            method: .post,
            origin: base.origin,
            path: path.isEmpty ? "/" : path,
            headers: [HTTPRequest.Field("Accept", SecretText("application/json"))],
            limits: limits
        )
        for header in (login.url == nil ? definition.headers : []) + login.headers {
            request.headers.replace(HTTPRequest.Field(header.name, try credential(header.value)))
        }
        switch login.body {
        case nil: break
        case .json(let template):
            request.body = body(template.render(TemplateInputs()))
            request.headers.replace(HTTPRequest.Field("Content-Type", SecretText("application/json")))
        case .form(let fields):
            var pieces: [SecretText.Piece] = []
            for field in fields {
                pieces.append(.plain((pieces.isEmpty ? "" : "&") + field.name + "="))
                pieces += try credential(field.value).encodedForQuery.pieces
            }
            request.body = SecretText(pieces)
            let type = SecretText("application/x-www-form-urlencoded")
            request.headers.replace(HTTPRequest.Field("Content-Type", type))
        }
        if let (id, secret) = login.client {
            // Encode both before joining them (RFC 6749, section 2.3.1).
            let secret = try credential(secret)
            authorize(&request, try credential(id).encodedForQuery.revealed(), secret.encodedForQuery)
            request.furtherSecrets += secret.secrets
        }
        return request
    }

    private func authorize(_ request: inout HTTPRequest, _ scheme: SecretText.Piece, _ value: [SecretText.Piece]) {
        request.headers.replace(HTTPRequest.Field("Authorization", SecretText([scheme] + value)))
    }

    private func credential(_ template: Template) throws(ProviderError) -> SecretText {
        guard let rendered = template.render(TemplateInputs()) else {
            throw ProviderError(.badRequest, provider: provider, message: "its auth names something that has no value")
        }
        return SecretText(rendered, secrets)
    }

    /// Returns a path with encoded values, so that a slash in a value does not lead elsewhere.
    func encodedPath(_ rendered: RenderedText) -> String {
        rendered.pieces.reduce(into: "") { path, piece in
            switch piece {
            case .literal(let text): path += PercentEncoding.wholeURL(text.utf8)
            case .value(let text): path += PercentEncoding.queryComponent(text)
            case .secret(let reference):
                path += secrets[reference]?.reveal { PercentEncoding.queryComponent($0) } ?? ""
            }
        }
    }

    /// Returns a JSON body; a secret is always inside a JSON string.
    func body(_ rendered: RenderedText) -> SecretText {
        SecretText(rendered, secrets) { secret in Secret(secret.reveal { String($0.jsonText.dropFirst().dropLast()) }) }
    }
}

extension SecretText {
    /// A filled-in template with its secrets put in, each as `written` in that place.
    init(_ text: RenderedText, _ secrets: [SecretReference: Secret], written: (Secret) -> Secret = { $0 }) {
        self.init(
            text.pieces.map { piece in
                switch piece {
                case .literal(let text), .value(let text): .plain(text)
                case .secret(let reference): secrets[reference].map { .secret(written($0)) } ?? .plain("")
                }
            }
        )
    }

    /// The text as a value of a query or a form; what is secret stays so.
    fileprivate var encodedForQuery: SecretText {
        SecretText(
            pieces.map { piece in
                switch piece {
                case .plain(let text): .plain(PercentEncoding.queryComponent(text))
                case .secret(let secret): .secret(Secret(secret.reveal { PercentEncoding.queryComponent($0) }))
                }
            }
        )
    }
}
