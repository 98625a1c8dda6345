package import HTTPModel
package import MovieDomain
package import Platform

/// Everything between a request and the network, in layers that remember; one of these lives as long as the program.
package struct ProviderClient: HTTPClient {
    /// The kept answers.
    package let cache: TieredResponseCache
    private let states: ProviderStates
    private let account: QuotaAccount
    private let clock: any MonotonicClock
    private let makeLayers: @Sendable (any HTTPTransport) -> any HTTPClient
    private let layers: any HTTPClient

    /// The layers over `network`, which makes one attempt of one request.
    ///
    /// - Parameters:
    ///   - network: Makes one attempt of one request.
    ///   - store: Where answers are kept beyond the end of the program; without it they are kept in memory alone.
    ///   - ledger: Where calls are counted.
    ///   - refreshes: Fetches behind the calls that were given old answers.
    ///   - clock: What limits and pauses are measured by.
    ///   - wallClock: The real one, by which answers age whatever `--now` says.
    ///   - random: Where the length of a pause before a repetition comes from.
    ///   - onRefreshed: Told of every answer that was fetched behind.
    package init(
        over network: some HTTPTransport,
        store: (any ResponseStore & CacheLeaseStore)?,
        ledger: any QuotaLedger,
        refreshes: RefreshQueue,
        clock: any MonotonicClock,
        wallClock: WallClock,
        random: RandomSource = .system,
        onRefreshed: @escaping @Sendable (ResponseKey, Bool) -> Void = { _, _ in }
    ) {
        let states = ProviderStates()
        let account = QuotaAccount(states: states, wallClock: wallClock, ledger: ledger)
        let pacer = RatePacer(states: states, clock: clock)
        let cache = TieredResponseCache(store: store, wallClock: wallClock)
        self.states = states
        self.account = account
        self.clock = clock
        self.cache = cache

        // From the network outwards: a request goes through them from the last to the first.
        @Sendable func layers(over network: some HTTPTransport) -> any HTTPClient {
            let measuring = Measuring(states: states, clock: clock, wallClock: wallClock, network: network)
            let limited = ConcurrencyLimit(states: states, clock: clock, next: measuring)
            let breaking = CircuitBreakingTransport(states: states, clock: clock, next: limited)
            let retrying = Retrying(
                states: states,
                clock: clock,
                wallClock: wallClock,
                random: random,
                mayRepeat: { await Self.mayRepeat($0, by: $1, pacer, account) },
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
            let counted = QuotaGuard(states: states, clock: clock, account: account, next: paced)
            let cached = ResponseCache(
                shelf: cache,
                refreshes: refreshes,
                leases: store.map { CacheLeases(leases: $0, clock: clock) },
                clock: clock,
                onRefreshed: onRefreshed,
                next: Authorizing(next: counted)
            )
            return RequestCoalescer(before: cached)
        }
        makeLayers = { layers(over: $0) }
        self.layers = layers(over: network)
    }

    /// The same layers over something else that answers, such as a program: what they remember is kept by source.
    package func over(_ transport: any HTTPTransport) -> any HTTPClient { makeLayers(transport) }

    package func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        try await layers.send(request, readBy: reader)
    }

    /// Takes over the policies of a changed configuration; sources whose policy is the same go on as they were.
    package func adopt(_ policies: [String: ProviderPolicy], calendar: @escaping QuotaCalendar) {
        states.adopt(policies, calendar: calendar)
    }

    /// How a source is just now.
    package func statistics(of source: String) async -> ProviderStatistics {
        let state = states[source]
        let now = clock.now
        let (breaker, pause) = state.withCore { ($0.bestBreakerState(at: now), $0.pause.remaining(at: now)) }
        let tally = state.withTally(\.self)
        return ProviderStatistics(
            requests: tally.requests,
            refusals: tally.refusals,
            waiting: state.places.load.waiting,
            latency: tally.latency,
            breaker: breaker,
            pausedForSeconds: pause?.secondsRoundedUp,
            quota: await account.status(of: source),
            lastFailure: tally.lastFailure
        )
    }

    /// A repetition is a call like any other to the source's rate and quota.
    private static func mayRepeat(
        _ request: HTTPRequest,
        by deadline: Duration,
        _ pacer: RatePacer,
        _ account: QuotaAccount
    ) async -> Bool {
        do throws(ProviderError) {
            try await pacer.wait(request, by: deadline)
            try await account.spend(request)
            return true
        } catch {
            return false
        }
    }
}
