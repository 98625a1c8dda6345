/// Counts the calls of each source in its own calendar.
struct QuotaAccount: Sendable {
    let states: SourceStates
    let clock: UpstreamClock
    let ledger: any QuotaLedger

    /// The limit of a source and the period that it is in; `nil` for one whose calls are not counted.
    func terms(of source: String) -> (limit: Int, period: QuotaPeriod)? {
        guard let limit = states[source].policy.quota, let period = states.period(of: source, at: clock.epochSeconds)
        else {
            return nil
        }
        return (limit, period)
    }

    /// Counts one call.
    ///
    /// Throws `.quotaExhausted` where none is left for its purpose.
    func spend(_ request: HTTPRequest) async throws(TransportFailure) {
        guard let (limit, period) = terms(of: request.source) else { return }
        let share = QuotaShares(limit: limit).limit(for: request.purpose)
        let count = await ledger.spend(on: request.source, in: period.name, limit: share)
        if count.isGranted { return }
        let message =
            count.used >= limit
            ? "the \(limit) calls to \(request.source) of \(period.name) are used up"
            : "the last \(limit - count.used) calls to \(request.source) of \(period.name) are kept for what is asked for directly"
        let remaining = Duration.seconds(period.end - clock.epochSeconds)
        throw states[request.source].refusal(.quotaExhausted, message, retryAfter: remaining)
    }

    /// The source itself says that none is left.
    func exhaust(_ source: String, in period: QuotaPeriod, limit: Int) async {
        await ledger.raise(source, in: period.name, to: limit)
    }

    func status(of source: String) async -> SourceStatistics.Quota? {
        guard let (limit, period) = terms(of: source) else { return nil }
        let used = await ledger.count(of: source, in: period.name)
        return SourceStatistics.Quota(used: used, limit: limit, resetAt: period.end)
    }
}
