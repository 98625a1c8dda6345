/// A question for films whose titles hold some words.
package struct SearchQuery: Hashable, Sendable {
    package var text: String
    package var year: Int?
    package var window: RowWindow
    /// Wanted languages of texts, best first; empty is the configured order.
    package var languages: [String]
    package var purpose = CallPurpose.essential

    package init(text: String, year: Int? = nil, window: RowWindow, languages: [String] = []) {
        self.text = text
        self.year = year
        self.window = window
        self.languages = languages
    }
}
