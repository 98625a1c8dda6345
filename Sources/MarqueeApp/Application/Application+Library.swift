import MovieAggregation
public import MovieDomain
import MovieService

/// The box office, and the user's library.
///
/// The library is that of the `marquee` command and of every other program of the user, unless the application was
/// created with `keepsAnswers: false`. A change is on the disk when the call returns. All functions throw
/// ``ApplicationError`` if the definitions or the library cannot be used.
extension Application {
    /// Gets the box office of a day or a week from the first provider that has it.
    ///
    /// - Parameters:
    ///   - span: the kind of period.
    ///   - date: a day of the period; by default, the last complete period at the provider.
    ///   - enriched: whether each film is looked up at the other providers, too.
    /// - Returns: the films in order of rank, with a report for each provider that was asked.
    /// - Throws: ``ApplicationError`` if no provider has the period.
    public func boxOffice(
        _ span: BoxOfficeSpan = .day,
        on date: CalendarDate? = nil,
        enriched: Bool = false
    ) async throws(ApplicationError) -> BoxOfficeAnswer {
        let chart = ShowBoxOffice(query: BoxOfficeQuery(span: span, date: date), enrich: enriched)
        let result = try await answer { catalogue throws(CallError) in try await chart.run(in: catalogue) }
        let films = result.entries.map { RankedMovie(figures: $0.figures, movie: $0.movie) }
        return BoxOfficeAnswer(period: result.period, films: films, sources: result.sources)
    }

    /// Returns bookmarks, newest first, or as the query orders and filters them.
    public func bookmarks(
        _ query: LibraryQuery = LibraryQuery(),
        limit: Int = 1_000
    ) async throws(ApplicationError) -> [Bookmark] {
        try await library { handler async throws(LocalCallError) in
            try await handler.bookmarks(query, limit: limit).entries
        }
    }

    /// Bookmarks a film by any of its ids; returns the bookmark, which may be an earlier one.
    ///
    /// If no provider describes the film, now or in an earlier answer, only its id is stored.
    @discardableResult
    public func addBookmark(_ id: MovieID) async throws(ApplicationError) -> Bookmark {
        try await library { handler async throws(LocalCallError) in try await handler.addBookmark(id) }
    }

    /// Removes the bookmark of a film; returns whether there was one.
    @discardableResult
    public func removeBookmark(_ id: MovieID) async throws(ApplicationError) -> Bool {
        try await library { handler async throws(LocalCallError) in try await handler.removeBookmark(id) }
    }

    /// Returns the user's cards, the last watched first, or as the query orders and filters them.
    public func cards(
        _ query: LibraryQuery = LibraryQuery(),
        limit: Int = 1_000
    ) async throws(ApplicationError) -> [Card] {
        try await library { handler async throws(LocalCallError) in
            try await handler.cards(query, limit: limit).entries
        }
    }

    /// Writes stars from 0 to 5 in halves, a comment, or days into the card of a film; returns the card, or `nil` if nothing
    /// is left of it.
    @discardableResult
    public func putCard(_ change: CardChange, of id: MovieID) async throws(ApplicationError) -> Card? {
        try await library { handler async throws(LocalCallError) in try await handler.putCard(change, of: id) }
    }

    /// Removes the card of a film; returns whether there was one.
    @discardableResult
    public func removeCard(_ id: MovieID) async throws(ApplicationError) -> Bool {
        try await library { handler async throws(LocalCallError) in try await handler.removeCard(id) }
    }

    /// Returns the user's own lists in alphabetical order, without their films.
    public func lists() async throws(ApplicationError) -> [FilmListSummary] {
        try await library { handler async throws(LocalCallError) in try await handler.lists() }
    }

    /// Returns a list with its films in the user's order; `nil` if there is none of this name, whose case is ignored.
    public func list(_ name: String) async throws(ApplicationError) -> FilmList? {
        try await library { handler async throws(LocalCallError) in try await handler.list(name) }
    }

    /// Puts a film in a list, at a place from 1 or at the end; the list is created if there is none of this name.
    public func add(_ id: MovieID, toList name: String, at place: Int? = nil) async throws(ApplicationError) {
        try await library { handler async throws(LocalCallError) in
            try await handler.add(id, toList: name, at: place)
        }
    }

    /// Removes a film from a list; returns whether it was there.
    @discardableResult
    public func remove(_ id: MovieID, fromList name: String) async throws(ApplicationError) -> Bool {
        try await library { handler async throws(LocalCallError) in try await handler.remove(id, fromList: name) }
    }

    /// Gives a list another name; returns `unknown` if there is no such list, and `taken` if another list has the new
    /// name.
    @discardableResult
    public func renameList(_ name: String, to newName: String) async throws(ApplicationError) -> FilmListRenaming {
        try await library { handler async throws(LocalCallError) in try await handler.renameList(name, to: newName) }
    }

    /// Removes a list, whose films keep their bookmarks and cards; returns whether there was one.
    @discardableResult
    public func removeList(_ name: String) async throws(ApplicationError) -> Bool {
        try await library { handler async throws(LocalCallError) in try await handler.removeList(name) }
    }

    /// Counts what the user has watched, in one year or in all: films, viewings, minutes, stars, genres, and people.
    public func statistics(of year: Int? = nil) async throws(ApplicationError) -> CardStatistics {
        try await library { handler async throws(LocalCallError) in try await handler.statistics(of: year) }
    }

    /// Returns the queries that found something, newest first; with a prefix, only those that begin with it.
    public func history(beginningWith prefix: String = "") async throws(ApplicationError) -> [HistoryEntry] {
        try await library { handler async throws(LocalCallError) in try await handler.history(beginningWith: prefix) }
    }

    /// Removes a query from the history, or all queries for `nil`; returns the number of those that are gone.
    @discardableResult
    public func removeHistory(_ query: String?) async throws(ApplicationError) -> Int {
        try await library { handler async throws(LocalCallError) in try await handler.removeHistory(query) }
    }

    /// Records that two ids belong to the same film, or to different ones, whatever the matcher decides.
    ///
    /// - Throws: ``ApplicationError`` if this contradicts an earlier correction, too.
    public func decide(
        _ id: MovieID,
        _ verdict: MatchNote.Verdict,
        _ other: MovieID
    ) async throws(ApplicationError) {
        try await library { handler async throws(LocalCallError) in try await handler.decide(id, verdict, other) }
    }

    /// Takes back the last import, removal, or correction, even one of another program; returns it, or `nil` if there
    /// is none.
    @discardableResult
    public func undo() async throws(ApplicationError) -> UndoneAction? {
        try await library { handler async throws(LocalCallError) in try await handler.undo() }
    }
}

/// The box office of one period.
public struct BoxOfficeAnswer: Hashable, Sendable {
    public let period: BoxOfficePeriod
    /// In order of rank.
    public let films: [RankedMovie]
    /// One report for each provider that was asked.
    public let sources: [ProviderReport]
}

/// A film of a box office, with its figures.
public struct RankedMovie: Hashable, Sendable {
    public let figures: BoxOfficeFigures
    public let movie: Movie
}
