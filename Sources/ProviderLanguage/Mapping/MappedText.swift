/// A text with its tags.
package struct MappedText: Hashable, Sendable {
    /// Never empty.
    package var text: String
    /// BCP 47, where the definition says it.
    package var language: String?
    /// ISO 3166-1, of a certification.
    package var region: String?

    /// A text with its tags.
    package init(_ text: String, language: String? = nil, region: String? = nil) {
        self.text = text
        self.language = language
        self.region = region
    }
}
