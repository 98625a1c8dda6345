/// The store of the user's library.
///
/// The data passed after an answer (``remember(_:)``, ``refresh(_:inBackground:)``) is written some time later, and never causes an
/// error. All other changes are on the disk when the call returns.
package protocol LibraryStore: Sendable {
    /// The time of new entries.
    var now: Timestamp { get }

    /// Returns the current ids of kept films, including those added by other processes; `nil` if they cannot be read.
    func ids() async -> LibraryIDs?

    /// Whether what sources say may change kept films; if not, a film of a source is only added if it is not kept yet,
    /// and the first id says which one it is.
    var learns: Bool { get }

    /// Returns what has changed since a revision of the content, whoever changed it; `nil` gives the current revision.
    func changes(since revision: Int?) async throws(LibraryError) -> LibraryChange

    /// Returns every bookmark, newest first.
    func bookmarks() async throws(LibraryError) -> [Bookmark]

    /// Returns every card, last changed first.
    func cards() async throws(LibraryError) -> [Card]

    /// Returns the bookmarks at some places of those that match a query.
    func bookmarks(_ query: LibraryQuery, at places: Range<Int>) async throws(LibraryError) -> LibraryPage<Bookmark>

    /// Returns the cards at some places of those that match a query.
    func cards(_ query: LibraryQuery, at places: Range<Int>) async throws(LibraryError) -> LibraryPage<Card>

    /// Returns the films at some places of those of a list that match a query; `nil` if there is no list of this name.
    func films(
        ofList name: String,
        _ query: LibraryQuery,
        at places: Range<Int>
    ) async throws(LibraryError) -> (list: FilmListSummary, page: LibraryPage<LibraryFilm>)?

    /// Returns what statistics look at in every card.
    func cardOutlooks() async throws(LibraryError) -> [CardOutlook]

    /// Returns every genre of the kept films: slugs, and words that only a source has.
    func genres() async throws(LibraryError) -> Set<String>

    /// Returns what is kept of each of some films, which are given by their ids.
    func standings(of films: [[MovieID]]) async throws(LibraryError) -> [LibraryStanding]

    /// Returns every kept film with its titles, without its document.
    func films() async throws(LibraryError) -> [LibraryFilm]

    /// Returns up to `limit` of the films whose details were last fetched at this moment or before, or never, from those
    /// after an id on, and counts all of them.
    func outdated(at moment: Timestamp, after id: MovieID?, limit: Int) async throws(LibraryError) -> OutdatedFilms

    /// Returns the kept film with this id.
    func film(_ id: MovieID) async throws(LibraryError) -> LibraryFilm?

    /// Returns the card and the lists of a film; nothing if the film is not kept.
    func entry(of film: LibraryFilm) async throws(LibraryError) -> LibraryEntry

    /// Notes a query that found something.
    func remember(_ query: String)

    /// Replaces the details of a film if it is in the library; `inBackground` means that they arrived after the answer to
    /// a call, so its client is told as well.
    func refresh(_ film: LibraryFilm, inBackground: Bool)

    /// Returns the newest queries that begin with `prefix`, ignoring case.
    func history(prefix: String, limit: Int) async throws(LibraryError) -> [HistoryEntry]

    /// Removes a query, or all of them; returns the number removed.
    func removeHistory(_ query: String?) async throws(LibraryError) -> Int

    /// Bookmarks a film; returns the bookmark, which may be an earlier one.
    func addBookmark(_ film: LibraryFilm) async throws(LibraryError) -> Bookmark

    /// Removes a bookmark; returns whether there was one.
    func removeBookmark(_ id: MovieID) async throws(LibraryError) -> Bool

    /// Changes the card of a film, creates one, or removes it if nothing is left of it, and removes the film's bookmark if
    /// the change says so.
    func putCard(_ change: CardChange, of film: LibraryFilm) async throws(LibraryError) -> WrittenCard

    /// Replaces all ids and details of the kept film with this id.
    func replaceFilm(_ id: MovieID, with film: LibraryFilm) async throws(LibraryError)

    /// Makes one film, with these ids and details, of the kept films that have the ids of a pair.
    func unite(_ pair: IDPair, as film: LibraryFilm) async throws(LibraryError)

    /// Adds the ids and details of a kept film to it; returns false, and changes nothing, if this would make two cards one.
    func connect(_ film: LibraryFilm) async throws(LibraryError) -> Bool

    /// Removes a card; returns whether there was one.
    func removeCard(_ id: MovieID) async throws(LibraryError) -> Bool

    /// Returns the names of the lists, in alphabetical order.
    func lists() async throws(LibraryError) -> [FilmListSummary]

    /// Returns a list by its name, whose case is ignored.
    func list(_ name: String) async throws(LibraryError) -> FilmList?

    /// Puts a film at a place of a list, from 1, or at its end, and creates the list if there is none.
    ///
    /// A film that is in the list already is moved to the place; without a place, it stays where it is.
    func add(_ film: LibraryFilm, toList name: String, at place: Int?) async throws(LibraryError)

    /// Removes a film from a list; returns whether it was there.
    func remove(_ id: MovieID, fromList name: String) async throws(LibraryError) -> Bool

    /// Removes a list; returns whether there was one.
    func removeList(_ name: String) async throws(LibraryError) -> Bool

    /// Renames a list unless another one has the new name.
    func renameList(_ name: String, to newName: String) async throws(LibraryError) -> FilmListRenaming

    /// Adds what is not in the library yet; `way` says what becomes of what both have. Returns what was changed.
    ///
    /// The stored details of a film stay, unless `completing` returns what takes their place, given the added film and
    /// the stored one.
    @discardableResult
    func add(
        _ library: Library,
        _ way: LibraryAddition,
        completing: @escaping DetailCompletion
    ) async throws(LibraryError) -> LibraryAdditions

    /// Takes back the last ``LibraryAction``, or only tells what that would do; `nil` if there is none.
    ///
    /// What was changed since stays as it is.
    func undo(isTrial: Bool) async throws(LibraryError) -> UndoneAction?
}

extension LibraryStore {
    /// Replaces the details of a film if it is in the library, for a client that gets them as an answer.
    package func refresh(_ film: LibraryFilm) { refresh(film, inBackground: false) }
}

/// Returns a film with the details of an added and a stored one; `nil` if those of the stored one stay.
package typealias DetailCompletion = @Sendable (_ added: LibraryFilm, _ stored: LibraryFilm) -> LibraryFilm?

extension LibraryStore {
    @discardableResult
    package func add(
        _ library: Library,
        _ way: LibraryAddition = .joining
    ) async throws(LibraryError) -> LibraryAdditions {
        try await add(library, way) { _, _ in nil }
    }
}

/// Films with old details or none.
package struct OutdatedFilms: Hashable, Sendable {
    /// Some of those that a source may know, without their documents.
    package var films: [LibraryFilm]
    /// The first id of each of ``films``, in whose order they are.
    package var firstIDs: [MovieID]
    /// All of them that a source may know.
    package var count: Int
    /// All of them that are known by title only.
    package var byTitle: Int

    package init(films: [LibraryFilm], firstIDs: [MovieID], count: Int, byTitle: Int) {
        self.films = films
        self.firstIDs = firstIDs
        self.count = count
        self.byTitle = byTitle
    }
}

/// What becomes of an entry that an added library and the library of the user have.
package enum LibraryAddition: Sendable {
    /// The two become one, and nothing of either is lost, as if two films turned out to be one.
    case joining
    /// A card that is not older takes the place of the one that is there; the films of a list keep their order.
    case replacing
}

/// The number of entries of each kind that an import added or changed.
package struct LibraryAdditions: Hashable, Sendable {
    package var history = 0
    package var bookmarks = 0
    /// Those that are new, and those that were joined.
    package var cards = 0
    /// The lists that were created or changed.
    package var lists = 0
    package var joined = JoinedCards()
    /// The entries that were there already.
    package var unchanged = 0

    package init() {}
}

/// The number of cards to which an import added something, and of what it added.
package struct JoinedCards: Hashable, Sendable {
    package var cards = 0
    package var days = 0
    package var comments = 0
    /// The cards that got other stars.
    package var stars = 0

    package init() {}

    /// Counts a card, and what it has after it was joined.
    package mutating func count(_ card: Card, joined: Card) {
        cards += 1
        days += joined.watchedDays.count - card.watchedDays.count
        comments += card.comment == joined.comment ? 0 : 1
        stars += card.stars == joined.stars ? 0 : 1
    }
}

/// The changes that `cards/put` makes; `nil` leaves a member unchanged.
public struct CardChange: Hashable, Sendable {
    public enum Member: String, Sendable, CaseIterable {
        case stars, comment, watchedOn, tags
    }

    public var stars: Double?
    /// An empty text removes the comment.
    public var comment: String?
    public var watchedOn: CalendarDate?
    /// All days on which the film was watched.
    public var watchedDays: [CalendarDate]?
    public var tags: [String]?
    public var isLiked: Bool?
    /// Whether the film was watched before the first day on the card, too.
    public var isSeenBefore: Bool?
    /// Whether the film was watched, although nothing else is known of that, so that an empty card stays.
    public var isWatched = false
    /// The revision of the library up to which the caller knows the card; another change since is an error.
    public var expectedRevision: Int?
    /// Whether the film was watched on one more day; otherwise, the day takes the place of the last one.
    public var isRewatch = false
    /// A day that is taken off the card before ``watchedOn`` is put on it.
    public var removedDay: CalendarDate?
    /// Whether the film is no longer to be watched, so that its bookmark is removed.
    public var removesBookmark = false
    /// The members to remove.
    public var cleared: Set<Member> = []

    public init(
        stars: Double? = nil,
        comment: String? = nil,
        watchedOn: CalendarDate? = nil,
        isWatched: Bool = false
    ) {
        self.stars = stars
        self.comment = comment
        self.watchedOn = watchedOn
        self.isWatched = isWatched
    }

    /// Returns the card after the change; `nil` if there is none, because nothing is left of it.
    ///
    /// A card that was empty before says that the film was watched, and stays.
    public func applied(to former: Card?, of film: LibraryFilm, at moment: Timestamp) -> Card? {
        var card = former ?? Card(film: film, changedAt: moment)
        card.film = film
        card.stars = cleared.contains(.stars) ? nil : stars ?? card.stars
        card.comment = cleared.contains(.comment) || comment?.isEmpty == true ? nil : comment ?? card.comment
        if cleared.contains(.watchedOn) { card.setWatched([]) }
        if let watchedDays { card.setWatched(watchedDays) }
        if let removedDay { card.setWatched(card.watchedDays.filter { $0 != removedDay }) }
        if let watchedOn { card.setWatched([watchedOn] + (isRewatch ? card.watchedDays : card.watchedBefore)) }
        if cleared.contains(.tags) || tags != nil { card.marks.setTags(tags ?? []) }
        card.marks.isLiked = isLiked ?? card.marks.isLiked
        card.marks.isSeenBefore = isSeenBefore ?? card.marks.isSeenBefore
        card.changedAt = moment
        return card.isEmpty && !isWatched && former?.isEmpty != true ? nil : card
    }
}

/// A card that was written, and the revision of the library since.
package struct WrittenCard: Hashable, Sendable {
    /// `nil` if nothing was left of it.
    package var card: Card?
    package var revision: Int

    package init(card: Card?, revision: Int) {
        (self.card, self.revision) = (card, revision)
    }
}

/// The reason why the library was not read or changed.
package enum LibraryError: Error, Hashable, Sendable {
    /// The card was changed since the revision that the caller knows; nothing was changed.
    case outdated(Card?, revision: Int)
    /// A correction contradicts an earlier one.
    case conflict(CorrectionConflict)
    /// The file did not answer in time, and nothing was changed.
    case unavailable
    /// The file cannot be used, and nothing was changed; `advice` tells the user what to do about it, and `isLasting`
    /// means until something was done.
    case unusable(reason: String, advice: String, isLasting: Bool)
    /// The change may or may not have been made; the log says why.
    case unconfirmed
}
