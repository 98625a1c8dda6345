/// Repeats what is safe to repeat and failed in a way that may pass.
struct Retrying<Next: HTTPTransport>: HTTPTransport {
    let states: SourceStates
    let clock: UpstreamClock
    let random: RandomSource
    /// Whether a repetition may go out, which then counts as a call like any other; waits for its turn until the deadline.
    let mayRepeat: @Sendable (_ request: HTTPRequest, _ deadline: Duration) async -> Bool
    let next: Next

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let state = states[request.source]
        let deadline = clock.now() + (request.limits.totalTimeout ?? state.policy.totalTimeout)
        var sequence = RetrySequence(state.policy.retry, deadline: deadline, isRepeatable: request.method == .get)
        var result = await next.outcome(of: request)
        if result.wasSent { state.withCore { $0.budget.deposit() } }
        while let moment = nextAttempt(&sequence, after: result, request, state) {
            guard await clock.sleep(until: moment), await mayRepeat(request, deadline) else { break }
            state.withTally { $0.retries += 1 }
            result = await next.outcome(of: request)
        }
        return try result.get()
    }

    /// When the request is sent again, which is paid for then; `nil` where it is not.
    private func nextAttempt(
        _ sequence: inout RetrySequence,
        after result: Result<HTTPResponse, TransportFailure>,
        _ request: HTTPRequest,
        _ state: SourceState
    ) -> Duration? {
        guard let reason = RetryReason(result, to: request, nowSeconds: clock.epochSeconds),
            case .retry(let moment) = sequence.failed(at: clock.now(), wish: reason.wish, chance: random.fraction())
        else { return nil }
        return state.withCore { core in
            // A circuit that this very failure has opened would turn the repetition down.
            core.breakerRefusal(of: request.origin, at: moment) == nil && core.budget.withdraw() ? moment : nil
        }
    }
}

extension Result<HTTPResponse, TransportFailure> {
    /// Whether the request left this side, as far as the layers know.
    fileprivate var wasSent: Bool {
        if case .failure(let failure) = self {
            failure.kind != .circuitOpen && failure.kind != .overloaded
        } else {
            true
        }
    }
}
