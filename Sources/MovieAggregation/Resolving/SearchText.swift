import MovieDomain
import Platform

extension [MovieRecord] {
    /// The year of the film: that of a release may be of a later one, as in the box office of a film that is shown again.
    var searchYear: Int? { lazy.compactMap(\.facts.year).first ?? lazy.compactMap(\.facts.likelyYear).first }

    /// Returns the texts to search for at a source, one after the other until one finds a film: its title as
    /// ``searchText(for:)`` returns it, and without the additions of box offices.
    func searchTexts(for profile: ProviderProfile) -> [String] {
        guard let text = searchText(for: profile) else { return [] }
        let plain = TitleAdditions.removed(from: text)
        return plain == text || plain.isEmpty ? [text] : [text, plain]
    }

    /// A title in one of the languages of the source, else an English, original, or any title.
    private func searchText(for profile: ProviderProfile) -> String? {
        let titles = flatMap(\.facts.allTitles)
        for language in profile.languages + ["en"] {
            if let title = titles.first(where: { $0.isIn(language) }) { return title.text }
        }
        let rest = compactMap(\.facts.originalTitle) + titles.map(\.text)
        // A source that has languages, but not Korean, finds nothing under a Korean title.
        let knowsHangul = profile.languages.isEmpty || profile.languages.contains { Language.matches($0, wanted: "ko") }
        return rest.first { knowsHangul || !$0.hasHangul }
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

/// What box offices add to a title to tell the editions of a film apart: `초록 괴물(더빙)`, `[기획전] 갈색 문`.
enum TitleAdditions {
    /// Words before or after a title, besides those of editions that names of files have, too.
    private static let others: Set<String> = ["극장판", "디지털", "3d", "4k", "imax", "4dx"]
    /// Words after which a number is that of a part, which others write in other ways: `파트1`, `파트 원`.
    private static let parts = ["파트", "제", "챕터", "에피소드", "part", "chapter", "episode"]

    /// Returns the title without what stands in brackets, without words for editions, and without the number of a part
    /// after a colon.
    static func removed(from title: String) -> String {
        var depth = 0
        var text = ""
        for scalar in title.unicodeScalars {
            switch scalar {
            case "(", "[", "（", "［": depth += 1
            case ")", "]", "）", "］": depth = Swift.max(0, depth - 1)
            default: if depth == 0 { text.unicodeScalars.append(scalar) } else { continue }
            }
        }
        var words = text.split { $0.isWhitespace }.map(String.init)
        while words.count > 1, let last = words.last, isAddition(last) { words.removeLast() }
        while words.count > 1, isAddition(words[0]) { words.removeFirst() }
        // The number of a part is a subtitle of its own.
        if words.count > 1, let last = words.last, isPart(last), words[words.count - 2].hasSuffix(scalars: ":") {
            words.removeLast()
        }
        let plain = words.joined(separator: " ").replacing(scalars: " :", with: ":")
        return plain.hasSuffix(scalars: ":") ? String(plain.dropLast()) : plain
    }

    private static func isAddition(_ word: String) -> Bool {
        let word = word.lowercased()
        return NameWords.unspacedMarks.contains(word) || others.contains(word)
    }

    private static func isPart(_ word: String) -> Bool {
        let word = word.lowercased()
        return parts.contains { part in
            guard word.hasPrefix(scalars: part) else { return false }
            let number = word.dropFirst(part.count)
            return !number.isEmpty && number.allSatisfy { $0.isNumber || "부장편화".contains($0) }
        }
    }
}
