package import HTTPModel
package import MovieDomain
package import Platform

/// Everything between a request and the network, in layers with state; one client lives as long as the program.
package struct ProviderClient: HTTPClient {
    /// The cached answers.
    package let cache: TieredResponseCache
    private let states: ProviderStates
    private let account: QuotaAccount
    private let wallClock: WallClock
    private let clock: any MonotonicClock
    private let programLayers: @Sendable (any HTTPTransport) -> any HTTPClient
    private let layers: any HTTPClient
    private let observer: (any RequestObserver)?

    /// Creates the layers over a network.
    ///
    /// - Parameters:
    ///   - network: Makes one attempt of one request.
    ///   - store: Keeps answers beyond the end of the program; without it they are in memory only.
    ///   - ledger: Counts calls.
    ///   - refreshes: The queue of background fetches for calls that were given stale answers.
    ///   - clock: The clock that measures limits and pauses.
    ///   - wallClock: The real time, by which answers age whatever `--now` says.
    ///   - random: Determines the length of the pause before a retry.
    ///   - observer: Is told of the requests to the network, and of their answers.
    ///   - onRefreshed: Called after every background fetch.
    package init(
        over network: some HTTPTransport,
        store: (any ResponseStore & CacheLeaseStore)?,
        ledger: any QuotaLedger,
        refreshes: RefreshQueue,
        clock: any MonotonicClock,
        wallClock: WallClock,
        random: RandomSource = .system,
        observer: (any RequestObserver)? = nil,
        onRefreshed: @escaping @Sendable (ResponseKey, Bool) -> Void = { _, _ in }
    ) {
        let states = ProviderStates()
        let account = QuotaAccount(states: states, wallClock: wallClock, ledger: ledger)
        // Programs belong to this process, and have their own turns in it.
        let ownTurns = MemoryQuotaLedger()
        let cache = TieredResponseCache(store: store, wallClock: wallClock)
        self.states = states
        self.account = account
        self.clock = clock
        self.wallClock = wallClock
        self.cache = cache
        self.observer = observer

        // From the network outwards: a request passes through the last layer first.
        @Sendable func layers(over network: some HTTPTransport, isProgram: Bool = false) -> any HTTPClient {
            let pacer = RatePacer(
                states: states,
                clock: clock,
                wallClock: wallClock,
                ledger: isProgram ? ownTurns : ledger,
                longestMargin: isProgram ? .zero : .milliseconds(100)
            )
            let attempt = Attempt(
                account: account,
                clock: clock,
                outages: isProgram ? nil : ledger,
                observer: isProgram ? nil : observer,
                network: network
            )
            let retrying = Retrying(attempt: attempt, random: random) { await pacer.mayRepeat($0, by: $1) }
            let admission = Admission(account: account, pacer: pacer, random: random, next: retrying)
            let cached = ResponseCache(
                responses: cache,
                refreshes: refreshes,
                leases: store.map { CacheLeases(leases: $0, clock: clock) },
                clock: clock,
                onRefreshed: onRefreshed,
                next: admission
            )
            return RequestCoalescer(before: cached)
        }
        programLayers = { layers(over: $0, isProgram: true) }
        self.layers = layers(over: network)
    }

    /// Returns the same layers over a program; their state is kept by source.
    package func over(_ program: any HTTPTransport) -> any HTTPClient { programLayers(program) }

    package func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        let answer = try await layers.send(request, readBy: reader)
        observer?.answered(request, answer)
        return answer
    }

    /// Adopts the policies of a changed configuration; sources whose policy is unchanged keep their state.
    package func adopt(_ policies: [String: ProviderPolicy], calendar: @escaping QuotaCalendar) {
        states.adopt(policies, calendar: calendar)
    }

    /// Ends the pauses that sources asked for, because their keys or plans may be others now; `nil` means all sources.
    package func endPauses(of sources: Set<String>?) { states.endPauses(of: sources) }

    /// Returns the current statistics of a source.
    package func statistics(of source: String) async -> ProviderStatistics {
        let state = states[source]
        let now = clock.now
        let (breaker, pause, isQuotaUsedUp) = state.withCore {
            ($0.bestBreakerState(at: now), $0.pauseLeft(at: now), $0.pause.isQuotaUsedUp)
        }
        let tally = state.withTally(\.self)
        let outage = await account.ledger.outage(of: source)
        return ProviderStatistics(
            requests: tally.requests,
            waiting: state.places.load.waiting,
            latency: tally.latency,
            breaker: breaker,
            pausedForSeconds: pause?.secondsRoundedUp,
            isQuotaUsedUp: pause != nil && isQuotaUsedUp,
            quota: await account.status(of: source),
            lastFailure: tally.lastFailure,
            outage: outage.flatMap { $0.holds(at: wallClock.milliseconds) ? $0 : nil }
        )
    }
}
