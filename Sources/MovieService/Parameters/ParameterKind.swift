import JSON
import MovieAggregation
import MovieDomain
import Platform

/// The values of a parameter: their schema, and how to read one.
///
/// `decode` accepts exactly what the schema describes.
struct ParameterKind<Value: Sendable>: Sendable {
    let schema: Schema
    let decode: @Sendable (JSONElement) throws(InvalidParameters) -> Value

    init(_ schema: Schema, decode: @escaping @Sendable (JSONElement) throws(InvalidParameters) -> Value) {
        self.schema = schema
        self.decode = decode
    }

    /// `read` returns `nil` for a value that it does not accept; `expected` replaces the schema's wording in errors.
    init(
        _ schema: Schema,
        expecting expected: String? = nil,
        hint: String? = nil,
        reading read: @escaping @Sendable (JSONElement) -> Value?
    ) {
        self.init(schema) { element throws(InvalidParameters) in
            guard let value = read(element) else {
                throw InvalidParameters(expected: expected ?? schema.expectation, received: element, hint: hint)
            }
            return value
        }
    }

    func showing(_ examples: JSONValue...) -> ParameterKind {
        var schema = schema
        schema.examples = examples
        return ParameterKind(schema, decode: decode)
    }

    /// The same texts, which stand for something.
    func naming(_ subject: Schema.Subject) -> ParameterKind {
        var schema = schema
        schema.subject = subject
        return ParameterKind(schema, decode: decode)
    }

    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ParameterKind<Other> {
        ParameterKind<Other>(schema) { [decode] element throws(InvalidParameters) in transform(try decode(element)) }
    }
}

extension ParameterKind where Value == PageCursor {
    /// Where a list goes on, as an answer says.
    static var cursor: ParameterKind {
        let hint = "leave it out for the beginning of the list"
        return ParameterKind(.text, expecting: "page.next of an earlier answer", hint: hint) { element in
            element.string.flatMap { PageCursor(parsing: $0) }
        }
    }
}

extension ParameterKind where Value == Bool {
    static var flag: ParameterKind {
        ParameterKind(.boolean) { $0.bool }
    }
}

extension ParameterKind where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> ParameterKind {
        ParameterKind(.integer(range)) { element in
            element.int.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ParameterKind where Value == Double {
    static func number(_ range: ClosedRange<Double>) -> ParameterKind {
        ParameterKind(.number(range)) { element in
            element.double.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ParameterKind where Value == String {
    /// A nonempty text, whose spaces at both ends are removed.
    static var words: ParameterKind {
        let longest = CallRange.longestText
        return text(.text(minimumLength: 1, maximumLength: longest), atMost: longest) { text in
            let words = text.trimmedText
            return words.isEmpty ? nil : words
        }
    }

    static func text(atMost count: Int) -> ParameterKind {
        text(.text(maximumLength: count), atMost: count) { $0 }
    }

    private static func text(
        _ schema: Schema,
        atMost count: Int,
        reading read: @escaping @Sendable (String) -> String?
    ) -> ParameterKind {
        ParameterKind(schema) { element throws(InvalidParameters) in
            guard let text = element.string.flatMap(read) else {
                throw InvalidParameters(expected: schema.expectation, received: element)
            }
            guard text.count <= count else {
                throw InvalidParameters(expected: "a text of at most \(count) characters", received: element)
            }
            return text
        }
    }
}

extension ParameterKind where Value: WireChoice {
    static var choice: ParameterKind {
        choice(of: Array(Value.allCases))
    }

    static func choice(of values: [Value]) -> ParameterKind {
        let words = values.map(\.wireName)
        let schema = Schema(.choice(words))
        return ParameterKind(schema) { element throws(InvalidParameters) in
            guard let word = element.string, let index = words.firstIndex(of: word) else {
                let hint = element.string.flatMap { word in
                    let begun = words.filter { !word.isEmpty && $0.hasPrefix(scalars: word) }
                    return begun.count == 1
                        ? "Did you mean \"\(begun[0])\"?" : NearestName.hint(for: word, among: words)
                }
                throw InvalidParameters(expected: schema.expectation, received: element, hint: hint)
            }
            return values[index]
        }
    }
}

extension ParameterKind {
    static func list<Element>(of kind: ParameterKind<Element>) -> ParameterKind where Value == [Element] {
        let schema = Schema(.list(of: kind.schema))
        return ParameterKind(schema) { list throws(InvalidParameters) in
            guard list.kind == .array else {
                let hint = list.kind == .string ? "write [\(list.shownText)]" : nil
                throw InvalidParameters(expected: schema.expectation, received: list, hint: hint)
            }
            var values: [Element] = []
            values.reserveCapacity(list.count)
            for element in list.elements {
                do throws(InvalidParameters) {
                    values.append(try kind.decode(element))
                } catch {
                    throw error.inside("[\(values.count)]")
                }
            }
            return values
        }
    }
}

extension ParameterKind {
    /// The same list, of at most some elements.
    func limited<Element>(to count: Int) -> ParameterKind where Value == [Element] {
        ParameterKind(schema) { [decode] element throws(InvalidParameters) in
            guard element.count <= count else {
                throw InvalidParameters(expected: "a list of at most \(count) elements", received: element)
            }
            return try decode(element)
        }
    }
}

extension ParameterKind where Value == CalendarDate {
    /// A day as `2026-11-19` or `20261119`, as files and answers have it.
    static var date: ParameterKind {
        ParameterKind(.date) { element throws(InvalidParameters) in
            guard let date = element.string.flatMap({ CalendarDate(parsing: $0) }) else {
                let text = element.string ?? ""
                let isDay = text.wholeMatch(of: /[0-9]{8}|[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
                throw InvalidParameters(
                    expected: "a date such as 2026-11-19",
                    received: element,
                    reason: isDay ? "\(text) is not a day of the calendar" : nil,
                    hint: element.kind == .number ? "write it as a text: \"\(element)\"" : nil
                )
            }
            return date
        }
    }
}

extension ParameterKind where Value == [String] {
    /// Words of the user.
    static var tags: ParameterKind { list(of: .words.naming(.tag)) }
}

extension ParameterKind where Value == Double {
    /// Stars from 0 to 5, in halves.
    static var stars: ParameterKind {
        ParameterKind(.number(CallRange.stars), expecting: Card.starsInWords) { element in
            element.double.flatMap { Card.isStars($0) ? $0 : nil }
        }
    }
}

extension ParameterKind where Value == MovieID {
    /// A film's id: `kofic:20183782`, `imdb:tt6751668`, or a bare IMDb id.
    static var movieID: ParameterKind {
        let hint =
            "write it as imdb:tt6751668, tmdb:496243 or kofic:20183782; every id in a film's \"ids\" is accepted, and a "
            + "search finds films by their titles"
        return id("a film's id", ofIMDb: "tt", hint: hint).showing("kofic:20183782", "imdb:tt6751668")
    }

    /// A film's id that something may be stored under, even if no film can have it: `tmdb:0`.
    static var keptMovieID: ParameterKind {
        id("a film's id", ofIMDb: "tt", mayBeNone: true, hint: "\"bookmarks/list\" and \"cards/list\" show the ids")
            .showing("kofic:20183782", "imdb:tt6751668")
    }

    /// A collection's id, as films have it: `tmdb:2344`.
    static var collectionID: ParameterKind {
        let hint = "films have it as \"collection\"; give a film of the collection as film"
        let expected = "a collection's id, \"namespace:value\""
        return ParameterKind(.text(pattern: "^[^:]+:.+$"), expecting: expected, hint: hint) { element in
            guard let text = element.string?.trimmedText, text.contains(scalars: ":"), let id = MovieID(parsing: text),
                !id.value.hasPrefix(scalars: "//"), !MovieID.saysNone(id.value, in: id.namespace)
            else { return nil }
            return MovieID(namespace: id.namespace.lowercased(), value: id.value)
        }
    }

    /// A person's id: `tmdb:21684`, or a bare IMDb id.
    static var personID: ParameterKind {
        let hint =
            "write it as tmdb:525, imdb:nm0634240 or kofic:10086861; every id in a person's \"ids\" is accepted, and "
            + "people/search finds people by their names"
        return id("a person's id", ofIMDb: "nm", hint: hint)
    }

    /// An id as its namespace writes it: IMDb's digits get the letters and the zeros before them.
    ///
    /// The address of a page at IMDb, TMDB, or Letterboxd stands for the id in it.
    private static func id(
        _ expectation: String,
        ofIMDb letters: String,
        mayBeNone: Bool = false,
        hint: String
    ) -> ParameterKind {
        var schema = Schema.text(pattern: "^([^:]+:.+|(tt|nm)[0-9]+)$")
        if letters == "tt" { schema.subject = mayBeNone ? .storedFilm : .film }
        return ParameterKind(schema) { element throws(InvalidParameters) in
            let text = element.string?.trimmedText ?? ""
            let given = MovieID(address: text, ofPerson: letters == "nm") ?? MovieID(parsing: text)
            guard let given, !given.value.hasPrefix(scalars: "//") else {
                throw InvalidParameters(
                    expected: "\(expectation), \"namespace:value\"",
                    received: element,
                    hint: hint
                )
            }
            let id = try Self.id(given, ofIMDb: letters, element)
            if !mayBeNone, MovieID.saysNone(id.value, in: id.namespace) {
                let none = "\(given.value) says that there is no id; \(hint)"
                throw InvalidParameters(expected: expectation, received: element, hint: none)
            }
            return id
        }
    }

    private static func id(
        _ given: MovieID,
        ofIMDb letters: String,
        _ element: JSONElement
    ) throws(InvalidParameters) -> MovieID {
        let namespace = given.namespace.lowercased()
        switch namespace {
        case "imdb":
            let id = given.value.isDigits ? letters + given.value : given.value.lowercased()
            let digits = id.dropFirst(letters.count)
            guard id.hasPrefix(scalars: letters), digits.isDigits else {
                throw InvalidParameters(expected: "an id of IMDb such as imdb:\(letters)0094435", received: element)
            }
            return MovieID(namespace: "imdb", value: letters + MovieID.digitsOfIMDb(digits))
        case "tmdb" where !given.value.isDigits:
            throw InvalidParameters(expected: "an id of TMDB such as tmdb:496243", received: element)
        case "tmdb", "tvdb", "tmdb-tv", "tvdb-tv":
            let value = MovieID.canonical(given.value, of: namespace) ?? given.value
            return MovieID(namespace: namespace, value: value)
        case _ where MovieID.sharedNamespaces.contains(namespace):
            return MovieID(namespace: namespace, value: given.value)
        default: return given
        }
    }
}

extension ParameterKind where Value == ProviderID {
    static var provider: ParameterKind { ParameterKind<String>.words.naming(.provider).map { ProviderID($0) } }
}

extension ParameterKind where Value == String {
    /// The code of a country, or its name in Korean or English.
    static var region: ParameterKind {
        let words = ParameterKind<String>.words.naming(.country)
        return ParameterKind(words.schema) { element throws(InvalidParameters) in
            let code = Country.code(of: try words.decode(element))
            guard Country.isCode(code), Country.exists(code) else {
                let expected = "a country, such as \"KR\", \"한국\" or \"South Korea\""
                throw InvalidParameters(expected: expected, received: element)
            }
            return code
        }
    }

    /// A genre's slug, or its name in Korean or English.
    static var genre: ParameterKind {
        let words = ParameterKind<String>.words.naming(.genre)
        return ParameterKind(words.schema) { element throws(InvalidParameters) in
            let name = try words.decode(element)
            if let genre = Genre(name: name) { return genre.rawValue }
            let slugs = Genre.allCases.map(\.rawValue).joined(separator: ", ")
            let known = Genre.allCases.flatMap { [$0.rawValue, $0.name(in: ["ko"]), $0.name(in: ["en"])] }
            let hint = NearestName.hint(for: name, among: known) ?? "The genres are: \(slugs)."
            throw InvalidParameters(expected: "a genre", received: element, hint: hint)
        }
    }

    /// A language tag in the form of BCP 47: `ko`, `pt-BR`.
    static var language: ParameterKind {
        let expected = "a language tag such as \"ko\" or \"pt-BR\""
        return ParameterKind(.text(pattern: Language.tagPattern), expecting: expected) { element in
            element.string.flatMap { Language.isTag($0) ? $0 : nil }
        }
    }
}
