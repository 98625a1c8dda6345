import HTTPModel
import MovieDomain
import Platform

/// Leaves a source alone that said to have been asked too often.
struct RetryAfterState: Sendable {
    /// Whatever a source says: it may have been corrected by then.
    private static let longest = Duration.seconds(3_600)
    /// So that "now" and moments that have passed do not end in a loop.
    private static let shortest = Duration.seconds(1)
    /// The longest chance part that is added, so that not all come back in the same moment.
    private static let jitter = 0.1

    /// What a source said about when to come again.
    enum RequestedFilter: Sendable, Hashable {
        case unsaid, unreadable
        case seconds(Int)
    }

    /// When the pause ends; `nil` without one.
    private(set) var end: Duration?

    /// Begins a pause, unless a longer one has begun; `chance` is from 0 to 1.
    mutating func begin(_ wish: RequestedFilter, at now: Duration, chance: Double) {
        let pause = min(Self.longest, wished(wish) * (1 + chance * Self.jitter))
        end = max(end ?? .zero, now + pause)
    }

    /// How long calls have to wait yet; `nil` where they may go.
    mutating func remaining(at now: Duration) -> Duration? {
        guard let end, end > now else {
            end = nil
            return nil
        }
        return end - now
    }

    private func wished(_ wish: RequestedFilter) -> Duration {
        switch wish {
        case .unsaid: .seconds(10)
        case .unreadable: .seconds(60)
        case .seconds(let seconds):
            min(Self.longest, max(Self.shortest, .seconds(min(max(0, seconds), 1_000_000_000))))
        }
    }
}

/// Lets calls wait for their turn at a source.
struct RatePacer: Sendable {
    let states: ProviderStates
    let clock: any MonotonicClock

    /// What a call waits that other sources can answer too: a person does not notice it.
    private static let shortWait = Duration.milliseconds(250)

    /// Returns when the call may go.
    ///
    /// Throws `.rateLimited` at once where the source wants to be left alone or no turn comes before `deadline`, or soon,
    /// where other sources can answer.
    func wait(_ request: HTTPRequest, by deadline: Duration) async throws(ProviderError) {
        let state = states[request.source]
        try checkPause(state)
        let now = clock.now
        let deadline = request.context.waitsForTurn ? deadline : min(deadline, now + Self.shortWait)
        switch state.withCore({ $0.rate?.take(at: now, by: deadline) }) {
        case nil: return
        case .refused(let moment):
            throw state.refusal(
                .rateLimited,
                "the calls that \(request.source) may be sent just now are used up",
                retryAfter: moment - now
            )
        case .turn(let turn) where turn > now: try await wait(for: turn, request, state)
        case .turn: return
        }
    }

    private func wait(for turn: Duration, _ request: HTTPRequest, _ state: ProviderState) async throws(ProviderError) {
        do throws(ProviderError) {
            guard await clock.sleep(until: turn) else { throw .cancelled(request) }
            // The source may have said meanwhile that it is enough.
            try checkPause(state)
        } catch {
            state.withCore { $0.rate?.giveBack(turn) }
            throw error
        }
    }

    private func checkPause(_ state: ProviderState) throws(ProviderError) {
        let now = clock.now
        if let remaining = state.withCore({ $0.pause.remaining(at: now) }) { throw state.pausedRefusal(remaining) }
    }
}

/// Limits the calls in any stretch of time, and tells those that come too soon when their turn is.
///
/// It remembers the moments of the last calls instead of a level of tokens: a bucket that starts full lets almost twice
/// the number through in its first period, and sources that count strictly answer that with 429.
struct SlidingWindowLimiter: Sendable {
    /// What a call is told.
    enum Decision: Sendable, Hashable {
        /// The call's turn, which is now where it does not lie ahead; it is the call's own until given back.
        case turn(Duration)
        /// No turn comes before the call's deadline; the first would be then.
        case refused(until: Duration)
    }

    private let rate: Rate
    /// In order, past and future; never more than one for each call that waits and `rate.count` besides.
    private var turns: [Duration] = []

    init(_ rate: Rate) {
        self.rate = Rate(count: max(1, rate.count), period: rate.period)
    }

    /// Takes the next turn for a call that comes at `now` and is of no use after `deadline`.
    mutating func take(at now: Duration, by deadline: Duration) -> Decision {
        turns.removeAll { $0 + rate.period <= now }
        let turn = nextTurn(at: now)
        guard turn <= deadline else { return .refused(until: turn) }
        turns.append(turn)
        return .turn(turn)
    }

    /// Gives back a turn that was not used: the next caller may have it.
    mutating func giveBack(_ turn: Duration) {
        if let index = turns.lastIndex(of: turn) { turns.remove(at: index) }
    }

    private func nextTurn(at now: Duration) -> Duration {
        guard turns.count >= rate.count else { return max(now, turns.last ?? now) }
        return max(now, turns[turns.count - rate.count] + rate.period, turns.last ?? now)
    }
}

/// Holds calls to a source's rate, and leaves it alone when it says that it was asked too often.
struct RateLimiter<Next: HTTPClient>: HTTPClient {
    let states: ProviderStates
    let clock: any MonotonicClock
    let wallClock: WallClock
    let random: RandomSource
    let pacer: RatePacer
    let next: Next

    /// Takes the time that a call waits here off what it has in all; throws `.rateLimited`.
    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        let state = states[request.source]
        let deadline = clock.now + (request.limits.totalTimeout ?? state.policy.totalTimeout)
        try await pacer.wait(request, by: deadline)
        var request = request
        request.limits.totalTimeout = max(.zero, deadline - clock.now)
        let answer = try await next.send(request, readBy: reader)
        if let wish = wish(of: answer) {
            let (now, chance) = (clock.now, random.fraction())
            state.withCore { $0.pause.begin(wish, at: now, chance: chance) }
        }
        return answer
    }

    /// `nil` for an answer of a source that goes on answering.
    private func wish(of answer: HTTPAnswer) -> RetryAfterState.RequestedFilter? {
        guard case .failure(let error) = answer.verdict, error.kind == .rateLimited else { return nil }
        if let seconds = error.retryAfterSeconds { return .seconds(seconds) }
        guard let text = answer.response.headers["Retry-After"] else { return .unsaid }
        return RetryAfter.seconds(text, now: wallClock.seconds).map { .seconds($0) } ?? .unreadable
    }
}
