/// How long a source is waited for where an old answer may stand in for it.
///
/// Such an answer is given when the source fails. A source that only says nothing would use up the time of the whole
/// call first, or all of it; so the old answer is given after a short while, and the new one is fetched behind.
package struct Patience: Sendable, Hashable {
    package enum Decision: Sendable, Hashable {
        /// There is no old answer that may be given: wait to the end.
        case none
        /// Wait so long, and give the old answer then.
        case wait(Duration)
        /// Give the old answer: a call before was out of patience, and the source has still not answered.
        case giveNow
    }

    /// The longest that anybody waits beside an old answer.
    package var longest: Duration
    /// Of the time that the call has left, one in so many parts is spent waiting.
    package var parts: Int

    package init(longest: Duration = .milliseconds(2_500), parts: Int = 2) {
        self.longest = longest
        self.parts = parts
    }

    /// What to do with an old answer that may be used as `reuse` says, in a call that has `timeLeft`.
    ///
    /// `timeLeft` is `nil` where nobody says; `isFetched` tells that a new answer is being fetched behind another call.
    package func decision(about reuse: Reuse, timeLeft: Duration?, isFetched: Bool) -> Decision {
        guard reuse.mayStandIn else { return .none }
        if isFetched { return .giveNow }
        guard let timeLeft else { return .wait(longest) }
        return .wait(min(longest, max(timeLeft, .zero) / parts))
    }
}
