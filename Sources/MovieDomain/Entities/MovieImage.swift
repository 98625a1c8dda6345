/// Where a picture of a film lies.
package struct MovieImage: Hashable, Sendable {
    /// `poster`, `backdrop`, `logo`, or what the source calls it.
    package var kind: String
    package var url: String
    /// In pixels.
    package var width: Int?
    package var language: String?
    package var provider: ProviderID

    package init(kind: String, url: String, width: Int? = nil, language: String? = nil, provider: ProviderID) {
        self.kind = kind
        self.url = url
        self.width = width
        self.language = language
        self.provider = provider
    }
}
