import JSON
import ProviderLanguage
import Upstream

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RequestBuilder {
    /// Puts the key where the definition says that it belongs.
    func authenticate(_ request: inout HTTPRequest) {
        let none = TemplateInputs()
        switch definition.authentication {
        case .none: break
        case .apiKey(let key):
            guard let value = key.value.render(none) else { return }
            let text = SecretText([.plain(key.prefix)] + secretText(value).pieces)
            let field = HTTPRequest.Field(key.name, key.prefix.isEmpty ? secretText(value) : text)
            switch key.place {
            case .query:
                request.query.removeAll { $0.name == key.name }
                request.query.append(field)
            case .header: request.headers.append(field)
            }
        case .bearer(let token):
            guard let value = token.render(none) else { return }
            let text = SecretText([.plain("Bearer ")] + secretText(value).pieces)
            request.headers.append(HTTPRequest.Field("Authorization", text))
        case .basic(let username, let password):
            guard let user = username.render(none), let word = password.render(none) else { return }
            let pair = secretText(user).revealed() + ":" + secretText(word).revealed()
            let encoded = Secret(Data(pair.utf8).base64EncodedString())
            request.headers.append(
                HTTPRequest.Field("Authorization", SecretText([.plain("Basic "), .secret(encoded)]))
            )
        }
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
            case .literal(let text): path += text
            case .value(let text): path += PercentEncoding.queryComponent(text)
            case .secret(let reference):
                path += secrets[reference]?.reveal { PercentEncoding.queryComponent($0) } ?? ""
            }
        }
    }

    /// A JSON body; a secret stands inside of a JSON string.
    func body(_ rendered: RenderedText) -> [UInt8] {
        rendered.pieces.reduce(into: []) { body, piece in
            switch piece {
            case .literal(let text), .value(let text): body += Array(text.utf8)
            case .secret(let reference): body += secrets[reference]?.reveal(Self.escapedForJSON) ?? []
            }
        }
    }

    private static func escapedForJSON(_ text: String) -> [UInt8] {
        Array(text.jsonBytes.dropFirst().dropLast())
    }
}
