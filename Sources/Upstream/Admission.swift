import HTTPModel
import MovieDomain
import Platform

/// Admits requests: refuses at once what may not be sent now, waits for the turn of the others, and learns from the
/// answers for how long a source wants to be left alone.
struct Admission<Next: HTTPClient>: HTTPClient {
    let account: QuotaAccount
    let pacer: RatePacer
    let random: RandomSource
    let next: Next

    /// Sends the request in its turn, with a token if it needs one; tries another token if the source refuses it.
    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        guard let authorizer = request.authorizer else { return try await admit(request, readBy: reader) }
        var authorized = try await authorizer.authorized(request, insteadOf: nil)
        var answer = try await admit(authorized.request, readBy: reader)
        if answer.refusesToken, !authorized.isNew {
            authorized = try await authorizer.authorized(request, insteadOf: authorized.token)
            answer = try await admit(authorized.request, readBy: reader)
        }
        if answer.refusesToken, authorized.isNew { authorizer.refused(authorized.token) }
        return answer
    }

    /// Throws `.quotaExhausted`, `.rateLimited`, or `.circuitOpen` without sending anything.
    private func admit(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        let state = account.states[request.source]
        let period = account.terms(of: request.source)?.period
        if period != nil {
            if let refusal = state.standingRefusal(of: request, at: pacer.clock.now) { throw refusal }
            try await account.check(request)
        }
        await recallPause(of: state)
        var answer = try await sendInTurn(request, state, readBy: reader)
        guard let error = answer.failure else { return answer }
        if let wish = wish(of: error, in: answer, state.policy) {
            // The pause may differ from the time that the source asked for.
            answer = answer.failing(forSeconds: await pause(state, wish, after: error))
        }
        // A source that says when to try again is paused until then.
        guard let period, error.kind == .quota, error.retryAfterSeconds == nil else { return answer }
        await account.exhaust(request.source, in: period)
        return answer.failing(forSeconds: account.secondsLeft(of: period))
    }

    /// Sends the request when its turn has come, and gives back a turn in which it was not sent.
    private func sendInTurn(
        _ request: HTTPRequest,
        _ state: ProviderState,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
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
        return try result.get()
    }

    /// Waits for the turn until the deadline of the call; without one, the wait is deducted from the request's total
    /// time.
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

    /// Begins the pause that the source asked another process for.
    private func recallPause(of state: ProviderState) async {
        if state.withCore({ $0.takeEndOfPauses() }) {
            await account.ledger.storePause(of: state.source, until: nil)
            await account.ledger.withOutage(of: state.source) { $0 = nil }
        }
        let now = pacer.clock.now
        guard state.withCore({ $0.pause.remaining(at: now) }) == nil,
            let left = await account.ledger.pauseLeft(of: state.source, on: account.wallClock)
        else { return }
        state.withCore { $0.pause.begin(.seconds(left), at: now, chance: 0) }
    }

    /// Begins a pause; returns the seconds that are left of it.
    private func pause(
        _ state: ProviderState,
        _ wish: RetryAfterState.Wish,
        after error: ProviderError
    ) async -> Int? {
        let (now, chance) = (pacer.clock.now, random.fraction())
        let remaining = state.withCore { core in
            core.pause.begin(wish, isQuotaUsedUp: error.kind == .quota, at: now, chance: chance)
            return core.pause.remaining(at: now)
        }
        if error.kind == .rateLimited, let remaining {
            let end = account.wallClock.seconds + remaining.secondsRoundedUp
            await account.ledger.storePause(of: state.source, until: end)
        }
        return remaining?.secondsRoundedUp
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
        return RetryAfter.seconds(text, now: account.wallClock.seconds).map { .seconds($0) } ?? .unreadable
    }
}

extension HTTPAnswer {
    /// Whether another token may help: a source that answers 403 has recognized the client.
    fileprivate var refusesToken: Bool {
        guard failure?.kind == .auth else { return false }
        return response.status == 401 || response.status < 300
    }
}
