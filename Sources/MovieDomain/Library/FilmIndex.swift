import Synchronization

/// The films that answers have told of, found by how their titles begin: what a client shows while a person types.
///
/// It may be lost at any time, and never fails: a broken index knows no films.
public protocol FilmIndex: Sendable {
    /// Takes films in, without their documents; returns at once.
    ///
    /// `keys` says how a film is found. It is asked for films that are news only, some time later.
    func learn(_ films: [LibraryFilm], keys: @escaping @Sendable (LibraryFilm) -> [FilmKey])

    /// Films with a title, or a word of one, that begins with `key`: those first whose whole title does, then the newest.
    func films(beginningWith key: String, limit: Int) async -> [IndexedMatch]
}

/// A title as it is looked for, from its beginning or from a later word.
public struct FilmKey: Hashable, Sendable {
    public var text: String
    public var title: String
    public var isWhole: Bool

    public init(_ text: String, of title: String, isWhole: Bool) {
        self.text = text
        self.title = title
        self.isWhole = isWhole
    }
}

/// A film that the index found.
public struct IndexedMatch: Hashable, Sendable {
    public var id: MovieID
    public var title: String
    public var year: Int?
    /// The title that begins so, which may be in another language.
    public var matchedTitle: String

    public init(id: MovieID, title: String, year: Int?, matchedTitle: String) {
        self.id = id
        self.title = title
        self.year = year
        self.matchedTitle = matchedTitle
    }
}

/// An index that lasts as long as the process: for recordings, and where nothing may be written.
public final class TransientFilmIndex: FilmIndex {
    private struct Entry: Sendable {
        var film: LibraryFilm
        var keys: [FilmKey]

        /// The film under the name of the one that has more ids, found by all keys of both.
        func united(with other: Entry) -> Entry {
            let (more, less) = other.film.ids.count > film.ids.count ? (other, self) : (self, other)
            return Entry(
                film: more.film.including(less.film.ids),
                keys: more.keys + less.keys.filter { !more.keys.contains($0) }
            )
        }
    }

    /// Films that are kept; the oldest go first.
    private static let most = 2_000

    /// The newest last.
    private let entries = Mutex<[Entry]>([])

    public init() {}

    public func learn(_ films: [LibraryFilm], keys: @escaping @Sendable (LibraryFilm) -> [FilmKey]) {
        entries.withLock { entries in
            let known = Set(entries.map(\.film))
            for film in films where !known.contains(film) {
                let same = entries.filter { $0.film.isSame(as: film) }
                entries.removeAll { $0.film.isSame(as: film) }
                entries.append(same.reduce(Entry(film: film, keys: keys(film))) { $0.united(with: $1) })
            }
            entries.removeFirst(max(0, entries.count - Self.most))
        }
    }

    public func films(beginningWith key: String, limit: Int) async -> [IndexedMatch] {
        let found = entries.withLock { entries in
            entries.reversed().compactMap { entry in
                let keys = entry.keys.filter { $0.text.hasPrefix(key) }
                return (keys.first(where: \.isWhole) ?? keys.first).map { (film: entry.film, key: $0) }
            }
        }
        let inOrder = found.filter(\.key.isWhole) + found.filter { !$0.key.isWhole }
        return inOrder.prefix(limit).compactMap { film, key in
            film.ids.first.map { IndexedMatch(id: $0, title: film.title, year: film.year, matchedTitle: key.title) }
        }
    }
}
