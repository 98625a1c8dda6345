import JSON
import MovieAggregation
import MovieDomain

/// An id as a client gives it, which may be none.
enum GivenID: Sendable {
    case id(MovieID)
    /// The text, and what is the matter with it.
    case none(String, problem: String)
}

extension ParameterKind where Value == GivenID {
    /// An id; another value is kept with what is the matter with it, so that it costs only its own answer.
    fileprivate static var given: ParameterKind {
        let kind = ParameterKind<MovieID>.keptMovieID
        return ParameterKind(kind.schema) { element in
            do throws(InvalidParameters) {
                return .id(try kind.decode(element))
            } catch {
                return .none(element.string ?? element.shownText, problem: error.message)
            }
        }
    }
}

extension MethodDeclaration {
    static let libraryGet = MethodDeclaration(
        "library/get",
        summary: "Returns what your library has of each of up to 500 films.",
        description:
            "For clients that show films of their own, by any ids. Sends no requests. A film that the library does not "
            + "have is among the `films`, too, and so is an id that is none, with the `problem`.",
        effect: .reads,
        example: MethodExample(
            "two films",
            ["ids": ["kofic:20183782", "imdb:tt1160419"]],
            result: ExampleLibrary.standings
        ),
        parameters: Parameter<[GivenID]>.required("ids", .list(of: .given).limited(to: 500), "Ids of the films."),
        suspending: { context, given async throws(ServiceError) in
            var ids: [MovieID] = []
            for case .id(let id) in given { ids.append(try await context.storedID(of: id)) }
            let (revision, standings) = try await context.library { [ids] library async throws(LibraryError) in
                // What changes in between is changed since the revision.
                let revision = try await library.changes(since: nil).revision
                return (revision, try await library.standings(of: ids.map { [$0] }))
            }
            var known = standings[...]
            let films = given.map { given in
                switch given {
                case .id(let id): FilmStanding(id: id.description, standing: known.popFirst() ?? LibraryStanding())
                case .none(let text, let problem): FilmStanding(id: text, problem: problem)
                }
            }
            return LibraryStandings(films: films, revision: revision)
        }
    )

    static let libraryChanges = MethodDeclaration(
        "library/changes",
        summary: "Returns the films whose bookmarks, cards, or lists have changed since a revision.",
        description: """
            For clients that keep a copy of the library. Read it with `library/export` or the lists, and note the \
            `revision` of this method without `since` before. Then call it with `since` after each `library/changed`, \
            and when you start: `films` are those that may have changed, as they are now, also those that are not in \
            the library any more; `lists` are all lists, if any was changed. If too much has changed since, or another \
            file is in the place of the library, `isWhole` is false: read everything again. Sends no requests.
            """,
        effect: .reads,
        example: MethodExample("since a revision", ["since": 16], result: ExampleLibrary.changes),
        parameters: Parameter<Int?>.optional(
            "since",
            .integer(0...Int.max),
            "A `revision` of an earlier answer; without it, only the present one is returned."
        ),
        MovieParameters.look,
        suspending: { context, since, look async throws(ServiceError) in
            let change = try await context.library { library async throws(LibraryError) in
                try await library.changes(since: since)
            }
            var changes = LibraryChanges(revision: change.revision)
            guard since != nil, !change.parts.isEmpty else { return changes }
            changes.parts = change.parts
            guard let ids = change.ids else {
                changes.isWhole = false
                return changes
            }
            changes.films = try await context.standings(of: ids, as: look)
            if change.parts.contains(.lists) {
                changes.lists = try await context.library { library async throws(LibraryError) in
                    try await library.lists()
                }
            }
            return changes
        }
    )
}

extension MethodContext {
    /// Returns what the library has of the films with these ids, each film once.
    fileprivate func standings(of ids: [MovieID], as look: FilmLook) async throws(ServiceError) -> [FilmStanding] {
        var films: [(id: MovieID, film: LibraryFilm?)] = []
        var known: Set<MovieID> = []
        for id in ids where !known.contains(id) {
            let film = try await library { library async throws(LibraryError) in try await library.film(id) }
            known.formUnion((film?.ids ?? []) + [id])
            films.append((id, film))
        }
        let standings = try await library { [films] library async throws(LibraryError) in
            try await library.standings(of: films.map { [$0.id] })
        }
        let shown = try await showing(films.compactMap(\.film), as: look)
        var movies = shown[...]
        return zip(films, standings).map { entry, standing in
            let movie = entry.film == nil ? nil : movies.popFirst()
            return FilmStanding(id: entry.id.description, movie: movie, standing: standing)
        }
    }
}

struct LibraryStandings: WireObject {
    var films: [FilmStanding]
    var revision: Int

    static let wire = WireDescription<LibraryStandings>(
        "LibraryStandings",
        "What the library has of some films.",
        [
            .always("films", \.films, "In the order of `ids`, one for each."),
            .always("revision", \.revision, as: .count, "The revision of the library, for `ifRevision`."),
        ]
    )
}

struct LibraryChanges: WireObject {
    var revision: Int
    var isWhole = true
    var parts: Set<LibraryChange.Part> = []
    var films: [FilmStanding] = []
    var lists: [FilmListSummary]?

    static let wire = WireDescription<LibraryChanges>(
        "LibraryChanges",
        "What has changed in the library since a revision.",
        [
            .always("revision", \.revision, as: .count, "The present revision."),
            .always("isWhole", \.isWhole, "Whether this is all; otherwise, read everything again."),
            .always("changed", { changes in LibraryChange.Part.allCases.filter(changes.parts.contains) }),
            .always("films", \.films, "The films that may have changed, as they are now."),
            .known("lists", \.lists, "All lists, if one of them was changed."),
        ]
    )
}

struct FilmStanding: WireObject {
    var id: String
    var movie: LibraryMovie?
    var problem: String?
    var standing = LibraryStanding()

    static let wire = WireDescription<FilmStanding>(
        "FilmStanding",
        "What the library has of a film.",
        [
            .always("id", \.id, "As answers write it."),
            .known(
                "movie",
                \.movie,
                "The stored film, in `library/changes`; absent if it is not in the library any more."
            ),
            .known("problem", \.problem, "Why the id is not valid."),
            .always("bookmarked", { $0.standing.bookmarkedAt != nil }),
            .known("addedAt", \.standing.bookmarkedAt, "When the film was bookmarked, in UTC."),
            .always("watched", { $0.standing.entry.card != nil }, "Whether you have a card of it."),
            .known("card", { $0.standing.entry.card.map(OwnCard.init) }, "Absent if you have none."),
            .nonEmpty("lists", \.standing.entry.lists, "The names of the lists that it is in."),
        ]
    )
}
