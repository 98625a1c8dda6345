import MovieAggregation
import MovieDomain
import Platform

/// What a person writes to mean one film: an id, the address of its page, a row of the last table, or its title.
package enum FilmReference: Equatable, Sendable {
    /// An id or an address, which every method reads.
    case id(String)
    /// A row of the last table, from 1: `@3`; other numbers are mistakes.
    case row(Int)
    /// The ways to read a title, the likeliest first: `Blade Runner 2049` may end with its year.
    case title([FilmTitle])

    package init(_ text: String) {
        let text = text.trimmedText
        if text.hasPrefix(scalars: "@"), let row = Int(text.dropFirst()) {
            self = .row(row)
        } else if let page = MovieID(address: text), page.namespace == "letterboxd" {
            // The name in the address of a page is made of the title; no source takes it.
            self = .title(FilmTitle.readings(of: page.value.replacing(scalars: "-", with: " ")))
        } else if Self.isID(text) {
            self = .id(text)
        } else {
            self = .title(FilmTitle.readings(of: text))
        }
    }

    package var isTitle: Bool { if case .title = self { true } else { false } }

    /// Whether a text is an id or an address; a title with a colon has a blank after it, or a capital letter before.
    private static func isID(_ text: String) -> Bool {
        if MovieID(address: text) != nil || text.hasPrefix(scalars: "http://") || text.hasPrefix(scalars: "https://") {
            return true
        }
        guard let id = MovieID(parsing: text), !id.namespace.contains(scalars: " "), !id.value.hasPrefix(scalars: " ")
        else { return false }
        return id.namespace == id.namespace.lowercased() || MovieID.sharedNamespaces.contains(id.namespace.lowercased())
    }
}

/// A title as a person writes it, perhaps with the year.
package struct FilmTitle: Equatable, Sendable {
    package let text: String
    package var year: Int?

    package init(text: String, year: Int? = nil) {
        (self.text, self.year) = (text, year)
    }

    /// Returns the ways to read a text: with a year in brackets, or without one; a number at its end may be either.
    package static func readings(of text: String) -> [FilmTitle] {
        let whole = FilmTitle(text: text)
        guard let match = text.wholeMatch(of: /(.*[^ \(\[]) *([\(\[]?)((?:18|19|20|21)[0-9]{2})[\)\]]?/),
            let year = Int(match.3)
        else { return [whole] }
        let dated = FilmTitle(text: String(match.1).trimmedText, year: year)
        let isApart = String(match.1).count < text.utf8.count && text.contains(scalars: " \(match.3)")
        return match.2.isEmpty ? (isApart ? [whole, dated] : [whole]) : [dated]
    }

    /// Whether it is a number alone, which may be an id.
    package var isNumber: Bool { text.isDigits }

    /// Whether it is one of the titles of a film, letter by letter; case, marks, and blanks do not count.
    package func equals(_ titles: [String], _ filmYear: Int?) -> Bool {
        if let year, filmYear != year { return false }
        let wanted = Self.key(text)
        return titles.contains { Self.key($0) == wanted }
    }

    private static func key(_ text: String) -> String {
        let key = TitleKey(whole: text).text
        return key.isEmpty ? text.trimmedText.lowercased() : key
    }

    /// The title with the year as a person would write it.
    package var words: String { text + (year.map { " (\($0))" } ?? "") }
}
