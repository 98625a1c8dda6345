/// The data that the user keeps: queries, bookmarks, cards, and lists.
package struct Library: Hashable, Sendable {
    /// The number of queries that are remembered.
    package static let longestHistory = 1_000

    /// Newest first.
    package var history: [HistoryEntry] = []
    /// Newest first.
    package var bookmarks: [Bookmark] = []
    /// Last changed first.
    package var cards: [Card] = []
    package var lists: [FilmList] = []
    /// Films of an import whose details complete those in the library.
    package var details: [LibraryFilm] = []

    package init() {}
}

/// A query that found something; equal queries are one entry, however often they are made.
public struct HistoryEntry: Hashable, Sendable {
    public var query: String
    public var searchedAt: Timestamp
    public var count: Int

    public init(query: String, searchedAt: Timestamp, count: Int = 1) {
        self.query = query
        self.searchedAt = searchedAt
        self.count = count
    }

    /// Returns the key of equal queries, which ignores case and whitespace.
    public static func key(of query: String) -> String {
        query.asQuery.lowercased()
    }
}

/// A film in the library, as it was merged when it was last fetched, so that lists need no network.
public struct LibraryFilm: Hashable, Sendable {
    /// All known ids of the film; the library finds it by any of them.
    public var ids: [MovieID]
    /// The title, by which lists are sorted; the id if no title is known.
    public var title: String
    /// Every title, for searches.
    public var titles: [String]
    public var year: Int?
    /// The JSON object that answers show; empty if only the id is known.
    ///
    /// Its member `keptAs`, which answers do not show, is the id by which the user kept the film.
    public var document: [UInt8]

    public init(ids: [MovieID], title: String, titles: [String] = [], year: Int? = nil, document: [UInt8] = []) {
        self.ids = ids
        self.title = title
        self.titles = titles
        self.year = year
        self.document = document
    }

    /// Whether one of the titles contains each of the words.
    public func matches(_ words: SearchWords) -> Bool { ([title] + titles).contains(where: words.areIn) }
}

extension LibraryFilm {
    /// Creates a record of a film without its details.
    public init(outlineOf movie: Movie) {
        let facts = movie.facts
        self.init(
            ids: movie.ids,
            title: facts.title?.text ?? facts.originalTitle ?? movie.id.description,
            titles: facts.titles.map(\.text).including(facts.originalTitle),
            year: facts.likelyYear
        )
    }

    /// Whether the two are one film: their ids say so, or a source has given the film another id since.
    public func isSame(as other: LibraryFilm, apartFrom corrections: Corrections = .none) -> Bool {
        ids.areOfOneFilm(with: other.ids, apartFrom: corrections)
            || ids.mayBeOfOneFilm(with: other.ids, apartFrom: corrections) && agrees(with: other)
    }

    /// Whether a title is the same, and the years are at most one apart.
    public func agrees(with other: LibraryFilm) -> Bool {
        let (mine, theirs) = (Set(titles + [title]), other.titles + [other.title])
        guard theirs.contains(where: mine.contains) else { return false }
        guard let year, let otherYear = other.year else { return true }
        return max(year, otherYear).subtractingReportingOverflow(min(year, otherYear)).partialValue <= 1
    }

    /// Returns the film without the ids that the user split from its first one, and then without its details, which are
    /// those of both films.
    public func separated(by split: Set<IDPair>) -> LibraryFilm {
        guard let own = ids.first else { return self }
        let kept = ids.filter { $0 == own || !split.contains(IDPair(own, $0)) }
        return kept.count == ids.count ? self : LibraryFilm(ids: kept, title: title, titles: titles, year: year)
    }

    /// The id of a film of which only the title and the year are known; `nil` without both.
    package var titleID: MovieID? {
        guard let title = titles.first, let year else { return nil }
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return MovieID(namespace: "title", value: "\(words) (\(year))")
    }

    /// Returns the film with these ids added.
    public func including(_ others: [MovieID]) -> LibraryFilm {
        var film = self
        film.ids += others.filter { !ids.contains($0) }
        return film
    }
}

/// A film to come back to.
public struct Bookmark: Hashable, Sendable {
    public var film: LibraryFilm
    public var addedAt: Timestamp

    public init(film: LibraryFilm, addedAt: Timestamp) {
        self.film = film
        self.addedAt = addedAt
    }
}

/// The user's own opinion of a film.
public struct Card: Hashable, Sendable {
    public var film: LibraryFilm
    /// From 0 to 5, in halves.
    public var stars: Double?
    public var comment: String?
    /// The days on which the film was watched, newest first, each once.
    public private(set) var watchedDays: [CalendarDate] = []
    public var marks = CardMarks()
    public var changedAt: Timestamp

    public init(
        film: LibraryFilm,
        stars: Double? = nil,
        comment: String? = nil,
        watchedOn: CalendarDate? = nil,
        changedAt: Timestamp
    ) {
        self.film = film
        self.stars = stars
        self.comment = comment
        self.watchedDays = [watchedOn].compactMap(\.self)
        self.changedAt = changedAt
    }

    /// The last day on which the film was watched.
    public var watchedOn: CalendarDate? { watchedDays.first }

    /// The days before the last one.
    public var watchedBefore: [CalendarDate] { Array(watchedDays.dropFirst()) }

    /// The number of characters of a comment.
    public static let longestComment = 10_000

    /// Whether a card can have these stars.
    public static func isStars(_ stars: Double) -> Bool {
        (0...5).contains(stars) && (stars * 2).rounded() == stars * 2
    }

    /// Whether it has nothing but its film, and says that the film was watched.
    public var isEmpty: Bool { stars == nil && comment == nil && watchedDays.isEmpty && marks == CardMarks() }

    /// Replaces all days on which the film was watched.
    public mutating func setWatched(_ days: [CalendarDate]) { watchedDays = Set(days).sorted(by: >) }
}

/// What the user thinks of a film: a card without the film.
public struct OwnCard: Hashable, Sendable {
    public var stars: Double?
    public var comment: String?
    /// The days on which the film was watched, newest first.
    public var watchedDays: [CalendarDate]
    public var marks: CardMarks
    public var changedAt: Timestamp

    public init(
        stars: Double? = nil,
        comment: String? = nil,
        watchedDays: [CalendarDate] = [],
        marks: CardMarks = CardMarks(),
        changedAt: Timestamp
    ) {
        (self.stars, self.comment, self.marks) = (stars, comment, marks)
        (self.watchedDays, self.changedAt) = (watchedDays, changedAt)
    }

    public init(_ card: Card) {
        self.init(
            stars: card.stars,
            comment: card.comment,
            watchedDays: card.watchedDays,
            marks: card.marks,
            changedAt: card.changedAt
        )
    }
}

/// The user's card of a film, and the names of the lists that it is in.
package struct LibraryEntry: Hashable, Sendable {
    package var card: Card?
    package var lists: [String]

    package init(card: Card? = nil, lists: [String] = []) {
        self.card = card
        self.lists = lists
    }
}

/// Everything that is kept of one film; nothing if it is not in the library.
package struct LibraryStanding: Hashable, Sendable {
    /// `nil` if the film is not bookmarked.
    package var bookmarkedAt: Timestamp?
    package var entry: LibraryEntry

    package init(bookmarkedAt: Timestamp? = nil, entry: LibraryEntry = LibraryEntry()) {
        self.bookmarkedAt = bookmarkedAt
        self.entry = entry
    }
}

/// The ids of the films in the library.
package struct LibraryIDs: Hashable, Sendable {
    /// A film with a bookmark or a card, or in a list.
    package struct Film: Hashable, Sendable {
        package var ids: [MovieID]
        /// When the film was bookmarked; `nil` if it is not.
        package var bookmarkedAt: Timestamp?
        package var card: OwnCard?

        package init(ids: [MovieID], bookmarkedAt: Timestamp? = nil, card: OwnCard? = nil) {
            self.ids = ids
            self.bookmarkedAt = bookmarkedAt
            self.card = card
        }

        package var isBookmarked: Bool { bookmarkedAt != nil }
    }

    private let films: [Film]
    private let places: FilmPlaces
    /// The user's corrections, which may tell films apart.
    package var corrections = Corrections.none

    package init(_ films: [Film] = []) {
        self.films = films
        places = FilmPlaces(films.map(\.ids))
    }

    /// Every id of every film.
    package var kept: Set<MovieID> { places.ids }
    /// Every id of the bookmarked films.
    package var bookmarked: Set<MovieID> { Set(films.filter(\.isBookmarked).flatMap(\.ids)) }

    /// Returns what the library has of the film with these ids; the bookmarked film if there are several, and their card.
    package func film(with ids: [MovieID]) -> Film? {
        let found = places.places(of: ids, apartFrom: corrections).map { films[$0] }
        var film = found.first(where: \.isBookmarked) ?? found.first
        if film?.card == nil { film?.card = found.lazy.compactMap(\.card).first }
        return film
    }

    /// Returns what the library has of a film.
    package func film(_ movie: Movie) -> Film? { knowsID(of: movie) ? film(with: movie.ids) : nil }

    /// Whether a film of the library has one of the ids of this one.
    package func knowsID(of movie: Movie) -> Bool {
        // Most films are not in the library, and their ids need no order.
        guard !places.isEmpty else { return false }
        return places.contains(movie.id) || movie.facts.ids.movieIDs.contains(where: places.contains)
    }
}

extension [MovieID] {
    /// Whether the ids are of the same film as others: they have one in common, they do not differ in any namespace,
    /// and the user split none of one film from one of the other.
    public func areOfOneFilm(with others: [MovieID], apartFrom corrections: Corrections = .none) -> Bool {
        contains(where: others.contains) && !contains { isAlone($0, among: others) }
            && !corrections.separate(self, from: others)
    }

    /// Whether the ids differ in no more namespaces than they agree in, so that a source may have given the film
    /// another id; titles must decide.
    fileprivate func mayBeOfOneFilm(with others: [MovieID], apartFrom corrections: Corrections) -> Bool {
        let agreeing = Set(filter(others.contains).map(\.namespace))
        let differing = Set(filter { isAlone($0, among: others) }.map(\.namespace))
        return !agreeing.isEmpty && agreeing.count >= differing.count
            && !corrections.separate(self, from: others)
    }

    /// Whether the others have ids in the namespace of one of these ids, all of them different.
    private func isAlone(_ id: MovieID, among others: [MovieID]) -> Bool {
        let rivals = others.filter { $0.namespace == id.namespace }
        return !rivals.isEmpty && !contains(where: rivals.contains)
    }
}

/// A list of films that the user made, such as "Best of 2019", in the user's order.
public struct FilmList: Hashable, Sendable {
    public var name: String
    public var films: [LibraryFilm]
    public var changedAt: Timestamp

    public init(name: String, films: [LibraryFilm], changedAt: Timestamp) {
        self.name = name
        self.films = films
        self.changedAt = changedAt
    }
}

/// The name of a list and the number of its films.
public struct FilmListSummary: Hashable, Sendable {
    public var name: String
    public var count: Int
    public var changedAt: Timestamp

    public init(name: String, count: Int, changedAt: Timestamp) {
        self.name = name
        self.count = count
        self.changedAt = changedAt
    }

    /// Returns the key of equal names, which ignores case and whitespace.
    public static func key(of name: String) -> String { HistoryEntry.key(of: name) }
}

/// The outcome of giving a list another name.
public enum FilmListRenaming: Hashable, Sendable {
    case renamed
    /// No list has the old name.
    case unknown
    /// Another list has the new name.
    case taken
}

/// The places of films in a list, by their ids.
package struct FilmPlaces: Hashable, Sendable {
    private var films: [[MovieID]] = []
    private var places: [MovieID: Int] = [:]
    /// The places after the first one of ids that several films have, which are few.
    private var others: [MovieID: [Int]] = [:]

    package init(_ films: [[MovieID]] = []) {
        for ids in films { append(ids) }
    }

    /// Every id of every film.
    package var ids: Set<MovieID> { Set(places.keys) }

    package var isEmpty: Bool { places.isEmpty }

    package func contains(_ id: MovieID) -> Bool { places[id] != nil }

    /// Adds a film at the end of the list.
    package mutating func append(_ ids: [MovieID]) {
        // A large library has its ids in memory once.
        let isDistinct = ids.count < 2 || Set(ids).count == ids.count
        films.append(isDistinct ? ids : [])
        guard isDistinct else { return add(ids, to: films.count - 1) }
        for id in ids { note(id, at: films.count - 1) }
    }

    /// Adds the ids that the film at a place does not have yet.
    package mutating func add(_ ids: [MovieID], to place: Int) {
        for id in ids where !films[place].contains(id) {
            films[place].append(id)
            note(id, at: place)
        }
    }

    private mutating func note(_ id: MovieID, at place: Int) {
        if places[id] == nil { places[id] = place } else { others[id, default: []].append(place) }
    }

    /// Returns the places of the same film, in order.
    package func places(of ids: [MovieID], apartFrom corrections: Corrections = .none) -> [Int] {
        Set(ids.lazy.flatMap { id in [places[id]].compactMap(\.self) + (others[id] ?? []) })
            .filter { films[$0].areOfOneFilm(with: ids, apartFrom: corrections) }
            .sorted()
    }

    /// Returns the first place of the same film.
    package func first(_ film: LibraryFilm) -> Int? { places(of: film.ids).first }
}

extension [String] {
    /// Returns the titles with another one, if there is one that is not among them.
    package func including(_ title: String?) -> [String] {
        guard let title, !contains(title) else { return self }
        return self + [title]
    }
}
