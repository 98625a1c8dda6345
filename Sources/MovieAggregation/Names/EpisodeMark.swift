import MovieDomain
import Platform

/// The words of a name that say that it is an episode or a season of a series.
struct EpisodeMark {
    let text: String
    /// The words of the mark; the title is before them, or else after them.
    let range: Range<Int>

    /// Finds the first mark; a year in brackets tells that what is before it is the title of a film.
    init?(in words: [NameWord], latestYear: Int) {
        let reader = EpisodeReader(words: words, latestYear: latestYear)
        for place in words.indices {
            guard let length = reader.length(at: place) else { continue }
            let texts = words[place..<(place + length)].map(\.text)
            let isDay = texts[0].isDigits && length == 3
            text = isDay ? texts.joined(separator: "-") : texts.joined(separator: " ").capitalizedMark
            range = place..<(place + length)
            return
        }
        return nil
    }
}

/// Looks for the mark of an episode, word by word.
private struct EpisodeReader {
    let words: [NameWord]
    let latestYear: Int
    /// The place of a year in brackets; -1 if there is none.
    private let film: Int

    init(words: [NameWord], latestYear: Int) {
        (self.words, self.latestYear) = (words, latestYear)
        film = words.lastIndex { $0.isBracketed && $0.year(upTo: latestYear) != nil } ?? -1
    }

    /// The number of words of the mark that begins at a place.
    func length(at place: Int) -> Int? {
        let word = words[place]
        if word.isBracketed { return place > 0 && word.year(upTo: latestYear) == nil && isMark(word.text) ? 1 : nil }
        if let length = dateLength(at: place) ?? numberLength(at: place) { return length }
        switch WordMark(word.text) {
        case .episode: return 1
        case .season where place > 0 || film < 1, .padded where place > 0, .ordinal where place > film: return 1
        // The title of a film may have such words: `12x12 (2004)`, `제8회 우주영화제 (2019)`.
        case .counted where place > 0 && (place > film || place + 1 == film), .crossed where place > max(film, 0):
            return 1
        default: return pairLength(at: place)
        }
    }

    /// Whether the content of brackets is a mark: `[1x05]`, `(1 сезон: 5 серия)`.
    private func isMark(_ text: String) -> Bool {
        guard text.utf8.contains(where: \.isASCIIDigit) else { return false }
        let inner = NameWord.words(of: text).filter { !$0.isBracketed }
        guard let first = inner.first, inner.count < 8 else { return false }
        switch WordMark(first.text) {
        case .episode, .season, .padded, .ordinal, .crossed: return true
        case .counted: return inner.count == 1
        case nil:
            return EpisodeReader(words: inner, latestYear: latestYear).pairLength(at: 0, isInBrackets: true) != nil
        }
    }

    private static let seasons: Set<String> = [
        "season", "시즌", "staffel", "saison", "temporada", "stagione", "seizoen", "säsong", "sezon", "сезон", "series",
    ]
    private static let episodes: Set<String> = [
        "episode", "ep", "folge", "capitulo", "capítulo", "cap", "episodio", "épisode", "episódio", "aflevering",
        "avsnitt", "odcinek", "серия", "bölüm", "에피소드",
    ]
    /// The words that follow their number: `1 сезон`, `5. Bölüm`.
    private static let following: Set<String> = ["сезон", "серия", "bölüm", "sezon", "odcinek"]

    /// The number of words of `Season 1`, `Episode 5`, `Temporada 1 Capitulo 5`, `1 сезон`.
    ///
    /// `Open Season 2 (2008)` is a film.
    private func pairLength(at place: Int, isInBrackets: Bool = false) -> Int? {
        guard place + 1 < words.count, place > film else { return nil }
        let (first, second) = (words[place], words[place + 1])
        if isShortNumber(first), Self.following.contains(second.plain) { return 2 }
        let isSeason = Self.seasons.contains(first.plain)
        // `Ep. 5`
        let noun = first.plain.last == "." ? String(first.plain.dropLast()) : first.plain
        guard isSeason || Self.episodes.contains(noun) && (place > 0 || isInBrackets), isShortNumber(second)
        else {
            return nil
        }
        // The year of a film may have no brackets.
        if place + 2 < words.count, words[place + 2].year(upTo: latestYear) != nil { return nil }
        let isLonger =
            isSeason && place + 3 < words.count && Self.episodes.contains(words[place + 2].plain)
            && isShortNumber(words[place + 3])
        return isLonger ? 4 : 2
    }

    private func isShortNumber(_ word: NameWord) -> Bool {
        var rest = word.text.utf8[...]
        return (1...3).contains(rest.takeDigits()) && (rest.isEmpty || rest.take(".") && rest.isEmpty)
    }

    /// The number of words of `#12` at the end of a title.
    private func numberLength(at place: Int) -> Int? {
        var rest = words[place].text.utf8[...]
        guard place > max(film, 0), rest.take("#"), (1...3).contains(rest.takeDigits()), rest.isEmpty else {
            return nil
        }
        guard place + 1 < words.count else { return 1 }
        let next = words[place + 1]
        let isEnd = next.isBracketed || next.isRelease || next.isDash
        return isEnd && !words[place...].contains { $0.year(upTo: latestYear) != nil } ? 1 : nil
    }

    /// The number of words of a day on which an episode was broadcast: `2019.05.14`, `14.05.2019`, `2019-05-14`,
    /// `- 20190514`, `2019년 5월 14일`.
    private func dateLength(at place: Int) -> Int? {
        let text = words[place].text
        if let length = writtenDateLength(at: place) { return length }
        if text.utf8.count == 8, text.isDigits, film < 0, place > 1, words[place - 1].isDash {
            return NameDate(text) == nil ? nil : 1
        }
        if text.utf8.count == 10 { return NameDate(text) == nil ? nil : 1 }
        guard text.isDigits, text.utf8.count == 4 || text.utf8.count == 2, place + 2 < words.count,
            !words[place + 1].isBracketed, !words[place + 2].isBracketed, words[place + 1].text.utf8.count == 2
        else { return nil }
        let day = text.utf8.count == 4 ? [0, 1, 2] : [2, 1, 0]
        let parts = day.map { words[place + $0].text }
        guard parts[2].utf8.count == 2 else { return nil }
        return NameDate(parts.joined(separator: "-")) == nil ? nil : 3
    }

    /// The number of words in a date such as `2019년 5월 14일`; the day of a release, `… 14일 개봉`, is not a mark.
    private func writtenDateLength(at place: Int) -> Int? {
        guard place > max(film, 0) else { return nil }
        for length in [1, 3] where place + length <= words.count {
            let span = words[place..<(place + length)]
            guard !span.contains(where: \.isBracketed) else { continue }
            var rest = span.map(\.text).joined().utf8[...]
            guard rest.takeYear(ofCentury: ["19", "20"]) != nil, rest.take("년") || rest.take("年"),
                (1...2).contains(rest.takeDigits()), rest.take("월") || rest.take("月"),
                (1...2).contains(rest.takeDigits()), rest.take("일") || rest.take("日"), rest.isEmpty
            else { continue }
            let isOfRelease = place + length < words.count && words[place + length].text.hasPrefix("개봉")
            return isOfRelease ? nil : length
        }
        return nil
    }
}

/// What one word says about an episode.
private enum WordMark {
    /// `S01E02`, `S01.E02E03`, `S2014E18`, `S01EP05`.
    case episode
    /// `S01`, `S01-S03`, `시즌2`.
    case season
    /// `E05`, `Ep5`.
    case padded
    /// `제5화`, `5회`.
    case counted
    /// `1x05`.
    case crossed
    /// `第3話`, which may be first.
    case ordinal

    init?(_ text: String) {
        guard text.utf8.count < 24, let first = text.utf8.first else { return nil }
        let isWide = first >= 0x80
        guard isWide || first | 0x20 == UInt8(ascii: "s") || first | 0x20 == UInt8(ascii: "e") || first.isASCIIDigit
        else { return nil }
        guard let mark = Self.season(text.utf8[...]) ?? Self.number(text.utf8[...]) ?? Self.ordinal(text) else {
            return nil
        }
        self = mark
    }

    /// Words for the first and the last episode, which have no number.
    private static let lastEpisodes = ["최종회", "최종화", "마지막회", "마지막화", "첫회", "첫화", "最終回", "最終話"].map(\.utf8)

    private static func season(_ text: Substring.UTF8View) -> WordMark? {
        var rest = text
        if lastEpisodes.contains(where: { text.elementsEqual($0) }) { return .counted }
        if rest.take("시즌") { return (1...2).contains(rest.takeDigits()) && rest.isEmpty ? .season : nil }
        guard rest.take(oneOf: "Ss") else { return nil }
        let digits = rest.takeDigits(atMost: 4)
        guard digits == 1 || digits == 2 || digits == 4 else { return nil }
        if rest.isEmpty { return digits < 3 ? .season : nil }
        var span = rest
        if digits < 3, span.take("-") {
            _ = span.take(oneOf: "Ss")
            if (1...2).contains(span.takeDigits()), span.isEmpty { return .season }
        }
        while !rest.isEmpty {
            _ = rest.take(oneOf: " ._-")
            guard rest.take(oneOf: "Ee") else { return nil }
            _ = rest.take(oneOf: "Pp")
            guard (1...4).contains(rest.takeDigits()) else { return nil }
        }
        return .episode
    }

    private static func number(_ text: Substring.UTF8View) -> WordMark? {
        var rest = text
        guard let first = takeNumber(&rest) else { return nil }
        if rest.isEmpty { return first == .counted(false) ? nil : first.mark }
        // `E01-E16`, `1화~16화`, `1-16화`
        guard rest.take("-") || rest.take("~"), let last = takeNumber(&rest), rest.isEmpty else { return nil }
        return last == .counted(false) || last == .crossed ? nil : last.mark
    }

    /// A number of an episode; `counted(false)` is a number without a word after it.
    private enum Number: Equatable {
        case padded, crossed
        case counted(Bool)

        var mark: WordMark {
            switch self {
            case .padded: .padded
            case .crossed: .crossed
            case .counted: .counted
            }
        }
    }

    private static func takeNumber(_ rest: inout Substring.UTF8View) -> Number? {
        if rest.take(oneOf: "Ee") {
            let isLong = rest.take(oneOf: "Pp")
            return ((isLong ? 1 : 2)...4).contains(rest.takeDigits()) ? .padded : nil
        }
        let isOrdinal = rest.take("제")
        let digits = rest.takeDigits()
        guard (1...4).contains(digits) else { return nil }
        if rest.take("화") || rest.take("회") { return .counted(true) }
        if !isOrdinal, digits < 3, rest.take("x") { return (2...3).contains(rest.takeDigits()) ? .crossed : nil }
        return isOrdinal ? nil : .counted(false)
    }

    private static func ordinal(_ text: String) -> WordMark? {
        guard text.first == "第", let last = text.last, "話话集回季期".contains(last) else { return nil }
        let number = text.dropFirst().dropLast()
        let isNumber =
            !number.isEmpty && number.count < 5
            && number.allSatisfy { $0.isASCII && $0.isNumber || "一二三四五六七八九十百".contains($0) }
        return isNumber ? .ordinal : nil
    }
}

extension String {
    /// `S01E02` for `s01e02`; other marks as they are.
    fileprivate var capitalizedMark: String {
        let isShort = utf8.first.map { $0 | 0x20 == UInt8(ascii: "s") } ?? false
        return isShort && utf8.dropFirst().first?.isASCIIDigit == true ? uppercased() : self
    }
}
