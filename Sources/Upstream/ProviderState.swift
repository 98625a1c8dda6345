import HTTPModel
import MovieDomain
import Platform
import Synchronization

/// The state that the layers keep for one source while the program runs, shared by all of them.
final class ProviderState: Sendable {
    let source: String
    let policy: ProviderPolicy
    let places: AsyncSemaphore
    private let core: Mutex<ProviderCore>
    private let tally: SharedTally

    /// A tally that survives a change of policy, because its events have happened in any case.
    private final class SharedTally: Sendable {
        let value = Mutex(ProviderTally())
    }

    init(source: String, policy: ProviderPolicy, after previous: ProviderState? = nil) {
        self.source = source
        self.policy = policy
        places = AsyncSemaphore(places: policy.limits.concurrent, waiting: policy.limits.waiting)
        core = Mutex(ProviderCore(policy))
        tally = previous?.tally ?? SharedTally()
    }

    func withCore<Result: Sendable>(_ body: (inout ProviderCore) -> sending Result) -> Result {
        core.withLock { body(&$0) }
    }

    func withTally<Result: Sendable>(_ body: (inout ProviderTally) -> sending Result) -> Result {
        tally.value.withLock { body(&$0) }
    }

    /// Creates the failure of a call that is not sent, and counts it.
    func refusal(_ stage: ProviderError.Stage, _ message: String, retryAfter: Duration? = nil) -> ProviderError {
        withTally { $0.refusals += 1 }
        return ProviderError(at: stage, message, retryAfterSeconds: retryAfter.map { max(1, $0.secondsRoundedUp) })
    }

    /// Returns why a call would be refused now before it is sent; `nil` if it would not be.
    func standingRefusal(of request: HTTPRequest, at now: Duration) -> ProviderError? {
        let (pause, breaker) = withCore {
            ($0.pause.remaining(at: now), $0.breakerRefusal(of: request.origin, at: now))
        }
        if let pause { return pausedRefusal(pause) }
        return breaker.map { openRefusal(request.origin, retryAfter: $0) }
    }

    func pausedRefusal(_ remaining: Duration) -> ProviderError {
        refusal(.rateLimited, "\(source) was asked too often and wants to be left alone", retryAfter: remaining)
    }

    func openRefusal(_ origin: HTTPOrigin, retryAfter: Duration) -> ProviderError {
        refusal(.circuitOpen, "\(origin.host) failed so often that it is left alone", retryAfter: retryAfter)
    }
}

/// The states of all sources, each created on first use.
final class ProviderStates: Sendable {
    private struct Held {
        var policies: [String: ProviderPolicy]
        var calendar: QuotaCalendar
        var states: [String: ProviderState] = [:]
    }

    private let held: Mutex<Held>

    init(_ policies: [String: ProviderPolicy] = [:], calendar: @escaping QuotaCalendar = { _, _ in nil }) {
        held = Mutex(Held(policies: policies, calendar: calendar))
    }

    /// Returns the period in which a source's calls are counted at a moment, in seconds since 1970.
    func period(of source: String, at seconds: Int) -> QuotaPeriod? {
        let calendar = held.withLock(\.calendar)
        return calendar(source, seconds)
    }

    subscript(source: String) -> ProviderState {
        held.withLock { held in
            if let state = held.states[source] { return state }
            let state = ProviderState(source: source, policy: held.policies[source, default: ProviderPolicy()])
            held.states[source] = state
            return state
        }
    }

    /// Adopts new policies; a source whose policy is unchanged keeps its state.
    func adopt(_ policies: [String: ProviderPolicy], calendar: @escaping QuotaCalendar) {
        held.withLock { held in
            held.policies = policies
            held.calendar = calendar
            for (source, state) in held.states where state.policy != policies[source, default: ProviderPolicy()] {
                let policy = policies[source, default: ProviderPolicy()]
                held.states[source] = ProviderState(source: source, policy: policy, after: state)
            }
        }
    }
}

/// The rules that decide about the calls of one source: values, without clock or lock.
struct ProviderCore: Sendable {
    private let policy: ProviderPolicy
    /// `nil` without a limit.
    var rate: SlidingWindowLimiter?
    var pause = RetryAfterState()
    var budget = RetryBudget()
    /// The breaker of each host of the source, so that a host that is down doesn't block its mirror.
    private var breakers: [HTTPOrigin: CircuitBreaker] = [:]

    init(_ policy: ProviderPolicy) {
        self.policy = policy
        rate = policy.limits.rate.map(SlidingWindowLimiter.init)
    }

    mutating func admit(to origin: HTTPOrigin, at now: Duration) -> CircuitBreaker.Admission {
        breakers[origin, default: CircuitBreaker(policy.breaker)].admit(at: now)
    }

    mutating func finished(
        _ pass: CircuitBreaker.Pass,
        at origin: HTTPOrigin,
        _ health: ProviderError.Health,
        now: Duration
    ) {
        breakers[origin]?.finished(pass, health, at: now)
    }

    /// Returns how long the host will still be blocked; `nil` if a call or a probe may be made.
    func breakerRefusal(of origin: HTTPOrigin, at now: Duration) -> Duration? {
        breakers[origin]?.refusal(at: now)
    }

    /// Returns the best state among the hosts that were asked.
    func bestBreakerState(at now: Duration) -> CircuitBreaker.State {
        let states = breakers.values.map { $0.state(at: now) }
        if states.isEmpty || states.contains(.closed) { return .closed }
        return states.contains(.halfOpen) ? .halfOpen : .open
    }
}
