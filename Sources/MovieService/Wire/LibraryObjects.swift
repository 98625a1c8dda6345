import JSON
package import MovieAggregation
package import MovieDomain

// MARK: - Results

extension HistoryEntry: WireObject {
    package static let wire = WireDescription<HistoryEntry>(
        "HistoryEntry",
        "A query that found something.",
        [
            .always("query", \.query, "The query as it was last typed."),
            .always("searchedAt", \.searchedAt, "The time of the last search, in UTC."),
            .always("count", \.count, as: .count, "The number of searches."),
        ]
    )
}

struct HistoryResult: WireObject {
    var entries: [HistoryEntry]
    var page: Page

    static let wire = WireDescription<HistoryResult>(
        "HistoryResult",
        "Queries, newest first.",
        [.always("entries", \.entries), .always("page", \.page)]
    )
}

struct RemovedResult: WireObject {
    var removed: Int

    static let wire = WireDescription<RemovedResult>(
        "RemovedResult",
        "The number of removed entries.",
        [.always("removed", \.removed, as: .count, "0 if there was nothing to remove.")]
    )
}

struct BookmarkResult: WireObject {
    var movie: LibraryMovie
    var addedAt: Timestamp
    var existed: Bool?
    var sources: [ProviderReport]

    static let wire = WireDescription<BookmarkResult>(
        "BookmarkResult",
        "A bookmarked film, and the outcome of the sources that were asked for it.",
        [
            .always("movie", \.movie),
            .always("addedAt", \.addedAt, "When the film was first bookmarked, in UTC."),
            .known("existed", \.existed, "`true` if it was bookmarked already."),
        ] + WireField.outcome(\.sources)
    )
}

struct BookmarksResult: WireObject {
    var movies: [LibraryMovie]
    var lacking = LackingFields()
    var seed: Int?
    var page: Page

    static let wire = WireDescription<BookmarksResult>(
        "BookmarksResult",
        "Bookmarked films.",
        [
            .always("movies", \.movies), LackingFields.field(\.lacking),
            .known("seed", \.seed, as: .count, LackingFields.seedSummary), .always("page", \.page),
        ]
    )
}

// MARK: - The document of export and import

package struct LibraryDocument: WireObject {
    package var library: Library
    var corrections: MatchNotes

    /// The version of the document's format; a reader refuses any other version.
    static let version = 1
    /// Its members, each of which may be missing.
    static let members = ["version", "history", "bookmarks", "cards", "lists", "matches", "fields"]

    package static let isLong = true
    package static let wire = WireDescription<LibraryDocument>(
        "Library",
        "The user's library.",
        [
            .always("version", { _ in version }, as: .integer(1...version), "The version of the format."),
            .always("history", \.library.history, "Newest first."),
            .always("bookmarks", { $0.library.bookmarks.map(ExportedBookmark.init) }, "Newest first."),
            .always("cards", \.shownCards, "The last changed first."),
            .always("lists", { $0.library.lists.map(ExportedList.init) }, "In alphabetical order."),
            .always(
                "matches",
                \.corrections.matches,
                "Your decisions that two ids belong to one film, or to different films."
            ),
            .always("fields", \.corrections.choices, "Your choices of the source of a field."),
        ]
    )

    private var shownCards: [ShownCard] {
        let bookmarked = FilmPlaces(library.bookmarks.map(\.film.ids))
        return library.cards.map {
            let isBookmarked = bookmarked.first($0.film) != nil
            return ShownCard(
                card: $0,
                movie: LibraryMovie(film: $0.film, bookmarked: isBookmarked, isExported: true)
            )
        }
    }
}

struct ExportedBookmark: WireObject {
    var bookmark: Bookmark

    static let wire = WireDescription<ExportedBookmark>(
        "Bookmark",
        "A bookmark.",
        [
            .always("movie", { LibraryMovie(film: $0.bookmark.film, bookmarked: true, isExported: true) }),
            .always("addedAt", \.bookmark.addedAt, "In UTC."),
        ]
    )
}

package struct LibraryExportResult: WireObject {
    package var library: LibraryDocument?
    package var text: String?
    package var notes: [FilmNote] = []
    /// The films that have no line in a CSV.
    package var omitted: [LibraryFilm] = []

    package static let isLong = true
    package static let wire = WireDescription<LibraryExportResult>(
        "LibraryExportResult",
        "The whole library, in the given format.",
        [
            .known("library", \.library, "The library, in the format `json`."),
            .known("text", \.text, "The text, in the formats that are one table."),
            .nonEmpty("notes", \.notes, "The notes by name, in the formats that are many files."),
            .nonEmpty(
                "omitted",
                { $0.omitted.compactMap(\.ids.first) },
                "The ids of films that are not in the `text`: neither a title nor an id that Letterboxd reads is known."
            ),
        ]
    )
}

extension FilmNote: WireObject {
    package static let wire = WireDescription<FilmNote>(
        "FilmNote",
        "A note about a film.",
        [
            .always("name", \.name, "The suggested name of the file."),
            .always("text", \.text, "Markdown with front matter."),
        ]
    )
}

extension LineProblem: WireObject {
    package static let wire = WireDescription<LineProblem>(
        "LineProblem",
        "A line of a file, and what is the matter with it.",
        [
            .known("file", \.file, "The name of the file, if `files` had several."),
            .always("line", \.line, as: .count, "From 1; in a list in JSON or a feed, the element."),
            .always("message", \.message),
        ]
    )
}

package struct LibraryIdentifyResult: WireObject {
    package var films: [IdentifiedFilm] = []
    /// The number of films that follow.
    package var remaining = 0
    package var page: Page

    package static let wire = WireDescription<LibraryIdentifyResult>(
        "LibraryIdentifyResult",
        "What the sources have for films with only a title and a year.",
        [
            .always("films", \.films, "The films that were searched for, in the order of their ids."),
            .always("remaining", \.remaining, as: .count, "The number of such films that follow these."),
            .always("page", \.page, "The next page begins after the last of these films."),
        ] + WireField.shortfall { $0.films.flatMap(\.sources) }
    )
}

/// A film of which only the title and the year were known, and what the sources have of it.
package struct IdentifiedFilm: WireObject {
    package enum Status: String, WireChoice {
        case connected, undecided, unknown, unanswered
        case secondCard = "second_card"
    }

    package var id: MovieID
    package var film: LibraryFilm
    package var status = Status.unanswered
    package var movie: Movie?
    package var candidates: [Movie] = []
    package var sources: [ProviderReport] = []

    package static let wire = WireDescription<IdentifiedFilm>(
        "IdentifiedFilm",
        "A film in the library, and what the sources have for it.",
        [
            .always("id", \.id, "The film's id in the library before."),
            .always("title", \.film.title),
            .known("year", \.film.year),
            .always(
                "status",
                \.status,
                "`connected`: the library has the film's ids and details now. `undecided`: one of `candidates` may be it. "
                    + "`unknown`: no source has it. `unanswered`: no source that answered has it, and others did not. "
                    + "`second_card`: you have another card of this film by another id of the same kind, so nothing was changed."
            ),
            .known("movie", \.movie, "The film that was found; `match` has the reasons."),
            .nonEmpty("candidates", \.candidates, "At most five films that may be it."),
            .always("sources", \.sources),
        ]
    )
}

// MARK: - Reading a document

extension ParameterKind where Value == LibraryDocument {
    static var library: ParameterKind {
        ParameterKind(Schema(.map(of: .anything))) { given throws(InvalidParameters) in
            // The whole result of library/export has the library as a member.
            let element = given["library"] ?? given
            guard element.kind == .object, LibraryDocument.members.contains(where: { element[$0] != nil }) else {
                let members = LibraryDocument.members.joined(separator: ", ")
                throw InvalidParameters(
                    expected: "a library as library/export returns it, with \(members)",
                    received: given
                )
            }
            try element.checkMembers(of: LibraryDocument.wire.schema)
            if let version = element["version"], version.int != LibraryDocument.version {
                let isNewer = version.int.map { $0 > LibraryDocument.version } ?? false
                let hint = isNewer ? "A newer version of the program wrote it: update this one." : nil
                throw InvalidParameters(expected: "version 1", received: version, hint: hint).inside(".version")
            }
            var document = LibraryDocument(library: Library(), corrections: MatchNotes(matches: [], choices: []))
            document.library.history = try element.list("history", historyEntry)
            document.library.bookmarks = try element.list("bookmarks") { item throws(InvalidParameters) in
                try item.checkMembers(of: ExportedBookmark.wire.schema)
                return Bookmark(film: try film(item), addedAt: try item.need("addedAt", .moment))
            }
            document.library.cards = try element.list("cards", card)
            document.library.lists = try element.list("lists", filmList)
            document.corrections.matches = try element.list("matches", match)
            document.corrections.choices = try element.list("fields") { item throws(InvalidParameters) in
                FieldChoice(
                    id: try item.need("id", .movieID),
                    field: try item.need("field", .choice),
                    provider: try item.need("provider", .provider),
                    decidedAt: try item.read("decidedAt", .moment)
                )
            }
            return document
        }
    }

    private static func historyEntry(_ item: JSONElement) throws(InvalidParameters) -> HistoryEntry {
        HistoryEntry(
            query: try item.need("query", .words),
            searchedAt: try item.need("searchedAt", .moment),
            count: try item.read("count", .integer(1...1_000_000_000)) ?? 1
        )
    }

    private static func card(_ item: JSONElement) throws(InvalidParameters) -> Card {
        try item.checkMembers(of: ShownCard.wire.schema)
        var card = Card(
            film: try film(item),
            stars: try item.read("stars", .stars),
            // Longer than what can be written at once: joined cards have the comments of all.
            comment: try item.read("comment", .text(atMost: 1_000_000)),
            changedAt: try item.need("changedAt", .moment)
        )
        card.marks = CardMarks(
            // More than what can be written at once, as well.
            tags: try item.read("tags", .list(of: .text(atMost: CardMarks.longestTag))) ?? [],
            isLiked: try item.read("liked", .flag) ?? false,
            isSeenBefore: try item.read("seenBefore", .flag) ?? false
        )
        let lastDay = try item.read("watchedOn", .date)
        card.setWatched([lastDay].compactMap(\.self) + (try item.read("watchedBefore", .list(of: .date)) ?? []))
        return card
    }

    private static func filmList(_ item: JSONElement) throws(InvalidParameters) -> FilmList {
        try item.checkMembers(of: ExportedList.wire.schema)
        return FilmList(
            name: try item.need("name", .words),
            films: try item.list("movies", film(movie:)),
            changedAt: try item.need("changedAt", .moment)
        )
    }

    private static func match(_ item: JSONElement) throws(InvalidParameters) -> MatchNote {
        MatchNote(
            IDPair(try item.need("id", .movieID), try item.need("with", .movieID)),
            try item.need("verdict", .choice),
            by: .user,
            at: try item.need("decidedAt", .moment)
        )
    }

    /// Reads the film in the member `movie`.
    private static func film(_ item: JSONElement) throws(InvalidParameters) -> LibraryFilm {
        guard let movie = item["movie"], movie.kind == .object else {
            throw InvalidParameters(expected: "an object with the member \"movie\"", received: item)
        }
        do throws(InvalidParameters) { return try film(movie: movie) } catch { throw error.inside(".movie") }
    }

    /// Reads the ids, titles, and year of a film, and keeps the rest as it is, if it is as in answers.
    private static func film(movie: JSONElement) throws(InvalidParameters) -> LibraryFilm {
        let id = try movie.need("id", .movieID)
        if let problem = Movie.problem(in: movie) { throw problem }
        let named = movie["ids"]?[id.namespace]
        // `tt4` and `tt0000004` are one id.
        if let other = named, other.string.flatMap({ MovieID.canonical($0, of: id.namespace) }) != id.value {
            throw InvalidParameters(expected: "\"\(id.value)\", as in \"id\"", received: other)
                .inside(".ids.\(id.namespace)")
        }
        return LibraryFilm(StoredDetails(movie), id, document: movie.text)
    }
}

extension ParameterKind where Value == Timestamp {
    fileprivate static var moment: ParameterKind {
        ParameterKind(Timestamp.wireSchema, expecting: "a moment such as 2026-11-20T12:00:00Z") { element in
            element.string.flatMap { Timestamp(parsing: $0) }
        }
    }
}

extension JSONElement {
    fileprivate func need<Value>(_ name: String, _ kind: ParameterKind<Value>) throws(InvalidParameters) -> Value {
        guard let value = try read(name, kind) else {
            throw InvalidParameters(expected: "an object with the member \"\(name)\"", received: self)
        }
        return value
    }

    /// Refuses a member that the schema does not name, which would be lost.
    fileprivate func checkMembers(of schema: Schema) throws(InvalidParameters) {
        guard case .object(let properties) = schema.shape, kind == .object else { return }
        let names = properties.map(\.name)
        for (name, value) in members where !names.contains(String(name)) {
            let expected = "one of the members " + names.joined(separator: ", ")
            let hint = NearestName.hint(for: String(name), among: names)
            throw InvalidParameters(expected: expected, received: value, reason: "there is no such member", hint: hint)
                .inside(".\(name.prefix(64))")
        }
    }

    fileprivate func read<Value>(_ name: String, _ kind: ParameterKind<Value>) throws(InvalidParameters) -> Value? {
        guard let element = self[name], !element.isNull else { return nil }
        do throws(InvalidParameters) { return try kind.decode(element) } catch { throw error.inside(".\(name)") }
    }

    /// Returns the values of a list in a member; none if the member is missing.
    fileprivate func list<Value>(
        _ name: String,
        _ value: (JSONElement) throws(InvalidParameters) -> Value
    ) throws(InvalidParameters) -> [Value] {
        guard let list = self[name], !list.isNull else { return [] }
        guard list.kind == .array else {
            throw InvalidParameters(expected: "a list", received: list).inside(".\(name)")
        }
        var values: [Value] = []
        for element in list.elements {
            do throws(InvalidParameters) {
                values.append(try value(element))
            } catch {
                throw error.inside("[\(values.count)]").inside(".\(name)")
            }
        }
        return values
    }
}
