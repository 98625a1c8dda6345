import HTTPModel
import MovieDomain
import Platform

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
                : "the last \(limit - count.used) calls to \(source) of \(period.name) are reserved for direct requests"
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
