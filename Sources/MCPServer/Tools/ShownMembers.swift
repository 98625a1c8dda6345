import JSON
import MovieService

/// The members of an answer that an assistant is shown, by the object's name in the schema.
///
/// The same list makes the schema and the value. An object that is not listed is shown whole; the resource that the
/// answer links to has the members that are left out.
struct ShownMembers: Sendable {
    private var members: [String: [String]]
    /// Objects that contain a film, which get a schema of their own members, too.
    private static let holdingFilms: Set = ["BoxOfficeEntry", "CardOfFilm", "TrendSeries"]
    /// The maximum number of elements shown of the long lists in a film.
    private static let longestLists = ["Person": 12, "Image": 4, "Video": 6, "Release": 12]

    /// The names of all objects that the lists here change, which must be components of the schema, and their members.
    static var namedObjects: [String: Set<String>] {
        let shown = [list, dated, chart, details].flatMap { $0.members.map { ($0.key, Set($0.value)) } }
        let others = holdingFilms.union(longestLists.keys).map { ($0, Set<String>()) }
        return Dictionary(shown + others) { $0.union($1) }
    }

    private init(movie: [String]) {
        members = [
            "Movie": movie,
            "Page": ["page", "hasMore", "next", "incomplete", "totalItems"],
            // The sources tell assistants what an answer lacks.
            "MoviesResult": ["movies", "page", "interpreted", "sources"],
            "MovieResult": ["movie", "stored", "similar", "recommendations", "parts", "library", "sources"],
            "BoxOfficeResult": ["entries", "period", "sources"],
            // Assistants get no filters that could leave films out.
            "BookmarksResult": ["movies", "page"],
            "CardsResult": ["cards", "page"],
            "CardResult": ["card", "sources"],
            "BookmarkResult": ["movie", "addedAt", "sources"],
            "ImageResult": ["image", "sources"],
            "TrendResult": ["series", "period", "date", "gaps", "stale", "absent", "undecided", "sources"],
            "SourceReport": ["provider", "status", "items", "ageSeconds", "reason", "error", "remarks"],
            "SourceFailure": ["kind", "message", "hint", "retryAfterSeconds", "page", "part"],
            "BoxOfficeEntry": ["rank", "rankChange", "isNew", "movie", "audience", "sales", "screens"],
            "Audience": ["count", "change", "total"],
            "Sales": ["amount", "share", "total", "currency"],
            "CardOfFilm": ["movie", "stars", "comment", "watchedOn", "watchedBefore", "tags", "liked"],
            "TrendSeries": ["movie", "days"],
            "TrendDay": ["date", "rank", "audience"],
            "Image": ["kind", "url", "width", "language", "provider"],
            // The bytes are not listed because the content has them.
            "ImageFile": ["path", "mimeType", "width", "height", "url", "provider"],
        ]
    }

    /// For lists of films.
    static let list = ShownMembers(movie: [
        "id", "title", "originalTitle", "year", "runtimeMinutes", "genres", "directors", "ratings", "bookmarked",
    ])
    /// For lists of films that may not be out yet.
    static let dated = {
        var shown = list
        shown.members["Movie"]?.append("releaseDate")
        shown.members["MoviesResult"] = ["movies", "page", "sources"]
        return shown
    }()
    /// For the places of a chart.
    static let chart = ShownMembers(movie: ["id", "title", "releaseDate", "directors", "bookmarked"])
    /// For one film: everything except what repeats other members or says little about the film.
    static let details = ShownMembers(
        movie: filmMembers.filter {
            ![
                "genreNames", "unlisted", "languages", "originalLanguage", "tagline", "stars", "popularity", "homepage",
                "pages", "budget", "revenue", "adult", "companies", "addedAt", "card", "keptAs", "fetchedAt",
            ].contains($0)
        }
    )

    private static let filmMembers: [String] = {
        guard case .object(let properties)? = Schema.component("Movie")?.shape else { return [] }
        return properties.map(\.name)
    }()

    // MARK: The value

    func value(of answer: JSONElement, as schema: Schema) -> JSONValue {
        switch schema.shape {
        case .reference(let name):
            guard let component = Schema.component(name) else { return JSONValue(answer) }
            return object(answer, component, keeping: members[name])
        case .object: return object(answer, schema, keeping: nil)
        case .list(let element):
            let longest = if case .reference(let name) = element.shape { Self.longestLists[name] } else { Int?.none }
            return .array(answer.elements.prefix(longest ?? .max).map { value(of: $0, as: element) })
        default: return JSONValue(answer)
        }
    }

    private func object(_ answer: JSONElement, _ schema: Schema, keeping kept: [String]?) -> JSONValue {
        guard case .object(let properties) = schema.shape, answer.kind == .object else { return JSONValue(answer) }
        var shown: [JSONValue.Member] = []
        for (name, member) in answer.members where kept?.contains(name) ?? true {
            guard let property = properties.first(where: { $0.name == name }) else { continue }
            let value = value(of: member, as: property.schema)
            shown.append(.init(name, value))
            // A list that is shortened here needs the total, too.
            guard case .array(let elements) = value, elements.count < member.count else { continue }
            let total = name + "Total"
            guard answer[total] == nil, properties.contains(where: { $0.name == total }) else { continue }
            shown.append(.init(total, .number(JSONNumber(member.count))))
        }
        return .object(shown)
    }

    // MARK: The schema

    /// Returns the schema of the value that ``value(of:as:)`` returns.
    ///
    /// It describes the answer and the first film in it. Deeper values are only described as objects, because an
    /// assistant reads the answer itself.
    func schema(of schema: Schema) -> JSONValue {
        var isFilmDescribed = false
        return .object(described(schema, depth: 0, &isFilmDescribed))
    }

    private func described(_ schema: Schema, depth: Int, _ isFilmDescribed: inout Bool) -> [JSONValue.Member] {
        switch schema.shape {
        case .reference(let name):
            let isFilm = name == "Movie"
            guard let component = Schema.component(name),
                depth == 0 || isFilm && !isFilmDescribed || Self.holdingFilms.contains(name)
            else { return type(of: schema) }
            if isFilm { isFilmDescribed = true }
            return properties(of: component, keeping: members[name], depth: depth, &isFilmDescribed)
        case .object: return properties(of: schema, keeping: nil, depth: depth, &isFilmDescribed)
        case .list(let element):
            let items = described(element, depth: depth + 1, &isFilmDescribed)
            // Omit items that are only said to be objects.
            if items == [JSONValue.Member("type", "object")] { return [.init("type", "array")] }
            return [.init("type", "array"), .init("items", .object(items))]
        default: return type(of: schema)
        }
    }

    private func properties(
        of schema: Schema,
        keeping kept: [String]?,
        depth: Int,
        _ isFilmDescribed: inout Bool
    ) -> [JSONValue.Member] {
        guard case .object(let properties) = schema.shape else { return type(of: schema) }
        let shown = properties.filter { kept?.contains($0.name) ?? true }
        var described: [JSONValue.Member] = []
        for property in shown {
            let members = self.described(property.schema, depth: depth + 1, &isFilmDescribed)
            described.append(.init(property.name, .object(members)))
        }
        var members: [JSONValue.Member] = [.init("type", "object"), .init("properties", .object(described))]
        let required = shown.filter(\.isRequired).map { JSONValue.string($0.name) }
        if depth == 0, !required.isEmpty { members.append(.init("required", .array(required))) }
        return members
    }

    private func type(of schema: Schema) -> [JSONValue.Member] {
        schema.typeName.map { [.init("type", schema.isNullable ? [.string($0), "null"] : .string($0))] } ?? []
    }
}
