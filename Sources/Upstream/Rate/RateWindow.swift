/// Holds calls to so many in any stretch of time, and tells those that come too soon when their turn is.
///
/// It remembers the moments of the last calls instead of a level of tokens: a bucket that starts full lets almost twice
/// the number through in its first period, and sources that count strictly answer that with 429.
package struct RateWindow: Sendable {
    /// What a call is told.
    package enum Decision: Sendable, Hashable {
        /// The call's turn, which is now where it does not lie ahead; it is the call's own until given back.
        case turn(Duration)
        /// No turn comes before the call's deadline; the first would be then.
        case refused(until: Duration)
    }

    private let rate: SourcePolicy.Rate
    /// In order, past and future; never more than one for each call that waits and `rate.count` besides.
    private var turns: [Duration] = []

    package init(_ rate: SourcePolicy.Rate) {
        self.rate = rate
    }

    /// Takes the next turn for a call that comes at `now` and is of no use after `deadline`.
    package mutating func take(at now: Duration, by deadline: Duration) -> Decision {
        turns.removeAll { $0 + rate.period <= now }
        let turn = nextTurn(at: now)
        guard turn <= deadline else { return .refused(until: turn) }
        turns.append(turn)
        return .turn(turn)
    }

    /// Gives back a turn that was not used: whoever comes next may have it.
    package mutating func giveBack(_ turn: Duration) {
        if let index = turns.lastIndex(of: turn) { turns.remove(at: index) }
    }

    private func nextTurn(at now: Duration) -> Duration {
        guard turns.count >= rate.count else { return max(now, turns.last ?? now) }
        return max(now, turns[turns.count - rate.count] + rate.period, turns.last ?? now)
    }
}
