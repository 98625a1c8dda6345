import MovieDomain

extension Catalogue {
    /// Returns the language to ask sources in, so that they give titles in the script of this one.
    func language(of title: String, preferring wanted: [String]) -> String {
        let preferred = wanted + policy.languages
        let ownLanguages = Script.all.first { $0.contains(title) }?.languages ?? []
        if let first = ownLanguages.first {
            return preferred.first { tag in ownLanguages.contains { Language.matches(tag, wanted: $0) } } ?? first
        }
        let others = Script.all.flatMap(\.languages)
        return preferred.first { tag in !others.contains { Language.matches(tag, wanted: $0) } } ?? "en"
    }
}
