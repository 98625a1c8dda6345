/// Decides when a child process is started, started again, left alone, and taken for hung.
///
/// A value without clock or I/O: whoever owns it says what happened and when, and does what it answers.
struct ChildSupervision: Sendable {
    enum State: Hashable, Sendable {
        /// Nobody has asked yet, or it ended in good order.
        case idle
        case running(since: Duration)
        /// It failed, and a call that comes later starts it again.
        case waiting(until: Duration)
        /// It failed too often.
        case givenUp(until: Duration)
    }

    enum Admission: Hashable, Sendable {
        /// It runs.
        case ready
        /// It is to be started now.
        case start
        /// To be asked for again after this time.
        case wait(Duration)
        /// Not for so long.
        case refuse(Duration)
    }

    private let rule: RestartRule
    private let startAllowance: Duration
    private(set) var state = State.idle
    /// Starts after the first one.
    private(set) var restarts = 0
    private var hasStarted = false
    /// In a row.
    private var failures = 0
    private var lastWord: Duration?
    private var silentTimeouts = 0

    /// So many calls in a row without a sign of life mean that it hangs.
    private static let mostSilentTimeouts = 2

    init(_ rule: RestartRule, startAllowance: Duration) {
        self.rule = rule
        self.startAllowance = startAllowance
    }

    /// What becomes of a call; after ``Admission/start`` it counts as running.
    mutating func admit(at now: Duration) -> Admission {
        switch state {
        case .running: return .ready
        case .idle: break
        case .waiting(let end) where now < end:
            return end - now <= rule.patience ? .wait(end - now) : .refuse(end - now)
        case .givenUp(let end) where now < end: return .refuse(end - now)
        // One more try: the next failure gives it up again.
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

    /// It wrote something that makes sense.
    mutating func spoke(at now: Duration) {
        lastWord = now
        silentTimeouts = 0
    }

    /// A call that was made at `start` got no answer in its time; true where the child hangs and is to be killed.
    mutating func timedOut(askedAt start: Duration, at now: Duration) -> Bool {
        guard case .running(let since) = state else { return false }
        guard let lastWord else { return now - since >= startAllowance }
        guard lastWord < start else { return false }
        silentTimeouts += 1
        return silentTimeouts >= Self.mostSilentTimeouts
    }

    /// It is not there any more; `isOrderly` where it ended by itself, without an error and with nothing left to do.
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
