import JSON
import MovieDomain
import MovieMatching

/// One line of a file of films: a JSON object in the shape of `Movie`, with the members that the source has.
struct FilmLine {
    /// Why a line is no film.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var id = ""
    private var ids: JSONElement?
    private var titles: [JSONElement] = []
    private var year: Int?
    private var releaseDate: CalendarDate?
    private var runtimeMinutes: Int?
    private var series: Bool?
    private var directors: JSONElement?
    private var cast: JSONElement?
    private var countries: JSONElement?

    /// Checks the members that are compared; the others may be anything.
    init(_ line: [UInt8]) throws(Problem) {
        let root = try FilmLine.object(line)
        for (name, value) in root.members where !value.isNull {
            switch name {
            case "id": id = try FilmLine.text(value, name)
            case "ids": ids = try FilmLine.expect(.object, value, name)
            case "title", "originalTitle": titles.append(try FilmLine.expect(.string, value, name))
            case "titles": try read(titles: value)
            case "year": year = try FilmLine.number(value, name)
            case "releaseDate": releaseDate = try FilmLine.date(value, name)
            case "runtimeMinutes": runtimeMinutes = try FilmLine.number(value, name)
            case "series": series = try FilmLine.expect(.bool, value, name).bool
            case "directors": directors = try FilmLine.expect(.array, value, name)
            case "cast": cast = try FilmLine.expect(.array, value, name)
            case "countries": countries = try FilmLine.expect(.array, value, name)
            default: break
            }
        }
        guard !id.isEmpty else { throw Problem(description: "expected an \"id\", found none") }
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
        let own = MovieID(parsing: id)
        if let own, FilmLine.sharedNamespaces.contains(own.namespace), ids?[own.namespace] == nil {
            table.add(id: own.namespace, value: own.value)
        } else {
            table.add(label: id)
        }
        if let ids {
            for (namespace, value) in ids.members {
                if let value = value.string { table.add(id: namespace, value: value) }
            }
        }
        for title in titles { if let text = title.string { table.add(title: text) } }
        if let year { table.set(year: year) }
        if let releaseDate { table.set(releaseDate: releaseDate) }
        if let runtimeMinutes { table.set(runtimeMinutes: runtimeMinutes) }
        if let series { table.set(isSeries: series) }
        if let directors {
            for person in directors.elements {
                let names = names(of: person)
                table.add(director: names.own, names.latin)
            }
        }
        if let cast {
            for person in cast.elements.prefix(10) {
                let names = names(of: person)
                table.add(cast: names.own, names.latin)
            }
        }
        if let countries {
            for country in countries.elements { if let code = country.string { table.add(country: code) } }
        }
        table.end()
    }

    /// Most persons have one name only.
    private func names(of person: JSONElement) -> (own: String?, latin: String?) {
        let own = person["name"]?.string
        return (own, own == nil || person.count > 1 ? person["nameEn"]?.string : nil)
    }

    /// Namespaces that many sources share; two different ids in one of them contradict each other.
    static let sharedNamespaces = ["imdb", "tmdb", "kofic", "wikidata", "tvdb", "yts"]

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

    private static func date(_ value: JSONElement, _ name: String) throws(Problem) -> CalendarDate {
        guard let text = value.string, let date = CalendarDate(parsing: text) else {
            throw Problem(name, "a day such as 2026-11-19", value)
        }
        return date
    }
}

/// The name of a kind with its article.
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
