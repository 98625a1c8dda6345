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
        state.withCore { $0.budget.deposit() }
        while true {
            let result = await next.outcome(of: request)
            guard let reason = RetryReason(result, to: request, nowSeconds: clock.epochSeconds),
                case .retry(let moment) = sequence.failed(
                    at: clock.now(),
                    wish: reason.wish,
                    chance: random.fraction()
                ),
                state.withCore({ $0.budget.withdraw() }), await clock.sleep(until: moment),
                await mayRepeat(request, deadline)
            else { return try result.get() }
            state.withTally { $0.retries += 1 }
        }
    }
}
