/// Holds calls to a source's rate, and leaves it alone when it says that it was asked too often.
struct RateLimiting<Next: HTTPTransport>: HTTPTransport {
    let states: SourceStates
    let clock: UpstreamClock
    let random: RandomSource
    let pacer: RatePacer
    let next: Next

    /// Takes the time that a call waits here off what it has in all; throws `.rateLimited`.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let state = states[request.source]
        let deadline = clock.now() + (request.limits.totalTimeout ?? state.policy.totalTimeout)
        try await pacer.wait(request, by: deadline)
        var request = request
        request.limits.totalTimeout = max(.zero, deadline - clock.now())
        let response = try await next.send(request)
        if let wish = wish(of: response, to: request) {
            let (now, chance) = (clock.now(), random.fraction())
            state.withCore { $0.pause.begin(wish, at: now, chance: chance) }
        }
        return response
    }

    /// `nil` for an answer of a source that goes on answering.
    private func wish(of response: HTTPResponse, to request: HTTPRequest) -> SourcePause.Wish? {
        guard case .failure(let fault) = request.verdict(on: response), fault.kind == .rateLimited else { return nil }
        if let seconds = fault.retryAfterSeconds { return .seconds(seconds) }
        guard let text = response.headers["Retry-After"] else { return .unsaid }
        return RetryAfter.seconds(text, now: clock.epochSeconds).map { .seconds($0) } ?? .unreadable
    }
}
