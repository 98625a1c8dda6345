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
        core = Mutex(ProviderCore(policy, endsPauses: previous != nil))
        tally = previous?.tally ?? SharedTally()
    }

    func withCore<Result: Sendable>(_ body: (inout ProviderCore) -> sending Result) -> Result {
        core.withLock { body(&$0) }
    }

    func withTally<Result: Sendable>(_ body: (inout ProviderTally) -> sending Result) -> Result {
        tally.value.withLock { body(&$0) }
    }

    /// Returns why a call would be refused now before it is sent; `nil` if it would not be.
    func standingRefusal(of request: HTTPRequest, at now: Duration) -> ProviderError? {
        if let refusal = pausedRefusal(at: now) { return refusal }
        return withCore { $0.breakerRefusal(of: request.origin, at: now) }
            .map { openRefusal(request.origin, retryAfter: $0) }
    }

    /// Returns the refusal of a call while the source wants to be left alone; `nil` if it does not.
    func pausedRefusal(at now: Duration) -> ProviderError? {
        let (remaining, isQuotaUsedUp) = withCore { ($0.pause.remaining(at: now), $0.pause.isQuotaUsedUp) }
        guard let remaining else { return nil }
        guard isQuotaUsedUp else {
            let message = "\(source) was asked too often, and asked for a pause"
            return .refusal(.rateLimited, message, retryAfter: remaining)
        }
        let message = "\(source) says that its quota is used up"
        var error = ProviderError.refusal(.rateLimited, message, retryAfter: remaining)
        error.kind = .quota
        return error
    }

    func openRefusal(_ origin: HTTPOrigin, retryAfter: Duration) -> ProviderError {
        let reason =
            switch withCore({ $0.reasonForRest(of: origin) }) {
            case .pause: "it asked for a pause"
            case .otherProcess: "another process found it down"
            case .failures, nil: "it failed too often"
            }
        return .refusal(
            .circuitOpen,
            "\(origin.host) is left alone for now, because \(reason)",
            retryAfter: retryAfter
        )
    }
}

extension ProviderError {
    /// Creates the failure of a call that is not sent.
    static func refusal(_ stage: Stage, _ message: String, retryAfter: Duration) -> ProviderError {
        ProviderError(at: stage, message, retryAfterSeconds: max(1, retryAfter.secondsRoundedUp))
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

    /// Ends the pauses that sources asked for; `sources` is `nil` for all.
    func endPauses(of sources: Set<String>?) {
        let states = held.withLock { held in held.states.filter { sources?.contains($0.key) ?? true }.map(\.value) }
        for state in states { state.withCore { $0.endPauses() } }
    }
}

/// The rules that decide about the calls of one source: values, without clock or lock.
struct ProviderCore: Sendable {
    private let policy: ProviderPolicy
    var pause = RetryAfterState()
    var budget = RetryBudget()
    /// Whether the ledger may have a pause that no longer holds, because the definition or its key changed.
    private var hasEndedPauses: Bool
    /// Whether the ledger may have a report that the quota is used up from before the definition or its key changed.
    private var hasOldReport = false
    /// The breaker of each host of the source, so that a host that is down doesn't block its mirror.
    private var breakers: [HTTPOrigin: CircuitBreaker] = [:]

    init(_ policy: ProviderPolicy, endsPauses: Bool) {
        self.policy = policy
        hasEndedPauses = endsPauses
    }

    mutating func admit(to origin: HTTPOrigin, at now: Duration) -> CircuitBreaker.Verdict {
        breakers[origin, default: CircuitBreaker(policy.breaker)].admit(at: now)
    }

    mutating func finished(
        _ pass: CircuitBreaker.Pass,
        at origin: HTTPOrigin,
        _ health: ProviderError.Health,
        rest: Duration?,
        now: Duration
    ) -> ChangedRest? {
        let before = breakers[origin]?.refusal(at: now)
        breakers[origin]?.finished(pass, health, rest: rest, at: now)
        let after = breakers[origin]?.refusal(at: now)
        return after == before ? nil : ChangedRest(left: after)
    }

    /// How long a host is left alone from now on; not at all if `left` is `nil`.
    struct ChangedRest: Sendable {
        var left: Duration?
    }

    /// Whether nothing has been sent to a host.
    func isNew(_ origin: HTTPOrigin) -> Bool { breakers[origin] == nil }

    /// Leaves a host alone that another process leaves alone.
    mutating func leaveAlone(_ origin: HTTPOrigin, for rest: Duration, at now: Duration) {
        if isNew(origin) { breakers[origin] = CircuitBreaker(policy.breaker, openUntil: now + rest) }
    }

    /// Returns how long the host will still be blocked; `nil` if a call or a probe may be made.
    func breakerRefusal(of origin: HTTPOrigin, at now: Duration) -> Duration? {
        breakers[origin]?.refusal(at: now)
    }

    func reasonForRest(of origin: HTTPOrigin) -> CircuitBreaker.Reason? { breakers[origin]?.reason }

    /// Returns how long the source still wants to be left alone; `nil` if one of its hosts may be asked.
    mutating func pauseLeft(at now: Duration) -> Duration? {
        if let left = pause.remaining(at: now) { return left }
        guard bestBreakerState(at: now) == .open else { return nil }
        return breakers.values.filter(\.isTold).compactMap { $0.refusal(at: now) }.min()
    }

    /// Returns whether the next report that the quota is used up is an old one, which does not hold any more.
    mutating func forgetsReport() -> Bool {
        defer { hasOldReport = false }
        return hasOldReport
    }

    /// Returns whether the next call has to end the pause in the ledger.
    mutating func takeEndOfPauses() -> Bool {
        defer { hasEndedPauses = false }
        return hasEndedPauses
    }

    /// Ends what the source asked for, but leaves its hosts alone that failed too often.
    mutating func endPauses() {
        pause = RetryAfterState()
        hasOldReport = true
        hasEndedPauses = true
        breakers = breakers.filter { !$0.value.isTold }
    }

    /// Returns the best state among the hosts that were asked.
    func bestBreakerState(at now: Duration) -> CircuitBreaker.State {
        let states = breakers.values.map { $0.state(at: now) }
        if states.isEmpty || states.contains(.closed) { return .closed }
        return states.contains(.halfOpen) ? .halfOpen : .open
    }
}
