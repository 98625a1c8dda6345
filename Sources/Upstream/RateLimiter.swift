import HTTPModel
import MovieDomain
import Platform

/// Pauses the calls to a source that reported too many requests, or that its quota is used up.
struct RetryAfterState: Sendable {
    /// Whatever a source says: it may have been corrected by then.
    static let longest = Duration.seconds(3_600)
    /// So that "now" and moments that have passed do not end in a loop.
    private static let shortest = Duration.seconds(1)
    /// The longest chance part that is added, so that not all come back in the same moment.
    private static let jitter = 0.1

    /// The pause that a source asked for.
    enum Wish: Sendable, Hashable {
        case unsaid, unreadable
        case seconds(Int)
        /// The quota is used up, and the source does not say for how long.
        case untilItCountsAnew
    }

    /// When the pause ends; `nil` without one.
    private(set) var end: Duration?
    /// Whether the source said last that its quota is used up.
    private(set) var isQuotaUsedUp = false

    /// Begins a pause, unless a longer one has begun; `chance` is from 0 to 1.
    mutating func begin(_ wish: Wish, isQuotaUsedUp: Bool = false, at now: Duration, chance: Double) {
        let pause = min(Self.longest, wished(wish) * (1 + chance * Self.jitter))
        end = max(end ?? .zero, now + pause)
        self.isQuotaUsedUp = isQuotaUsedUp
    }

    /// Returns how long calls still have to wait; `nil` if they may be made.
    mutating func remaining(at now: Duration) -> Duration? {
        guard let end, end > now else {
            end = nil
            return nil
        }
        return end - now
    }

    private func wished(_ wish: Wish) -> Duration {
        switch wish {
        case .unsaid: .seconds(10)
        case .unreadable: .seconds(60)
        case .untilItCountsAnew: Self.longest
        case .seconds(let seconds):
            min(Self.longest, max(Self.shortest, .seconds(min(max(0, seconds), 1_000_000_000))))
        }
    }
}

/// Makes calls wait for their turn at a source.
struct RatePacer: Sendable {
    let states: ProviderStates
    let clock: any MonotonicClock

    /// The longest wait of a call that other sources can answer too, which a person doesn't notice.
    private static let shortWait = Duration.milliseconds(250)

    /// Waits for the turn of a call.
    ///
    /// Throws `.rateLimited` at once if the source is paused, or if no turn comes before `deadline`; if other sources
    /// can answer, the turn must come soon.
    func wait(_ request: HTTPRequest, by deadline: Duration) async throws(ProviderError) {
        let state = states[request.source]
        try checkPause(state)
        let now = clock.now
        // A turn after the end of the whole call would only look like a source that is slow.
        let end = min(deadline, request.context.deadline.map { now + $0.remaining } ?? deadline)
        let deadline = request.context.waitsForTurn ? end : min(end, now + Self.shortWait)
        switch state.withCore({ $0.rate?.take(at: now, by: deadline) }) {
        case nil: return
        case .refused(let moment):
            throw .refusal(
                .rateLimited,
                "the calls that \(request.source) may be sent just now are used up",
                retryAfter: moment - now
            )
        case .turn(let turn) where turn > now: try await wait(for: turn, request, state)
        case .turn: return
        }
    }

    /// Waits for the turn of a retry, which counts toward the source's rate like any call; returns whether it came.
    func mayRepeat(_ request: HTTPRequest, by deadline: Duration) async -> Bool {
        do throws(ProviderError) {
            try await wait(request, by: deadline)
            return true
        } catch {
            return false
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
        if let refusal = state.pausedRefusal(at: clock.now) { throw refusal }
    }
}

/// Limits the calls in every time window, and assigns turns to calls that come too soon.
///
/// It remembers the moments of the last calls instead of a level of tokens: a bucket that starts full allows almost
/// twice the number in its first period, and sources that count strictly answer that with 429.
struct SlidingWindowLimiter: Sendable {
    /// The decision about a call.
    enum Decision: Sendable, Hashable {
        /// The call's turn, which is now unless it lies ahead; it belongs to the call until it is given back.
        case turn(Duration)
        /// No turn comes before the call's deadline; the first one would be then.
        case refused(until: Duration)
    }

    private let rate: Rate
    /// The past and future turns in order; at most `rate.count`, and one for each waiting call.
    private var turns: [Duration] = []

    init(_ rate: Rate) {
        self.rate = Rate(count: max(1, rate.count), period: rate.period)
    }

    /// Takes the next turn for a call that comes at `now` and is useless after `deadline`.
    mutating func take(at now: Duration, by deadline: Duration) -> Decision {
        turns.removeAll { $0 + rate.period <= now }
        let turn = nextTurn(at: now)
        guard turn <= deadline else { return .refused(until: turn) }
        turns.append(turn)
        return .turn(turn)
    }

    /// Gives back an unused turn, so that the next caller may have it.
    mutating func giveBack(_ turn: Duration) {
        if let index = turns.lastIndex(of: turn) { turns.remove(at: index) }
    }

    private func nextTurn(at now: Duration) -> Duration {
        guard turns.count >= rate.count else { return max(now, turns.last ?? now) }
        return max(now, turns[turns.count - rate.count] + rate.period, turns.last ?? now)
    }
}

/// Keeps calls within a source's rate, and pauses them when the source reports too many requests or a used-up quota.
struct RateLimiter<Next: HTTPClient>: HTTPClient {
    let pacer: RatePacer
    let wallClock: WallClock
    let random: RandomSource
    let ledger: any QuotaLedger
    let next: Next

    /// Sends the request, and deducts the wait for its turn from its total time; throws `.rateLimited`.
    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        let (state, clock) = (pacer.states[request.source], pacer.clock)
        let deadline = clock.now + (request.limits.totalTimeout ?? state.policy.totalTimeout)
        await recallPause(of: state)
        try await pacer.wait(request, by: deadline)
        var request = request
        request.limits.totalTimeout = max(.zero, deadline - clock.now)
        let answer = try await next.send(request, readBy: reader)
        guard let error = answer.failure, let wish = wish(of: error, in: answer, state.policy) else { return answer }
        let (now, chance) = (clock.now, random.fraction())
        let remaining = state.withCore { core in
            core.pause.begin(wish, isQuotaUsedUp: error.kind == .quota, at: now, chance: chance)
            return core.pause.remaining(at: now)
        }
        if case .seconds = wish, error.kind == .rateLimited, let remaining {
            await ledger.storePause(of: request.source, until: wallClock.seconds + remaining.secondsRoundedUp)
        }
        // The pause may differ from the time that the source asked for.
        return answer.failing(forSeconds: remaining?.secondsRoundedUp)
    }

    /// Begins the pause that the source asked an earlier process for, at the first call.
    private func recallPause(of state: ProviderState) async {
        switch state.withCore({ $0.takeStoredPause() }) {
        case .known: break
        case .ended: await ledger.storePause(of: state.source, until: nil)
        case .unknown:
            guard let end = await ledger.pauseEnd(of: state.source), end > wallClock.seconds else { return }
            let (now, seconds) = (pacer.clock.now, end - wallClock.seconds)
            state.withCore { $0.pause.begin(.seconds(seconds), at: now, chance: 0) }
        }
    }

    /// Returns the pause that a failure asks for; `nil` if it reports neither too many requests nor a used-up quota.
    private func wish(
        of error: ProviderError,
        in answer: HTTPAnswer,
        _ policy: ProviderPolicy
    ) -> RetryAfterState.Wish? {
        guard error.kind == .rateLimited || error.kind == .quota else { return nil }
        if let seconds = error.retryAfterSeconds { return .seconds(seconds) }
        if error.kind == .quota {
            // The count of a quota refuses calls itself, until its period ends.
            return policy.limits.quota == nil ? .untilItCountsAnew : nil
        }
        guard let text = answer.response.headers["Retry-After"] else { return .unsaid }
        return RetryAfter.seconds(text, now: wallClock.seconds).map { .seconds($0) } ?? .unreadable
    }
}
