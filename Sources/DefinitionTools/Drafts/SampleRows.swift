import JSON
import Platform

/// A place in a sample that may have rows, with its content.
struct SampleRows {
    /// The path from the root; `.` is the document itself.
    var path: String
    var rows: [JSONValue]
    /// Whether the place is one object instead of a list.
    var isSingle: Bool
    /// The names of the members on the way to the place; lists on the way are taken element by element.
    var names: [String] = []
    /// The name of each row, in an object that is a map of rows: `{"12": {…}, "13": {…}}`.
    var keys: [String] = []

    /// The number of rows in the answer, with those of another kind; `nil` if all of them are films.
    private(set) var countOfAll: Int?

    /// The member by which films are told from other rows, and its values: `type`, `FilmSearchItem`.
    var condition: (path: String, values: [String])?

    /// Whether the place is a map of rows.
    var isKeyed: Bool { !keys.isEmpty }

    /// Whether the name of the place says that its rows are films.
    var isNamedAfterFilms: Bool {
        names.last.map { ["films", "movies", "film", "movie"].contains($0.lettersAndDigits) } ?? false
    }

    func isInside(_ outer: SampleRows) -> Bool { names.count > outer.names.count && names.starts(with: outer.names) }

    /// The path of the title that is seen in these rows; `nil` if they have none.
    func title(_ namespace: String, _ chosen: String?) -> String? {
        FieldGuesser(rows: rows, namespace: namespace, isKeyed: isKeyed, title: chosen).film()
            .first { $0.field == "title" }?.path
    }

    /// Returns the rows without those of another kind, if a member tells them apart, such as `type`.
    ///
    /// Other rows have no title there, or are of a type that is not a film's.
    func withoutOthers(titleAt path: String?) -> SampleRows {
        guard let path, !isSingle, !isKeyed else { return self }
        if let films = withoutOtherTypes { return films }
        func has(_ row: JSONValue) -> Bool {
            SampleField.fields(of: [row]).contains { $0.path == path && !$0.values.isEmpty }
        }
        let films = rows.filter(has)
        let others = rows.filter { !has($0) }
        guard !films.isEmpty, !others.isEmpty else { return self }
        for name in ["type", "kind", "media_type", "mediaType", "@type"] {
            guard let value = films[0][name]?.sampleText, films.allSatisfy({ $0[name]?.sampleText == value }),
                others.allSatisfy({ $0[name]?.sampleText.map { $0 != value } == true })
            else { continue }
            var rest = self
            rest.rows = films
            rest.countOfAll = rows.count
            rest.condition = (SampleField.step(name, after: ""), [value])
            return rest
        }
        return self
    }

    /// The rows without those whose type says that they are series, people, or the like; `nil` if there are none.
    private var withoutOtherTypes: SampleRows? {
        for name in ["type", "kind", "media_type", "mediaType", "titleType", "@type", "category", "objectType"] {
            let types = rows.map { $0[name]?.sampleText }
            let isFilm = types.map { $0.map { !Self.otherTypes.contains($0.lettersAndDigits) } ?? false }
            guard !types.contains(nil), isFilm.contains(true), isFilm.contains(false) else { continue }
            var rest = self
            rest.rows = zip(rows, isFilm).filter(\.1).map(\.0)
            rest.countOfAll = rows.count
            let kept = rest.rows.compactMap { $0[name]?.sampleText }
            var seen: Set<String> = []
            rest.condition = (SampleField.step(name, after: ""), kept.filter { seen.insert($0).inserted })
            return rest
        }
        return nil
    }

    /// The types of what is not a film, in lowercase letters and digits.
    private static let otherTypes: Set<String> = [
        "tv", "series", "tvseries", "tvminiseries", "miniseries", "show", "shows", "tvshow", "episode", "tvepisode",
        "season", "tvseason", "game", "videogame", "book", "music", "song", "album", "podcast", "podcastepisode",
        "person",
        "people", "actor", "company", "organization", "website", "webpage", "breadcrumblist", "imageobject", "news",
        "article", "newsarticle", "playlist", "channel", "event",
    ]

    /// Returns every place that contains objects, an outer place before the inner ones.
    static func candidates(in root: JSONValue) -> [SampleRows] {
        var found: [SampleRows] = []
        collect(root, path: "", names: [], into: &found)
        return found
    }

    private static func collect(_ value: JSONValue, path: String, names: [String], into found: inout [SampleRows]) {
        guard names.count < 5 else { return }
        switch value {
        case .array(let elements): collect(elements, path: path, names: names, into: &found)
        case .object(let members):
            let place = path.isEmpty ? "." : path
            if isMapOfRows(members, named: names.last ?? "") {
                let rows = members.map(\.value)
                let keys = members.map(\.name)
                found.append(SampleRows(path: place, rows: rows, isSingle: false, names: names, keys: keys))
                return
            }
            found.append(SampleRows(path: place, rows: [value], isSingle: true, names: names))
            for member in members {
                let step = SampleField.step(member.name, after: path)
                collect(member.value, path: step, names: names + [member.name], into: &found)
            }
        default: break
        }
    }

    /// Whether the members are objects alike, under names that look like ids or in a place named `films`.
    private static func isMapOfRows(_ members: [JSONValue.Member], named name: String) -> Bool {
        var common: Set<String>?
        for member in members {
            guard case .object(let inner) = member.value else { return false }
            let names = Set(inner.map(\.name))
            common = common?.intersection(names) ?? names
        }
        let isOfFilms = ["films", "movies"].contains(name.lettersAndDigits)
        guard let common, common.count >= (isOfFilms ? 1 : 2) else { return false }
        return isOfFilms || members.count { $0.name.contains(where: \.isNumber) } * 2 >= members.count
    }

    /// Collects a list of objects, and the objects in each member that all of them have: `[{score, movie: {…}}]`.
    private static func collect(
        _ elements: [JSONValue],
        path: String,
        names: [String],
        into found: inout [SampleRows]
    ) {
        // An answer may have nothing in place of a row.
        let elements = elements.filter { $0 != .null }
        let objects = elements.filter { if case .object = $0 { true } else { false } }
        guard !objects.isEmpty, objects.count == elements.count else { return }
        found.append(SampleRows(path: path.isEmpty ? "." : path, rows: objects, isSingle: false, names: names))
        guard names.count < 4, case .object(let members)? = objects.first else { return }
        for member in members {
            let inner = objects.compactMap { $0[member.name] }
            let step = SampleField.step(member.name, after: "\(path)[*]")
            let isObject = inner.allSatisfy { if case .object = $0 { true } else { false } }
            if isObject, inner.count == objects.count {
                found.append(SampleRows(path: step, rows: inner, isSingle: false, names: names + [member.name]))
            } else if case .array? = inner.first {
                let nested = inner.flatMap { value -> [JSONValue] in
                    if case .array(let values) = value { values } else { [] }
                }
                collect(nested, path: step, names: names + [member.name], into: &found)
            }
        }
    }
}

extension SampleRows {
    /// The test of a condition, as a definition has it: `is: movie`, `in: [movie, short]`.
    static func test(of values: [String]) -> String {
        let words = values.map(YAMLText.scalar)
        return words.count == 1 ? "is: \(words[0])" : "in: [\(words.joined(separator: ", "))]"
    }
}

/// The reduction of a sample to the needs of a test: two rows with the mapped members, short lists, short texts.
struct SampleCut {
    /// The names of the members on the way to the rows.
    let names: [String]
    /// Whether an object is a map of rows.
    let isKeyed: Bool
    /// Whether a member of a row is mapped.
    let keeps: (String) -> Bool

    private static let longestText = 160
    private static let longestList = 3

    func cut(_ root: JSONValue) -> JSONValue { cut(root, names[...]) }

    private func cut(_ value: JSONValue, _ names: ArraySlice<String>) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.prefix(2).map { cut($0, names) })
        case .object(let members):
            guard let next = names.first else {
                return isKeyed
                    ? .object(members.prefix(2).map { .init($0.name, row($0.value)) }) : row(value)
            }
            return .object(
                members.map { member in
                    let (name, value) = (member.name, member.value)
                    return .init(name, name == next ? cut(value, names.dropFirst()) : Self.shortened(value))
                }
            )
        default: return Self.shortened(value)
        }
    }

    private func row(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return Self.shortened(value) }
        return .object(members.filter { keeps($0.name) }.map { .init($0.name, Self.shortened($0.value)) })
    }

    private static func shortened(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text) where text.count > longestText && !isAddress(text):
            .string(String(text.prefix(longestText)))
        case .array(let elements): .array(elements.prefix(longestList).map(shortened))
        case .object(let members): .object(members.map { .init($0.name, shortened($0.value)) })
        default: value
        }
    }

    private static func isAddress(_ text: String) -> Bool {
        text.hasPrefix(scalars: "http") && !text.contains { $0.isWhitespace }
    }
}

extension String {
    /// The ASCII letters and digits in lowercase, because APIs spell names in many ways.
    var lettersAndDigits: String { lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }
}

extension JSONValue {
    /// The texts that mean an absent value in many APIs.
    static let missingTexts = ["", " ", "N/A", "n/a", "-", "null", "None", "none"]

    var isMissing: Bool {
        switch self {
        case .null: true
        case .string(let text): Self.missingTexts.contains(text)
        case .array(let values): values.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }

    var sampleText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        default: nil
        }
    }
}
