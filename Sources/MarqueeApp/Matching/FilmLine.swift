import JSON
import MovieDomain
import MovieMatching

/// One line of a file of films: a JSON object in the shape of `Movie`, with the members that the source has.
struct FilmLine {
    /// The reason why a line is not a film.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var id = ""
    /// Messages about data that is not compared.
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
    init(_ line: [UInt8]) throws(Problem) {
        let root = try FilmLine.object(line)
        for (name, value) in root.members where !value.isNull {
            switch name {
            case "id": id = try FilmLine.text(value, name)
            case "ids": ids = try FilmLine.expect(.object, value, name)
            case "title", "originalTitle": titles.append(try FilmLine.expect(.string, value, name))
            case "titles": try read(titles: value)
            case "year": year = possible(try FilmLine.number(value, name), name, FilmLine.years)
            case "releaseDate": releaseDate = date(try FilmLine.expect(.string, value, name).string, name)
            case "runtimeMinutes": runtimeMinutes = try FilmLine.number(value, name)
            case "series": series = try FilmLine.expect(.bool, value, name).bool
            case "directors": directors = try FilmLine.expect(.array, value, name)
            case "cast": cast = try FilmLine.expect(.array, value, name)
            case "countries": countries = try FilmLine.expect(.array, value, name)
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
    private static let years = 1870...2100

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

    private mutating func read(titles list: JSONElement) throws(Problem) {
        for title in try FilmLine.expect(.array, list, "titles").elements {
            if title.kind == .string {
                titles.append(title)
            } else if let text = title["text"], text.kind == .string {
                titles.append(text)
            } else {
                throw Problem("titles", "a string or an object with a \"text\"", title)
            }
        }
    }

    func add(to table: inout FilmTable, source: Int) {
        table.begin(source: source)
        let shared = ids.map { FilmLine.ids($0) } ?? []
        let own = FilmLine.ownID(id)
        if let own, FilmLine.sharedNamespaces.contains(own.namespace),
            !shared.contains(where: { $0.0 == own.namespace })
        {
            table.add(id: own.namespace, value: own.value)
        } else {
            table.add(label: id)
        }
        for (namespace, value) in shared { table.add(id: namespace, value: value) }
        for title in titles.prefix(FilmLine.mostTitles) { if let text = title.string { table.add(title: text) } }
        if let year { table.set(year: year) }
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
        if person.kind == .string { return (person.string, nil) }
        let own = person["name"]?.string
        return (own, own == nil || person.count > 1 ? person["nameEn"]?.string : nil)
    }

    /// Namespaces that many sources share; two different ids in one of them contradict each other.
    static let sharedNamespaces = ["imdb", "tmdb", "kofic", "wikidata", "tvdb", "yts"]

    /// Returns the line's own id with the namespace in lowercase, or `nil` if it has no namespace.
    static func ownID(_ id: String) -> MovieID? {
        MovieID(parsing: id).map { id in
            let namespace = id.namespace.lowercased()
            return MovieID(namespace: namespace, value: namespace == "imdb" ? imdb(id.value) : id.value)
        }
    }

    /// Returns the ids of other sources, with namespaces in lowercase and numbers as they are written.
    static func ids(_ ids: JSONElement) -> [(namespace: String, value: String)] {
        ids.members.compactMap { namespace, value in
            let text =
                switch value.kind {
                case .string: value.string
                case .number: String(decoding: value.text, as: UTF8.self)
                default: nil as String?
                }
            guard let text, !text.isEmpty else { return nil }
            let name = namespace.lowercased()
            return (name, name == "imdb" ? imdb(text) : text)
        }
    }

    /// Returns an IMDb id as IMDb writes it, for lists that have only its number: `tt0114709` for `114709`.
    private static func imdb(_ text: String) -> String {
        guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return text }
        return "tt" + String(repeating: "0", count: max(0, 7 - text.count)) + text
    }

    // MARK: Values

    private static func expect(
        _ kind: JSONElement.Kind,
        _ value: JSONElement,
        _ name: String
    ) throws(Problem) -> JSONElement {
        guard value.kind == kind else { throw Problem(name, article(kind), value) }
        return value
    }

    private static func text(_ value: JSONElement, _ name: String) throws(Problem) -> String {
        guard let text = value.string else { throw Problem(name, "a string", value) }
        return text
    }

    private static func number(_ value: JSONElement, _ name: String) throws(Problem) -> Int {
        guard let number = value.int else { throw Problem(name, "an integer", value) }
        return number
    }

}

/// Returns the name of a kind with its article.
private func article(_ kind: JSONElement.Kind) -> String {
    switch kind {
    case .array: "an array"
    case .object: "an object"
    default: "a \(kind)"
    }
}

extension FilmLine.Problem {
    fileprivate init(_ name: String, _ expected: String, _ found: JSONElement) {
        self.init(description: "\"\(name)\": expected \(expected), found \(article(found.kind))")
    }
}
