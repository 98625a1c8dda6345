import JSON
import MovieAggregation
package import MovieDomain

private enum ListParameters {
    static let list = Parameter<String>.required(
        "list",
        .words.naming(.list),
        "The name of the list; case is ignored."
    )
}

extension MethodDeclaration {
    static let listsList = MethodDeclaration(
        "lists/list",
        summary: "Lists the names of your own lists.",
        effect: .reads,
        example: MethodExample("all", [:], result: ExampleLibrary.lists),
        parameters: MovieParameters.paging(
            .defaulted("limit", .integer(1...10_000), to: 100, "The number of lists per page.")
        ),
        suspending: { context, page async throws(ServiceError) in
            let all = try await context.library { library async throws(LibraryError) in try await library.lists() }
            let (lists, shown) = page.page(of: all, isWhole: true)
            return ListsResult(lists: lists, page: shown)
        }
    )

    static let listsFilms = MethodDeclaration(
        "lists/films",
        summary: "Lists the films of one of your lists.",
        description: "Sends no requests; the films are returned as they were stored." + LibraryParameters.filtering,
        effect: .reads,
        example: MethodExample("one", ["list": "Best of 2019"], result: ExampleLibrary.list),
        parameters: ListParameters.list,
        LibraryParameters.query([.position, .title, .year, .runtime, .random], "`position` is your own order."),
        MovieParameters.paging(),
        MovieParameters.look,
        suspending: { context, name, query, page, look async throws(ServiceError) in
            var list: FilmListSummary?
            let found = try await context.find(query, page) { library, query, places async throws(LibraryError) in
                let films = try await library.films(ofList: name, query, at: places)
                list = films?.list
                return films?.page ?? LibraryPage(entries: [], of: LibrarySelection())
            }
            guard let list else { throw try await context.noList(name) }
            return ListFilmsResult(
                list: list,
                movies: try await context.showing(
                    found.entries,
                    as: look
                ),
                lacking: found.lacking,
                seed: found.seed,
                page: found.page
            )
        }
    )

    static let listsAdd = MethodDeclaration(
        "lists/add",
        summary: "Puts a film in one of your lists.",
        description: """
            The list is created if there is none of that name. A film that is in the list already is moved if `position` \
            is given. The film is stored as for `bookmarks/add`.
            """,
        effect: .changes,
        failures: [.notFound],
        example: MethodExample(
            "at the top",
            ["list": "Best of 2019", "id": "imdb:tt6751668", "position": 1],
            result: ExampleLibrary.listed
        ),
        parameters: ListParameters.list,
        MovieParameters.film,
        Parameter<Int?>.optional(
            "position",
            .integer(CallRange.places),
            "The place of the film in the list, from 1; by default, the end."
        ),
        MovieParameters.look,
        asking: { context, name, id, place, look async throws(ServiceError) in
            let (film, sources) = try await context.add(id, toList: name, at: place)
            let list = try await context.filmList(name)
            let place = list.films.firstIndex { !Set($0.ids).isDisjoint(with: film.ids) }
            return ListedFilmResult(
                list: FilmListSummary(list),
                position: place.map { $0 + 1 },
                movie: try await context.showing([film], as: look)[0],
                sources: sources
            )
        }
    )

    static let listsRemove = MethodDeclaration(
        "lists/remove",
        summary: "Removes a film from one of your lists.",
        description: "The list stays, also without films.",
        effect: .changes,
        undo: "films taken from a list",
        unchanged: "it was not in the list",
        example: MethodExample(
            "a film",
            ["list": "Best of 2019", "id": "imdb:tt6751668"],
            result: RemovedResult(removed: 1)
        ),
        parameters: ListParameters.list,
        MovieParameters.keptFilm,
        suspending: { context, name, id async throws(ServiceError) in
            _ = try await context.filmList(name)
            let id = try await context.storedID(of: id)
            return try await context.remove { library async throws(LibraryError) in
                try await library.remove(id, fromList: name) ? 1 : 0
            }
        }
    )

    static let listsRename = MethodDeclaration(
        "lists/rename",
        summary: "Gives one of your lists another name.",
        effect: .changes,
        example: MethodExample("a list", ["list": "Best of 2019", "name": "2019"], result: ExampleLibrary.renamed),
        parameters: ListParameters.list,
        Parameter<String>.required("name", .words, "The new name."),
        suspending: { context, old, new async throws(ServiceError) in
            switch try await context.renameList(old, to: new) {
            case .renamed: return ListsResult(lists: [FilmListSummary(try await context.filmList(new))])
            case .unknown: throw try await context.noList(old)
            case .taken:
                throw .parameters(InvalidParameters("name: you have another list named \(new)", field: "name"))
            }
        }
    )

    static let listsDelete = MethodDeclaration(
        "lists/delete",
        summary: "Removes one of your lists.",
        description: "The bookmarks and cards of its films stay.",
        effect: .changes,
        undo: "a deleted list",
        example: MethodExample("a list", ["list": "Best of 2019"], result: RemovedResult(removed: 1)),
        parameters: ListParameters.list,
        suspending: { context, name async throws(ServiceError) in
            let isRemoved = try await context.library { library async throws(LibraryError) in
                try await library.removeList(name)
            }
            guard isRemoved else { throw try await context.noList(name) }
            return RemovedResult(removed: 1)
        }
    )
}

extension MethodContext {
    /// Puts a film in a list, at a place from 1 or at the end; the list is created if there is none of this name.
    func add(
        _ id: MovieID,
        toList name: String,
        at place: Int?
    ) async throws(ServiceError) -> (film: LibraryFilm, sources: [ProviderReport]) {
        let name = try checked { () throws(CallError) in
            try CallRange.check(place, in: CallRange.places, "position")
            return try CallRange.checkedText(name, "list")
        }
        let (film, sources) = try await filmToStore(id)
        try await library { library async throws(LibraryError) in
            try await library.add(film, toList: name, at: place)
        }
        completeStored(id)
        return (film, sources)
    }

    /// Gives a list another name.
    func renameList(_ name: String, to newName: String) async throws(ServiceError) -> FilmListRenaming {
        let newName = try checked { () throws(CallError) in try CallRange.checkedText(newName, "name") }
        return try await library { library async throws(LibraryError) in
            try await library.renameList(name, to: newName)
        }
    }

    func filmList(_ name: String) async throws(ServiceError) -> FilmList {
        let list = try await library { library async throws(LibraryError) in try await library.list(name) }
        guard let list else { throw try await noList(name) }
        return list
    }

    /// Returns the error of a list that does not exist, with the nearest name.
    fileprivate func noList(_ name: String) async throws(ServiceError) -> ServiceError {
        let names = try await library { library async throws(LibraryError) in try await library.lists() }.map(\.name)
        var problem = InvalidParameters("list: you have no list named \(name)", field: "list")
        problem.hint = NearestName.hint(for: name, among: names)
        return .parameters(problem)
    }
}

extension FilmListSummary {
    fileprivate init(_ list: FilmList) {
        self.init(name: list.name, count: list.films.count, changedAt: list.changedAt)
    }
}

// MARK: - Results

extension FilmListSummary: WireObject {
    package static let wire = WireDescription<FilmListSummary>(
        "FilmList",
        "A list of films that you made.",
        [
            .always("name", \.name),
            .always("count", \.count, as: .count, "The number of films."),
            .always("changedAt", \.changedAt, "In UTC."),
        ]
    )
}

package struct ListsResult: WireObject {
    package var lists: [FilmListSummary]
    /// `nil` for the one list that was changed.
    var page: Page?

    package static let wire = WireDescription<ListsResult>(
        "ListsResult",
        "Your lists.",
        [
            .always("lists", \.lists, "In alphabetical order."),
            .known("page", \.page, "Left out after a change of one list."),
        ]
    )
}

struct ListFilmsResult: WireObject {
    var list: FilmListSummary
    var movies: [LibraryMovie]
    var lacking = LackingFields()
    var seed: Int?
    var page: Page

    static let wire = WireDescription<ListFilmsResult>(
        "ListFilmsResult",
        "The films of a list.",
        [
            .always("list", \.list), .always("movies", \.movies), LackingFields.field(\.lacking),
            .known("seed", \.seed, as: .count, LackingFields.seedSummary), .always("page", \.page),
        ]
    )
}

struct ListedFilmResult: WireObject {
    var list: FilmListSummary
    var position: Int?
    var movie: LibraryMovie
    var sources: [ProviderReport]

    static let wire = WireDescription<ListedFilmResult>(
        "ListedFilmResult",
        "A film that was put in a list, and the outcome of the sources that were asked for it.",
        [
            .always("list", \.list),
            .known("position", \.position, as: .count, "The place of the film in the list, from 1."),
            .always("movie", \.movie),
        ] + WireField.outcome(\.sources)
    )
}

/// A list in the document of `library/export`.
struct ExportedList: WireObject {
    var list: FilmList

    static let wire = WireDescription<ExportedList>(
        "ExportedList",
        "A list that you made.",
        [
            .always("name", \.list.name),
            .always("changedAt", \.list.changedAt, "In UTC."),
            .always(
                "movies",
                { $0.list.films.map { LibraryMovie(film: $0, bookmarked: nil, isExported: true) } },
                "In your order."
            ),
        ]
    )
}
