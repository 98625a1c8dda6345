import Platform
import SQLite
import Synchronization
package import Upstream

extension CacheFile: QuotaLedger {
    package func spend(on source: String, in period: String, limit: Int) async -> QuotaCount {
        let period = LocalCounts.Period(source: source, name: period)
        return await change(period, late: true) { used in
            used < limit
                ? (used + 1, QuotaCount(used: used + 1, isGranted: true))
                : (used, QuotaCount(used: used, isGranted: false))
        } ?? localCounts.withLock { $0.spendAlone(in: period, limit: limit) }
    }

    package func raise(_ source: String, in period: String, to count: Int) async {
        let period = LocalCounts.Period(source: source, name: period)
        localCounts.withLock { $0.saw(count, in: period, paying: 0) }
        _ = await change(period, late: false) { used in
            (max(used, count), QuotaCount(used: max(used, count), isGranted: false))
        }
    }

    package func lower(_ source: String, in period: String, by count: Int) async {
        let period = LocalCounts.Period(source: source, name: period)
        let answer = await change(period, late: false, lowering: count) { used in
            (used.lowered(by: count), QuotaCount(used: used.lowered(by: count), isGranted: false))
        }
        if answer == nil { localCounts.withLock { $0.lowerAlone(period, by: count) } }
    }

    package func count(of source: String, in period: String) async -> Int {
        let period = LocalCounts.Period(source: source, name: period)
        let stored = await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.usedCalls(in: period)
        }
        return localCounts.withLock { $0[period].total(stored: stored) }
    }

    package func storePause(of source: String, until end: Int?) async {
        let pause = LocalCounts.Period.pause(of: source)
        _ = await counts.run(within: settings.file.busyTimeout) { [settings] database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in
                if let end {
                    try database.setUsedCalls(end, in: pause, at: settings.file.wallClock.milliseconds)
                } else {
                    try database.forgetPauses(of: source)
                }
            }
        }
    }

    package func pauseEnd(of source: String) async -> Int? {
        let end = await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.usedCalls(in: .pause(of: source))
        }
        return end.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Deletes the pauses of one source, or of all if it is `nil`.
    func forgetPauses(of source: String?) async {
        _ = await counts.run(within: 20 * settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in try database.forgetPauses(of: source) }
        }
    }

    /// Changes a count in the file, in a transaction that excludes all other processes.
    ///
    /// `next` returns the new count and the answer for the count so far; the result is `nil` without the file. If
    /// `late` is true and the file answers after the time limit, the call that was granted in the meantime is no longer
    /// owed. `lowering` is how much lower the count may be afterwards than it was seen before.
    private func change(
        _ period: LocalCounts.Period,
        late: Bool,
        lowering: Int = 0,
        _ next: @escaping @Sendable (Int) -> (used: Int, answer: QuotaCount)
    ) async -> QuotaCount? {
        await counts.run(
            within: settings.file.busyTimeout,
            late: { [self] answer in
                if late, answer.isGranted { localCounts.withLock { $0.saw(answer.used, in: period, paying: 1) } }
            },
            { [self] database throws(SQLiteError) in
                let known = localCounts.withLock { $0[period] }
                let answer = try database.change { () throws(SQLiteError) in
                    let used = known.total(stored: try database.usedCalls(in: period))
                    let next = next(used)
                    try database.setUsedCalls(next.used, in: period, at: settings.file.wallClock.milliseconds)
                    return next.answer
                }
                localCounts.withLock {
                    $0.saw(answer.used, in: period, paying: known.owed, lowering: lowering)
                }
                moveLogInTime()
                return answer
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

        /// The row with the moment at which a pause ends.
        static func pause(of source: String) -> Period { Period(source: source, name: "pause") }
    }

    struct Count: Hashable, Sendable {
        /// The highest count seen in the file.
        var seen = 0
        /// Calls that were granted but are not in the file yet.
        var owed = 0

        var total: Int { seen.addingClamped(owed) }

        /// Returns the count if the file has `stored`; `nil` if it cannot be read.
        ///
        /// The file may have been lost since it was seen, but a source's report that is not in it any more has ended.
        func total(stored: Int?) -> Int {
            guard let stored else { return total }
            let hasEnded = seen >= QuotaCount.reported && stored < QuotaCount.reported
            return max(stored, hasEnded ? seen - QuotaCount.reported : seen).addingClamped(owed)
        }
    }

    private var counts: [Period: Count] = [:]

    subscript(period: Period) -> Count { counts[period] ?? Count() }

    /// Grants or refuses a call without the file.
    mutating func spendAlone(in period: Period, limit: Int) -> QuotaCount {
        var count = self[period]
        let isGranted = count.total < limit
        if isGranted { count.owed += 1 }
        set(count, for: period)
        return QuotaCount(used: count.total, isGranted: isGranted)
    }

    /// Notes the count in the file, and how many of the owed calls it includes.
    mutating func saw(_ used: Int, in period: Period, paying paid: Int, lowering: Int = 0) {
        var count = self[period]
        let hasEnded = count.seen >= QuotaCount.reported && used < QuotaCount.reported
        count.seen = hasEnded ? used : max(count.seen - lowering, used)
        count.owed = max(count.owed - paid, 0)
        set(count, for: period)
    }

    /// Lowers the count without the file: first by the calls that are not in it.
    mutating func lowerAlone(_ period: Period, by lowering: Int) {
        var count = self[period]
        let unowed = min(count.owed, lowering)
        count.owed -= unowed
        count.seen = max(0, count.seen - (lowering - unowed))
        set(count, for: period)
    }

    private mutating func set(_ count: Count, for period: Period) {
        // A process that lives for many days has no use for the counts of earlier periods.
        if counts[period] == nil {
            counts = counts.filter {
                $0.key.source != period.source || $0.key.name.utf8.count != period.name.utf8.count
            }
        }
        counts[period] = count
    }
}

// MARK: - Rows

/// Statements on counted calls.
extension SQLiteConnection {
    func usedCalls(in period: LocalCounts.Period) throws(SQLiteError) -> Int {
        try integer(
            "SELECT used FROM quota WHERE source = ? AND period = ?",
            [.text(period.source), .text(period.name)]
        ) ?? 0
    }

    func forgetPauses(of source: String?) throws(SQLiteError) {
        try run(
            "DELETE FROM quota WHERE period = 'pause' AND (?1 IS NULL OR source = ?1)",
            [source.map { .text($0) } ?? .null]
        )
    }

    /// Sets the count; the first call of a period also removes periods that ended long ago.
    func setUsedCalls(_ used: Int, in period: LocalCounts.Period, at now: Int) throws(SQLiteError) {
        try run(
            """
            INSERT INTO quota (source, period, used, changed_at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (source, period) DO UPDATE SET used = ?3, changed_at = ?4
            """,
            [.text(period.source), .text(period.name), .integer(used), .integer(now)]
        )
        guard used == 1 else { return }
        try run(
            "DELETE FROM quota WHERE source = ? AND period <> ? AND changed_at < ?",
            [.text(period.source), .text(period.name), .integer(now - 40 * 86_400_000)]
        )
    }
}

extension Int {
    /// Returns the sum, or `.max` if it overflows: a count in a file may be any number.
    func addingClamped(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
