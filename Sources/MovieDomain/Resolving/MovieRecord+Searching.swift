extension MovieRecord {
    /// The year, else that of the release.
    var comparableYear: Int? { facts.year ?? facts.releaseDate?.year }
}

extension [MovieRecord] {
    /// What to search for at a source: the title in its languages, else the English, the original, or any title.
    func searchText(for profile: ProviderProfile) -> String? {
        let titles = flatMap(\.facts.allTitles)
        for language in profile.languages + ["en"] {
            if let title = titles.first(where: { $0.isIn(language) }) { return title.text }
        }
        let rest = compactMap(\.facts.originalTitle) + titles.map(\.text)
        // A source that has languages, and not Korean, finds nothing under a Korean title.
        let knowsHangul = profile.languages.isEmpty || profile.languages.contains { Language.matches($0, wanted: "ko") }
        return rest.first { knowsHangul || !$0.hasHangul }
    }
}

extension LocalizedText {
    /// Whether it is in a language: as it says, else Hangul is Korean and Latin letters are taken for English.
    fileprivate func isIn(_ wanted: String) -> Bool {
        if let language { return Language.matches(language, wanted: wanted) }
        if text.hasHangul { return Language.matches("ko", wanted: wanted) }
        return text.isLatin && Language.matches("en", wanted: wanted)
    }
}
