import MovieDomain
import Platform

/// A word of a name, or the whole content of a pair of brackets.
struct NameWord: Sendable {
    let text: String
    /// The opening bracket; `nil` outside of brackets.
    let bracket: Character?
    /// What the brackets say; `nil` outside of brackets.
    let content: BracketContent?
    /// Whether a full stop precedes it.
    let followsStop: Bool
    /// The word in lowercase, without apostrophes and without punctuation at its ends.
    let plain: String
    /// How likely it is that the word, or the content of the brackets, belongs to a release.
    let weight: NameWords.Weight

    init(text: String, bracket: Character? = nil, followsStop: Bool = false) {
        (self.text, self.bracket, self.followsStop) = (text, bracket, followsStop)
        let lowercase = text.lowercased()
        plain = lowercase.withoutApostrophes.trimmingPunctuation
        content = bracket == nil ? nil : BracketContent(text)
        weight =
            content.map { $0.isRelease ? .certain : .none } ?? max(NameWords.weight(of: lowercase), .init(of: plain))
    }

    var isBracketed: Bool { bracket != nil }
    /// Whether only names of releases have the word; in brackets, one of the words.
    var isRelease: Bool { weight == .certain }
    var isDash: Bool { text == "-" || text == "–" || text == "—" }
    var isAnniversary: Bool { plain == "anniversary" }
    /// Whether it is written as no title is, or all in capitals: `iNTERNAL`, `LiNE`, `PROPER`.
    var isMarked: Bool {
        let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
        return letters.count > 1 && letters.dropFirst().contains { $0.properties.isUppercase }
    }
    /// Whether it is a mark of releases with a digit, or of Korean ones: `3D`, `R5`, `감독판`.
    var hasDigitOfRelease: Bool {
        weight == .jargon && (text.utf8.contains(where: \.isASCIIDigit) || NameWords.unspacedMarks.contains(plain))
    }
    /// Whether it is written as unknown marks of releases are, and last words of titles hardly ever: `NF`, `FESTiVAL`.
    var isMark: Bool {
        let letters = text.utf8.filter { $0.isASCIILetterOrDigit && !$0.isASCIIDigit }
        let capitals = letters.count { $0 < 97 }
        guard letters.count == text.utf8.count, !text.utf8.allSatisfy({ "IVXLC".utf8.contains($0) }) else {
            return false
        }
        return capitals == letters.count ? (2...4).contains(capitals) : capitals > 2 || letters[0] >= 97
    }
    /// Whether it has a letter or a digit of ASCII, so that it may be a title.
    var saysSomething: Bool { text.unicodeScalars.contains { $0.properties.isAlphabetic || ("0"..."9").contains($0) } }

    static let brackets: [Character: Character] = [
        "(": ")", "[": "]", "{": "}", "【": "】", "「": "」", "『": "』", "《": "》", "〈": "〉",
    ]

    /// Splits a name at blanks, full stops, underscores, and brackets.
    static func words(of text: String) -> [NameWord] {
        let isPlain = !text.utf8.contains { " ._".utf8.contains($0) }
        let hasBlanks = text.utf8.contains(UInt8(ascii: " "))
        let splitsDashes = isPlain && text.utf8.count { $0 == UInt8(ascii: "-") } > 1
        var words: [NameWord] = []
        var word = ""
        var followsStop = false
        func end(byStop: Bool = false) {
            if !word.isEmpty {
                let parts = word.partsAroundYear
                words += parts.map { NameWord(text: $0, followsStop: followsStop && parts.count == 1) }
            }
            // `1. Paper Boat`
            followsStop = byStop || followsStop && word.isEmpty
            word = ""
        }
        // A bracket that is never closed is not looked for again.
        var unclosed: Set<Character> = []
        var rest = text[...]
        while let character = rest.popFirst() {
            if let closing = brackets[character], !unclosed.contains(closing) {
                guard let close = rest.firstIndex(of: closing) else {
                    unclosed.insert(closing)
                    if "([{".contains(character) { end() } else { word.append(character) }
                    continue
                }
                if isInWord(rest[..<close], after: word, before: rest[rest.index(after: close)...]) {
                    word += "\(character)\(rest[..<close])\(closing)"
                    rest = rest[rest.index(after: close)...]
                    continue
                }
                end()
                let content = String(rest[..<close]).trimmedText
                if !content.isEmpty { words.append(NameWord(text: content, bracket: character)) }
                rest = rest[rest.index(after: close)...]
            } else if character == ".", rest.first == " ", let last = word.last,
                last.isLetter || last.isNumber && !words.isEmpty
            {
                word.append(character)
            } else if character == ".", hasBlanks, isDecimal(word, rest) {
                word.append(character)
            } else if " ._()[]{}".contains(character) || isPlain && character == "+"
                || splitsDashes && character == "-"
            {
                end(byStop: character == "." || character == ")")
            } else {
                word.append(character)
            }
        }
        end()
        return words
    }

    /// Whether a full stop between a word and the rest is a decimal point: `1.5`.
    private static func isDecimal(_ word: String, _ rest: Substring) -> Bool {
        var digits = rest.utf8[...]
        return word.utf8.last?.isASCIIDigit == true && (1...2).contains(digits.takeDigits())
            && digits.first != UInt8(ascii: ".")
    }

    /// Whether letters in brackets are a part of the word around them: `[REC]ords`, `Lantern[s]`.
    private static func isInWord(_ content: Substring, after word: String, before rest: Substring) -> Bool {
        guard content.utf8.count < 8, content.utf8.allSatisfy({ $0.isASCIILetterOrDigit && !$0.isASCIIDigit }) else {
            return false
        }
        let isStart =
            word.isEmpty
            && rest.unicodeScalars.first.map { ("a"..."z").contains($0) || "²³¹⁴⁵⁶½".unicodeScalars.contains($0) }
                ?? false
        let isEnd = content.utf8.count < 4 && word.utf8.last.map { (97...122).contains($0) } ?? false
        return (isStart || isEnd) && NameWords.weight(of: content.lowercased()) == .none
    }

    /// The id that the word is: `tt0211915`, `{tmdb-603}`, `[imdbid=tt0211915]`.
    var id: MovieID? {
        guard text.hasDigit else { return nil }
        let lowercase = text.lowercased()
        var rest = lowercase.utf8[...]
        let named = ["imdb", "tmdb", "tvdb", "kofic"].first { rest.take($0) }
        if named != nil {
            _ = rest.take("id")
            if let first = rest.first, "-=: ".utf8.contains(first) { rest.removeFirst() }
        }
        let value = String(Substring(rest))
        let isOfIMDb = rest.take("tt")
        guard (isOfIMDb ? 7...10 : 1...10).contains(rest.takeDigits()), rest.isEmpty,
            let namespace = named ?? (isOfIMDb ? "imdb" : nil)
        else { return nil }
        return MovieID.canonical(value, of: namespace).map { MovieID(namespace: namespace, value: $0) }
    }

    /// The year that the word is, or that the brackets tell: `2010,`, `2010년작`, `(2010, Christopher Nolan)`.
    func year(upTo latest: Int) -> Int? {
        if isBracketed { return content?.year.flatMap { (1880...max(latest, 1880)).contains($0) ? $0 : nil } }
        var rest = text.utf8[...]
        guard let year = rest.takeYear(), (1880...max(latest, 1880)).contains(year) else { return nil }
        if rest.isEmpty || [",", "년", "년작", "년도", "년의", "年", "年作"].contains(where: { rest.elementsEqual($0.utf8) }) {
            return year
        }
        return nil
    }

    /// The year at the end of a word, and what is before it: `Lantern2019`; `nil` if a number ends there.
    var gluedYear: (front: String, year: Int)? {
        guard !isBracketed, text.utf8.count > 5 else { return nil }
        let front = text.utf8.dropLast(4)
        var end = text.utf8.suffix(4)
        guard let last = front.last, !last.isASCIIDigit, last != UInt8(ascii: "-"),
            let year = end.takeYear(ofCentury: ["19", "20"])
        else { return nil }
        return (String(Substring(front)), year)
    }
}

extension NameWords.Weight {
    fileprivate init(of plain: String) { self = NameWords.weight(of: plain) }
}

extension String {
    /// The text without what separates words at its ends.
    var trimmingPunctuation: String {
        if let first = utf8.first, let last = utf8.last, first.isASCIILetterOrDigit, last.isASCIILetterOrDigit {
            return self
        }
        let isSeparator = { (character: Character) in " -–—,:;~_|".contains(character) }
        var text = self[...]
        while let last = text.last, isSeparator(last) { text.removeLast() }
        return String(text.drop(while: isSeparator))
    }

    fileprivate var withoutApostrophes: String {
        utf8.contains { $0 == UInt8(ascii: "'") || $0 >= 0x80 } ? filter { $0 != "'" && $0 != "’" } : self
    }

    fileprivate var hasDigit: Bool { utf8.contains(where: \.isASCIIDigit) }

    /// The word; a year between dashes, or after or before one, is a word of its own: `dune-2021`, `1999-GROUP`.
    fileprivate var partsAroundYear: [String] {
        var rest = utf8[...]
        if rest.takeYear(ofCentury: ["19", "20"]) != nil, rest.takeDash(), !rest.isEmpty,
            rest.allSatisfy(\.isASCIILetterOrDigit)
        {
            // Two years with a hyphen are a span of time.
            return rest.count == 4 && rest.allSatisfy(\.isASCIIDigit)
                ? [self] : [String(Substring(utf8.prefix(4))), String(Substring(rest))]
        }
        for place in utf8.indices.dropFirst() {
            var rest = utf8[place...]
            guard rest.takeDash(), let last = utf8[..<place].last, !last.isASCIIDigit, last != UInt8(ascii: "-"),
                rest.takeYear(ofCentury: ["19", "20"]) != nil
            else { continue }
            let (front, year) = (
                String(Substring(utf8[..<place])), String(Substring(utf8[..<rest.startIndex].suffix(4)))
            )
            if rest.isEmpty { return [front, year] }
            if rest.takeDash(), !rest.isEmpty, rest.first?.isASCIILetterOrDigit == true {
                return [front, year, String(Substring(rest))]
            }
        }
        return [self]
    }
}

extension Substring.UTF8View {
    private static var dashes: [String] { ["-", "–", "—"] }

    fileprivate mutating func takeDash() -> Bool { Self.dashes.contains { take($0) } }
}
