import MovieDomain

extension InvalidParameters {
    /// Reports a source that is not configured, named by the parameter `field`.
    init(
        unknown provider: ProviderID,
        nearest: ProviderID?,
        known: [ProviderID],
        field: String = "providers"
    ) {
        let names = known.map(\.rawValue).joined(separator: ", ")
        self.init(
            "there is no provider \"\(provider.rawValue.prefix(64))\"",
            field: field,
            hint: nearest.map { "Did you mean \"\($0)\"?" } ?? "The providers are: \(names)."
        )
    }
}
