import JSON
import MovieAggregation
import MovieDomain

// MARK: - History

extension MethodDeclaration {
    static let historyList = MethodDeclaration(
        "history/list",
        summary: "Lists the queries that found something, newest first.",
        description:
            "Equal queries are one entry. The newest 1,000 are stored. `history: false` in `providers.yaml` turns "
            + "the history off.",
        effect: .reads,
        example: MethodExample("what begins with a word", ["prefix": "par"], result: ExampleLibrary.history),
        parameters: Parameter<String?>.optional("prefix", .text(atMost: 1_000), "The beginning of the query."),
        MovieParameters.paging(.defaulted("limit", .integer(1...1_000), to: 20, "The number of queries per page.")),
        suspending: { context, prefix, page async throws(ServiceError) in
            let all = try await context.library { library async throws(LibraryError) in
                try await library.history(prefix: prefix ?? "", limit: Library.longestHistory)
            }
            let (entries, shown) = page.page(of: all, isWhole: true)
            return HistoryResult(entries: entries, page: shown)
        }
    )

    static let historyRemove = MethodDeclaration(
        "history/remove",
        summary: "Removes a query from the history.",
        effect: .changes,
        unchanged: "it was not in the history",
        example: MethodExample("one query", ["query": "parasite"], result: RemovedResult(removed: 1)),
        parameters: Parameter<String>.required("query", .words, "The query; case is ignored."),
        suspending: { context, query async throws(ServiceError) in
            try await context.remove { library async throws(LibraryError) in try await library.removeHistory(query) }
        }
    )

    static let historyClear = MethodDeclaration(
        "history/clear",
        summary: "Removes all queries from the history.",
        description: "`library/undo` does not bring them back: what you remove from the history is gone.",
        effect: .changes,
        example: MethodExample("all", [:], result: RemovedResult(removed: 12)),
        suspending: { context async throws(ServiceError) in
            try await context.remove { library async throws(LibraryError) in try await library.removeHistory(nil) }
        }
    )
}

// MARK: - Bookmarks

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

// MARK: - Helpers

extension MethodContext {
    func library<Result>(
        _ work: (any LibraryStore) async throws(LibraryError) -> Result
    ) async throws(ServiceError) -> Result {
        let library = try catalogue.library
        do throws(LibraryError) {
            return try await work(library)
        } catch {
            throw .useCase(CallError(error))
        }
    }

    func remove(
        _ work: (any LibraryStore) async throws(LibraryError) -> Int
    ) async throws(ServiceError) -> RemovedResult {
        RemovedResult(removed: try await library(work))
    }

    /// Refuses a call that only stores what sources say of kept films, if the library takes nothing from them.
    func checkLearns() throws(ServiceError) {
        if try !catalogue.library.learns { throw .untrusted }
    }

    /// Returns an id by which the library has a film of which an earlier answer had this one.
    func storedID(of id: MovieID) async throws(ServiceError) -> MovieID {
        try checked { () throws(CallError) in try CallRange.check(id) }
        let catalogue = try catalogue
        return try await library { _ async throws(LibraryError) in try await catalogue.storedID(of: id) }
    }

    /// Returns films as answers show them; `bookmarked` is given if it is known.
    func showing(
        _ films: [LibraryFilm],
        bookmarked: Bool? = nil,
        as look: FilmLook = FilmLook()
    ) async throws(ServiceError) -> [LibraryMovie] {
        let catalogue = try catalogue
        let kept = await catalogue.library.ids()
        let firstIDs = await catalogue.films.firstIDs(of: films.map(\.ids))
        return zip(films, firstIDs).map { film, firstID in
            var movie = LibraryMovie(film: film, bookmarked: bookmarked)
            (movie.look, movie.firstID) = (look, firstID)
            guard let own = kept.map({ $0.film(with: film.ids) }) else { return movie }
            movie.bookmarked = bookmarked ?? (own?.isBookmarked == true)
            (movie.addedAt, movie.card) = (own?.bookmarkedAt, own?.card)
            return movie
        }
    }

    /// The latest day on which anything may have happened: the current day at UTC+14, the time zone furthest ahead.
    var today: CalendarDate {
        get throws(ServiceError) { try catalogue.library.now.date(utcOffsetSeconds: 14 * 3_600) }
    }
}
