/// The attempts of one call: tells after each that failed whether, and when, another is made.
package struct RetrySequence: Sendable {
    package enum Action: Sendable, Hashable {
        case giveUp
        /// Wait until then, and send it again.
        case retry(at: Duration)
    }

    private let rule: RetryRule
    private let deadline: Duration
    private let isRepeatable: Bool
    private var failures = 0

    /// A call by whose `deadline` everything is over; it is repeatable where sending it twice does no more than sending it
    /// once.
    package init(_ rule: RetryRule, deadline: Duration, isRepeatable: Bool) {
        self.rule = rule
        self.deadline = deadline
        self.isRepeatable = isRepeatable
    }

    /// An attempt failed at `now` in a way that may pass.
    ///
    /// `wish` is the pause that the source wants, which a shorter one does not undercut. One that is longer than any pause of
    /// ours ends the call: it is for the next one, for somebody waits for this one's other sources. `chance`, from 0 to 1, is
    /// the part of the longest pause that is taken.
    package mutating func failed(at now: Duration, wish: Duration?, chance: Double) -> Action {
        failures += 1
        guard isRepeatable, failures < rule.attempts, wish ?? .zero <= rule.backoff.upperBound else { return .giveUp }
        let pause = max(longestPause * chance, wish ?? .zero)
        guard pause < deadline - now, now + pause + rule.leastTime <= deadline else { return .giveUp }
        return .retry(at: now + pause)
    }

    private var longestPause: Duration {
        let doublings = min(failures - 1, 20)
        return min(rule.backoff.upperBound, rule.backoff.lowerBound * (1 << doublings))
    }
}
