import Platform
import SQLite
import Synchronization
package import Upstream

extension CacheFile: QuotaLedger {
    package func spend(on source: String, in period: String, limit: Int) async -> QuotaCount {
        let period = LocalCounts.Period(source: source, name: period)
        return await change(period, isSpent: true) { $0.spend(upTo: limit) }
            ?? localCounts.withLock { $0.spendAlone(in: period, limit: limit) }
    }

    package func takeBack(_ source: String, in period: String) async {
        let period = LocalCounts.Period(source: source, name: period)
        let answer = await change(period, lowering: 1) { $0.takeBack() }
        if answer == nil { localCounts.withLock { $0.takeBackAlone(in: period) } }
    }

    package func setUsedUp(_ isUsedUp: Bool, _ source: String, in period: String) async {
        let period = LocalCounts.Period(source: source, name: period)
        localCounts.withLock { $0.setUsedUp(isUsedUp, in: period) }
        _ = await change(period) { $0.isUsedUp = isUsedUp }
    }

    package func count(of source: String, in period: String) async -> QuotaCount {
        let period = LocalCounts.Period(source: source, name: period)
        let stored = await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.quotaCount(in: period)
        }
        return localCounts.withLock { $0[period].total(stored: stored) }
    }

    package func storePause(of source: String, until end: Int?) async {
        _ = await counts.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in
                guard let end else { return try database.forgetPauses(of: source) }
                try database.run("INSERT OR REPLACE INTO pauses VALUES (?, ?)", [.text(source), .integer(end)])
            }
        }
    }

    package func pauseEnd(of source: String) async -> Int? {
        await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.integer("SELECT ends_at FROM pauses WHERE source = ?", [.text(source)])
        } ?? nil
    }

    /// Deletes the pauses of one source, or of all if it is `nil`.
    func forgetPauses(of source: String?) async {
        _ = await counts.run(within: 20 * settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in try database.forgetPauses(of: source) }
        }
    }

    /// Changes a count in the file, in a transaction that excludes all other processes; returns `nil` without the file.
    ///
    /// If a call was to be spent and the file answers after the time limit, the call that was granted in the meantime is
    /// no longer owed. `lowering` is how much lower the count may be afterwards than it was seen before.
    private func change(
        _ period: LocalCounts.Period,
        isSpent: Bool = false,
        lowering: Int = 0,
        _ change: @escaping @Sendable (inout QuotaCount) -> Void
    ) async -> QuotaCount? {
        await counts.run(
            within: settings.file.busyTimeout,
            late: { [self] count in
                if isSpent, count.isGranted { localCounts.withLock { $0.saw(count, in: period, paying: 1) } }
            },
            { [self] database throws(SQLiteError) in
                let known = localCounts.withLock { $0[period] }
                let count = try database.change { () throws(SQLiteError) in
                    var count = known.total(stored: try database.quotaCount(in: period))
                    change(&count)
                    try database.setQuotaCount(count, in: period, at: settings.file.wallClock.milliseconds)
                    return count
                }
                localCounts.withLock { $0.saw(count, in: period, paying: known.owed, lowering: lowering) }
                moveLogInTime()
                return count
            }
        )
    }

    /// Lets the writer checkpoint the log now and then, because the connection for counts never does.
    func moveLogInTime() {
        guard upkeep.withLock({ $0.isLogDue() }) else { return }
        writes.schedule { [self] in
            let move = "PRAGMA wal_checkpoint(PASSIVE)"
            _ = writes.attempt { database throws(SQLiteError) in try database.execute(move) }
        }
    }
}

// MARK: - Counts without the file

/// The counts that this process saw in the file, and the calls it could not write there, for counting without the file.
struct LocalCounts: Sendable {
    struct Period: Hashable, Sendable {
        var source: String
        var name: String
    }

    struct Count: Hashable, Sendable {
        /// The highest count seen in the file.
        var seen = 0
        /// Calls that were granted but are not in the file yet.
        var owed = 0
        /// Whether the source was last known to report that its quota is used up.
        var isUsedUp = false

        /// Returns the count if the file has `stored`; `nil` if it cannot be read.
        ///
        /// The file may have been lost since it was seen.
        func total(stored: QuotaCount?) -> QuotaCount {
            QuotaCount(
                used: max(stored?.used ?? 0, seen).addingClamped(owed),
                isUsedUp: stored?.isUsedUp ?? isUsedUp
            )
        }
    }

    private var counts: [Period: Count] = [:]

    subscript(period: Period) -> Count { counts[period] ?? Count() }

    /// Grants or refuses a call without the file.
    mutating func spendAlone(in period: Period, limit: Int) -> QuotaCount {
        var total = self[period].total(stored: nil)
        total.spend(upTo: limit)
        change(period) { if total.isGranted { $0.owed += 1 } }
        return total
    }

    /// Notes the count in the file, and how many of the owed calls it includes.
    mutating func saw(_ count: QuotaCount, in period: Period, paying paid: Int, lowering: Int = 0) {
        change(period) {
            $0.seen = max($0.seen - lowering, count.used)
            $0.owed = max($0.owed - paid, 0)
            $0.isUsedUp = count.isUsedUp
        }
    }

    mutating func setUsedUp(_ isUsedUp: Bool, in period: Period) { change(period) { $0.isUsedUp = isUsedUp } }

    /// Takes back a call without the file: first one that is not in it.
    mutating func takeBackAlone(in period: Period) {
        change(period) { count in
            if count.owed > 0 { count.owed -= 1 } else { count.seen = max(0, count.seen - 1) }
        }
    }

    private mutating func change(_ period: Period, _ change: (inout Count) -> Void) {
        // A process that lives for many days has no use for the counts of earlier periods.
        if counts[period] == nil { counts = counts.filter { $0.key.source != period.source } }
        change(&counts[period, default: Count()])
    }
}

// MARK: - Rows

/// Statements on counted calls.
extension SQLiteConnection {
    func quotaCount(in period: LocalCounts.Period) throws(SQLiteError) -> QuotaCount {
        try first(
            "SELECT used, is_used_up FROM quota WHERE source = ? AND period = ?",
            [.text(period.source), .text(period.name)]
        ) { row throws(SQLiteError) in
            QuotaCount(used: try row.integer(0), isUsedUp: try row.integer(1) != 0)
        } ?? QuotaCount()
    }

    func forgetPauses(of source: String?) throws(SQLiteError) {
        try run(
            "DELETE FROM pauses WHERE ?1 IS NULL OR source = ?1 OR substr(source, 1, length(?1) + 1) = ?1 || ' '",
            [source.map { .text($0) } ?? .null]
        )
    }

    /// Sets the count; the first call of a period also removes periods that ended long ago.
    func setQuotaCount(_ count: QuotaCount, in period: LocalCounts.Period, at now: Int) throws(SQLiteError) {
        try run(
            """
            INSERT INTO quota (source, period, used, changed_at, is_used_up) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (source, period) DO UPDATE SET used = ?3, changed_at = ?4, is_used_up = ?5
            """,
            [
                .text(period.source), .text(period.name), .integer(count.used), .integer(now),
                .integer(count.isUsedUp ? 1 : 0),
            ]
        )
        guard count.used == 1 else { return }
        try run(
            "DELETE FROM quota WHERE source = ? AND period <> ? AND changed_at < ?",
            [.text(period.source), .text(period.name), .integer(now - 40 * 86_400_000)]
        )
    }
}

extension StoreFileKind {
    /// Whether a source reports that its quota is used up, and the pauses that sources asked for, in seconds since 1970.
    ///
    /// Both were in the counts before: the report as a number that no real count reaches.
    static let pauseSchema = """
        ALTER TABLE quota ADD COLUMN is_used_up INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE pauses (
            source TEXT NOT NULL PRIMARY KEY,
            ends_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO pauses SELECT source, used FROM quota WHERE period = 'pause';
        DELETE FROM quota WHERE period = 'pause';
        UPDATE quota SET used = used - (1 << 40), is_used_up = 1 WHERE used >= 1 << 40;
        """
}

extension Int {
    /// Returns the sum, or `.max` if it overflows: a count in a file may be any number.
    func addingClamped(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
