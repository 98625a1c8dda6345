import HTTPModel
import MovieDomain
import Platform

/// Ends one attempt, head and body together, when its time is over, whatever the transport makes of its own limits.
struct AttemptTimeout<Next: HTTPTransport>: HTTPTransport {
    let clock: any MonotonicClock
    let next: Next

    func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse {
        let limit = request.limits.attemptTimeout
        let end = clock.now + limit
        if let response = try await Upstream.send(request, to: next, until: end, on: clock) { return response }
        throw ProviderError(
            at: .timeout,
            "\(request.origin.host) did not answer in full within \(limit.wholeMilliseconds) ms"
        )
    }
}
