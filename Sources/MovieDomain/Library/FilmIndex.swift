import Platform
import Synchronization

/// The films of earlier answers, found by the beginnings of their titles while a person types.
///
/// The index may be lost at any time, and never fails: a broken one is empty.
public protocol FilmIndex: Sendable {
    /// Adds films without their documents; returns at once.
    ///
    /// `keys` returns the keys that find a film. It is called some time later, and only for new films.
    func learn(_ films: [LibraryFilm], keys: @escaping @Sendable (LibraryFilm) -> [FilmKey])

    /// Returns films with a title that begins with `key`, newest first, then those with only a later word that does.
    ///
    /// Only films with an id in one of the namespaces are returned, each with one of these ids.
    func films(beginningWith key: String, in namespaces: Set<String>, limit: Int) async -> [IndexedMatch]

    /// Returns the film with an id, which is its first one, without its document and its other titles; `nil` if no answer had it.
    func film(with id: MovieID) async -> LibraryFilm?
}

/// The key of a title, from its beginning or from a later word.
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
    /// The title that matches, which may be in another language.
    public var matchedTitle: String

    public init(id: MovieID, title: String, year: Int?, matchedTitle: String) {
        self.id = id
        self.title = title
        self.year = year
        self.matchedTitle = matchedTitle
    }
}

/// An index that lasts as long as the process, for recordings and for runs that may not write anything.
public final class TransientFilmIndex: FilmIndex {
    private struct Entry: Sendable {
        var film: LibraryFilm
        var keys: [FilmKey]

        /// Returns the film with more ids, found by the keys of both.
        func united(with other: Entry) -> Entry {
            let (more, less) = other.film.ids.count > film.ids.count ? (other, self) : (self, other)
            return Entry(
                film: more.film.including(less.film.ids),
                keys: more.keys + less.keys.filter { !more.keys.contains($0) }
            )
        }
    }

    /// The maximum number of films; the oldest are removed first.
    private static let most = 2_000

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

    public func films(beginningWith key: String, in namespaces: Set<String>, limit: Int) async -> [IndexedMatch] {
        let found = entries.withLock { entries in
            entries.reversed().compactMap { entry -> (match: IndexedMatch, isWhole: Bool)? in
                let (film, keys) = (entry.film, entry.keys.filter { $0.text.hasPrefix(scalars: key) })
                guard let key = keys.first(where: \.isWhole) ?? keys.first,
                    let id = film.ids.first(where: { namespaces.contains($0.namespace) })
                else { return nil }
                let match = IndexedMatch(id: id, title: film.title, year: film.year, matchedTitle: key.title)
                return (match, key.isWhole)
            }
        }
        return (found.filter(\.isWhole) + found.filter { !$0.isWhole }).prefix(limit).map(\.match)
    }

    public func film(with id: MovieID) async -> LibraryFilm? {
        let found = entries.withLock { entries in entries.last { $0.film.ids.contains(id) }?.film }
        return found.map { film in
            let ids = [id] + film.ids.filter { $0 != id }
            return LibraryFilm(ids: ids, title: film.title, titles: [film.title], year: film.year)
        }
    }
}
