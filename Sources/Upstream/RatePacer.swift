import HTTPModel
import MovieDomain
import Platform

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
    /// How often a call that waits for its turn looks whether an earlier one was given back.
    private static let lookAgain = Duration.milliseconds(2_500)
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
            try await sleep(pause, until: turn, of: request, rates)
            // The source may have said meanwhile that it is enough.
            try checkPause(state)
        }
    }

    /// Sleeps until the turn of a request, and moves it up when others give theirs back, of this process or another.
    private func sleep(
        _ pause: Duration,
        until turn: Duration,
        of request: HTTPRequest,
        _ rates: [Rate]
    ) async throws(ProviderError) {
        var (turn, end) = (turn, clock.now + pause)
        while clock.now < end {
            guard await clock.sleep(until: min(end, clock.now + Self.lookAgain)) else { throw .cancelled(request) }
            guard clock.now < end else { return }
            let next = await ledger.withTurns(at: request.source) { [wallClock] turns in
                request.sending.moveTurn { turns.moveUp($0, rates, at: wallClock.sinceEpoch) }
            }
            guard let next else { continue }
            (turn, end) = (next, end - (turn - next))
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
