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
        let turn = nextTurn(at: now, rates)
        guard turn - now <= min(patience, Self.longestWait) else { return .refused(until: turn) }
        insert(turn)
        takenAt = now
        return .turn(turn)
    }

    /// Gives back an unused turn, so that the next caller may have it.
    mutating func giveBack(_ turn: Duration) {
        if let index = turns.lastIndex(of: turn) { turns.remove(at: index) }
    }

    /// Returns the turn of a call that waits for `turn`: an earlier one if others have given theirs back.
    mutating func moveUp(_ turn: Duration, _ rates: [Rate], at now: Duration) -> Duration {
        guard let index = turns.lastIndex(of: turn), takenAt <= now else { return turn }
        turns.remove(at: index)
        let next = min(turn, nextTurn(at: now, rates))
        insert(next)
        return next
    }

    private mutating func insert(_ turn: Duration) {
        turns.insert(turn, at: turns.firstIndex { $0 > turn } ?? turns.endIndex)
    }

    /// If the clock was set back, moves all turns back with it, as if the last one had been taken now: otherwise they
    /// would block the source until the clock is there again.
    private mutating func followClock(to now: Duration) {
        guard takenAt > now else { return }
        let step = takenAt - now
        turns = turns.map { $0 - step }
        takenAt = now
    }

    /// Returns the first moment from `now` on at which one more call keeps all rates, also between turns to come.
    private func nextTurn(at now: Duration, _ rates: [Rate]) -> Duration {
        func keepsAll(_ moment: Duration) -> Bool { rates.allSatisfy { keeps($0, with: moment) } }
        if keepsAll(now) { return now }
        let moments = rates.flatMap { rate in turns.map { $0 + rate.period } }
        return moments.sorted().first { $0 > now && keepsAll($0) } ?? now
    }

    /// Whether no period has more calls than the rate allows if there is one more.
    private func keeps(_ rate: Rate, with moment: Duration) -> Bool {
        let count = max(1, rate.count)
        let place = turns.firstIndex { $0 > moment } ?? turns.endIndex
        // Those before it and those after it, of which some are in one period with it.
        let earlier = turns[..<place].suffix(count)
        let later = turns[place...].prefix(count)
        let near = earlier + [moment] + later
        return zip(near, near.dropFirst(count)).allSatisfy { $1 - $0 >= rate.period }
    }
}
