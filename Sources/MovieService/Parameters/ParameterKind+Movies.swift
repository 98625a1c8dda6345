import JSON
import MovieDomain

extension ParameterKind where Value == RequestedDay {
    /// `2026-11-19`, `20261119` or `yesterday`.
    static var day: ParameterKind {
        let expected = "a date (2026-11-19 or 20261119) or \"yesterday\""
        let pattern = "^(yesterday|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{8})$"
        return ParameterKind(.text(pattern: pattern)) { element throws(ParameterMismatch) in
            guard let text = element.string else {
                throw ParameterMismatch(expected: expected, received: element, hint: hint(for: element))
            }
            if text == "yesterday" { return .lastComplete }
            if let date = CalendarDate(parsing: text) { return .date(date) }
            guard looksLikeDate(text) else {
                let hint = NearestName.hint(for: text, among: ["yesterday"])
                throw ParameterMismatch(expected: expected, received: element, hint: hint)
            }
            let reason = "\(text) is not a day of the calendar"
            throw ParameterMismatch(expected: expected, received: element, reason: reason)
        }
    }

    private static func hint(for element: JSONElement) -> String? {
        element.kind == .number ? "write it as a text: \"\(element)\"" : nil
    }

    /// Whether it has the form of a date: eight digits, with two dashes or none.
    private static func looksLikeDate(_ text: String) -> Bool {
        let digits = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        let dashes = text.utf8.filter { $0 == UInt8(ascii: "-") }.count
        guard digits == 8, digits + dashes == text.utf8.count else { return false }
        return dashes == 0 || (dashes == 2 && text.split(separator: "-").map(\.utf8.count) == [4, 2, 2])
    }
}

extension ParameterKind where Value == CalendarDate {
    /// `2026-11-19` or `20261119`.
    static var date: ParameterKind {
        ParameterKind(.date) { element throws(ParameterMismatch) in
            guard let date = element.string.flatMap({ CalendarDate(parsing: $0) }) else {
                throw ParameterMismatch(expected: "a date such as 2026-11-19", received: element)
            }
            return date
        }
    }
}

extension ParameterKind where Value == Double {
    /// From 0 to 5, in halves.
    static var stars: ParameterKind {
        ParameterKind(.number(0...5)) { element throws(ParameterMismatch) in
            guard let stars = element.double, (0...5).contains(stars), (stars * 2).rounded() == stars * 2 else {
                throw ParameterMismatch(expected: "a number from 0 to 5 in steps of 0.5", received: element)
            }
            return stars
        }
    }
}

extension ParameterKind where Value == MovieID {
    /// `kofic:20183782`, `imdb:tt6751668`, or a bare IMDb id.
    static var movieID: ParameterKind { movieID("a film's id") }

    /// The same of a person: `tmdb:21684`, or a bare IMDb id.
    static func movieID(_ expectation: String) -> ParameterKind {
        let schema = Schema.text(pattern: "^([^:]+:.+|(tt|nm)[0-9]+)$")
        return ParameterKind(schema) { element throws(ParameterMismatch) in
            guard let id = element.string.flatMap(MovieID.init(parsing:)) else {
                throw ParameterMismatch(
                    expected: "\(expectation), \"namespace:value\"",
                    received: element,
                    hint: "write it as imdb:tt6751668, tmdb:496243 or kofic:20183782; "
                        + "every id in a film's \"ids\" is accepted"
                )
            }
            return id
        }
        .showing("kofic:20183782", "imdb:tt6751668")
    }
}

extension ParameterKind where Value == String {
    /// The code of a country, or its name in Korean or English.
    static var region: ParameterKind {
        let words = ParameterKind<String>.words
        return ParameterKind(words.schema) { element throws(ParameterMismatch) in
            let code = Country.code(of: try words.decode(element))
            guard Country.isCode(code) else {
                let expected = "a country, such as \"KR\", \"한국\" or \"South Korea\""
                throw ParameterMismatch(expected: expected, received: element)
            }
            return code
        }
    }
}

extension ParameterKind where Value == ProviderID {
    static var provider: ParameterKind {
        ParameterKind<String>.words.map { ProviderID($0) }
    }
}

extension ParameterKind where Value == String {
    /// In the form of BCP 47: `ko`, `pt-BR`.
    static var language: ParameterKind {
        let schema = Schema.text(pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")
        return ParameterKind(schema) { element throws(ParameterMismatch) in
            guard let text = element.string, isLanguageTag(text) else {
                let expected = "a language tag such as \"ko\" or \"pt-BR\""
                throw ParameterMismatch(expected: expected, received: element)
            }
            return text
        }
    }

    private static func isLanguageTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let language = parts.first, (2...3).contains(language.utf8.count) else { return false }
        return language.allSatisfy { $0.isASCII && $0.isLetter }
            && parts.dropFirst().allSatisfy { part in
                (2...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }
}

extension ParameterKind {
    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ParameterKind<Other> {
        let decode = decode
        return ParameterKind<Other>(schema) { element throws(ParameterMismatch) in
            transform(try decode(element))
        }
    }
}
