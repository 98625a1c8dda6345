/// Writes down what every attempt comes to, and how long it takes.
struct Measuring<Next: HTTPTransport>: HTTPTransport {
    let states: SourceStates
    let clock: UpstreamClock
    let next: Next

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let state = states[request.source]
        let start = clock.now()
        state.withTally { $0.began() }
        let result = await next.outcome(of: request)
        let outcome =
            switch result {
            case .success(let response): AttemptOutcome(request.verdict(on: response), status: response.status)
            case .failure(let failure): AttemptOutcome(failure)
            }
        let duration = clock.now() - start
        let moment = clock.epochMilliseconds()
        state.withTally { $0.ended(outcome, after: duration, atEpochMilliseconds: moment) }
        return try result.get()
    }
}
