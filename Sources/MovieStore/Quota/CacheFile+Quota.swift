import GRDB
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

    package func count(of source: String, in period: String) async -> Int {
        let period = LocalCounts.Period(source: source, name: period)
        let stored = await reads.run(within: settings.file.busyTimeout) { database in
            try QuotaRow.used(in: period, of: database)
        }
        return localCounts.withLock { counts in
            max(stored ?? 0, counts[period].seen) + counts[period].owed
        }
    }

    /// Changes a count in the file, in a transaction that no other process can come between.
    ///
    /// - Parameters:
    ///   - period: Whose count.
    ///   - late: Whether a call was granted without the file if this comes too late, and is to be taken off again.
    ///   - next: From the count so far to the new one, and to what is answered.
    /// - Returns: what is answered; `nil` without the file.
    private func change(
        _ period: LocalCounts.Period,
        late: Bool,
        _ next: @escaping @Sendable (Int) -> (used: Int, answer: QuotaCount)
    ) async -> QuotaCount? {
        await counts.run(
            within: settings.file.busyTimeout,
            late: { [self] answer in
                if late, answer.isGranted { localCounts.withLock { $0.saw(answer.used, in: period, paying: 1) } }
            },
            { [self] database in
                let known = localCounts.withLock { $0[period] }
                let answer = try StoreSchema.change(database) {
                    let used = max(try QuotaRow.used(in: period, of: database), known.seen) + known.owed
                    let next = next(used)
                    try QuotaRow.set(next.used, in: period, at: settings.file.now(), of: database)
                    return next.answer
                }
                localCounts.withLock { $0.saw(answer.used, in: period, paying: known.owed) }
                moveLogInTime()
                return answer
            }
        )
    }

    /// Lets the writer move the log into the file now and then, which the connection for counts never does itself.
    func moveLogInTime() {
        guard upkeep.withLock({ $0.isLogDue() }) else { return }
        writes.schedule { [self] in
            _ = writes.attempt { database in try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
        }
    }
}
