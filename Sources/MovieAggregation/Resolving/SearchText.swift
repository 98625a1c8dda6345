import MovieDomain
import MovieMatching
import Platform

/// Searches at a source for a film, of which each is asked only if those before it have found nothing.
struct SearchRound {
    var texts: [String]
    var year: Int?
}

extension [MovieRecord] {
    /// Returns the searches for the film at a source, in rounds: with its year, with that of its release, and without one.
    ///
    /// The next round follows if no film of the last one is this film, because sources mean different things by the year:
    /// that of the production or that of a release, which may be a later one.
    func searchRounds(for profile: ProviderProfile) -> [SearchRound] {
        let texts = searchTexts(for: profile)
        guard !texts.isEmpty else { return [] }
        let stated = lazy.compactMap(\.facts.year).first
        let released = compactMap(\.facts.releaseDate?.year)
        let years = ([stated].compactMap(\.self) + released).withoutRepeats { $0 }.prefix(2)
        return years.map { SearchRound(texts: texts, year: $0) } + [SearchRound(texts: texts, year: nil)]
    }

    /// Returns the texts to search for at a source: its titles in the languages of the source, without what box offices add
    /// to them, without the number of a part, and, if nothing else is known, with other blanks.
    func searchTexts(for profile: ProviderProfile) -> [String] {
        let titles = searchTitles(for: profile)
        guard let first = titles.first else { return [] }
        let plain = PlainTitle(first)
        let others = titles.dropFirst().isEmpty ? [(plain.text ?? first).withOtherBlanks].compactMap(\.self) : []
        return ([first] + [plain.stem ?? plain.text].compactMap(\.self) + titles.dropFirst() + others)
            .withoutRepeats { $0 }
    }

    /// Returns the titles in the languages of a source and in English, or else an original or any title.
    private func searchTitles(for profile: ProviderProfile) -> [String] {
        let titles = flatMap(\.facts.allTitles)
        let inLanguages = (profile.languages + ["en"]).compactMap { language in
            titles.first { $0.isIn(language) }?.text
        }
        if !inLanguages.isEmpty { return inLanguages.withoutRepeats { $0 } }
        let rest = compactMap(\.facts.originalTitle) + titles.map(\.text)
        // A source that has languages, but not Korean, finds nothing under a Korean title.
        let knowsHangul = profile.languages.isEmpty || profile.languages.contains { Language.matches($0, wanted: "ko") }
        return rest.filter { knowsHangul || !$0.hasHangul }.prefix(1).map(\.self)
    }
}

extension LocalizedText {
    /// Whether the text is in a language; without a stated one, Hangul counts as Korean and Latin letters as English.
    fileprivate func isIn(_ wanted: String) -> Bool {
        if let language { return Language.matches(language, wanted: wanted) }
        if text.hasHangul { return Language.matches("ko", wanted: wanted) }
        return text.isLatin && Language.matches("en", wanted: wanted)
    }
}

extension String {
    /// A Korean title with the blanks that it may have elsewhere: none, or, if it has none, the beginning of its first word.
    fileprivate var withOtherBlanks: String? {
        guard unicodeScalars.allSatisfy({ $0.properties.isWhitespace || (0xAC00...0xD7A3).contains($0.value) }) else {
            return nil
        }
        let words = split { $0.isWhitespace }
        if words.count > 1 { return words.joined() }
        // Most Korean words of titles have two syllables or begin with them.
        return count > 3 ? String(prefix(2)) : nil
    }
}
