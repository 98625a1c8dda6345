/// Everything that decides about the calls of one source: values, without clock or lock.
struct SourceCore: Sendable {
    private let policy: SourcePolicy
    /// `nil` without a limit.
    var rate: RateWindow?
    var pause = SourcePause()
    var budget = RetryBudget()
    /// Of each of the source's hosts: one that is down does not close the way to its mirror.
    private var breakers: [HTTPOrigin: CircuitBreaker] = [:]

    init(_ policy: SourcePolicy) {
        self.policy = policy
        rate = policy.rate.map(RateWindow.init)
    }

    mutating func admit(to origin: HTTPOrigin, at now: Duration) -> CircuitBreaker.Admission {
        breakers[origin, default: CircuitBreaker(policy.breaker)].admit(at: now)
    }

    mutating func finished(
        _ pass: CircuitBreaker.Pass,
        at origin: HTTPOrigin,
        _ outcome: CircuitBreaker.Outcome,
        now: Duration
    ) {
        breakers[origin]?.finished(pass, outcome, at: now)
    }

    /// How long the host is left alone yet; `nil` where a call, or a probe, may go.
    func breakerRefusal(of origin: HTTPOrigin, at now: Duration) -> Duration? {
        breakers[origin]?.refusal(at: now)
    }

    /// The best among the hosts that were asked.
    func bestBreakerState(at now: Duration) -> CircuitBreaker.State {
        let states = breakers.values.map { $0.state(at: now) }
        if states.isEmpty || states.contains(.closed) { return .closed }
        return states.contains(.halfOpen) ? .halfOpen : .open
    }
}
