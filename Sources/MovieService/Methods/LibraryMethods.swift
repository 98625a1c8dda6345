import JSON
import MovieAggregation
import MovieDomain

private enum LibraryParameters {
    static let query = Parameter<String?>.optional("query", .words, "Words in a title or a comment.")
}

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
        Parameter<Int>.defaulted("limit", .integer(1...1_000), to: 20, "The maximum number of queries."),
        suspending: { context, prefix, limit async throws(ServiceError) in
            let entries = try await context.library { library async throws(LibraryError) in
                try await library.history(prefix: prefix ?? "", limit: limit)
            }
            return HistoryResult(entries: entries)
        }
    )

    static let historyRemove = MethodDeclaration(
        "history/remove",
        summary: "Removes a query from the history.",
        effect: .changes,
        example: MethodExample("one query", ["query": "parasite"], result: RemovedResult(removed: 1)),
        parameters: Parameter<String>.required("query", .words, "The query; case is ignored."),
        suspending: { context, query async throws(ServiceError) in
            try await context.remove { library async throws(LibraryError) in try await library.removeHistory(query) }
        }
    )

    static let historyClear = MethodDeclaration(
        "history/clear",
        summary: "Removes all queries from the history.",
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
            The film is stored as the sources describe it now, and updated whenever `movies/get` fetches it. Data \
            from a source stays until that source returns other data. If no source can look the film up, because they \
            can only be searched, it is stored as a search for its title finds it, or else with the title from an \
            earlier answer. If the sources fail, only its id is stored. From now on, `bookmarked` is true in every \
            answer that has any of the film's ids. Adding a bookmark again changes nothing.
            """,
        effect: .adds,
        failures: [.notFound],
        example: MethodExample("a film", ["id": "imdb:tt6751668"], result: ExampleLibrary.bookmark),
        parameters: MovieParameters.film,
        asking: { context, id async throws(ServiceError) in
            let (film, sources) = try await context.filmToKeep(id)
            let bookmark = try await context.library { library async throws(LibraryError) in
                try await library.addBookmark(film)
            }
            let movie = try await context.showing([bookmark.film], bookmarked: true)[0]
            return BookmarkResult(movie: movie, addedAt: bookmark.addedAt, sources: sources)
        }
    )

    static let bookmarksRemove = MethodDeclaration(
        "bookmarks/remove",
        summary: "Removes a bookmark.",
        description: "The film's card stays.",
        effect: .changes,
        example: MethodExample("a film", ["id": "imdb:tt6751668"], result: RemovedResult(removed: 1)),
        parameters: MovieParameters.film,
        suspending: { context, id async throws(ServiceError) in
            let id = try await context.keptID(of: id)
            return try await context.remove { library async throws(LibraryError) in
                try await library.removeBookmark(id) ? 1 : 0
            }
        }
    )

    static let bookmarksList = MethodDeclaration(
        "bookmarks/list",
        summary: "Lists the bookmarked films.",
        description: "Sends no requests; the films are returned as they were stored.",
        effect: .reads,
        example: MethodExample("by title", ["order": "title"], result: ExampleLibrary.bookmarks),
        parameters: Parameter<LibraryQuery.Order>.defaulted(
            "order",
            .choice(of: [.date, .title]),
            to: .date,
            "`date` puts the newest bookmark first."
        ),
        LibraryParameters.query,
        MovieParameters.page,
        MovieParameters.limit,
        suspending: { context, order, text, page, limit async throws(ServiceError) in
            let (bookmarks, page) = try await context.list(page, limit) { library async throws(LibraryError) in
                LibraryQuery(order: order, text: text).select(try await library.bookmarks())
            }
            return BookmarksResult(
                movies: try await context.showing(bookmarks.map(\.film), bookmarked: true),
                page: page
            )
        }
    )
}

// MARK: - Cards

extension MethodDeclaration {
    static let cardsPut = MethodDeclaration(
        "cards/put",
        summary: "Records what you think of a film: stars, a comment, and the day you watched it.",
        description:
            "Parameters that you leave out, or pass as `null`, leave the card unchanged. `clear` removes "
            + "values; with `watchedOn`, it removes all days. The film is stored as for `bookmarks/add`.",
        effect: .changes,
        failures: [.notFound],
        example: MethodExample(
            "a film",
            ["id": "imdb:tt6751668", "stars": 4.5, "watchedOn": "2026-11-20"],
            result: ExampleLibrary.card
        ),
        parameters: MovieParameters.film,
        Parameter<Double?>.optional("stars", .stars, "From 0 to 5, in steps of 0.5."),
        Parameter<String?>.optional("comment", .text(atMost: 10_000), "In your own words."),
        Parameter<CalendarDate?>.optional(
            "watchedOn",
            .date,
            "The day you watched it; it replaces the last day on the card."
        ),
        Parameter<Bool>.defaulted(
            "rewatch",
            .flag,
            to: false,
            "You watched it again on `watchedOn`; the other days stay."
        ),
        Parameter<[CardChange.Member]>.defaulted(
            "clear",
            .list(of: .choice),
            to: [],
            "What to remove from the card; an empty comment is removed, too."
        ),
        asking: { context, id, stars, comment, watchedOn, isRewatch, clear async throws(ServiceError) in
            try context.checkPast(watchedOn)
            var change = CardChange(stars: stars, comment: comment, watchedOn: watchedOn)
            change.isRewatch = isRewatch
            change.cleared = Set(clear)
            if isRewatch, watchedOn == nil {
                throw .parameters(InvalidParameters("rewatch: watchedOn is missing", field: "watchedOn"))
            }
            if let member = clear.first(where: change.sets) {
                let message = "\(member.rawValue) cannot be set and cleared in one call"
                throw .parameters(InvalidParameters(message, field: "clear"))
            }
            let (film, sources) = try await context.filmToKeep(id)
            let card = try await context.library { library async throws(LibraryError) in
                try await library.putCard(change, of: film)
            }
            return CardResult(card: try await context.showing([card])[0], sources: sources)
        }
    )

    static let cardsRemove = MethodDeclaration(
        "cards/remove",
        summary: "Removes the card of a film.",
        description: "The film's bookmark stays.",
        effect: .changes,
        example: MethodExample("a film", ["id": "imdb:tt6751668"], result: RemovedResult(removed: 1)),
        parameters: MovieParameters.film,
        suspending: { context, id async throws(ServiceError) in
            let id = try await context.keptID(of: id)
            return try await context.remove { library async throws(LibraryError) in
                try await library.removeCard(id) ? 1 : 0
            }
        }
    )

    static let cardsList = MethodDeclaration(
        "cards/list",
        summary: "Lists your cards.",
        description: "Sends no requests; the films are returned as they were stored.",
        effect: .reads,
        example: MethodExample("the best first", ["order": "stars"], result: ExampleLibrary.cards),
        parameters: Parameter<LibraryQuery.Order>.defaulted(
            "order",
            .choice,
            to: .date,
            "`date` puts the film watched last first, `stars` the best."
        ),
        LibraryParameters.query,
        MovieParameters.page,
        MovieParameters.limit,
        suspending: { context, order, text, page, limit async throws(ServiceError) in
            let (cards, page) = try await context.list(page, limit) { library async throws(LibraryError) in
                LibraryQuery(order: order, text: text).select(try await library.cards())
            }
            return CardsResult(cards: try await context.showing(cards), page: page)
        }
    )
}

extension LibraryQuery.Order: WireChoice {}
extension CardChange.Member: WireChoice {}

extension CardChange {
    fileprivate func sets(_ member: Member) -> Bool {
        switch member {
        case .stars: stars != nil
        case .comment: comment != nil
        case .watchedOn: watchedOn != nil
        }
    }
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

    /// Returns an id by which the library has a film of which an earlier answer had this one.
    func keptID(of id: MovieID) async throws(ServiceError) -> MovieID {
        let catalogue = try catalogue
        return try await library { library async throws(LibraryError) in
            // Reading also writes what earlier answers taught.
            guard try await library.film(id) == nil, let seen = await catalogue.films.film(with: id) else { return id }
            let corrections = await catalogue.book.corrections()
            for other in seen.ids {
                guard let kept = try await library.film(other) else { continue }
                // The answer may be from before a correction.
                let isApart = corrections.separate([id], from: kept.ids)
                if !isApart, kept.isSame(as: seen, apartFrom: corrections) { return other }
            }
            return id
        }
    }

    /// Returns one page of the elements that `select` returns.
    func list<Kept>(
        _ page: Int,
        _ limit: Int,
        _ select: (any LibraryStore) async throws(LibraryError) -> [Kept]
    ) async throws(ServiceError) -> (items: [Kept], page: Page) {
        onePage(page, limit, of: try await library(select))
    }

    func onePage<Kept>(_ page: Int, _ limit: Int, of kept: [Kept]) -> (items: [Kept], page: Page) {
        (
            Array(kept.dropFirst((page - 1) * limit).prefix(limit)),
            Page(page: page, limit: limit, totalItems: kept.count, hasMore: page * limit < kept.count)
        )
    }

    /// Returns the film as the sources describe it, or as the library has it, or with its id only if the sources fail.
    func filmToKeep(
        _ id: MovieID
    ) async throws(ServiceError) -> (film: LibraryFilm, sources: [ProviderReport]) {
        do throws(ServiceError) {
            let result = try await run(GetMovie(id: id))
            let catalogue = await (try catalogue).corrected()
            let stored = try await library { _ async throws(LibraryError) in try await catalogue.stored(result.movie) }
            var film = LibraryFilm(result.movie)
            film.ownID = id
            return (film.completed(with: stored, DetailSources(result)), result.sources)
        } catch {
            guard case .useCase(let failure) = error, failure != .cancelled else { throw error }
            let kept = try await library { library async throws(LibraryError) in try await library.film(id) }
            if let kept { return (kept, failure.reports) }
            switch failure {
            case .noSource:
                guard let seen = try await seenFilm(id) else { throw error }
                return (seen.film, seen.sources ?? failure.reports)
            case .allFailed, .undecided: return (LibraryFilm(ids: [id], title: id.description), failure.reports)
            default: throw error
            }
        }
    }

    /// Returns a film that no source can look up, if an answer had it: as a search for its title finds it, or else with
    /// the title of that answer.
    private func seenFilm(
        _ id: MovieID
    ) async throws(ServiceError) -> (film: LibraryFilm, sources: [ProviderReport]?)? {
        let catalogue = try catalogue
        guard var seen = await catalogue.films.film(with: id) else { return nil }
        // The answer may be from before a split.
        seen = seen.separated(by: await catalogue.book.corrections().split)
        do throws(ServiceError) {
            let result = try await run(SearchMovies(text: seen.title))
            guard let movie = result.movies.first(where: { $0.ids.contains(id) }) else { return (seen, nil) }
            var film = LibraryFilm(movie)
            film.ownID = id
            return (film, result.sources)
        } catch {
            guard case .useCase(let failure) = error, failure != .cancelled else { throw error }
            return (seen, nil)
        }
    }

    fileprivate func showing(_ cards: [Card]) async throws(ServiceError) -> [ShownCard] {
        let kept = await (try catalogue).library.ids()
        return cards.map { card in
            let bookmarked = kept.map { $0.film(with: card.film.ids)?.isBookmarked == true }
            return ShownCard(card: card, bookmarked: bookmarked, outline: CardOutline(card))
        }
    }

    /// Returns films as answers show them; `bookmarked` is given if it is known.
    func showing(_ films: [LibraryFilm], bookmarked: Bool? = nil) async throws(ServiceError) -> [KeptMovie] {
        let kept = await (try catalogue).library.ids()
        return films.map { film in
            guard let kept else { return KeptMovie(film: film, bookmarked: bookmarked) }
            let own = kept.film(with: film.ids)
            return KeptMovie(film: film, bookmarked: bookmarked ?? (own?.isBookmarked == true), card: own?.card)
        }
    }

    /// The latest day on which anything may have happened: the current day at UTC+14, the time zone furthest ahead.
    var today: CalendarDate {
        get throws(ServiceError) { try catalogue.library.now.date(utcOffsetSeconds: 14 * 3_600) }
    }

    fileprivate func checkPast(_ day: CalendarDate?) throws(ServiceError) {
        let today = try today
        guard let day, day > today else { return }
        var problem = InvalidParameters("watchedOn: \(day) is in the future", field: "watchedOn")
        problem.expected = "a day up to \(today)"
        throw .parameters(problem)
    }
}

extension CardOutline {
    init(_ card: Card) { self.init(stars: card.stars, watchedOn: card.watchedOn) }
}
