import HTTPModel
import MovieDomain
import Platform

/// Ends a call with all its attempts and pauses when its whole time is over.
struct TotalDeadline<Next: HTTPTransport>: HTTPTransport {
    let states: ProviderStates
    let clock: any MonotonicClock
    let next: Next

    func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse {
        let limit = request.limits.totalTimeout ?? states[request.source].policy.totalTimeout
        let end = clock.now + limit
        var request = request
        request.limits.totalTimeout = limit
        if let response = try await Upstream.send(request, to: next, until: end, on: clock) { return response }
        throw ProviderError(
            at: .timeout,
            "\(request.source) did not answer within the \(limit.wholeMilliseconds) ms that all attempts have"
        )
    }
}
