/// Lets so many attempts at a source be under way at the same time as its policy says; the others wait in order.
struct ConcurrencyLimit<Next: HTTPTransport>: HTTPTransport {
    let states: SourceStates
    let next: Next

    /// Throws `.overloaded` where too many wait already.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let state = states[request.source]
        switch await state.places.enter() {
        case .entered: break
        case .refused:
            throw state.refusal(
                .overloaded,
                "\(state.policy.waiting) calls wait for \(request.source) already",
                retryAfter: .seconds(1)
            )
        case .cancelled: throw .cancelled(request)
        }
        defer { state.places.leave() }
        return try await next.send(request)
    }
}
