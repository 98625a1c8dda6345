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
    ///   - onRefreshed: Called after every background fetch.
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
        // Programs belong to this process, and have their own turns in it.
        let ownTurns = MemoryQuotaLedger()
        let cache = TieredResponseCache(store: store, wallClock: wallClock)
        self.states = states
        self.account = account
        self.clock = clock
        self.wallClock = wallClock
        self.cache = cache

        // From the network outwards: a request passes through the last layer first.
        @Sendable func layers(over network: some HTTPTransport, isProgram: Bool = false) -> any HTTPClient {
            let pacer = RatePacer(
                states: states,
                clock: clock,
                wallClock: wallClock,
                ledger: isProgram ? ownTurns : ledger,
                longestMargin: isProgram ? .zero : .milliseconds(100)
            )
            let sender = AttemptSender(
                states: states,
                clock: clock,
                wallClock: wallClock,
                ledger: isProgram ? nil : ledger,
                network: network
            )
            let metered = QuotaMeter(account: account, next: sender)
            let limited = ConcurrencyLimit(states: states, clock: clock, next: metered)
            let breaking = CircuitBreaking(states: states, clock: clock, next: limited)
            let retrying = Retrying(
                states: states,
                clock: clock,
                wallClock: wallClock,
                random: random,
                mayRepeat: { await pacer.mayRepeat($0, by: $1) },
                next: breaking
            )
            let paced = RateLimiter(
                pacer: pacer,
                wallClock: wallClock,
                random: random,
                ledger: ledger,
                next: retrying
            )
            let guarded = QuotaGuard(account: account, clock: clock, next: paced)
            let cached = ResponseCache(
                responses: cache,
                refreshes: refreshes,
                leases: store.map { CacheLeases(leases: $0, clock: clock) },
                clock: clock,
                onRefreshed: onRefreshed,
                next: Authorizing(next: guarded)
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
        try await layers.send(request, readBy: reader)
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

// MARK: Short layers

/// Passes a request to the next client only if the definition of its source names its origin.
///
/// Whatever URL a template or a response produces, a key is sent nowhere else.
package struct OriginGuard<Next: HTTPClient>: HTTPClient {
    private let allowed: AllowedOrigins
    private let next: Next

    package init(_ allowed: AllowedOrigins, before next: Next) {
        self.allowed = allowed
        self.next = next
    }

    /// Sends the request; throws `.forbidden` without asking the next client if the origin is not named.
    package func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        if let refusal = allowed.refusal(of: request) { throw refusal }
        return try await next.send(request, readBy: reader)
    }
}

/// Adds a token to the requests that need one, and tries another one if the source refuses it.
struct Authorizing<Next: HTTPClient>: HTTPClient {
    let next: Next

    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        guard let authorizer = request.authorizer else { return try await next.send(request, readBy: reader) }
        var authorized = try await authorizer.authorized(request, insteadOf: nil)
        var answer = try await next.send(authorized.request, readBy: reader)
        if answer.refusesToken, !authorized.isNew {
            authorized = try await authorizer.authorized(request, insteadOf: authorized.token)
            answer = try await next.send(authorized.request, readBy: reader)
        }
        if answer.refusesToken, authorized.isNew { authorizer.refused(authorized.token) }
        return answer
    }
}

extension HTTPAnswer {
    /// Whether another token may help: a source that answers 403 has recognized the client.
    fileprivate var refusesToken: Bool {
        guard failure?.kind == .auth else { return false }
        return response.status == 401 || response.status < 300
    }
}

/// Limits the simultaneous attempts at a source to the number in its policy; the others wait in order.
struct ConcurrencyLimit<Next: AttemptClient>: AttemptClient {
    let states: ProviderStates
    let clock: any MonotonicClock
    let next: Next

    /// Throws `.overloaded` if too many calls are already waiting.
    func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration
    ) async throws(ProviderError) -> HTTPAnswer {
        let state = states[request.source]
        switch await state.places.enter(until: moment, on: clock) {
        case .entered: break
        case .refused:
            throw .refusal(
                .overloaded,
                "\(state.policy.limits.waiting) calls are already waiting for \(request.source)",
                retryAfter: .seconds(1)
            )
        case .cancelled: throw .cancelled(request)
        case .outOfTime: throw .outOfTime(request)
        }
        defer { state.places.leave() }
        return try await next.send(request, readBy: reader, until: moment)
    }
}
