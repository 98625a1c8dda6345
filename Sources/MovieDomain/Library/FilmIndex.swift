import Platform
import Synchronization

/// The films of earlier answers: their titles, found while a person types, and what each source said about them.
///
/// The index may be lost at any time, and never fails: a broken one is empty.
package protocol FilmIndex: Sendable {
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

    /// Returns each film, given with all its ids, as it was shown first; `nil` for one that was not shown.
    ///
    /// Of a film that was shown as several, it is the earliest one.
    func shown(_ films: [[MovieID]]) async -> [ShownFilm?]

    /// Adds what sources said about films; returns at once.
    ///
    /// A record takes the place of an earlier one with the same id of the same source, but not the fields that it lacks:
    /// a row does not take away the cast. One in other languages only adds what is missing.
    func learn(_ records: [KnownRecord])

    /// Returns for each record what the same source said before of the film with the same id; `nil` for one that is new.
    func earlier(_ records: [KnownRecord]) async -> [MovieRecord?]

    /// Forgets what the sources said under these ids, which now belong to other films; the films that had them stay
    /// without.
    func putApart(_ records: [KnownRecord]) async

    /// Returns the film that now owns an id which its source moved from another film less than a minute ago, so that calls
    /// of this process that began before do not move it back; `nil` for other ids.
    func newOwner(of id: MovieID) -> LibraryFilm?

    /// Takes the films with these ids apart, into films that share ids by what a source itself said about them, and not
    /// the ids of a pair.
    func regroup(
        _ ids: [MovieID],
        apart pairs: Set<IDPair>,
        keys: @escaping @Sendable (LibraryFilm) -> [FilmKey]
    ) async

    /// Keeps the films of a library, however long ago they were seen.
    func spare(_ library: LibraryIDs)

    /// Returns the records of the film with an id, also those that are found by its other ids.
    ///
    /// Each has its age, that of the last lookup if it was looked up.
    func records(with id: MovieID) async -> [KnownRecord]
}

extension FilmIndex {
    /// Returns a film of an answer without the ids that belong to other films since; `nil` without any id.
    package func current(_ film: LibraryFilm) -> LibraryFilm? {
        var current = film
        current.ids.removeAll { id in newOwner(of: id).map { !$0.agrees(with: film) } ?? false }
        return current.ids.isEmpty ? nil : current
    }

    /// Returns the id by which each film, given with all its ids, was shown first; `nil` for one that was not shown.
    package func firstIDs(of films: [[MovieID]]) async -> [MovieID?] { await shown(films).map { $0?.firstID } }
}

/// A film as it was shown first, with all ids that it was shown by.
package struct ShownFilm: Hashable, Sendable {
    package var firstID: MovieID
    /// Every id by which it was shown.
    package var ids: [MovieID]

    package init(firstID: MovieID, ids: [MovieID]) {
        (self.firstID, self.ids) = (firstID, ids)
    }
}

extension ShownFilm {
    /// Creates the film with these ids from those that were shown with one of them, the earliest first; its ids are
    /// theirs, without those of films that have another id in one of its namespaces.
    package init?(_ films: [(firstID: MovieID, ids: [MovieID])], of ids: [MovieID]) {
        guard let first = films.first else { return nil }
        self.init(firstID: first.firstID, ids: ids)
        for film in films where film.ids.areOfOneFilm(with: self.ids) {
            self.ids += film.ids.filter { !self.ids.contains($0) }
        }
    }
}

/// What a source said about a film, and the id by which it looks the film up.
package struct KnownRecord: Hashable, Sendable {
    /// The id by which the source looks the film up.
    package var id: MovieID
    package var record: MovieRecord
    /// Whether it was said in other languages than the configured ones.
    package var isInOtherLanguages = false

    package init(id: MovieID, record: MovieRecord) {
        (self.id, self.record) = (id, record)
    }

    /// The film as this record alone tells it.
    package var film: LibraryFilm? { Self.films(of: [self], apart: []).first?.film }

    /// Returns the films of records, each with the positions of its records: those that share an id, but have neither
    /// different ids in a namespace nor the ids of a pair that is `apart`.
    package static func films(
        of records: [KnownRecord],
        apart pairs: Set<IDPair>
    ) -> [(film: LibraryFilm, members: [Int])] {
        var groups: [(ids: [MovieID], members: [Int])] = []
        for (place, known) in records.enumerated() {
            let others = known.record.facts.ids.movieIDs.sorted()
                .filter { $0 != known.id && !pairs.contains(IDPair(known.id, $0)) }
            var group = (ids: [known.id] + others, members: [place])
            groups.removeAll { other in
                let areApart = group.ids.contains { id in other.ids.contains { pairs.contains(IDPair(id, $0)) } }
                guard !areApart, other.ids.areOfOneFilm(with: group.ids) else { return false }
                group.ids = other.ids + group.ids.filter { !other.ids.contains($0) }
                group.members = other.members + group.members
                return true
            }
            groups.append(group)
        }
        return groups.map { group in
            let facts = group.members.map { records[$0].record.facts }
            let titles = facts.flatMap {
                [$0.title?.text, $0.originalTitle].compactMap(\.self) + $0.titles.map(\.text)
            }
            let first = MovieID.preferred(among: group.ids)
            let film = LibraryFilm(
                ids: [first].compactMap(\.self) + group.ids.filter { $0 != first },
                title: titles.first ?? group.ids[0].description,
                titles: titles.reduce(into: []) { $0 = $0.including($1) },
                year: facts.lazy.compactMap(\.likelyYear).first
            )
            return (film, group.members)
        }
    }
}

extension LibraryFilm {
    /// Returns a film for each id that none of the films has that were made of what sources said about this one.
    package func rest(besides films: [LibraryFilm]) -> [LibraryFilm] {
        let told = Set(films.flatMap(\.ids))
        return ids.filter { !told.contains($0) }.map {
            LibraryFilm(ids: [$0], title: title, titles: titles, year: year)
        }
    }
}

/// How the index writes the facts of a film down.
package struct FactsCoding: Sendable {
    /// Returns the bytes of facts with the fields that they lack from earlier bytes; without them if the earlier ones are
    /// of another film.
    package var encode: @Sendable (_ record: KnownRecord, _ earlier: [UInt8]?) -> CodedFacts
    /// Returns the facts; `nil` for bytes that are none.
    package var decode: @Sendable ([UInt8]) -> MovieFacts?

    package init(
        encode: @escaping @Sendable (_ record: KnownRecord, _ earlier: [UInt8]?) -> CodedFacts,
        decode: @escaping @Sendable ([UInt8]) -> MovieFacts?
    ) {
        (self.encode, self.decode) = (encode, decode)
    }
}

/// Facts as the index writes them down.
package struct CodedFacts: Hashable, Sendable {
    package var bytes: [UInt8]
    /// Whether the earlier facts belong to another film.
    package var isOfOtherFilm: Bool

    package init(_ bytes: [UInt8], isOfOtherFilm: Bool = false) {
        (self.bytes, self.isOfOtherFilm) = (bytes, isOfOtherFilm)
    }
}

/// The key of a title, from its beginning or from a later word.
package struct FilmKey: Hashable, Sendable {
    /// What a typed text is compared with.
    package var text: String
    /// The title that the key is of.
    package var title: String
    /// Whether the key begins where the title does, and not at a later word.
    package var isWhole: Bool

    package init(_ text: String, of title: String, isWhole: Bool) {
        self.text = text
        self.title = title
        self.isWhole = isWhole
    }
}

/// A film that the index found.
package struct IndexedMatch: Hashable, Sendable {
    package var id: MovieID
    package var title: String
    package var year: Int?
    /// The title that matches, which may be in another language.
    package var matchedTitle: String

    package init(id: MovieID, title: String, year: Int?, matchedTitle: String) {
        self.id = id
        self.title = title
        self.year = year
        self.matchedTitle = matchedTitle
    }
}

/// An index that lasts as long as the process, for recordings and for runs that may not write anything.
package final class TransientFilmIndex: FilmIndex {
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

    package init() {}

    package func learn(_ records: [KnownRecord]) {
        known.withLock { known in
            for new in records {
                var new = new
                new.record.freshness = Freshness(fromCache: true, ageSeconds: new.record.freshness.ageSeconds)
                let isSame = { (old: KnownRecord) in (old.id, old.record.provider) == (new.id, new.record.provider) }
                if let old = known.first(where: isSame), new.isInOtherLanguages || new.record.isRow && !old.record.isRow
                {
                    new = old
                }
                known.removeAll(where: isSame)
                known.append(new)
            }
            known.removeFirst(max(0, known.count - Self.most))
        }
    }

    /// Nothing lasts that a late call could spoil.
    package func newOwner(of id: MovieID) -> LibraryFilm? { nil }

    package func records(with id: MovieID) async -> [KnownRecord] {
        let ids = Set((await film(with: id)?.ids ?? []) + [id])
        return known.withLock { known in
            known.filter { entry in entry.record.facts.ids.movieIDs.contains(where: ids.contains) }
        }
    }

    package func earlier(_ records: [KnownRecord]) async -> [MovieRecord?] {
        known.withLock { known in
            records.map { new in
                known.first { ($0.id, $0.record.provider) == (new.id, new.record.provider) }?.record
            }
        }
    }

    package func putApart(_ records: [KnownRecord]) async {
        known.withLock { known in
            known.removeAll { old in
                records.contains { ($0.id, $0.record.provider) == (old.id, old.record.provider) }
            }
        }
        entries.withLock { entries in
            for id in records.map(\.id) {
                for place in entries.indices where entries[place].film.ids.contains(id) {
                    entries[place].film.ids.removeAll { $0 == id }
                    guard entries[place].firstID == id else { continue }
                    entries[place].firstID = MovieID.preferred(among: entries[place].film.ids)
                }
            }
            entries.removeAll { $0.film.ids.isEmpty }
        }
    }

    package func regroup(
        _ ids: [MovieID],
        apart pairs: Set<IDPair>,
        keys: @escaping @Sendable (LibraryFilm) -> [FilmKey]
    ) async {
        let records = known.withLock(\.self)
        entries.withLock { entries in
            let old = entries.filter { $0.film.ids.contains(where: ids.contains) }
            entries.removeAll { $0.film.ids.contains(where: ids.contains) }
            for entry in old {
                let own = records.filter { entry.film.ids.contains($0.id) }
                let films = KnownRecord.films(of: own, apart: pairs).map(\.film)
                for film in films + entry.film.rest(besides: films) {
                    let isFirst = entry.firstID.map(film.ids.contains) ?? false
                    let place = isFirst ? entry.place : (entries.map(\.place).max() ?? 0) + 1
                    let firstID = isFirst ? entry.firstID : film.ids.first
                    entries.append(Entry(film: film, keys: keys(film), firstID: firstID, place: place))
                }
            }
        }
    }

    package func spare(_ library: LibraryIDs) {}

    package func learn(_ films: [LibraryFilm], keys: @escaping @Sendable (LibraryFilm) -> [FilmKey]) {
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

    package func films(beginningWith key: String, in namespaces: Set<String>, limit: Int) async -> [IndexedMatch] {
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

    package func shown(_ films: [[MovieID]]) async -> [ShownFilm?] {
        entries.withLock { entries in
            films.map { ids in
                let found = entries.filter { $0.film.ids.contains(where: ids.contains) }.sorted { $0.place < $1.place }
                return ShownFilm(found.compactMap { entry in entry.firstID.map { ($0, entry.film.ids) } }, of: ids)
            }
        }
    }

    package func film(with id: MovieID) async -> LibraryFilm? {
        let found = entries.withLock { entries in entries.last { $0.film.ids.contains(id) }?.film }
        return found.map { film in
            let ids = [id] + film.ids.filter { $0 != id }
            return LibraryFilm(ids: ids, title: film.title, titles: [film.title], year: film.year)
        }
    }
}
