import JSON
import MovieAggregation
import MovieDomain

private enum ListParameters {
    static let list = Parameter<String>.required("list", .words, "The name of the list; case is ignored.")
}

extension MethodDeclaration {
    static let listsList = MethodDeclaration(
        "lists/list",
        summary: "Lists the names of your own lists.",
        effect: .reads,
        example: MethodExample("all", [:], result: ExampleLibrary.lists),
        suspending: { context async throws(ServiceError) in
            ListsResult(
                lists: try await context.library { library async throws(LibraryError) in try await library.lists() }
            )
        }
    )

    static let listsFilms = MethodDeclaration(
        "lists/films",
        summary: "Lists the films of one of your lists, in your order.",
        description: "Sends no requests; the films are returned as they were stored.",
        effect: .reads,
        example: MethodExample("one", ["list": "Best of 2019"], result: ExampleLibrary.list),
        parameters: ListParameters.list,
        MovieParameters.page,
        MovieParameters.limit,
        suspending: { context, name, page, limit async throws(ServiceError) in
            let list = try await context.filmList(name)
            let (films, page) = context.onePage(page, limit, of: list.films)
            return ListFilmsResult(
                list: FilmListSummary(list),
                movies: try await context.showing(films),
                page: page
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
            .integer(1...1_000_000),
            "The place of the film in the list, from 1; by default, the end."
        ),
        asking: { context, name, id, place async throws(ServiceError) in
            let (film, sources) = try await context.filmToKeep(id)
            try await context.library { library async throws(LibraryError) in
                try await library.add(film, toList: name, at: place)
            }
            return ListedFilmResult(
                list: FilmListSummary(try await context.filmList(name)),
                movie: try await context.showing([film])[0],
                sources: sources
            )
        }
    )

    static let listsRemove = MethodDeclaration(
        "lists/remove",
        summary: "Removes a film from one of your lists.",
        description: "The list stays, also without films.",
        effect: .changes,
        example: MethodExample(
            "a film",
            ["list": "Best of 2019", "id": "imdb:tt6751668"],
            result: RemovedResult(removed: 1)
        ),
        parameters: ListParameters.list,
        MovieParameters.film,
        suspending: { context, name, id async throws(ServiceError) in
            _ = try await context.filmList(name)
            let id = try await context.keptID(of: id)
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
            let outcome = try await context.library { library async throws(LibraryError) in
                try await library.renameList(old, to: new)
            }
            switch outcome {
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
        example: MethodExample("a list", ["list": "Best of 2019"], result: RemovedResult(removed: 1)),
        parameters: ListParameters.list,
        suspending: { context, name async throws(ServiceError) in
            try await context.remove { library async throws(LibraryError) in
                try await library.removeList(name) ? 1 : 0
            }
        }
    )
}

extension MethodContext {
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
