import JSON
import MovieAggregation
import MovieDomain

private enum LibraryParameters {
    static let film = Parameter<MovieID>.required("id", .movieID, "Any id of the film.")

    static let order = Parameter<LibraryQuery.Order>.defaulted(
        "order",
        .choice,
        to: .date,
        "What the list is sorted by."
    )

    static let query = Parameter<String?>.optional("query", .words, "Words in a title or a comment.")
}

// MARK: - History

extension MethodDeclaration {
    static let historyList = MethodDeclaration(
        "history/list",
        MethodDocumentation(
            summary: "Lists the queries that found something, newest first.",
            description: "Equal queries are one entry. The newest thousand are kept. `history: false` in "
                + "`providers.yaml` turns the history off.",
            failures: [.library],
            example: MethodExample("what begins with a word", ["prefix": "par"], result: ExampleLibrary.history)
        ),
        parameters: Parameter<String?>.optional("prefix", .text(atMost: 1_000), "The beginning of the query."),
        Parameter<Int>.defaulted("limit", .integer(1...1_000), to: 20, "How many queries at most."),
        suspending: { context, prefix, limit async throws(ServiceError) in
            let entries = try await context.library { library async throws(LibraryError) in
                try await library.history(prefix: prefix ?? "", limit: limit)
            }
            return HistoryResult(entries: entries)
        }
    )

    static let historyRemove = MethodDeclaration(
        "history/remove",
        MethodDocumentation(
            summary: "Removes a query from the history.",
            failures: [.library],
            example: MethodExample("one query", ["query": "parasite"], result: RemovedResult(removed: 1))
        ),
        parameters: Parameter<String>.required("query", .words, "The query, in any case."),
        suspending: { context, query async throws(ServiceError) in
            RemovedResult(
                removed: try await context.library { library async throws(LibraryError) in
                    try await library.removeHistory(query)
                }
            )
        }
    )

    static let historyClear = MethodDeclaration(
        "history/clear",
        MethodDocumentation(
            summary: "Removes all queries from the history.",
            failures: [.library],
            example: MethodExample("all", [:], result: RemovedResult(removed: 12))
        ),
        suspending: { context async throws(ServiceError) in
            RemovedResult(
                removed: try await context.library { library async throws(LibraryError) in
                    try await library.removeHistory(nil)
                }
            )
        }
    )
}

// MARK: - Bookmarks

extension MethodDeclaration {
    static let bookmarksAdd = MethodDeclaration(
        "bookmarks/add",
        MethodDocumentation(
            summary: "Bookmarks a film.",
            description: """
                The film is kept as the sources describe it now, and again whenever `movies/get` fetches it. Where they \
                cannot be asked, its id alone is kept. From now on, `bookmarked` is true in every answer, whichever of the \
                film's ids the answer knows. Adding a bookmark again changes nothing.
                """,
            failures: [.notFound, .library] + ServiceError.Kind.ofSources,
            example: MethodExample("a film", ["id": "imdb:tt6751668"], result: ExampleLibrary.bookmark)
        ),
        parameters: LibraryParameters.film,
        suspending: { context, id async throws(ServiceError) in
            let (film, sources) = try await context.filmToKeep(id)
            let bookmark = try await context.library { library async throws(LibraryError) in
                try await library.addBookmark(film)
            }
            return BookmarkResult(bookmark: bookmark, sources: sources)
        }
    )

    static let bookmarksRemove = MethodDeclaration(
        "bookmarks/remove",
        MethodDocumentation(
            summary: "Removes a bookmark.",
            description: "A card of the film stays.",
            failures: [.library],
            example: MethodExample("a film", ["id": "imdb:tt6751668"], result: RemovedResult(removed: 1))
        ),
        parameters: LibraryParameters.film,
        suspending: { context, id async throws(ServiceError) in
            let wasThere = try await context.library { library async throws(LibraryError) in
                try await library.removeBookmark(id)
            }
            return RemovedResult(removed: wasThere ? 1 : 0)
        }
    )

    static let bookmarksList = MethodDeclaration(
        "bookmarks/list",
        MethodDocumentation(
            summary: "Lists the bookmarked films.",
            description: "Asks no source: the films are shown as they were kept.",
            failures: [.library],
            example: MethodExample("by title", ["order": "title"], result: ExampleLibrary.bookmarks)
        ),
        parameters: Parameter<LibraryQuery.Order>.defaulted(
            "order",
            .choice(of: [.date, .title]),
            to: .date,
            "`date` is the newest bookmark first."
        ),
        LibraryParameters.query,
        MovieParameters.page,
        MovieParameters.limit,
        suspending: { context, order, text, page, limit async throws(ServiceError) in
            let bookmarks = try await context.library { library async throws(LibraryError) in
                LibraryQuery(order: order, text: text).select(try await library.bookmarks())
            }
            return BookmarksResult(
                movies: bookmarks.page(page, limit).map { KeptMovie(film: $0.film, bookmarked: true) },
                page: Page(page, limit, of: bookmarks.count)
            )
        }
    )
}

// MARK: - Cards

extension MethodDeclaration {
    static let cardsPut = MethodDeclaration(
        "cards/put",
        MethodDocumentation(
            summary: "Writes down what you think of a film: stars, a comment, the day you watched it.",
            description:
                "Parameters that are not given stay as they are on the film's card. An empty comment removes the "
                + "comment. The film is kept as for `bookmarks/add`.",
            failures: [.notFound, .library] + ServiceError.Kind.ofSources,
            example: MethodExample(
                "a film",
                ["id": "imdb:tt6751668", "stars": 4.5, "watchedOn": "2026-11-20"],
                result: ExampleLibrary.card
            )
        ),
        parameters: LibraryParameters.film,
        Parameter<Double?>.optional("stars", .stars, "From 0 to 5, in halves."),
        Parameter<String?>.optional("comment", .text(atMost: 10_000), "In your own words."),
        Parameter<CalendarDate?>.optional("watchedOn", .date, "The day you watched the film; not in the future."),
        suspending: { context, id, stars, comment, watchedOn async throws(ServiceError) in
            try context.checkPast(watchedOn)
            let change = CardChange(stars: stars, comment: comment, watchedOn: watchedOn)
            let (film, sources) = try await context.filmToKeep(id)
            let card = try await context.library { library async throws(LibraryError) in
                try await library.putCard(change, of: film)
            }
            return CardResult(card: try await context.showing([card])[0], sources: sources)
        }
    )

    static let cardsRemove = MethodDeclaration(
        "cards/remove",
        MethodDocumentation(
            summary: "Removes the card of a film.",
            description: "A bookmark of the film stays.",
            failures: [.library],
            example: MethodExample("a film", ["id": "imdb:tt6751668"], result: RemovedResult(removed: 1))
        ),
        parameters: LibraryParameters.film,
        suspending: { context, id async throws(ServiceError) in
            let wasThere = try await context.library { library async throws(LibraryError) in
                try await library.removeCard(id)
            }
            return RemovedResult(removed: wasThere ? 1 : 0)
        }
    )

    static let cardsList = MethodDeclaration(
        "cards/list",
        MethodDocumentation(
            summary: "Lists your cards.",
            description: "Asks no source: the films are shown as they were kept.",
            failures: [.library],
            example: MethodExample("the best first", ["order": "stars"], result: ExampleLibrary.cards)
        ),
        parameters: Parameter<LibraryQuery.Order>.defaulted(
            "order",
            .choice,
            to: .date,
            "`date` is the film watched last first, `stars` the best first."
        ),
        LibraryParameters.query,
        MovieParameters.page,
        MovieParameters.limit,
        suspending: { context, order, text, page, limit async throws(ServiceError) in
            let cards = try await context.library { library async throws(LibraryError) in
                LibraryQuery(order: order, text: text).select(try await library.cards())
            }
            return CardsResult(
                cards: try await context.showing(cards.page(page, limit)),
                page: Page(page, limit, of: cards.count)
            )
        }
    )
}

// MARK: - The whole library

extension MethodDeclaration {
    static let libraryExport = MethodDeclaration(
        "library/export",
        MethodDocumentation(
            summary:
                "Gives the whole library as one document: history, bookmarks, cards, and your corrections of matches.",
            description: "`library/import` takes the document, also in another version of the program.",
            failures: [.library],
            example: MethodExample("all", [:], result: LibraryExportResult(library: ExampleLibrary.document))
        ),
        suspending: { context async throws(ServiceError) in
            LibraryExportResult(library: try await context.libraryDocument())
        }
    )

    static let libraryImport = MethodDeclaration(
        "library/import",
        MethodDocumentation(
            summary: "Adds an exported library to this one.",
            description:
                "Nothing is removed, and where both have a card of a film the newer one stays. Importing a document "
                + "again changes nothing.",
            failures: [.library],
            example: MethodExample(
                "an export",
                ["library": JSONValue(of: ExampleLibrary.document)],
                result: LibraryImportResult(history: 1, bookmarks: 1, cards: 1, matches: 1)
            )
        ),
        parameters: Parameter.required("library", .library, "What `library/export` gave."),
        suspending: { context, document async throws(ServiceError) in
            try await context.add(document)
        }
    )

    static let libraryWatch = MethodDeclaration(
        "library/watch",
        MethodDocumentation(
            summary: "Says whether you want to hear of changes that other processes make to the library.",
            description: """
                The server sends the notification `library/changed`, without parameters, within a second of a change that \
                another process made. It does so from the start, until this request with `enabled` false.
                """,
            example: MethodExample("from now on", [:], result: WatchResult(isEnabled: true))
        ),
        parameters: Parameter<Bool>.defaulted("enabled", .flag, to: true, "Whether to send the notification."),
        immediate: { context, enabled throws(ServiceError) in
            context.services.notifications.setLibraryChangesEnabled(enabled)
            return WatchResult(isEnabled: enabled)
        }
    )
}

extension LibraryQuery.Order: WireChoice {}

// MARK: - Work

extension MethodContext {
    fileprivate func library<Result>(
        _ work: (any LibraryStore) async throws(LibraryError) -> Result
    ) async throws(ServiceError) -> Result {
        let library = try catalogue.library
        do throws(LibraryError) {
            return try await work(library)
        } catch {
            throw .useCase(CallError(error))
        }
    }

    /// The film as the sources describe it now, or as the library has it, or its id alone where the sources failed.
    fileprivate func filmToKeep(
        _ id: MovieID
    ) async throws(ServiceError) -> (film: LibraryFilm, sources: [ProviderReport]) {
        do throws(ServiceError) {
            let result = try await run { catalogue, observer async throws(CallError) in
                try await GetMovie(catalogue: catalogue).run(GetMovie.Request(id: id), onAnswer: observer)
            }
            return (LibraryFilm(result.movie), result.sources)
        } catch {
            guard case .useCase(let failure) = error, failure != .cancelled else { throw error }
            let kept = try await library { library async throws(LibraryError) in try await library.film(id) }
            if let kept { return (kept, failure.reports) }
            switch failure {
            case .allFailed, .undecided: return (LibraryFilm(ids: [id], title: id.description), failure.reports)
            default: throw error
            }
        }
    }

    fileprivate func showing(_ cards: [Card]) async throws(ServiceError) -> [ShownCard] {
        let ids = await (try catalogue).library.ids()
        return cards.map { card in
            ShownCard(card: card, bookmarked: card.film.ids.contains(where: ids.bookmarked.contains))
        }
    }

    fileprivate func checkPast(_ day: CalendarDate?) throws(ServiceError) {
        // The day begins first in the time zone that is furthest ahead, UTC+14.
        let today = try catalogue.library.now.date(utcOffsetSeconds: 14 * 3_600)
        guard let day, day > today else { return }
        var problem = InvalidParameters("watchedOn: \(day) is in the future", field: "watchedOn")
        problem.expected = "a day up to \(today)"
        throw .parameters(problem)
    }

    fileprivate func libraryDocument() async throws(ServiceError) -> LibraryDocument {
        let catalogue = try catalogue
        let corrections = await catalogue.book.corrections()
        let count = corrections.pinned.count + corrections.split.count
        let notes = try await library { _ async throws(LibraryError) in
            MatchNotes(
                // The user's come first.
                matches: try await catalogue.book.notes(about: nil, limit: count).filter { $0.author == .user },
                choices: try await catalogue.book.choices(for: nil)
            )
        }
        return try await library { store async throws(LibraryError) in
            var library = Library()
            library.history = try await store.history(prefix: "", limit: Library.longestHistory)
            library.bookmarks = try await store.bookmarks()
            library.cards = try await store.cards()
            return LibraryDocument(library: library, corrections: notes)
        }
    }

    /// Adds a document to the library, and counts what it held.
    fileprivate func add(_ document: LibraryDocument) async throws(ServiceError) -> LibraryImportResult {
        let book = try catalogue.book
        var result = LibraryImportResult(
            history: document.library.history.count,
            bookmarks: document.library.bookmarks.count,
            cards: document.library.cards.count
        )
        try await library { library async throws(LibraryError) in try await library.add(document.library) }
        for note in document.corrections.matches {
            do throws(LibraryError) {
                try await book.correct(note)
                result.matches += 1
            } catch {
                // What the user has said here since the export stands.
                guard case .conflict(let conflict) = error else { throw .useCase(CallError(error)) }
                result.refused.append(conflict.message)
            }
        }
        for choice in document.corrections.choices {
            try await library { _ async throws(LibraryError) in try await book.choose(choice) }
            result.fields += 1
        }
        return result
    }
}

extension Array {
    fileprivate func page(_ page: Int, _ limit: Int) -> [Element] {
        Array(dropFirst((page - 1) * limit).prefix(limit))
    }
}

extension Page {
    fileprivate init(_ page: Int, _ limit: Int, of count: Int) {
        self.init(page: page, limit: limit, totalItems: count, hasMore: page * limit < count)
    }
}
