/// What `${locale}` becomes for a wanted language: `{ko: ko-KR, en: en-US, default: en-US}`.
package struct Locales: Hashable, Sendable {
    /// By language, in lower case.
    package var byLanguage: [String: String]
    /// For languages that are not listed.
    package var standard: String?

    /// Locales from their parts.
    package init(byLanguage: [String: String] = [:], standard: String? = nil) {
        self.byLanguage = byLanguage
        self.standard = standard
    }

    /// The locale of the first wanted language that has one, else the default.
    package func locale(for languages: [String]) -> String? {
        for language in languages.map({ $0.lowercased() }) {
            if let locale = byLanguage[language] { return locale }
            if let locale = byLanguage[String(language.prefix { $0 != "-" })] { return locale }
        }
        return standard
    }
}
