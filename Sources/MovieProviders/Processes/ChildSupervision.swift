import HTTPModel
import MovieDomain
import Platform

/// The rules that decide when a child process is started, restarted, left alone, or considered hung.
///
/// A value without a clock or I/O: its owner reports what happened and when, and acts on the result.
struct ChildSupervision: Sendable {
    enum State: Hashable, Sendable {
        /// No call has come yet, or the child ended in good order.
        case idle
        case running(since: Duration)
        /// The child failed, and a later call starts it again.
        case waiting(until: Duration)
        case givenUp(until: Duration)
    }

    enum Admission: Hashable, Sendable {
        case ready
        case start
        /// The call must ask again after this time.
        case wait(Duration)
        /// The call fails, because the child is left alone for this time.
        case refuse(Duration)
    }

    private let rule: RetryPolicy
    private let startAllowance: Duration
    private(set) var state = State.idle
    /// The number of starts after the first one.
    private(set) var restarts = 0
    private var hasStarted = false
    private var failures = 0
    private var lastWord: Duration?
    private var silentTimeouts = 0

    /// The number of timeouts in a row without a sign of life after which the child counts as hung.
    private static let mostSilentTimeouts = 2
    /// A call that comes with so little of a pause left waits for its end.
    private static let patience = Duration.seconds(1)

    init(_ rule: RetryPolicy, startAllowance: Duration) {
        self.rule = rule
        self.startAllowance = startAllowance
    }

    /// Decides about a call; after ``Admission/start``, the child counts as running.
    mutating func admit(at now: Duration) -> Admission {
        switch state {
        case .running: return .ready
        case .idle: break
        case .waiting(let end) where now < end:
            return end - now <= Self.patience ? .wait(end - now) : .refuse(end - now)
        case .givenUp(let end) where now < end: return .refuse(end - now)
        // Allow one more try: after the next failure, the child is given up again.
        case .givenUp: failures = rule.attempts
        case .waiting: break
        }
        if hasStarted { restarts += 1 }
        hasStarted = true
        state = .running(since: now)
        lastWord = nil
        silentTimeouts = 0
        return .start
    }

    /// Notes a sign of life: the child wrote something that makes sense.
    mutating func spoke(at now: Duration) {
        lastWord = now
        silentTimeouts = 0
    }

    /// Notes the timeout of a call made at `start`; returns whether the child hangs and must be killed.
    mutating func timedOut(askedAt start: Duration, at now: Duration) -> Bool {
        guard case .running(let since) = state else { return false }
        guard let lastWord else { return now - since >= startAllowance }
        guard lastWord < start else { return false }
        silentTimeouts += 1
        return silentTimeouts >= Self.mostSilentTimeouts
    }

    /// Notes the end of the child; `isOrderly` if it ended by itself, without an error and without open calls.
    mutating func ended(isOrderly: Bool, at now: Duration) {
        guard case .running(let since) = state else { return }
        if lastWord != nil, now - since >= rule.backoff.upperBound { failures = 0 }
        if isOrderly, lastWord != nil {
            state = .idle
            return
        }
        failures += 1
        state =
            failures > rule.attempts
            ? .givenUp(until: now + rule.rest) : .waiting(until: now + rule.pause(after: failures))
    }
}

extension RetryPolicy {
    /// How long a child is left alone when its starts are used up.
    var rest: Duration { max(.seconds(300), backoff.upperBound * 10) }
}

extension ProcessHealth {
    init(_ supervision: ChildSupervision, at now: Duration) {
        let (state, end): (State, Duration?) =
            switch supervision.state {
            case .idle: (.idle, nil)
            case .running: (.running, nil)
            case .waiting(let end): (.waiting, end)
            case .givenUp(let end): (.failed, end)
            }
        self.init(
            state: state,
            restarts: supervision.restarts,
            retryAfterSeconds: end.map { max(.zero, $0 - now).secondsRoundedUp }
        )
    }
}
