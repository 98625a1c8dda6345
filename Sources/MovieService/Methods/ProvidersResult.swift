import JSON
import MovieDomain

/// The answer of `providers/list`, in configured order.
struct ProvidersResult: JSONEncodable, Sendable {
    var providers: [ProviderProfile]

    func encode(to writer: inout JSONWriter) {
        writer.object { $0.list("providers", providers) }
    }
}

extension NamedSchema {
    static let providersResult = NamedSchema(
        "ProvidersResult",
        "Every configured source, in the order of the configuration.",
        [.always("providers", .list(of: .reference(to: .provider)))]
    )
}
