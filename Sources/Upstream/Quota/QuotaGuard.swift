/// Sends no more calls to a source than its day has; what only enriches an answer is turned down first.
struct QuotaGuard<Next: HTTPTransport>: HTTPTransport {
    let states: SourceStates
    let clock: UpstreamClock
    let account: QuotaAccount
    let next: Next

    /// Throws `.quotaExhausted`, and what the layers below would throw without sending anything: that costs no call.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        guard let (limit, period) = account.terms(of: request.source) else { return try await next.send(request) }
        if let refusal = states[request.source].standingRefusal(of: request, at: clock.now()) { throw refusal }
        try await account.spend(request)
        let response = try await next.send(request)
        if case .failure(let fault) = request.verdict(on: response), fault.kind == .quota {
            await account.exhaust(request.source, in: period, limit: limit)
        }
        return response
    }
}
