import Platform
import Synchronization

/// The films of earlier answers: their titles, found while a person types, and what each source said of them.
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

    /// Returns the id by which each film, given with all its ids, was shown first; `nil` for one that was not shown.
    ///
    /// Of a film that was shown as several, it is the id of the earliest one.
    func firstIDs(of films: [[MovieID]]) async -> [MovieID?]

    /// Adds what sources said of films in the configured languages; returns at once.
    ///
    /// A record takes the place of an earlier one with the same id of the same source, but not the fields that it lacks:
    /// a row does not take away the cast.
    func learn(_ records: [KnownRecord])

    /// Returns the records of the film with an id, also those that are found by its other ids.
    ///
    /// Each has its age, that of the last lookup if it was looked up.
    func records(with id: MovieID) async -> [KnownRecord]
}

/// What a source said of a film, and the id by which it looks the film up.
public struct KnownRecord: Hashable, Sendable {
    public var id: MovieID
    public var record: MovieRecord

    public init(id: MovieID, record: MovieRecord) {
        (self.id, self.record) = (id, record)
    }
}

/// How the index writes the facts of a film down.
public struct FactsCoding: Sendable {
    /// Returns the bytes of facts, with the fields that they lack from earlier bytes.
    public var encode: @Sendable (_ record: MovieRecord, _ earlier: [UInt8]?) -> [UInt8]
    /// Returns the facts; `nil` for bytes that are none.
    public var decode: @Sendable ([UInt8]) -> MovieFacts?

    public init(
        encode: @escaping @Sendable (_ record: MovieRecord, _ earlier: [UInt8]?) -> [UInt8],
        decode: @escaping @Sendable ([UInt8]) -> MovieFacts?
    ) {
        (self.encode, self.decode) = (encode, decode)
    }
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
        /// The id by which it was shown first.
        var firstID: MovieID?
        /// How many films were shown first before it.
        var place: Int

        /// Returns the film with more ids, found by the keys of both, with the first id of the earlier one.
        func united(with other: Entry) -> Entry {
            let (more, less) = other.film.ids.count > film.ids.count ? (other, self) : (self, other)
            return Entry(
                film: more.film.including(less.film.ids),
                keys: more.keys + less.keys.filter { !more.keys.contains($0) },
                firstID: (place < other.place ? self : other).firstID,
                place: min(place, other.place)
            )
        }
    }

    /// The maximum number of films; the oldest are removed first.
    private static let most = 2_000

    private let entries = Mutex<[Entry]>([])
    private let known = Mutex<[KnownRecord]>([])

    public init() {}

    public func learn(_ records: [KnownRecord]) {
        known.withLock { known in
            for new in records {
                var new = new
                new.record.freshness = Freshness(fromCache: true, ageSeconds: new.record.freshness.ageSeconds)
                let isSame = { (old: KnownRecord) in (old.id, old.record.provider) == (new.id, new.record.provider) }
                if let old = known.first(where: isSame), new.record.isRow, !old.record.isRow { new = old }
                known.removeAll(where: isSame)
                known.append(new)
            }
            known.removeFirst(max(0, known.count - Self.most))
        }
    }

    public func records(with id: MovieID) async -> [KnownRecord] {
        let ids = Set((await film(with: id)?.ids ?? []) + [id])
        return known.withLock { known in
            known.filter { entry in entry.record.facts.ids.movieIDs.contains(where: ids.contains) }
        }
    }

    public func learn(_ films: [LibraryFilm], keys: @escaping @Sendable (LibraryFilm) -> [FilmKey]) {
        entries.withLock { entries in
            let known = Set(entries.map(\.film))
            for film in films where !known.contains(film) {
                let place = (entries.map(\.place).max() ?? 0) + 1
                let same = entries.filter { $0.film.isSame(as: film) }
                entries.removeAll { $0.film.isSame(as: film) }
                let new = Entry(film: film, keys: keys(film), firstID: film.ids.first, place: place)
                entries.append(same.reduce(new) { $0.united(with: $1) })
            }
            entries.removeFirst(max(0, entries.count - Self.most))
        }
    }

    public func films(beginningWith key: String, in namespaces: Set<String>, limit: Int) async -> [IndexedMatch] {
        let found = entries.withLock { entries in
            entries.reversed().compactMap { entry -> (match: IndexedMatch, isWhole: Bool)? in
                let (film, keys) = (entry.film, entry.keys.filter { $0.text.hasPrefix(scalars: key) })
                guard let key = keys.first(where: \.isWhole) ?? keys.first,
                    let id = ([entry.firstID].compactMap(\.self) + film.ids)
                        .first(where: { namespaces.contains($0.namespace) })
                else { return nil }
                let match = IndexedMatch(id: id, title: film.title, year: film.year, matchedTitle: key.title)
                return (match, key.isWhole)
            }
        }
        return (found.filter(\.isWhole) + found.filter { !$0.isWhole }).prefix(limit).map(\.match)
    }

    public func firstIDs(of films: [[MovieID]]) async -> [MovieID?] {
        entries.withLock { entries in
            films.map { ids in
                entries.filter { $0.film.ids.contains(where: ids.contains) }.min { $0.place < $1.place }?.firstID
            }
        }
    }

    public func film(with id: MovieID) async -> LibraryFilm? {
        let found = entries.withLock { entries in entries.last { $0.film.ids.contains(id) }?.film }
        return found.map { film in
            let ids = [id] + film.ids.filter { $0 != id }
            return LibraryFilm(ids: ids, title: film.title, titles: [film.title], year: film.year)
        }
    }
}
