package import MovieDomain
import Platform
import SQLite
import Synchronization
package import Upstream

package struct CacheFileSettings: Sendable {
    package var file: StoreFileSettings
    /// The size in bytes above which the least recently used answers are removed.
    package var sizeLimit = 256 << 20
    /// The most bytes of answers that may wait to be written.
    package var waitingLimit = 16 << 20
    /// Milliseconds to wait for more answers before a batch is written.
    package var writeDelay = 10
    /// How the facts of films are written; without it, only their titles are kept.
    package var coding: FactsCoding?

    package init(file: StoreFileSettings) { self.file = file }
}

/// The cache on disk: answers, known films, and counts, shared by all processes of a user.
///
/// Nothing is opened before the first use. Calls wait at most the busy timeout, and never for writes: data to be
/// written waits in memory, where it can be read at once, until the process's only writer has written it.
package final class CacheFile: Sendable {
    let settings: CacheFileSettings
    /// The owner of this store's leases, unique among all processes.
    let owner = "\(ProcessMark.current) \(String(UInt64.random(in: .min ... .max), radix: 36))"
    let file: StoreFile
    let reads: DatabaseWorker
    let writes: DatabaseWorker
    let counts: DatabaseWorker
    let pending: Mutex<PendingWrites>
    let localCounts = Mutex(LocalCounts())
    /// What was last in the file about each source, for calls that cannot wait for it.
    let ownTurns = Mutex<[String: SlidingWindowLimiter]>([:])
    let ownOutages = Mutex<[String: Outage]>([:])
    let upkeep = Mutex(Upkeep())
    let claims = Mutex(ClaimQueue<WaitingClaim>())
    let waitingFilms = Mutex(WaitingFilms())
    /// The library, whose films are kept.
    let spared = Mutex(LibraryIDs())

    package init(_ settings: CacheFileSettings) {
        var settings = settings
        // Twice the limit leaves room for what is written before old answers are removed.
        settings.file.maximumPages = settings.file.maximumPages ?? max(2 * settings.sizeLimit / 4_096, 64)
        self.settings = settings
        file = StoreFile(.cache, settings.file)
        reads = DatabaseWorker(file, .reads)
        writes = DatabaseWorker(file, .writes)
        counts = DatabaseWorker(file, .counts)
        pending = Mutex(PendingWrites(byteLimit: settings.waitingLimit))
    }

    package var path: String { file.path }

    /// Whether there is a file, which the first use would otherwise create.
    package var exists: Bool { FileFacts.of(path) != nil }

    /// Writes pending data and closes the file, each step within `limit` milliseconds; returns whether all was written.
    package func close(within limit: Int = 1_000) async -> Bool {
        let isWritten = await flush(within: limit)
        for worker in [reads, counts, writes] {
            // The writer is last: it checkpoints the log.
            guard await worker.done(within: limit, { worker.close() }) else { return false }
        }
        return isWritten
    }

    package func flush(within limit: Int = 1_000) async -> Bool {
        await writes.done(within: limit) {
            self.writeNow()
            self.writeFilms()
        } && pending.withLock(\.unwrittenCount) == 0 && !writes.isRefused
    }
}

// MARK: - The port

extension CacheFile: ResponseStore {
    package func response(for key: ResponseKey) async -> CachedResponse? {
        if let waiting = pending.withLock({ $0[key] }) { return waiting }
        let now = settings.file.wallClock.milliseconds
        let found = await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.answer(for: key)
        }
        guard case .some(.some(let row)) = found else { return nil }
        if row.isUseDue(at: now) { noteUse(of: key.hash) }
        return row.response
    }

    package func keep(_ response: CachedResponse, for key: ResponseKey) {
        guard !writes.isRefused || writes.mayTry else { return }
        if pending.withLock({ $0.keep(response, for: key) }) { scheduleWriting(after: settings.writeDelay) }
    }

    package func removeAll(of source: String?) async -> Int {
        let waiting = pending.withLock { $0.removeAll(of: source) }
        var removed = 0
        // In steps, so that other processes get their turn in between.
        while let count = await writes.run(
            within: 20 * settings.file.busyTimeout,
            { [settings] database throws(SQLiteError) in
                try database.removeAnswers(atMost: 500, of: source, sizeLimit: settings.sizeLimit)
            }
        ), count > 0 { removed += count }
        await forgetFilms()
        await forgetCounts(of: source)
        await forgetPauses(of: source)
        await forgetOutages(of: source)
        await writeAnew()
        // Includes answers that the writer had taken, but could not write.
        return waiting + removed + pending.withLock { $0.removeAll(of: source) }
    }

    package func sizes() async -> [String: StoredSize] {
        await reads.run(within: 4 * settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.answerSizes()
        } ?? [:]
    }

    /// Erases every byte of removed content, which would otherwise stay in the log, between rows, and in files that
    /// were moved aside.
    private func writeAnew() async {
        guard !writes.isRefused else { return }
        for _ in 0..<2 {
            let isDone = await writes.run(within: 240 * settings.file.busyTimeout) {
                [file] database throws(SQLiteError) in
                try database.writeAnew()
                return file.removeMovedAside()
            }
            if isDone == true { return }
        }
        file.report(.remnants)
    }

    private func noteUse(of hash: Int) {
        if pending.withLock({ $0.use(hash) }) { scheduleWriting(after: settings.writeDelay) }
    }
}

// MARK: - The schema

extension StoreFileKind {
    /// The file of cached answers, counted calls, leases, and known films, all of which may be lost at any time.
    static let cache = StoreFileKind(
        name: "cache.sqlite",
        applicationID: 0x4D51_4341,
        migrations: [
            cacheSchema, filmIndexSchema, countSchema, pauseSchema, recordSchema, turnSchema, outageSchema, waitSchema,
        ],
        damage: .moveAside
    )

    /// The first schema, in which times are in milliseconds.
    ///
    /// An answer's row is found by the hash of its key, and counts only if the whole key is equal.
    private static let cacheSchema = """
        CREATE TABLE responses (
            hash INTEGER PRIMARY KEY,
            source TEXT NOT NULL,
            identity TEXT NOT NULL,
            status INTEGER NOT NULL,
            headers TEXT NOT NULL,
            stored_at INTEGER NOT NULL,
            fresh_for INTEGER NOT NULL,
            stale_while_revalidate INTEGER NOT NULL,
            stale_if_error INTEGER NOT NULL,
            last_used INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            size INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX responses_by_use ON responses (last_used);
        CREATE INDEX responses_by_source ON responses (source, size);
        CREATE INDEX responses_by_end
            ON responses (stored_at + fresh_for + max(stale_while_revalidate, stale_if_error));

        CREATE TABLE quota (
            source TEXT NOT NULL,
            period TEXT NOT NULL,
            used INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            PRIMARY KEY (source, period)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE leases (
            hash INTEGER PRIMARY KEY,
            owner TEXT NOT NULL,
            ends_at INTEGER NOT NULL
        ) STRICT;
        """
}

/// The schedule of maintenance: expired rows are removed once an hour, but not in the first minute of a process.
struct Upkeep: Sendable {
    static let interval = 3_600_000
    static let firstWait = 60_000

    static let changesBeforeMove = 256

    private var next: Int?
    private var changes = 0

    /// Whether maintenance is due at `now`; setting a clock back delays it, but never prevents it.
    mutating func isDue(at now: Int) -> Bool {
        guard let due = next, due - now <= Self.interval else {
            next = now + Self.firstWait
            return false
        }
        guard now >= due else { return false }
        next = now + Self.interval
        return true
    }

    /// Whether enough counts were changed to checkpoint the log.
    mutating func isLogDue() -> Bool {
        changes += 1
        return changes % Self.changesBeforeMove == 0
    }
}

/// The counts of all the user's processes, by source and day.
extension CacheFile: CountStore {
    private static let storedDays = 7
    /// A limit that no real count reaches, low enough to add up the counts of a week.
    private static let highest = 1 << 53

    private var today: Int { settings.file.wallClock.milliseconds / 86_400_000 }

    package func add(_ counts: [ProviderID: [String: Int]]) async {
        let today = today
        _ = await writes.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in
                for (source, named) in counts {
                    for (name, count) in named {
                        try database.run(
                            """
                            INSERT INTO counts VALUES (?1, ?2, ?3, ?4)
                            ON CONFLICT DO UPDATE SET count = min(max(count, 0), ?5) + ?4
                            """,
                            [
                                .text(source.rawValue), .integer(today), .text(name),
                                .integer(min(count, Self.highest)), .integer(Self.highest),
                            ]
                        )
                    }
                }
                try database.run("DELETE FROM counts WHERE day <= ?", [.integer(today - Self.storedDays)])
            }
        }
    }

    package func counts() async -> [ProviderID: [String: Int]] {
        let today = today
        let rows = await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.all(
                "SELECT source, name, count FROM counts WHERE day > ? ORDER BY source, name",
                [.integer(today - Self.storedDays)]
            ) { row throws(SQLiteError) in
                // The file may hold any number.
                (try row.text(0), try row.text(1), min(max(try row.integer(2), 0), Self.highest))
            }
        }
        var counts: [ProviderID: [String: Int]] = [:]
        for (source, name, count) in rows ?? [] {
            let sum = counts[ProviderID(source), default: [:]][name, default: 0].addingClamped(count)
            counts[ProviderID(source), default: [:]][name] = min(sum, Self.highest)
        }
        return counts
    }

    /// Deletes the counts of one source, or of all if it is `nil`.
    func forgetCounts(of source: String?) async {
        _ = await writes.run(within: 20 * settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in
                try database.run(
                    "DELETE FROM counts WHERE ?1 IS NULL OR source = ?1",
                    [source.map { .text($0) } ?? .null]
                )
            }
        }
    }
}

extension StoreFileKind {
    /// Counts by source, day since 1970 in UTC, and name.
    static let countSchema = """
        CREATE TABLE counts (
            source TEXT NOT NULL,
            day INTEGER NOT NULL,
            name TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (source, day, name)
        ) STRICT, WITHOUT ROWID;
        """
}
