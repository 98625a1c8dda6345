/// Where the user's library is kept.
///
/// What is told after an answer (``remember(_:)``, ``refresh(_:)``) never throws and is written some time later.
/// Everything else is on the disk when the call returns.
public protocol LibraryStore: Sendable {
    /// The time of new entries.
    var now: Timestamp { get }

    /// The ids of kept films as they are now, also of what other processes have added; none where they cannot be read.
    func ids() async -> LibraryIDs

    /// Every bookmark, newest first.
    func bookmarks() async throws(LibraryError) -> [Bookmark]

    /// Every card, last changed first.
    func cards() async throws(LibraryError) -> [Card]

    /// Every kept film with its titles, without its document.
    func films() async throws(LibraryError) -> [LibraryFilm]

    /// The kept film with this id.
    func film(_ id: MovieID) async throws(LibraryError) -> LibraryFilm?

    /// Notes a query that found something.
    func remember(_ query: String)

    /// Replaces what is kept of a film; does nothing where the film is not in the library.
    func refresh(_ film: LibraryFilm)

    /// The newest queries that begin with `prefix`, whatever their case.
    func history(prefix: String, limit: Int) async throws(LibraryError) -> [HistoryEntry]

    /// Removes a query, or all of them; returns how many there were.
    func removeHistory(_ query: String?) async throws(LibraryError) -> Int

    /// Bookmarks a film; returns the bookmark, which may be an earlier one.
    func addBookmark(_ film: LibraryFilm) async throws(LibraryError) -> Bookmark

    /// Removes a bookmark; returns whether there was one.
    func removeBookmark(_ id: MovieID) async throws(LibraryError) -> Bool

    /// Changes the card of a film, or makes one.
    func putCard(_ change: CardChange, of film: LibraryFilm) async throws(LibraryError) -> Card

    /// Removes a card; returns whether there was one.
    func removeCard(_ id: MovieID) async throws(LibraryError) -> Bool

    /// Adds what is not in the library yet. Where both have something, the newer one stays.
    func add(_ library: Library) async throws(LibraryError)
}

/// What `cards/put` changes: a member that is not given stays as it is.
public struct CardChange: Hashable, Sendable {
    public var stars: Double?
    /// An empty text removes the comment.
    public var comment: String?
    public var watchedOn: CalendarDate?

    public init(stars: Double? = nil, comment: String? = nil, watchedOn: CalendarDate? = nil) {
        self.stars = stars
        self.comment = comment
        self.watchedOn = watchedOn
    }

    /// The card after the change.
    public func applied(to card: Card?, of film: LibraryFilm, at moment: Timestamp) -> Card {
        var card = card ?? Card(film: film, changedAt: moment)
        card.film = film
        card.stars = stars ?? card.stars
        card.comment = comment.map { $0.isEmpty ? nil : $0 } ?? card.comment
        card.watchedOn = watchedOn ?? card.watchedOn
        card.changedAt = moment
        return card
    }
}

/// Why the library was not read or changed.
public enum LibraryError: Error, Hashable, Sendable {
    /// A correction contradicts an earlier one.
    case conflict(CorrectionConflict)
    /// The file cannot be used, and nothing was changed; the log says why.
    case unavailable
    /// The change may have been made or not; the log says why.
    case unconfirmed
}
