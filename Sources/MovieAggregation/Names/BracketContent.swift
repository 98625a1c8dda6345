import MovieDomain

/// What the content of a pair of brackets says: a year, another title, or something about the release.
struct BracketContent: Sendable {
    enum YearKind: Sendable {
        /// The year of the film.
        case film
        /// The year of the film if the name has no other: `(Paper Boat 2010)`, `(2010 Director's Cut)`.
        case possible
        /// The year of this copy of the film: `(2007 Restoration)`.
        case copy
    }

    private(set) var year: Int?
    private(set) var yearKind = YearKind.film
    /// The title beside the year, or the whole content; `nil` if it is not a title.
    private(set) var title: String?
    /// Whether it is about the release: `BD 1080p`, `Director's Cut`.
    private(set) var isRelease = false

    init(_ text: String) {
        if let day = NameDate(text) {
            // Six digits tell when something was broadcast.
            (year, yearKind) = (day.year, text.utf8.count == 6 ? .copy : .film)
            return
        }
        var pieces = Self.pieces(of: text)
        let words = pieces.map { NameWord(text: $0.text) }
        isRelease = Self.isRelease(words)
        title = isRelease || Self.namesKind(words) ? nil : text
        let years = words.indices.filter { words[$0].year(upTo: .max) != nil }
        guard let place = years.first, let year = words[place].year(upTo: .max) else { return }
        let others = words.indices.filter { !years.contains($0) }.map { words[$0] }
        let isOfCopy = others.contains { NameWords.copyWords.contains($0.plain) }
        if years.count > 1 {
            // The first of two is the film's if something is said about the other: `1982, restored 2007`.
            if isOfCopy || Self.isRelease(others) { (self.year, title) = (year, nil) }
        } else if isOfCopy {
            (self.year, yearKind, title) = (year, .copy, nil)
        } else if others.isEmpty || isRelease || Self.isRelease(others) || Self.namesKind(others) {
            (self.year, title) = (year, nil)
            if NameWords.isEdition(others) { yearKind = .possible }
        } else if place == 0 {
            // The director, or the country, follows.
            (self.year, title) = (year, nil)
        } else if place == words.count - 1 {
            pieces.removeLast()
            self.year = year
            if !pieces[place - 1].endsPart { yearKind = .possible }
            title = pieces.map(\.text).joined(separator: " ")
        }
    }

    /// The words of the content, each with whether a comma or the like follows it.
    private static func pieces(of text: String) -> [(text: String, endsPart: Bool)] {
        var pieces: [(text: String, endsPart: Bool)] = []
        var word = ""
        func end(part: Bool) {
            if !word.isEmpty {
                pieces.append((word, part))
            } else if part, !pieces.isEmpty {
                pieces[pieces.count - 1].endsPart = true
            }
            word = ""
        }
        for character in text {
            switch character {
            case ",", ";", "/", "|", "·", "、", "，": end(part: true)
            case " ", "_", ".": end(part: false)
            default: word.append(character)
            }
        }
        end(part: false)
        // A dash between blanks separates, too.
        while let dash = pieces.firstIndex(where: { $0.text == "-" || $0.text == "–" }) {
            pieces.remove(at: dash)
            if dash > 0 { pieces[dash - 1].endsPart = true }
        }
        return pieces
    }

    private static func isRelease(_ words: [NameWord]) -> Bool {
        if words.contains(where: { $0.weight == .certain }) || NameWords.isEdition(words) { return true }
        if words.last.map({ NameWords.editionNouns.contains($0.plain) }) ?? false { return words.count == 1 }
        // Two languages may be one word: `Hindi-English`.
        return words.contains { !$0.text.isDigits }
            && words.allSatisfy { word in
                word.weight > .none || word.text.isDigits && word.text.utf8.count < 3
                    || word.text.utf8.contains(UInt8(ascii: "-"))
                        && word.text.split(separator: "-")
                            .allSatisfy { NameWords.weight(of: $0.lowercased()) > .none }
            }
    }

    /// Whether the words say that it is a film: `South Korean film`.
    private static func namesKind(_ words: [NameWord]) -> Bool {
        guard let first = words.first?.plain, let last = words.last?.plain, words.count <= 4 else { return false }
        return NameWords.filmWords.contains(last) || NameWords.filmWords.contains(first) && words.count < 3
    }
}

/// A day in a name: `2019-05-14`, `2019.05.14`, `20190514`, `190514`.
struct NameDate {
    let year: Int

    init?(_ text: String) {
        var rest = text.utf8[...]
        if rest.count == 6, rest.takeDigits() == 6, let day = Self.day(in: "20" + text) {
            year = day
            return
        }
        rest = text.utf8[...]
        guard rest.takeYear(ofCentury: ["19", "20"]) != nil else { return nil }
        let separators = "-._ "
        if rest.count == 6 {
            guard let first = rest.first, separators.utf8.contains(first) else { return nil }
            rest.removeFirst()
            guard rest.takeDigits() == 2, rest.first == first else { return nil }
            rest.removeFirst()
            guard rest.takeDigits() == 2, rest.isEmpty else { return nil }
        } else {
            guard rest.count == 4, rest.takeDigits() == 4 else { return nil }
        }
        guard let day = Self.day(in: String(text.filter { $0.isASCII && $0.isNumber })) else { return nil }
        year = day
    }

    /// The year of a day of eight digits, if there is such a day.
    private static func day(in digits: String) -> Int? {
        guard let number = Int(digits) else { return nil }
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
        return (1...12).contains(month) && (1...31).contains(day) ? year : nil
    }
}
