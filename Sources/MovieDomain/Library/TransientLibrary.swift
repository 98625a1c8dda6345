package import Platform
import Synchronization

/// A library that lasts as long as the process, for recordings and for runs that may not write anything.
public final class TransientLibrary: LibraryStore {
    private let contents = Mutex(Library())
    private let clock: WallClock
    private let onChange: @Sendable () -> Void

    /// Creates an empty library that calls `onChange` before each change by the user, which will be lost.
    package init(clock: WallClock, onChange: @escaping @Sendable () -> Void = {}) {
        self.clock = clock
        self.onChange = onChange
    }

    public var now: Timestamp { clock.timestamp }

    public func ids() async -> LibraryIDs {
        contents.withLock { library in
            var ids = LibraryIDs()
            ids.bookmarked = Set(library.bookmarks.flatMap(\.film.ids))
            ids.kept = ids.bookmarked.union(library.cards.flatMap(\.film.ids))
            return ids
        }
    }

    public func bookmarks() async throws(LibraryError) -> [Bookmark] { contents.withLock(\.bookmarks) }

    public func cards() async throws(LibraryError) -> [Card] { contents.withLock(\.cards) }

    public func films() async throws(LibraryError) -> [LibraryFilm] { contents.withLock(\.films) }

    public func film(_ id: MovieID) async throws(LibraryError) -> LibraryFilm? {
        contents.withLock(\.films).first { $0.ids.contains(id) }
    }

    public func remember(_ query: String) {
        contents.withLock { $0.remember(HistoryEntry(query: query, searchedAt: now)) }
    }

    public func refresh(_ film: LibraryFilm) { contents.withLock { $0.refresh(film) } }

    public func history(prefix: String, limit: Int) async throws(LibraryError) -> [HistoryEntry] {
        let prefix = HistoryEntry.key(of: prefix)
        return contents.withLock { library in
            Array(library.history.filter { HistoryEntry.key(of: $0.query).hasPrefix(prefix) }.prefix(limit))
        }
    }

    public func removeHistory(_ query: String?) async throws(LibraryError) -> Int {
        let key = query.map(HistoryEntry.key)
        return contents.withLock { $0.history.remove { key == nil || HistoryEntry.key(of: $0.query) == key } }
    }

    public func addBookmark(_ film: LibraryFilm) async throws(LibraryError) -> Bookmark {
        onChange()
        return contents.withLock { $0.add(Bookmark(film: film, addedAt: now)) }
    }

    public func removeBookmark(_ id: MovieID) async throws(LibraryError) -> Bool {
        contents.withLock { $0.bookmarks.remove { $0.film.ids.contains(id) } > 0 }
    }

    public func putCard(_ change: CardChange, of film: LibraryFilm) async throws(LibraryError) -> Card {
        onChange()
        return contents.withLock { library in
            let old = library.cards.first { $0.film.isSame(as: film) }
            let card = change.applied(to: old, of: film, at: now)
            library.put(card)
            return card
        }
    }

    public func removeCard(_ id: MovieID) async throws(LibraryError) -> Bool {
        contents.withLock { $0.cards.remove { $0.film.ids.contains(id) } > 0 }
    }

    public func add(_ library: Library) async throws(LibraryError) {
        onChange()
        contents.withLock { contents in
            for entry in library.history.reversed() {
                let key = HistoryEntry.key(of: entry.query)
                let known = contents.history.contains { HistoryEntry.key(of: $0.query) == key }
                if !known { contents.history.append(entry) }
            }
            contents.history.sort { $0.searchedAt > $1.searchedAt }
            for bookmark in library.bookmarks.reversed() { _ = contents.add(bookmark) }
            for card in library.cards.reversed() {
                let known = contents.cards.first { $0.film.isSame(as: card.film) }
                if known.map({ $0.changedAt < card.changedAt }) ?? true { contents.put(card) }
            }
        }
    }
}

extension Library {
    /// The number of queries that are remembered.
    public static let longestHistory = 1_000

    fileprivate var films: [LibraryFilm] { bookmarks.map(\.film) + cards.map(\.film) }

    fileprivate mutating func remember(_ entry: HistoryEntry) {
        var entry = entry
        let key = HistoryEntry.key(of: entry.query)
        if let index = history.firstIndex(where: { HistoryEntry.key(of: $0.query) == key }) {
            entry.count += history.remove(at: index).count
        }
        history.insert(entry, at: 0)
        if history.count > Self.longestHistory { history.removeLast() }
    }

    fileprivate mutating func refresh(_ film: LibraryFilm) {
        for index in bookmarks.indices where bookmarks[index].film.isSame(as: film) {
            bookmarks[index].film.take(film)
        }
        for index in cards.indices where cards[index].film.isSame(as: film) {
            cards[index].film.take(film)
        }
    }

    fileprivate mutating func add(_ bookmark: Bookmark) -> Bookmark {
        refresh(bookmark.film)
        if let known = bookmarks.first(where: { $0.film.isSame(as: bookmark.film) }) { return known }
        bookmarks.append(bookmark)
        bookmarks.sort { $0.addedAt > $1.addedAt }
        return bookmark
    }

    fileprivate mutating func put(_ card: Card) {
        cards.removeAll { $0.film.isSame(as: card.film) }
        cards.append(card)
        cards.sort { $0.changedAt > $1.changedAt }
        refresh(card.film)
    }
}

extension Array {
    /// Removes elements, and tells how many they were.
    fileprivate mutating func remove(where isGone: (Element) -> Bool) -> Int {
        let before = count
        removeAll(where: isGone)
        return before - count
    }
}

extension LibraryFilm {
    /// Whether the two films have an id in common.
    public func isSame(as other: LibraryFilm) -> Bool { ids.contains(where: other.ids.contains) }

    /// Adopts the newer details of the film; from a film without details, only its ids.
    mutating func take(_ newer: LibraryFilm) {
        self = newer.document.isEmpty ? including(newer.ids) : newer.including(ids)
    }

    /// Returns the film with these ids added.
    public func including(_ others: [MovieID]) -> LibraryFilm {
        var film = self
        film.ids += others.filter { !ids.contains($0) }
        return film
    }
}
