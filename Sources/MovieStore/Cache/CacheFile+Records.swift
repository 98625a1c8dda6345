package import MovieDomain
import Platform
import SQLite
import Synchronization

/// What each source said about the known films, for all processes of the user.
extension CacheFile {
    package func learn(_ records: [KnownRecord]) {
        guard settings.coding != nil, writes.mayTry else { return }
        let now = settings.file.wallClock.milliseconds
        let isFirst = waitingFilms.withLock { $0.add(records, at: now) }
        if isFirst { writes.schedule(after: 50) { [self] in writeFilms() } }
    }

    package func records(with id: MovieID) async -> [KnownRecord] {
        guard let coding = settings.coding else { return [] }
        await finishWritingFilms()
        let now = settings.file.wallClock.milliseconds
        return await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.records(with: id, at: now, coding)
        } ?? []
    }

    package func earlier(_ records: [KnownRecord]) async -> [MovieRecord?] {
        guard let coding = settings.coding else { return records.map { _ in nil } }
        await finishWritingFilms()
        let now = settings.file.wallClock.milliseconds
        return await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            var earlier: [MovieRecord?] = []
            for known in records { earlier.append(try database.record(known.key, at: now, coding)) }
            return earlier
        } ?? records.map { _ in nil }
    }
}

extension StoreFileKind {
    /// What sources said about the films in `films`; the times are in milliseconds.
    static let recordSchema = """
        CREATE TABLE film_records (
            provider TEXT NOT NULL,
            id TEXT NOT NULL,
            film INTEGER NOT NULL,
            seen_at INTEGER NOT NULL,
            looked_up_at INTEGER,
            facts BLOB NOT NULL,
            PRIMARY KEY (provider, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX film_records_by_film ON film_records (film);
        """
}

extension SQLiteConnection {
    fileprivate func records(
        with id: MovieID,
        at now: Int,
        _ coding: FactsCoding
    ) throws(SQLiteError) -> [KnownRecord] {
        let film = "film = (SELECT film FROM film_ids WHERE id = ?)"
        return try records(film, [.text(id.description)], at: now, coding)
    }

    func records(ofFilm film: Int, _ coding: FactsCoding) throws(SQLiteError) -> [KnownRecord] {
        try records("film = ?", [.integer(film)], at: 0, coding)
    }

    fileprivate func record(
        _ key: [SQLiteValue],
        at now: Int,
        _ coding: FactsCoding
    ) throws(SQLiteError) -> MovieRecord? {
        try records("provider = ? AND id = ?", key, at: now, coding).first?.record
    }

    private func records(
        _ condition: String,
        _ values: [SQLiteValue],
        at now: Int,
        _ coding: FactsCoding
    ) throws(SQLiteError) -> [KnownRecord] {
        let columns = "provider, id, seen_at, looked_up_at, facts"
        return try all("SELECT \(columns) FROM film_records WHERE \(condition) ORDER BY provider, id", values) {
            row throws(SQLiteError) -> KnownRecord? in
            guard let id = MovieID(parsing: try row.text(1)), let facts = coding.decode(try row.blob(4)) else {
                return nil
            }
            let (seenAt, lookedUpAt) = (try row.integer(2), try row.optionalInteger(3))
            let moment = lookedUpAt ?? seenAt
            let age = max(0, now.subtractingReportingOverflow(moment).partialValue / 1_000)
            var record = MovieRecord(
                provider: ProviderID(try row.text(0)),
                facts: facts,
                freshness: Freshness(fromCache: true, ageSeconds: age)
            )
            record.isRow = lookedUpAt == nil
            return KnownRecord(id: id, record: record)
        }.compactMap(\.self)
    }

    /// Returns the facts of records, with what else earlier records of the same film and source have.
    func facts(of records: [KnownRecord], _ coding: FactsCoding) throws(SQLiteError) -> [CodedFacts] {
        var coded: [CodedFacts] = []
        var latest: [String: [UInt8]] = [:]
        for known in records {
            let name = "\(known.record.provider) \(known.id)"
            let stored = try first("SELECT facts FROM film_records WHERE provider = ? AND id = ?", known.key) {
                row throws(SQLiteError) in try row.blob(0)
            }
            let facts = coding.encode(known, latest[name] ?? stored)
            latest[name] = facts.bytes
            coded.append(facts)
        }
        return coded
    }

    /// Adds a record to its film; returns false if the film has no row.
    func put(_ known: KnownRecord, _ facts: CodedFacts, at now: Int) throws(SQLiteError) -> Bool {
        guard let film = try filmRows(of: [known.id]).first else { return false }
        // A cached answer is as old as it says.
        let moment = now - 1_000 * (known.record.freshness.ageSeconds ?? 0)
        // Neither counts as the answer of a lookup in the configured languages.
        let isRow = known.record.isRow || known.isInOtherLanguages
        try run(
            """
            INSERT INTO film_records VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (provider, id) DO UPDATE SET
                film = excluded.film, seen_at = iif(?8, seen_at, excluded.seen_at),
                looked_up_at = iif(?7, excluded.looked_up_at, coalesce(excluded.looked_up_at, looked_up_at)),
                facts = excluded.facts
            WHERE NOT ?7 OR excluded.seen_at >= seen_at
            """,
            known.key + [
                .integer(film), .integer(moment), isRow ? .null : .integer(moment), .blob(facts.bytes),
                .integer(facts.isOfOtherFilm ? 1 : 0), .integer(known.isInOtherLanguages ? 1 : 0),
            ]
        )
        return true
    }
}

extension KnownRecord {
    var key: [SQLiteValue] { [.text(record.provider.rawValue), .text(id.description)] }
}
