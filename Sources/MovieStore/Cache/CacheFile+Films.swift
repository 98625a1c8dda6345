package import MovieDomain
import Platform
import SQLite
import Synchronization

/// The films of earlier answers, for all processes of the user; each has the keys that find its titles.
extension CacheFile: FilmIndex {
    /// The number of films that are kept; those that were seen longest ago are removed first.
    private static let mostFilms = 10_000

    package func learn(_ films: [LibraryFilm], keys: @escaping @Sendable (LibraryFilm) -> [FilmKey]) {
        guard writes.mayTry else { return }
        let now = settings.file.wallClock.milliseconds
        let isFirst = waitingFilms.withLock { $0.add(films, keys, at: now) }
        if isFirst { writes.schedule(after: 50) { [self] in writeFilms() } }
    }

    package func films(
        beginningWith key: String,
        in namespaces: Set<String>,
        limit: Int
    ) async -> [IndexedMatch] {
        await finishWritingFilms()
        return await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.films(beginningWith: key, in: namespaces, limit: limit)
        } ?? []
    }

    package func film(with id: MovieID) async -> LibraryFilm? {
        await finishWritingFilms()
        return await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.film(with: id)
        } ?? nil
    }

    package func shown(_ films: [[MovieID]]) async -> [ShownFilm?] {
        await finishWritingFilms()
        return await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.shown(films)
        } ?? films.map { _ in nil }
    }

    package func newOwner(of id: MovieID) -> LibraryFilm? {
        let now = settings.file.wallClock.milliseconds
        return waitingFilms.withLock { $0.newOwner(of: id, at: now) }
    }

    package func putApart(_ records: [KnownRecord]) async {
        // Calls that began before still have the id in another film.
        let now = settings.file.wallClock.milliseconds
        waitingFilms.withLock { $0.give(records, at: now) }
        await changeFilms { database throws(SQLiteError) in
            for known in records { try database.putApart(known) }
        }
    }

    package func regroup(
        _ ids: [MovieID],
        apart pairs: Set<IDPair>,
        keys: @escaping @Sendable (LibraryFilm) -> [FilmKey]
    ) async {
        await changeFilms { [coding = settings.coding] database throws(SQLiteError) in
            try database.regroup(ids, apart: pairs, coding, keys)
        }
    }

    package func spare(_ library: LibraryIDs) { spared.withLock { $0 = library } }

    /// Changes films after those that wait were written; without the file, they stay as they are.
    private func changeFilms(_ change: @escaping DatabaseWork<Void>) async {
        await finishWritingFilms()
        _ = await writes.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in try change(database) }
        }
        // A film that is shown again is another one now.
        waitingFilms.withLock { $0.forgetWritten() }
    }

    /// Writes the films that were shown before, because each must be found at once.
    func finishWritingFilms() async {
        guard !waitingFilms.withLock(\.isWritten) else { return }
        _ = await writes.done(within: settings.file.busyTimeout) { self.writeFilms() }
    }

    /// Writes the waiting films; only call it on the thread of the worker for writes.
    ///
    /// Films that cannot be written are learned again by another process.
    func writeFilms() {
        let (films, earlier, records, keys) = waitingFilms.withLock { $0.take() }
        guard !films.isEmpty || !records.isEmpty else { return }
        let (now, coding) = (settings.file.wallClock.milliseconds, settings.coding)
        let early = writes.attempt { database throws(SQLiteError) -> [KnownRecord] in
            // Before the file is locked.
            let all = earlier + records
            let facts = if let coding { try database.facts(of: all, coding) } else { [CodedFacts]() }
            var early: [KnownRecord] = []
            try database.change { () throws(SQLiteError) in
                for film in films { try database.put(film, keys(film), at: now) }
                for (index, record) in all.enumerated() where index < facts.count {
                    let hasFilm = try database.put(record, facts[index], at: now)
                    // One that was early before is of a film that no answer has shown.
                    if !hasFilm, index >= earlier.count { early.append(record) }
                }
                let library = spared.withLock(\.self)
                try database.shrinkFilms(to: Self.mostFilms, at: now, sparing: { library.film(with: $0) != nil })
            }
            return early
        }
        waitingFilms.withLock { $0.endWriting(keeping: early ?? []) }
    }

    /// Removes all films, whatever their source: a film is merged from several.
    func forgetFilms() async {
        waitingFilms.withLock { $0 = WaitingFilms() }
        _ = await writes.run(within: 20 * settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in try database.removeFilms("IS NOT NULL", []) }
        }
    }
}

/// Films to be written after the calls.
///
/// It remembers when films were written, so that showing a film again soon costs no write.
struct WaitingFilms: Sendable {
    private static let most = 2_000
    /// The milliseconds after which a film is written again: it has been seen again, and may have been removed.
    private static let pause = 600_000

    private var waiting: [LibraryFilm] = []
    private var records: [KnownRecord] = []
    /// Records whose films were not written yet: an answer's records are learned before its films.
    private var early: [KnownRecord] = []
    /// When films and records were accepted last, by their hashes.
    private var written: [Int: Int] = [:]
    private var keys: @Sendable (LibraryFilm) -> [FilmKey] = { _ in [] }

    /// The films to which sources have given ids that were of other films, and when.
    private var owners: [MovieID: (film: LibraryFilm, since: Int)] = [:]
    /// The milliseconds that a call may take which began before.
    private static let longestCall = 60_000

    /// Whether films are being written that were taken.
    private var isWriting = false

    var isEmpty: Bool { waiting.isEmpty && records.isEmpty }
    /// Whether the file has all that was added.
    var isWritten: Bool { isEmpty && !isWriting }

    /// Adds films at a time in milliseconds; returns whether a writer has to be started.
    mutating func add(
        _ films: [LibraryFilm],
        _ keys: @escaping @Sendable (LibraryFilm) -> [FilmKey],
        at now: Int
    ) -> Bool {
        let wasEmpty = isEmpty
        self.keys = keys
        for film in films where waiting.count < Self.most && isDue(film.hashValue, at: now) { waiting.append(film) }
        return wasEmpty && !isEmpty
    }

    /// Adds records as ``add(_:_:at:)`` adds films; one that a source has just told is always added.
    mutating func add(_ new: [KnownRecord], at now: Int) -> Bool {
        let wasEmpty = isEmpty
        for known in new where records.count < Self.most {
            var hasher = Hasher()
            hasher.combine(known.id)
            hasher.combine(known.record.provider)
            hasher.combine(known.record.isRow)
            guard isDue(hasher.finalize(), at: now) || !known.record.freshness.fromCache else { continue }
            records.append(known)
        }
        return wasEmpty && !isEmpty
    }

    /// Gives the ids of records to their films.
    mutating func give(_ records: [KnownRecord], at now: Int) {
        owners = owners.filter { abs(now - $0.value.since) < Self.longestCall }
        for known in records { owners[known.id] = known.film.map { ($0, now) } }
    }

    func newOwner(of id: MovieID, at now: Int) -> LibraryFilm? {
        owners[id].flatMap { abs(now - $0.since) < Self.longestCall ? $0.film : nil }
    }

    private mutating func isDue(_ hash: Int, at now: Int) -> Bool {
        if let last = written[hash], abs(now - last) < Self.pause { return false }
        written[hash] = now
        return true
    }

    /// Forgets when films and records were accepted, so that each is accepted again.
    mutating func forgetWritten() { written = [:] }

    /// Ends the writing of what was taken; keeps records that were written before their films, until the next films.
    mutating func endWriting(keeping records: [KnownRecord]) {
        isWriting = false
        early = (early + records).suffix(Self.most)
    }

    /// Removes and returns all that waits, with the function for the keys of films; early records only with films.
    mutating func take() -> (
        films: [LibraryFilm], early: [KnownRecord], records: [KnownRecord],
        keys: @Sendable (LibraryFilm) -> [FilmKey]
    ) {
        if written.count > 2 * Self.most { written = [:] }
        defer { (waiting, records) = ([], []) }
        isWriting = !isEmpty
        guard !waiting.isEmpty else { return ([], [], records, keys) }
        defer { early = [] }
        return (waiting, early, records, keys)
    }
}

extension StoreFileKind {
    /// Films by the keys of their titles; the time is in milliseconds.
    static let filmIndexSchema = """
        CREATE TABLE films (
            film INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            title TEXT NOT NULL,
            year INTEGER,
            seen_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX films_by_time ON films (seen_at);
        CREATE TABLE film_ids (
            id TEXT NOT NULL PRIMARY KEY,
            film INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX film_ids_by_film ON film_ids (film);
        CREATE TABLE film_keys (
            key TEXT NOT NULL,
            film INTEGER NOT NULL,
            title TEXT NOT NULL,
            is_whole INTEGER NOT NULL,
            PRIMARY KEY (key, film)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX film_keys_by_film ON film_keys (film);
        """
}

/// Statements on known films.
extension SQLiteConnection {
    fileprivate func films(
        beginningWith key: String,
        in namespaces: Set<String>,
        limit: Int
    ) throws(SQLiteError) -> [IndexedMatch] {
        let isTaken = "instr(?4, char(10) || substr(taken.id, 1, instr(taken.id, ':') - 1) || char(10)) > 0"
        // One letter begins more titles than are worth reading.
        return try all(
            """
            SELECT coalesce(
                    (SELECT id FROM film_ids AS taken WHERE taken.id = films.id AND \(isTaken)),
                    (SELECT min(id) FROM film_ids AS taken WHERE taken.film = films.film AND \(isTaken))
                ) AS taken_id, films.title, year, found.title, max(is_whole) AS whole
            FROM (SELECT film, title, is_whole FROM film_keys WHERE key >= ?1 AND key < ?2 LIMIT 2000) AS found
            JOIN films USING (film)
            GROUP BY film HAVING taken_id IS NOT NULL ORDER BY whole DESC, seen_at DESC, film DESC LIMIT ?3
            """,
            [
                .text(key), .text(key + "\u{10FFFF}"), .integer(limit),
                .text(namespaces.map { "\n\($0)\n" }.joined()),
            ]
        ) { row throws(SQLiteError) -> IndexedMatch? in
            guard let id = MovieID(parsing: try row.text(0)) else { return nil }
            return IndexedMatch(
                id: id,
                title: try row.text(1),
                year: try row.optionalInteger(2),
                matchedTitle: try row.text(3)
            )
        }.compactMap(\.self)
    }

    fileprivate func film(with id: MovieID) throws(SQLiteError) -> LibraryFilm? {
        guard let row = try filmRows(of: [id]).first else { return nil }
        let ids = try all("SELECT id FROM film_ids WHERE film = ?", [.integer(row)]) { row throws(SQLiteError) in
            MovieID(parsing: try row.text(0))
        }
        return try first("SELECT title, year FROM films WHERE film = ?", [.integer(row)]) { row throws(SQLiteError) in
            let title = try row.text(0)
            return LibraryFilm(
                ids: [id] + ids.compactMap(\.self).filter { $0 != id },
                title: title,
                titles: [title],
                year: try row.optionalInteger(1)
            )
        }
    }

    fileprivate func shown(_ films: [[MovieID]]) throws(SQLiteError) -> [ShownFilm?] {
        var shown: [ShownFilm?] = []
        for ids in films {
            var found: [(firstID: MovieID, ids: [MovieID])] = []
            for row in try filmRows(of: ids).sorted() {
                guard let film = try filmOutline(row), let id = film.ids.first else { continue }
                found.append((id, film.ids))
            }
            shown.append(ShownFilm(found, of: ids))
        }
        return shown
    }

    /// Returns the film of a row with its ids, the first one first, and its title and year.
    private func filmOutline(_ film: Int) throws(SQLiteError) -> LibraryFilm? {
        let ids = "(SELECT group_concat(id, char(10)) FROM film_ids WHERE film_ids.film = films.film)"
        return try first("SELECT id, title, year, \(ids) FROM films WHERE film = ?", [.integer(film)]) {
            row throws(SQLiteError) in
            let first = MovieID(parsing: try row.text(0))
            let others = (try row.optionalText(3) ?? "").split(scalar: "\n").compactMap { MovieID(parsing: String($0)) }
            let title = try row.text(1)
            return LibraryFilm(
                ids: [first].compactMap(\.self) + others.filter { $0 != first },
                title: title,
                titles: [title],
                year: try row.optionalInteger(2)
            )
        }
    }

    /// Adds a film, united with those that share one of its ids, under the title of the one that has most ids, and the id
    /// of the earliest.
    ///
    /// A film that other ids tell apart is not united, and keeps the ids that both have.
    fileprivate func put(_ film: LibraryFilm, _ keys: [FilmKey], at now: Int) throws(SQLiteError) {
        guard !film.ids.isEmpty else { return }
        var (rows, others) = ([Int](), Set<MovieID>())
        var whole = film
        for row in try filmRows(of: film.ids).sorted() {
            guard let outline = try filmOutline(row) else { continue }
            if outline.isSame(as: whole) {
                rows.append(row)
                whole = whole.including(outline.ids)
            } else {
                others.formUnion(outline.ids)
            }
        }
        let ids = film.ids.filter { !others.contains($0) }
        guard let id = ids.first else { return }
        let row: Int
        if let first = rows.first {
            row = first
            try run("UPDATE films SET seen_at = ?2 WHERE film = ?1", [.integer(row), .integer(now)])
            for other in rows.dropFirst() {
                try run("UPDATE OR IGNORE film_keys SET film = ?1 WHERE film = ?2", [.integer(row), .integer(other)])
                for table in ["film_ids", "film_records"] {
                    try run("UPDATE \(table) SET film = ?1 WHERE film = ?2", [.integer(row), .integer(other)])
                }
                try removeFilms("= ?", [.integer(other)])
            }
        } else {
            row = try addFilm(id, at: now)
        }
        let known = try integer("SELECT count(*) FROM film_ids WHERE film = ?", [.integer(row)]) ?? 0
        if ids.count >= known { try setTitle(of: film, row) }
        try add(ids, keys, toFilm: row)
    }

    private func addFilm(_ id: MovieID, at now: Int) throws(SQLiteError) -> Int {
        let values: [SQLiteValue] = [.text(id.description), .integer(now)]
        try run("INSERT INTO films (id, title, seen_at) VALUES (?, '', ?)", values)
        return try integer("SELECT last_insert_rowid()") ?? 0
    }

    private func setTitle(of film: LibraryFilm, _ row: Int) throws(SQLiteError) {
        let year = film.year.map { SQLiteValue.integer($0) } ?? .null
        try run("UPDATE films SET title = ?2, year = ?3 WHERE film = ?1", [.integer(row), .text(film.title), year])
    }

    private func add(_ ids: [MovieID], _ keys: [FilmKey], toFilm row: Int) throws(SQLiteError) {
        for id in ids {
            try run("INSERT OR REPLACE INTO film_ids VALUES (?, ?)", [.text(id.description), .integer(row)])
        }
        for key in keys {
            try run(
                "INSERT OR IGNORE INTO film_keys VALUES (?, ?, ?, ?)",
                [.text(key.text), .integer(row), .text(key.title), .integer(key.isWhole ? 1 : 0)]
            )
        }
    }

    /// Takes an id, and what its source said about it, away from its film.
    fileprivate func putApart(_ known: KnownRecord) throws(SQLiteError) {
        try run("DELETE FROM film_records WHERE provider = ? AND id = ?", known.key)
        guard let row = try filmRows(of: [known.id]).first else { return }
        try run("DELETE FROM film_ids WHERE id = ?", [.text(known.id.description)])
        let ids = try filmOutline(row)?.ids ?? []
        guard let id = MovieID.preferred(among: ids.filter { $0 != known.id }) else {
            return try removeFilms("= ?", [.integer(row)])
        }
        if ids.first == known.id {
            try run("UPDATE films SET id = ?2 WHERE film = ?1", [.integer(row), .text(id.description)])
        }
    }

    fileprivate func regroup(
        _ ids: [MovieID],
        apart pairs: Set<IDPair>,
        _ coding: FactsCoding?,
        _ keys: (LibraryFilm) -> [FilmKey]
    ) throws(SQLiteError) {
        for row in try filmRows(of: ids) {
            let seenAt = try integer("SELECT seen_at FROM films WHERE film = ?", [.integer(row)]) ?? 0
            guard let outline = try filmOutline(row) else { continue }
            let records = try coding.map { coding throws(SQLiteError) in try self.records(ofFilm: row, coding) } ?? []
            let told = KnownRecord.films(of: records, apart: pairs)
            for table in ["film_ids", "film_keys"] {
                try run("DELETE FROM \(table) WHERE film = ?", [.integer(row)])
            }
            var isKept = false
            for (film, members) in told + outline.rest(besides: told.map(\.film)).map({ ($0, []) }) {
                guard let id = film.ids.first else { continue }
                let isFirst = !isKept && outline.ids.first.map(film.ids.contains) ?? false
                if isFirst { isKept = true }
                let own = isFirst ? row : try addFilm(id, at: seenAt)
                try setTitle(of: film, own)
                try add(film.ids, keys(film), toFilm: own)
                for member in members {
                    try run(
                        "UPDATE film_records SET film = ?3 WHERE provider = ?1 AND id = ?2",
                        records[member].key + [.integer(own)]
                    )
                }
            }
            if !isKept { try removeFilms("= ?", [.integer(row)]) }
        }
    }

    /// Removes the films that were seen longest ago, without the spared ones, which count as seen now.
    fileprivate func shrinkFilms(
        to limit: Int,
        at now: Int,
        sparing isSpared: ([MovieID]) -> Bool
    ) throws(SQLiteError) {
        // Several at a time, because finding them takes longer than a write.
        let count = try integer("SELECT count(*) FROM films") ?? 0
        guard count > limit + limit / 100 else { return }
        let oldest = try all("SELECT film FROM films ORDER BY seen_at") { row throws(SQLiteError) in
            try row.integer(0)
        }
        var excess = count - limit
        for film in oldest where excess > 0 {
            if isSpared(try filmOutline(film)?.ids ?? []) {
                try run("UPDATE films SET seen_at = ? WHERE film = ?", [.integer(now), .integer(film)])
            } else {
                try removeFilms("= ?", [.integer(film)])
                excess -= 1
            }
        }
    }

    fileprivate func removeFilms(_ condition: String, _ values: [SQLiteValue]) throws(SQLiteError) {
        // The condition may read the table of films, so that table is last.
        for table in ["film_keys", "film_ids", "film_records", "films"] {
            try run("DELETE FROM \(table) WHERE film \(condition)", values)
        }
    }
}
