package import HTTPModel
package import MovieDomain

/// Passes a request to the next client only if the definition of its source names its origin.
///
/// Whatever URL a template or a response produces, a key is sent nowhere else.
package struct OriginGuard<Next: HTTPClient>: HTTPClient {
    private let allowed: AllowedOrigins
    private let next: Next

    package init(_ allowed: AllowedOrigins, before next: Next) {
        self.allowed = allowed
        self.next = next
    }

    /// Sends the request; throws `.forbidden` without asking the next client if the origin is not named.
    package func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        if let refusal = allowed.refusal(of: request) { throw refusal }
        return try await next.send(request, readBy: reader)
    }
}
