/// Turns calls down at once while their host is known to be down.
struct CircuitBreaking<Next: HTTPTransport>: HTTPTransport {
    let states: SourceStates
    let clock: UpstreamClock
    let next: Next

    /// Throws `.circuitOpen`.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let state = states[request.source]
        let now = clock.now()
        switch state.withCore({ $0.admit(to: request.origin, at: now) }) {
        case .refused(let retryAfter): throw state.openRefusal(request.origin, retryAfter: retryAfter)
        case .pass(let pass):
            let result = await next.outcome(of: request)
            let outcome = CircuitBreaker.Outcome(result, to: request)
            let end = clock.now()
            state.withCore { $0.finished(pass, at: request.origin, outcome, now: end) }
            return try result.get()
        }
    }
}
