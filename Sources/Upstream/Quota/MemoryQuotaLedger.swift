import Synchronization

/// A count of calls that lives as long as the process: for tests, and for runs that may write nothing.
package final class MemoryQuotaLedger: QuotaLedger {
    fileprivate struct Entry {
        var period: String
        var used: Int
    }

    /// Of each source's last period; the one before is of no use to anybody.
    private let entries = Mutex<[String: Entry]>([:])

    package init() {}

    package func spend(on source: String, in period: String, limit: Int) async -> QuotaCount {
        entries.withLock { entries in
            let used = entries.used(source, period)
            guard used < limit else { return QuotaCount(used: used, isGranted: false) }
            entries[source] = Entry(period: period, used: used + 1)
            return QuotaCount(used: used + 1, isGranted: true)
        }
    }

    package func raise(_ source: String, in period: String, to count: Int) async {
        entries.withLock { entries in
            entries[source] = Entry(period: period, used: max(count, entries.used(source, period)))
        }
    }

    package func count(of source: String, in period: String) async -> Int {
        entries.withLock { $0.used(source, period) }
    }
}

extension [String: MemoryQuotaLedger.Entry] {
    fileprivate func used(_ source: String, _ period: String) -> Int {
        guard let entry = self[source], entry.period == period else { return 0 }
        return entry.used
    }
}
