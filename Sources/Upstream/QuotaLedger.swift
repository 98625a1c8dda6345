import Platform
import Synchronization

/// The port to what all processes of a user share about a source: its calls in a period, its turns, the pause that it
/// asked for, and whether it answers at all.
///
/// No function throws: if the shared data is not available in time, the process continues with its own.
package protocol QuotaLedger: Sendable {
    /// Counts one call, unless `limit` calls are already counted in the period, or its quota is said to be used up.
    ///
    /// - Parameters:
    ///   - source: The source's id.
    ///   - period: The source's own day, or another calendar period, as text: `2026-11-21`.
    ///   - limit: How many calls may be counted; lower than the source's own limit for less important calls.
    /// - Returns: How many calls are counted now, and whether this one is among them.
    func spend(on source: String, in period: String, limit: Int) async -> QuotaCount

    /// Subtracts a call that was counted but not sent.
    func takeBack(_ source: String, in period: String) async

    /// Notes whether the source itself reports that no calls are left.
    func setUsedUp(_ isUsedUp: Bool, _ source: String, in period: String) async

    /// Returns the number of counted calls, and whether the source reports that no more are left.
    func count(of source: String, in period: String) async -> QuotaCount

    /// Keeps the end of a pause that a source asked for, or for which one of its hosts is left alone, as
    /// `SOURCE ORIGIN`, in seconds since 1970; `nil` ends the pause, and
    /// those of the source's hosts.
    func storePause(of source: String, until end: Int?) async

    /// Returns the end of the last pause that was kept, which may have passed.
    func pauseEnd(of source: String) async -> Int?

    /// Changes the turns at a source, while no other process does.
    ///
    /// `change` may be called again, for the process's own turns.
    func withTurns<Value: Sendable>(
        at source: String,
        _ change: @escaping @Sendable (inout SlidingWindowLimiter) -> Value
    ) async -> Value

    /// Returns what is known about a source whose last call failed; `nil` if none did, as far as is known.
    func outage(of source: String) async -> Outage?

    /// Changes what is known about a source whose last call failed, while no other process does.
    ///
    /// `change` may be called again, for what the process itself knows.
    func withOutage<Value: Sendable>(
        of source: String,
        _ change: @escaping @Sendable (inout Outage?) -> Value
    ) async -> Value
}

extension QuotaLedger {
    /// Returns how many seconds are left of a pause; `nil` if there is none.
    ///
    /// One that was left by a clock that ran ahead is removed.
    func pauseLeft(of source: String, on clock: WallClock) async -> Int? {
        guard let end = await pauseEnd(of: source), end > clock.seconds else { return nil }
        // A clock is set by some seconds now and then.
        guard .seconds(end - clock.seconds) <= RetryAfterState.longest + .seconds(60) else {
            await storePause(of: source, until: nil)
            return nil
        }
        return end - clock.seconds
    }
}

/// What a quota ledger has counted in a period, and its answer to the last call.
package struct QuotaCount: Sendable, Hashable {
    /// The number of calls counted in the period, including the last one if it was granted.
    package var used: Int
    /// Whether the source itself reports that its quota is used up.
    package var isUsedUp: Bool
    /// Whether the last call may be made.
    package var isGranted: Bool

    package init(used: Int = 0, isUsedUp: Bool = false, isGranted: Bool = false) {
        self.used = used
        self.isUsedUp = isUsedUp
        self.isGranted = isGranted
    }

    /// Returns whether one more call may be made if `limit` may be counted.
    func allows(_ limit: Int) -> Bool { !isUsedUp && used < limit }

    /// Counts one more call if `limit` allows it.
    package mutating func spend(upTo limit: Int) {
        isGranted = allows(limit)
        if isGranted { used += 1 }
    }

    package mutating func takeBack() { used = max(0, used - 1) }
}

/// A count of calls that lives as long as the process, for tests and for runs that may not write anything.
package final class MemoryQuotaLedger: QuotaLedger {
    fileprivate struct Entry {
        var period: String
        var count: QuotaCount
    }

    /// The last period of each source; earlier ones are not needed.
    private let entries = Mutex<[String: Entry]>([:])
    /// When the pauses of sources end.
    private let pauses = Mutex<[String: Int]>([:])
    private let turns = Mutex<[String: SlidingWindowLimiter]>([:])
    private let outages = Mutex<[String: Outage]>([:])

    package init() {}

    package func spend(on source: String, in period: String, limit: Int) async -> QuotaCount {
        entries.withLock { entries in
            var count = entries.count(source, period)
            count.spend(upTo: limit)
            entries[source] = Entry(period: period, count: count)
            return count
        }
    }

    package func takeBack(_ source: String, in period: String) async {
        entries.withLock { entries in
            guard entries[source]?.period == period else { return }
            entries[source]?.count.takeBack()
        }
    }

    package func setUsedUp(_ isUsedUp: Bool, _ source: String, in period: String) async {
        entries.withLock { entries in
            var count = entries.count(source, period)
            count.isUsedUp = isUsedUp
            entries[source] = Entry(period: period, count: count)
        }
    }

    package func count(of source: String, in period: String) async -> QuotaCount {
        entries.withLock { $0.count(source, period) }
    }

    package func storePause(of source: String, until end: Int?) async {
        pauses.withLock { pauses in
            if end == nil { pauses = pauses.filter { !$0.key.hasPrefix(scalars: source + " ") } }
            pauses[source] = end
        }
    }

    package func pauseEnd(of source: String) async -> Int? { pauses.withLock { $0[source] } }

    package func withTurns<Value: Sendable>(
        at source: String,
        _ change: @escaping @Sendable (inout SlidingWindowLimiter) -> Value
    ) async -> Value {
        turns.withLock { change(&$0[source, default: SlidingWindowLimiter()]) }
    }

    package func outage(of source: String) async -> Outage? { outages.withLock { $0[source] } }

    package func withOutage<Value: Sendable>(
        of source: String,
        _ change: @escaping @Sendable (inout Outage?) -> Value
    ) async -> Value {
        outages.withLock { change(&$0[source]) }
    }
}

extension [String: MemoryQuotaLedger.Entry] {
    fileprivate func count(_ source: String, _ period: String) -> QuotaCount {
        guard var count = self[source].flatMap({ $0.period == period ? $0.count : nil }) else { return QuotaCount() }
        count.isGranted = false
        return count
    }
}
