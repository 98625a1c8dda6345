import JSON
import MovieDomain
import MovieService

/// The members of an answer that an assistant is shown, by the object's name in the schema.
///
/// The same list makes the schema and the value. An object that is not listed is shown whole; the resource that the
/// answer links to has the members that are left out.
struct ShownMembers: Sendable {
    private var members: [String: [String]]
    /// The maximum number of elements shown of the long lists in a film or person, by the object of the elements.
    private var longestLists = ["Person": 12, "Image": 4, "Video": 6, "Release": 12, "PersonFilm": 100]

    /// The names of all objects that the lists here change, which must be components of the schema, and their members.
    static var namedObjects: [String: Set<String>] {
        let all = [list, dated, chart, details]
        let shown = all.flatMap { $0.members.map { ($0.key, Set($0.value)) } }
        let limited = all.flatMap { $0.longestLists.keys.map { ($0, Set<String>()) } }
        return Dictionary(shown + limited) { $0.union($1) }
    }

    private init(movie: [String]) {
        members = [
            "Movie": movie,
            "Page": ["page", "hasMore", "next", "incomplete", "totalItems"],
            // The sources tell assistants what an answer lacks.
            "MoviesResult": ["movies", "page", "interpreted", "sources"],
            "MovieResult": ["movie", "stored", "similar", "recommendations", "parts", "library", "sources"],
            "BoxOfficeResult": ["entries", "period", "sources"],
            "BookmarksResult": ["movies", "page", "lacking"],
            "CardsResult": ["cards", "page", "lacking"],
            "ListFilmsResult": ["list", "movies", "page", "lacking"],
            "FilmList": ["name", "count"],
            "BookmarkOffersResult": ["films", "elsewhere", "services", "page", "sources"],
            "OfferedFilm": ["movie", "status", "offers"],
            "FilmOffer": ["service", "kind", "attribution"],
            "BookmarkReleasesResult": ["releases", "unknown", "page", "sources"],
            "UnknownRelease": ["movie", "status"],
            "IdentifiedName": ["name", "status", "movie", "candidates", "interpreted"],
            "CollectionResult": ["collection", "movies", "counts", "sources"],
            "CollectionDetails": ["id", "name", "overview"],
            "Collection": ["id", "name"],
            "Person": ["id", "name", "nameEn", "character", "job"],
            "PeopleResult": ["people", "page", "sources"],
            "PersonResult": ["person", "sources"],
            "PersonProfile": [
                "id", "name", "nameEn", "knownFor", "born", "died", "birthplace", "biography", "films", "filmsTotal",
            ],
            "SourceHealth": ["id", "title", "status", "reason", "retryAfterSeconds", "quota", "lastFailure"],
            "CardResult": ["card", "sources"],
            "BookmarkResult": ["movie", "addedAt", "sources"],
            "ImageResult": ["image", "sources"],
            "TrendResult": ["series", "period", "date", "gaps", "stale", "absent", "undecided", "sources"],
            "SourceReport": ["provider", "status", "items", "ageSeconds", "reason", "error", "remarks", "attribution"],
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
    static let list = {
        var shown = ShownMembers(movie: [
            "id", "title", "titles", "originalTitle", "year", "runtimeMinutes", "genres", "directors", "ratings",
            "bookmarked",
        ])
        shown.longestLists["LocalizedText"] = 2
        return shown
    }()
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
                "pages", "budget", "revenue", "adult", "companies", "distributors", "screenTypes", "keywords",
                "addedAt", "card", "keptAs", "fetchedAt",
            ].contains($0)
        }
    )

    private static let filmMembers: [String] = {
        guard case .object(let properties) = Movie.component.schema.shape else { return [] }
        return properties.map(\.name)
    }()

    // MARK: The value

    func value(of answer: JSONElement, as schema: Schema) -> JSONValue {
        switch schema.shape {
        case .reference(let component):
            return object(answer, component.schema, keeping: members[component.name])
        case .object: return object(answer, schema, keeping: nil)
        case .list(let element):
            let longest = element.component.flatMap { longestLists[$0.name] }
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

    /// Returns the schema of the value that ``value(of:as:)`` returns: its members and their types.
    ///
    /// An assistant reads the answer itself, so what is in the members is not worth its tokens.
    func schema(of schema: Schema) -> JSONValue {
        let object = schema.component?.schema ?? schema
        guard case .object(let properties) = object.shape else { return .object(type(of: schema)) }
        let kept = schema.component.flatMap { members[$0.name] }
        let shown = properties.filter { kept?.contains($0.name) ?? true }
        let described = shown.map { JSONValue.Member($0.name, .object(type(of: $0.schema))) }
        return ["type": "object", "properties": .object(described)]
    }

    private func type(of schema: Schema) -> [JSONValue.Member] {
        schema.typeName.map { [.init("type", schema.isNullable ? [.string($0), "null"] : .string($0))] } ?? []
    }
}
