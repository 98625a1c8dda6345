import JSON
import MovieAggregation
import MovieDomain

extension MethodDeclaration {
    static let bookmarksAdd = MethodDeclaration(
        "bookmarks/add",
        summary: "Bookmarks a film.",
        description: """
            A film of an earlier answer is stored at once, others as the sources describe them within 0.4 s; what \
            they say later is added. Data from a source stays until that source returns other data. If \
            no source can look the film up, because they can only be searched, it is stored as a search for its title \
            finds it, or else with the title from an earlier answer. If the sources fail, only its id is stored. From now on, `bookmarked` is true in every \
            answer that has any of the film's ids. Adding a bookmark again changes nothing.
            """,
        effect: .adds,
        failures: [.notFound],
        example: MethodExample("a film", ["id": "imdb:tt6751668"], result: ExampleLibrary.bookmark),
        parameters: MovieParameters.film,
        asking: { context, id async throws(ServiceError) in
            let (bookmark, existed, sources) = try await context.addBookmark(id)
            let movie = try await context.showing([bookmark.film], bookmarked: true)[0]
            return BookmarkResult(
                movie: movie,
                addedAt: bookmark.addedAt,
                existed: existed ? true : nil,
                sources: sources
            )
        }
    )

    static let bookmarksRemove = MethodDeclaration(
        "bookmarks/remove",
        summary: "Removes a bookmark.",
        description: "The film's card stays.",
        effect: .changes,
        undo: "removed bookmarks",
        unchanged: "it was not bookmarked",
        example: MethodExample("a film", ["id": "imdb:tt6751668"], result: RemovedResult(removed: 1)),
        parameters: MovieParameters.keptFilm,
        suspending: { context, id async throws(ServiceError) in
            let id = try await context.storedID(of: id)
            return try await context.remove { library async throws(LibraryError) in
                try await library.removeBookmark(id) ? 1 : 0
            }
        }
    )

    static let bookmarksList = MethodDeclaration(
        "bookmarks/list",
        summary: "Lists the bookmarked films.",
        description: "Sends no requests; the films are returned as they were stored." + LibraryParameters.filtering,
        effect: .reads,
        example: MethodExample(
            "short dramas",
            ["genre": "drama", "maximumMinutes": 100],
            result: ExampleLibrary.short
        ),
        parameters: LibraryParameters.query(
            [.date, .title, .year, .runtime, .random],
            "`date` is when a film was bookmarked."
        ),
        MovieParameters.paging(),
        MovieParameters.look,
        suspending: { context, query, page, look async throws(ServiceError) in
            let found = try await context.find(query, page) { library, query, places async throws(LibraryError) in
                try await library.bookmarks(query, at: places)
            }
            let movies = try await context.showing(
                found.entries.map(\.film),
                bookmarked: true,
                as: look
            )
            return BookmarksResult(movies: movies, lacking: found.lacking, seed: found.seed, page: found.page)
        }
    )
}
