extension ProviderID {
    /// The one of `known` that was probably meant; `nil` where none is near.
    package func nearest(of known: [ProviderID]) -> ProviderID? {
        NearestName.nearest(to: rawValue, among: known.map(\.rawValue)).map { ProviderID($0) }
    }
}
