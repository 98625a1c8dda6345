import HTTPModel
import MovieDomain
import Platform
import Synchronization

/// Refuses calls at once that may not be sent, so that they do not wait for their turn first.
struct QuotaGuard<Next: HTTPClient>: HTTPClient {
    let account: QuotaAccount
    let clock: any MonotonicClock
    let next: Next

    /// Throws `.quotaExhausted`, or what the layers below would throw without sending anything.
    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        guard let (_, period) = account.terms(of: request.source) else {
            return try await next.send(request, readBy: reader)
        }
        if let refusal = account.states[request.source].standingRefusal(of: request, at: clock.now) { throw refusal }
        try await account.check(request)
        let answer = try await next.send(request, readBy: reader)
        // A source that says when to try again is paused until then.
        guard let error = answer.failure, error.kind == .quota, error.retryAfterSeconds == nil else { return answer }
        await account.exhaust(request.source, in: period)
        return answer.failing(forSeconds: account.secondsLeft(of: period))
    }
}

/// Counts each attempt toward its source's quota; enrichment is refused first.
///
/// It comes after all waits, because a call that waited in vain was not sent, and costs nothing.
struct QuotaMeter<Next: AttemptClient>: AttemptClient {
    let account: QuotaAccount
    let next: Next

    /// Throws `.quotaExhausted` if no call is left, such as when other processes have made them in the meantime.
    func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration
    ) async throws(ProviderError) -> HTTPAnswer {
        // A place may come together with the end of the call.
        guard !Task.isCancelled else { throw .cancelled(request) }
        let period = try await account.spend(request)
        do throws(ProviderError) {
            return try await next.send(request, readBy: reader, until: moment)
        } catch {
            if let period, error.stage.isBeforeSending {
                await account.ledger.takeBack(request.source, in: period.name)
            }
            throw error
        }
    }
}

extension ProviderError.Stage {
    /// Whether the request was certainly not sent, because there was no connection for it.
    fileprivate var isBeforeSending: Bool {
        [.nameResolution, .connectionRefused, .connectTimeout, .tls, .forbidden].contains(self)
    }
}

/// Counts the calls of each source in its own calendar.
struct QuotaAccount: Sendable {
    let states: ProviderStates
    let wallClock: WallClock
    let ledger: any QuotaLedger

    /// Returns the limit of a source and its current period; `nil` if its calls are not counted.
    func terms(of source: String) -> (limit: Int, period: QuotaPeriod)? {
        guard let limit = states[source].policy.limits.quota?.count,
            let period = states.period(of: source, at: wallClock.seconds)
        else {
            return nil
        }
        return (limit, period)
    }

    /// Throws `.quotaExhausted` if no call is left for the purpose of this one; counts nothing.
    func check(_ request: HTTPRequest) async throws(ProviderError) {
        guard let (limit, period) = terms(of: request.source) else { return }
        let count = await count(of: request.source, in: period)
        guard count.allows(request.context.purpose.share(of: limit)) else {
            throw refusal(of: request.source, count, limit, period)
        }
    }

    /// Counts one call, and returns the period in which it counts; `nil` if calls are not counted.
    ///
    /// Throws `.quotaExhausted` if none is left for the purpose of the call.
    func spend(_ request: HTTPRequest) async throws(ProviderError) -> QuotaPeriod? {
        guard let (limit, period) = terms(of: request.source) else { return nil }
        let share = request.context.purpose.share(of: limit)
        let count = await ledger.spend(on: request.source, in: period.name, limit: share)
        if !count.isGranted { throw refusal(of: request.source, count, limit, period) }
        return period
    }

    private func refusal(
        of source: String,
        _ count: QuotaCount,
        _ limit: Int,
        _ period: QuotaPeriod
    ) -> ProviderError {
        let message =
            count.isUsedUp
            ? "\(source) says that its quota of \(period.name) is used up; "
                + "\(count.used) of \(limit) calls were counted here"
            : count.used >= limit
                ? "the \(limit) calls to \(source) of \(period.name) are used up"
                : "the last \(limit - count.used) calls to \(source) of \(period.name) are kept for what is asked for directly"
        let remaining = Duration.seconds(secondsLeft(of: period))
        return .refusal(.quotaExhausted, message, retryAfter: remaining)
    }

    func secondsLeft(of period: QuotaPeriod) -> Int { max(1, period.end - wallClock.seconds) }

    /// Returns the calls that were counted, without a report that was made before the definition or its key changed.
    private func count(of source: String, in period: QuotaPeriod) async -> QuotaCount {
        var count = await ledger.count(of: source, in: period.name)
        guard count.isUsedUp, states[source].withCore({ $0.forgetsReport() }) else { return count }
        await ledger.setUsedUp(false, source, in: period.name)
        count.isUsedUp = false
        return count
    }

    /// Records that the source itself reports that its quota is used up.
    func exhaust(_ source: String, in period: QuotaPeriod) async {
        _ = states[source].withCore { $0.forgetsReport() }
        await ledger.setUsedUp(true, source, in: period.name)
    }

    func status(of source: String) async -> QuotaHealth? {
        guard let (limit, period) = terms(of: source) else { return nil }
        let count = await count(of: source, in: period)
        var health = QuotaHealth(used: count.used, limit: limit, resetsAt: Timestamp(secondsSinceEpoch: period.end))
        if count.isUsedUp { health.left = 0 }
        return health
    }
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

    package func storePause(of source: String, until end: Int?) async { pauses.withLock { $0[source] = end } }

    package func pauseEnd(of source: String) async -> Int? { pauses.withLock { $0[source] } }
}

extension [String: MemoryQuotaLedger.Entry] {
    fileprivate func count(_ source: String, _ period: String) -> QuotaCount {
        guard var count = self[source].flatMap({ $0.period == period ? $0.count : nil }) else { return QuotaCount() }
        count.isGranted = false
        return count
    }
}

/// The port to what all processes of a user share about a source: its calls in a period, and the pause that it asked for.
///
/// No function throws: if the shared count is not available in time, the process continues with its own count.
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

    /// Keeps the end of a pause that a source asked for, in seconds since 1970; `nil` ends the pause.
    func storePause(of source: String, until end: Int?) async

    /// Returns the end of the last pause that was kept, which may have passed.
    func pauseEnd(of source: String) async -> Int?
}

extension CallPurpose {
    /// Returns the count up to which a call for this purpose is made.
    ///
    /// The last tenth of a quota, at least ten calls and at most half of all, is reserved for essential calls.
    func share(of limit: Int) -> Int {
        switch self {
        case .essential: limit
        case .enrichment: limit - min(max(limit / 10, 10), limit / 2)
        }
    }
}

/// A period of a source's calendar in which its calls are counted.
package struct QuotaPeriod: Sendable, Hashable {
    /// Its name: `2026-11-21`, `2026-11`, `2026-11-21T09`.
    package var name: String
    /// When the next period begins, in seconds since 1970.
    package var end: Int

    package init(name: String, end: Int) {
        self.name = name
        self.end = end
    }
}

/// Returns the period of a source at a moment in seconds since 1970; `nil` if the source's calls are not counted.
package typealias QuotaCalendar = @Sendable (_ source: String, _ seconds: Int) -> QuotaPeriod?

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
