import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage

extension RequestBuilder {
    /// Puts the key where the definition says that it belongs.
    ///
    /// - Throws: `badRequest` where it names something that has no value: nothing is sent without its key.
    func authenticate(_ request: inout HTTPRequest) throws(ProviderError) {
        switch definition.authentication {
        case .none: break
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
            let pair = try credential(username).revealed() + ":" + password.revealed()
            request.furtherSecrets = password.secrets
            authorize(&request, .plain("Basic "), [.secret(Secret(Base64.text(Array(pair.utf8))))])
        }
    }

    private func authorize(_ request: inout HTTPRequest, _ scheme: SecretText.Piece, _ value: [SecretText.Piece]) {
        request.headers.replace(HTTPRequest.Field("Authorization", SecretText([scheme] + value)))
    }

    private func credential(_ template: Template) throws(ProviderError) -> SecretText {
        guard let rendered = template.render(TemplateInputs()) else {
            throw ProviderError(.badRequest, provider: provider, message: "its auth names something that has no value")
        }
        return secretText(rendered)
    }

    /// A filled-in template with its secrets put in.
    func secretText(_ rendered: RenderedText) -> SecretText {
        SecretText(
            rendered.pieces.map { piece in
                switch piece {
                case .literal(let text), .value(let text): .plain(text)
                case .secret(let reference): secrets[reference].map { .secret($0) } ?? .plain("")
                }
            }
        )
    }

    /// A path whose filled-in values are encoded, so that a slash in one leads nowhere else.
    func encodedPath(_ rendered: RenderedText) -> String {
        rendered.pieces.reduce(into: "") { path, piece in
            switch piece {
            case .literal(let text): path += PercentEncoding.wholeURL(text)
            case .value(let text): path += PercentEncoding.queryComponent(text)
            case .secret(let reference):
                path += secrets[reference]?.reveal { PercentEncoding.queryComponent($0) } ?? ""
            }
        }
    }

    /// A JSON body; a secret stands inside of a JSON string.
    func body(_ rendered: RenderedText) -> SecretText {
        SecretText(
            rendered.pieces.map { piece in
                switch piece {
                case .literal(let text), .value(let text): .plain(text)
                case .secret(let reference):
                    secrets[reference].map { .secret($0.reveal(Self.escapedForJSON)) } ?? .plain("")
                }
            }
        )
    }

    private static func escapedForJSON(_ text: String) -> Secret {
        Secret(String(decoding: text.jsonBytes.dropFirst().dropLast(), as: UTF8.self))
    }
}
