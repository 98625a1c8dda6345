package import Platform
import Synchronization

/// A library that lasts as long as the process, for recordings and for runs that may not write anything.
public final class TransientLibrary: LibraryStore {
    private let contents = Mutex(Library())
    private let clock: WallClock
    private let onChange: @Sendable () -> Void

    /// Creates an empty library that calls `onChange` after each change by the user, which will be lost.
    package init(clock: WallClock, onChange: @escaping @Sendable () -> Void = {}) {
        self.clock = clock
        self.onChange = onChange
    }

    public var now: Timestamp { clock.timestamp }

    public func ids() async -> LibraryIDs? {
        contents.withLock { library in
            LibraryIDs(
                library.bookmarks.map { LibraryIDs.Film(ids: $0.film.ids, isBookmarked: true) }
                    + library.cards.map { LibraryIDs.Film(ids: $0.film.ids, isBookmarked: false) }
            )
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

    private func changing<Value: Sendable>(_ body: (inout Library) -> Value) -> Value {
        defer { onChange() }
        return contents.withLock { body(&$0) }
    }

    /// Removes as many entries as `body` returns, which is a change unless there were none.
    private func removing(_ body: (inout Library) -> Int) -> Int {
        let count = contents.withLock { body(&$0) }
        if count > 0 { onChange() }
        return count
    }

    public func history(prefix: String, limit: Int) async throws(LibraryError) -> [HistoryEntry] {
        let prefix = HistoryEntry.key(of: prefix)
        return contents.withLock { library in
            Array(library.history.filter { HistoryEntry.key(of: $0.query).hasPrefix(prefix) }.prefix(limit))
        }
    }

    public func removeHistory(_ query: String?) async throws(LibraryError) -> Int {
        let key = query.map(HistoryEntry.key)
        return removing { $0.history.remove { key == nil || HistoryEntry.key(of: $0.query) == key } }
    }

    public func addBookmark(_ film: LibraryFilm) async throws(LibraryError) -> Bookmark {
        changing { $0.add(Bookmark(film: film, addedAt: now)) }
    }

    public func removeBookmark(_ id: MovieID) async throws(LibraryError) -> Bool {
        removing { $0.bookmarks.remove { $0.film.ids.contains(id) } } > 0
    }

    public func putCard(_ change: CardChange, of film: LibraryFilm) async throws(LibraryError) -> Card {
        changing { library in
            let old = library.cards.first { $0.film.isSame(as: film) }
            let card = change.applied(to: old, of: film, at: now)
            library.put(card)
            return card
        }
    }

    public func replaceFilm(_ id: MovieID, with film: LibraryFilm) async throws(LibraryError) {
        changing { library in
            for index in library.bookmarks.indices where library.bookmarks[index].film.ids.contains(id) {
                library.bookmarks[index].film = film
            }
            for index in library.cards.indices where library.cards[index].film.ids.contains(id) {
                library.cards[index].film = film
            }
        }
    }

    public func connect(_ film: LibraryFilm) async throws(LibraryError) -> Bool {
        changing { library in
            guard library.cards.count(where: { $0.film.isSame(as: film) }) < 2 else { return false }
            library.refresh(film)
            return true
        }
    }

    public func removeCard(_ id: MovieID) async throws(LibraryError) -> Bool {
        removing { $0.cards.remove { $0.film.ids.contains(id) } } > 0
    }

    public func add(_ library: Library) async throws(LibraryError) {
        changing { contents in
            for entry in library.history.reversed() {
                let key = HistoryEntry.key(of: entry.query)
                let known = contents.history.contains { HistoryEntry.key(of: $0.query) == key }
                if !known { contents.history.append(entry) }
            }
            contents.history.sort { $0.searchedAt > $1.searchedAt }
            // What is stored of a film may be newer than what comes from elsewhere.
            func stored(_ film: LibraryFilm) -> LibraryFilm {
                let known = contents.films.first { !$0.document.isEmpty && $0.isSame(as: film) }
                return known?.including(film.ids) ?? film
            }
            for var bookmark in library.bookmarks.reversed() {
                bookmark.film = stored(bookmark.film)
                _ = contents.add(bookmark)
            }
            for var card in library.cards.reversed() {
                card.film = stored(card.film)
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
    /// Whether the two are one film: they have an id in common, and no namespace in which their ids differ.
    public func isSame(as other: LibraryFilm) -> Bool { ids.areOfOneFilm(with: other.ids) }

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
