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
    /// The clock of the turns, which all processes share.
    let wallClock: WallClock
    let ledger: any QuotaLedger
    /// The most that is added to the period of a rate, of which it is a fiftieth: the first call of a process, which has
    /// to connect, takes longer to arrive than a later one.
    var longestMargin = Duration.zero

    /// The longest wait of a call that other sources can answer too, which a person doesn't notice.
    private static let shortWait = Duration.milliseconds(250)
    /// The least time that must be left for an answer after a wait, and the most that the usual one takes.
    static let answerTime = Duration.milliseconds(100) ... .seconds(1)

    /// Waits for the turn of a call, which the request then holds until it begins to be sent.
    ///
    /// Throws `.rateLimited` at once if the source is paused, or if no turn comes early enough before `deadline`; if
    /// other sources can answer, or the source is known to let calls wait in vain, the turn must come soon.
    func wait(_ request: HTTPRequest, by deadline: Duration) async throws(ProviderError) {
        let state = states[request.source]
        try checkPause(state)
        let rates = state.policy.limits.rates.map { Rate(count: $0.count, period: $0.period + margin(of: $0)) }
        guard !rates.isEmpty else { return }
        let patience = patience(of: request, by: deadline, state)
        var decision = await take(rates, request, within: min(patience, Self.shortWait))
        if case .refused(let moment) = decision {
            // What is noted during the wait is seen by the attempt.
            if let failure = await knownSilence(of: request, before: moment) { throw failure }
            if patience > Self.shortWait, moment - wallClock.sinceEpoch <= patience {
                decision = await take(rates, request, within: patience)
            }
        }
        switch decision {
        case .refused(let moment): throw .noTurn(at: request.source, before: moment - wallClock.sinceEpoch)
        case .turn(let turn):
            request.sending.hold(turn)
            // The clock may be set back in between.
            let pause = min(turn - wallClock.sinceEpoch, patience)
            guard pause > .zero else { return }
            request.turnWait?.begin(until: Deadline(after: pause, on: clock))
            defer { request.turnWait?.end() }
            guard await clock.sleep(until: clock.now + pause) else { throw .cancelled(request) }
            // The source may have said meanwhile that it is enough.
            try checkPause(state)
        }
    }

    private func margin(of rate: Rate) -> Duration { min(rate.period / 50, longestMargin) }

    private func take(
        _ rates: [Rate],
        _ request: HTTPRequest,
        within patience: Duration
    ) async -> SlidingWindowLimiter.Decision {
        await ledger.withTurns(at: request.source) { [wallClock] in
            $0.take(rates, at: wallClock.sinceEpoch, within: patience)
        }
    }

    /// Returns the failure of a call that is not worth a wait for a turn, because the source lets calls wait in vain;
    /// `nil` if that is not known, or the call has more time than those.
    private func knownSilence(of request: HTTPRequest, before turn: Duration) async -> ProviderError? {
        guard request.lane == .api, let outage = await ledger.outage(of: request.source),
            outage.rest(for: request.attemptTime(from: clock.now), at: wallClock.milliseconds) != nil
        else { return nil }
        var failure = ProviderError.stillSilent(request.source, outage, on: wallClock, wasSent: false)
        failure.retryAfterSeconds = max(1, (turn - wallClock.sinceEpoch).secondsRoundedUp)
        return failure
    }

    /// Gives back the turn of a request that ends without being sent since.
    func giveBackTurn(of request: HTTPRequest) async {
        guard let turn = request.sending.end() else { return }
        await ledger.withTurns(at: request.source) { $0.giveBack(turn) }
    }

    /// Waits for the turn of a retry, which counts toward the source's rate like any call; returns whether it came.
    ///
    /// A request that has not been sent yet still has its turn.
    func mayRepeat(_ request: HTTPRequest, by deadline: Duration) async -> Bool {
        if request.sending.holdsTurn { return true }
        do throws(ProviderError) {
            try await wait(request, by: deadline)
            return true
        } catch {
            return false
        }
    }

    /// Returns how long a call may wait for its turn: an answer that comes after the end of the call would only look
    /// like a source that is slow.
    private func patience(of request: HTTPRequest, by deadline: Duration, _ state: ProviderState) -> Duration {
        let left = min(deadline - clock.now, request.context.deadline?.remaining ?? .seconds(3_600))
        let usual = state.withTally(\.latency).map { Duration.milliseconds($0.p50Milliseconds) } ?? .zero
        let patience = max(.zero, left - min(max(usual, Self.answerTime.lowerBound), Self.answerTime.upperBound))
        return request.context.waitsForTurn ? patience : min(patience, Self.shortWait)
    }

    private func checkPause(_ state: ProviderState) throws(ProviderError) {
        if let refusal = state.pausedRefusal(at: clock.now) { throw refusal }
    }
}

extension ProviderError {
    /// Creates the failure of a call that would end before its turn at the source, which comes in `wait`.
    static func noTurn(at source: String, before wait: Duration) -> ProviderError {
        .refusal(
            .rateLimited,
            "the calls that may be sent to \(source) right now are used up",
            retryAfter: wait
        )
    }
}

extension WallClock {
    fileprivate var sinceEpoch: Duration { .milliseconds(milliseconds) }
}

/// Keeps calls within a source's rate, and pauses them when the source reports too many requests or a used-up quota.
struct RateLimiter<Next: HTTPClient>: HTTPClient {
    let pacer: RatePacer
    let wallClock: WallClock
    let random: RandomSource
    let ledger: any QuotaLedger
    let next: Next

    /// Sends the request in its turn; throws `.rateLimited`.
    ///
    /// A call waits for its turn until its deadline; without one, the wait is deducted from the request's total time.
    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        let (state, clock) = (pacer.states[request.source], pacer.clock)
        await recallPause(of: state)
        var request = request
        // Another call may send a copy of the same request.
        request.sending = Sending()
        let result = await withTaskCancellationHandler { [request] in
            await paced(request, state, readBy: reader)
        } onCancel: { [request] in
            // At once, so that the next call finds the turn: the transport may take a while to end.
            Task { await pacer.giveBackTurn(of: request) }
        }
        await pacer.giveBackTurn(of: request)
        let answer = try result.get()
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

    private func paced(
        _ request: HTTPRequest,
        _ state: ProviderState,
        readBy reader: any AnswerReading
    ) async -> Result<HTTPAnswer, ProviderError> {
        await Result { () async throws(ProviderError) in
            let (start, limit) = (pacer.clock.now, request.limits.totalTimeout ?? state.policy.totalTimeout)
            try await pacer.wait(request, by: start + (request.context.deadline?.remaining ?? limit))
            var request = request
            let waited = request.context.deadline == nil ? pacer.clock.now - start : .zero
            request.limits.totalTimeout = max(.zero, limit - waited)
            return try await next.send(request, readBy: reader)
        }
    }

    /// Begins the pause that the source asked an earlier process for, at the first call.
    private func recallPause(of state: ProviderState) async {
        switch state.withCore({ $0.takeStoredPause() }) {
        case .known: break
        case .ended:
            await ledger.storePause(of: state.source, until: nil)
            await ledger.withOutage(of: state.source) { $0 = nil }
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
