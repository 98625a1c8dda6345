/// A text and the language that it is in (BCP 47, `ko`, `en`), where that is known.
package struct LocalizedText: Hashable, Sendable {
    package var text: String
    package var language: String?

    package init(_ text: String, language: String? = nil) {
        self.text = text
        self.language = language
    }
}
