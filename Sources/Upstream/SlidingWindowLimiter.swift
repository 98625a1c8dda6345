import HTTPModel

/// Limits the calls in every time window, and assigns turns to calls that come too soon.
///
/// It remembers the moments of the last calls instead of a level of tokens: a bucket that starts full allows almost
/// twice the number in its first period, and sources that count strictly answer that with 429. Moments are counted from
/// 1970, so that all processes of a user can share the turns.
package struct SlidingWindowLimiter: Sendable, Hashable {
    /// The decision about a call.
    package enum Decision: Sendable, Hashable {
        /// The call's turn, which is now unless it lies ahead; it belongs to the call until it is given back.
        case turn(Duration)
        /// No turn comes in time for the call; the first one would be then.
        case refused(until: Duration)
    }

    /// Longer than any call waits.
    private static let longestWait = Duration.seconds(3_600)

    /// The past and future turns in order; at most as many as the rate allows, and one for each waiting call.
    package private(set) var turns: [Duration]
    /// When a turn was last taken.
    package private(set) var takenAt: Duration

    /// Creates a limiter with these turns, without those that are impossible.
    package init(turns: [Duration] = [], takenAt: Duration = .zero) {
        self.turns = turns.filter { $0 <= takenAt + Self.longestWait }.sorted()
        self.takenAt = takenAt
    }

    /// Takes the next turn for a call that comes at `now` and can wait for it as long as `patience`.
    mutating func take(_ rates: [Rate], at now: Duration, within patience: Duration) -> Decision {
        followClock(to: now)
        let longest = rates.map(\.period).max() ?? .zero
        turns.removeAll { $0 + longest <= now }
        let turn = rates.map { nextTurn(at: now, $0) }.max() ?? now
        guard turn - now <= min(patience, Self.longestWait) else { return .refused(until: turn) }
        turns.append(turn)
        takenAt = now
        return .turn(turn)
    }

    /// Gives back an unused turn, so that the next caller may have it.
    mutating func giveBack(_ turn: Duration) {
        if let index = turns.lastIndex(of: turn) { turns.remove(at: index) }
    }

    /// If the clock was set back, moves all turns back with it, as if the last one had been taken now: otherwise they
    /// would block the source until the clock is there again.
    private mutating func followClock(to now: Duration) {
        guard takenAt > now else { return }
        let step = takenAt - now
        turns = turns.map { $0 - step }
        takenAt = now
    }

    private func nextTurn(at now: Duration, _ rate: Rate) -> Duration {
        let count = max(1, rate.count)
        guard turns.count >= count else { return max(now, turns.last ?? now) }
        return max(now, turns[turns.count - count] + rate.period, turns.last ?? now)
    }
}
