package import HTTPModel
import MovieDomain
package import Platform

/// Everything that keeps the program, its sources and its keys' quotas from harm, between the cache and the network.
///
/// From outside in: quota, rate, retries with a deadline and a budget, circuit breaker, places, attempts. One of
/// these lives as long as the program, for the layers remember.
package struct ProviderLayers: Sendable {
    private let states: ProviderStates
    private let clock: any MonotonicClock
    private let wallClock: WallClock
    private let random: RandomSource
    private let account: QuotaAccount

    /// Layers that count calls in `ledger`, which all processes share where there is such a place, by the periods of
    /// `calendar`.
    package init(
        policies: [String: ProviderPolicy],
        clock: any MonotonicClock,
        wallClock: WallClock,
        random: RandomSource = .system,
        ledger: any QuotaLedger,
        calendar: @escaping QuotaCalendar
    ) {
        states = ProviderStates(policies, calendar: calendar)
        self.clock = clock
        self.wallClock = wallClock
        self.random = random
        account = QuotaAccount(states: states, wallClock: wallClock, ledger: ledger)
    }

    /// Takes over the policies of a changed configuration; sources whose policy is the same go on as they were.
    package func adopt(_ policies: [String: ProviderPolicy], calendar: @escaping QuotaCalendar) {
        states.adopt(policies, calendar: calendar)
    }

    /// The layers, in their order, over the transport that makes one attempt and gives its answer a verdict.
    package func stacked(over transport: some HTTPTransport) -> some HTTPClient {
        let attempt = Measuring(states: states, clock: clock, wallClock: wallClock, next: transport)
        let limited = ConcurrencyLimit(states: states, clock: clock, next: attempt)
        let breaking = CircuitBreakingTransport(states: states, clock: clock, next: limited)
        let pacer = RatePacer(states: states, clock: clock)
        let retrying = Retrying(
            states: states,
            clock: clock,
            wallClock: wallClock,
            random: random,
            mayRepeat: { await mayRepeat($0, by: $1, pacer) },
            next: breaking
        )
        let paced = RateLimiter(
            states: states,
            clock: clock,
            wallClock: wallClock,
            random: random,
            pacer: pacer,
            next: retrying
        )
        return QuotaGuard(states: states, clock: clock, account: account, next: paced)
    }

    /// How a source is just now.
    package func statistics(of source: String) async -> ProviderStatistics {
        let state = states[source]
        let now = clock.now
        let (breaker, pause) = state.withCore { ($0.bestBreakerState(at: now), $0.pause.remaining(at: now)) }
        var statistics = state.withTally { ProviderStatistics($0) }
        statistics.waiting = state.places.load.waiting
        statistics.breaker = breaker
        statistics.pausedForSeconds = pause?.secondsRoundedUp
        statistics.quota = await account.status(of: source)
        return statistics
    }

    /// A repetition is a call like any other to the source's rate and quota.
    private func mayRepeat(_ request: HTTPRequest, by deadline: Duration, _ pacer: RatePacer) async -> Bool {
        do throws(ProviderError) {
            try await pacer.wait(request, by: deadline)
            try await account.spend(request)
            return true
        } catch {
            return false
        }
    }
}

extension ProviderStatistics {
    init(_ tally: ProviderTally) {
        calls = tally.calls
        failures = tally.failures
        retries = tally.retries
        refusals = tally.refusals
        inFlight = tally.inFlight
        p50Milliseconds = tally.latencies.percentile(50)?.wholeMilliseconds
        p99Milliseconds = tally.latencies.percentile(99)?.wholeMilliseconds
        lastFailure = tally.lastFailure
    }
}
