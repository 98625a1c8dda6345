import JSON
import MovieDomain

/// The answer of `providers/status`, in configured order.
struct ProviderStatusResult: JSONEncodable, Sendable {
    var providers: [SourceHealth]

    func encode(to writer: inout JSONWriter) {
        writer.object { $0.list("providers", providers) }
    }
}

extension NamedSchema {
    static let providerStatusResult = NamedSchema(
        "ProviderStatusResult",
        "How every configured source is doing, in the order of the configuration.",
        [.always("providers", .list(of: .reference(to: .sourceHealth)))]
    )
}
