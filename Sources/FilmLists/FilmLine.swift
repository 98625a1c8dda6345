import JSON
import MovieDomain
import MovieMatching

/// One line of a file of films: a JSON object in the shape of `Movie`, with the members that the source has.
package struct FilmLine {
    /// The reason why a line is not a film.
    struct Problem: Error {
        let description: String
    }

    private(set) var id = ""
    /// Messages about data that is left out.
    private(set) var warnings: [String] = []
    private var ids: JSONElement?
    private var titles: [JSONElement] = []
    private var year: Int?
    private var releaseDate: CalendarDate?
    private var runtimeMinutes: Int?
    private var series: Bool?
    private var directors: JSONElement?
    private var cast: JSONElement?
    private var countries: JSONElement?

    /// Reads and checks the members that are compared; the other members may have any value.
    ///
    /// A value of a wrong type loses its member alone, with a warning.
    ///
    /// - Throws: ``Problem`` if the line is not an object with an id.
    init(_ line: [UInt8]) throws(Problem) {
        let root = try FilmLine.object(line)
        for (name, value) in root.members where !value.isNull {
            switch name {
            case "id":
                guard let text = FilmLine.id(value) else {
                    throw Problem(description: "\"id\": expected a string or a number, found \(shown(value))")
                }
                id = text
            case "ids": ids = object(value, name)
            case "title", "originalTitle": if let title = expect(.string, value, name) { titles.append(title) }
            case "titles": read(titles: value)
            case "year": year = integer(value, name).flatMap { possible($0, name, FilmLine.years) }
            case "releaseDate": releaseDate = expect(.string, value, name).flatMap { date($0.string, name) }
            case "runtimeMinutes": runtimeMinutes = integer(value, name)
            case "series": series = expect(.bool, value, name)?.bool
            case "directors": directors = list(value, name, of: "strings or objects") { $0 == .string || $0 == .object }
            case "cast": cast = list(value, name, of: "strings or objects") { $0 == .string || $0 == .object }
            case "countries": countries = list(value, name, of: "strings") { $0 == .string }
            default: break
            }
        }
        guard !id.isEmpty else { throw Problem(description: "expected an \"id\", found none") }
        if titles.count > FilmLine.mostTitles { shorten("titles", FilmLine.mostTitles, titles.count) }
        if let count = directors?.count, count > FilmLine.mostDirectors {
            shorten("directors", FilmLine.mostDirectors, count)
        }
    }

    /// The most titles, directors, and members of the cast that are compared, because each makes comparing slower.
    private static let mostTitles = 64
    private static let mostDirectors = 24
    private static let mostCast = 10
    /// The possible years, with a margin: the first film was made in 1888.
    static let years = 1870...2100

    private mutating func shorten(_ name: String, _ most: Int, _ count: Int) {
        warnings.append("\"\(name)\": \(count) of them, the first \(most) are compared")
    }

    /// Returns the number if it is in the range; otherwise adds a warning and returns `nil`.
    private mutating func possible(_ number: Int, _ name: String, _ range: ClosedRange<Int>) -> Int? {
        if range.contains(number) { return number }
        warnings.append(
            "\"\(name)\": expected \(range.lowerBound) to \(range.upperBound), found \(number); the \(name) is left out"
        )
        return nil
    }

    private mutating func date(_ text: String?, _ name: String) -> CalendarDate? {
        if let date = text.flatMap({ CalendarDate(parsing: $0) }) { return date }
        let found = (text ?? "").prefix(40)
        warnings.append("\"\(name)\": expected a day such as 2026-11-19, found \"\(found)\"; the day is left out")
        return nil
    }

    static func object(_ line: [UInt8]) throws(Problem) -> JSONElement {
        let root: JSONElement
        do {
            root = try JSONDocument(line).root
        } catch {
            throw Problem(description: error.description)
        }
        guard root.kind == .object else {
            throw Problem(description: "expected an object, found \(article(root.kind))")
        }
        return root
    }

    private mutating func read(titles list: JSONElement) {
        guard let list = expect(.array, list, "titles") else { return }
        var wrong: [JSONElement] = []
        for title in list.elements where !title.isNull {
            if title.kind == .string {
                titles.append(title)
            } else if let text = title["text"], text.kind == .string {
                titles.append(text)
            } else {
                wrong.append(title)
            }
        }
        leaveOut(wrong, of: list.count, "titles", "strings or objects with a \"text\"")
    }

    func add(to table: inout FilmTable, source: Int) {
        table.begin(source: source)
        func namespace(_ name: String) -> String { MovieID.namespace(name, ofSeries: series == true) }
        let shared = (ids.map { FilmLine.ids($0) } ?? []).map { (namespace($0.namespace), $0.value) }
        let own = FilmLine.ownID(id).map { MovieID(namespace: namespace($0.namespace), value: $0.value) }
        if let own, MovieID.sharedNamespaces.contains(own.namespace),
            !shared.contains(where: { $0.0 == own.namespace })
        {
            table.add(id: own.namespace, value: own.value)
        } else {
            table.add(label: id)
        }
        for (namespace, value) in shared { table.add(id: namespace, value: value) }
        if let year { table.set(year: year) }
        for title in titles.prefix(FilmLine.mostTitles) {
            if let text = FilmLine.text(title) { table.add(title: text) }
        }
        if let releaseDate { table.set(releaseDate: releaseDate) }
        if let runtimeMinutes { table.set(runtimeMinutes: runtimeMinutes) }
        if let series { table.set(isSeries: series) }
        if let directors {
            for person in directors.elements.prefix(FilmLine.mostDirectors) {
                let names = names(of: person)
                table.add(director: names.own, names.latin)
            }
        }
        if let cast {
            for person in cast.elements.prefix(FilmLine.mostCast) {
                let names = names(of: person)
                table.add(cast: names.own, names.latin)
            }
        }
        if let countries {
            for country in countries.elements { if let code = country.string { table.add(country: code) } }
        }
        table.end()
    }

    /// A line with only the compared data, which keeps films that are sent to other machines small.
    var compared: [UInt8] {
        var writer = JSONWriter(reserving: 512)
        writer.object { writer in
            writer.member("id", id)
            writer.member("ids", ids)
            if !titles.isEmpty { writer.member("titles", Array(titles.prefix(FilmLine.mostTitles))) }
            writer.member("year", year)
            writer.member("releaseDate", releaseDate?.description)
            writer.member("runtimeMinutes", runtimeMinutes)
            writer.member("series", series)
            writer.member("directors", directors.map { Array($0.elements.prefix(FilmLine.mostDirectors)) })
            writer.member("cast", cast.map { Array($0.elements.prefix(FilmLine.mostCast)) })
            writer.member("countries", countries)
        }
        return writer.bytes
    }

    /// Returns both names of a person; most people have only one, and some lists have only names.
    private func names(of person: JSONElement) -> (own: String?, latin: String?) {
        if person.kind == .string { return (FilmLine.text(person), nil) }
        let own = person["name"].flatMap { FilmLine.text($0) }
        return (own, own == nil || person.count > 1 ? person["nameEn"].flatMap { FilmLine.text($0) } : nil)
    }

    /// Returns a string without HTML references; `nil` for another kind of value.
    private static func text(_ value: JSONElement) -> String? { value.string.map { HTMLText.unescapedTwice($0) } }

    /// Returns the line's own id with the namespace in lowercase, or `nil` if it has no namespace.
    static func ownID(_ id: String) -> MovieID? {
        MovieID(parsing: id).flatMap { id in
            let namespace = id.namespace.lowercased()
            return MovieID.canonical(id.value, of: namespace).map { MovieID(namespace: namespace, value: $0) }
        }
    }

    /// Returns the ids of other sources, with namespaces in lowercase, without those such as `N/A`.
    static func ids(_ ids: JSONElement) -> [(namespace: String, value: String)] {
        ids.members.compactMap { namespace, value in
            let name = namespace.lowercased()
            return id(value).flatMap { MovieID.canonical($0, of: name) }.map { (name, $0) }
        }
    }

    /// Returns an id, which may be a number.
    private static func id(_ value: JSONElement) -> String? {
        value.kind == .number ? String(decoding: value.text, as: UTF8.self) : value.string
    }

    /// Returns an integer, which may be written as a text.
    static func integer(_ value: JSONElement) -> Int? { value.int ?? value.string.flatMap { Int($0) } }
}

/// The types of values: each function returns what fits, and adds a warning about the rest.
extension FilmLine {
    private mutating func expect(_ kind: JSONElement.Kind, _ value: JSONElement, _ name: String) -> JSONElement? {
        if value.kind == kind { return value }
        warnings.append("\"\(name)\": expected \(article(kind)), found \(shown(value)); it is left out")
        return nil
    }

    private mutating func integer(_ value: JSONElement, _ name: String) -> Int? {
        if let number = FilmLine.integer(value) { return number }
        let found = value.kind == .number ? value.textString : shown(value)
        warnings.append("\"\(name)\": expected an integer, found \(found); it is left out")
        return nil
    }

    /// Returns an array, whose elements of other kinds are ignored where it is read.
    private mutating func list(
        _ value: JSONElement,
        _ name: String,
        of expected: String,
        _ isExpected: (JSONElement.Kind) -> Bool
    ) -> JSONElement? {
        guard let list = expect(.array, value, name) else { return nil }
        leaveOut(list.elements.filter { !$0.isNull && !isExpected($0.kind) }, of: list.count, name, expected)
        return list
    }

    /// Returns an object of ids, whose values of other kinds are ignored where it is read.
    private mutating func object(_ value: JSONElement, _ name: String) -> JSONElement? {
        guard let object = expect(.object, value, name) else { return nil }
        let wrong = object.members.compactMap { [.null, .string, .number].contains($0.value.kind) ? nil : $0.value }
        leaveOut(wrong, of: object.count, name, "strings or numbers")
        return object
    }

    private mutating func leaveOut(_ wrong: [JSONElement], of count: Int, _ name: String, _ expected: String) {
        guard let first = wrong.first else { return }
        warnings.append(
            "\"\(name)\": expected \(expected), found \(shown(first)); "
                + "\(wrong.count) of \(count) \(wrong.count == 1 ? "is" : "are") left out"
        )
    }
}

/// The start of a string in quotes, or the name of the kind of another value.
private func shown(_ value: JSONElement) -> String {
    value.string.map { "\"\($0.prefix(40))\"" } ?? article(value.kind)
}

/// Returns the name of a kind with its article.
private func article(_ kind: JSONElement.Kind) -> String {
    switch kind {
    case .array: "an array"
    case .object: "an object"
    default: "a \(kind)"
    }
}
