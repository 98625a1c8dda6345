import Upstream

/// What this process knows of the counts of calls: what it saw in the file, and what it could not write there.
///
/// So the count goes on while the file cannot be had, and survives a file that is lost.
struct LocalCounts: Sendable {
    struct Period: Hashable, Sendable {
        var source: String
        var name: String
    }

    struct Count: Hashable, Sendable {
        /// The highest count that was seen in the file.
        var seen = 0
        /// Calls that were granted and are not in the file yet.
        var owed = 0
    }

    private var counts: [Period: Count] = [:]

    subscript(period: Period) -> Count { counts[period] ?? Count() }

    /// Grants or refuses a call without the file.
    mutating func spendAlone(in period: Period, limit: Int) -> QuotaCount {
        var count = self[period]
        let isGranted = count.seen + count.owed < limit
        if isGranted { count.owed += 1 }
        set(count, for: period)
        return QuotaCount(used: count.seen + count.owed, isGranted: isGranted)
    }

    /// Notes what stands in the file, and how much of what was owed went into it.
    mutating func saw(_ used: Int, in period: Period, paying paid: Int) {
        var count = self[period]
        count.seen = max(count.seen, used)
        count.owed = max(count.owed - paid, 0)
        set(count, for: period)
    }

    private mutating func set(_ count: Count, for period: Period) {
        // A long life has many days; the count of those before is of no use.
        if counts[period] == nil {
            counts = counts.filter {
                $0.key.source != period.source || $0.key.name.utf8.count != period.name.utf8.count
            }
        }
        counts[period] = count
    }
}
