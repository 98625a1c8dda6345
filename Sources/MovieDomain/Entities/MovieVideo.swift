/// A trailer or another clip: the site that shows it and the key it has there.
package struct MovieVideo: Hashable, Sendable {
    /// `trailer`, `teaser`, `clip`, or what the source calls it.
    package var kind: String
    package var site: String
    package var key: String
    package var language: String?

    package init(kind: String, site: String, key: String, language: String? = nil) {
        self.kind = kind
        self.site = site
        self.key = key
        self.language = language
    }
}
