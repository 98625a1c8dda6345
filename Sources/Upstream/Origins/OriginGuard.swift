/// Lets a request through to the next transport only if its source's definition names its origin.
///
/// Whatever a template or an answer makes of a URL, a key does not go elsewhere.
package struct OriginGuard<Next: HTTPTransport>: HTTPTransport {
    private let allowed: AllowedOrigins
    private let next: Next

    package init(_ allowed: AllowedOrigins, before next: Next) {
        self.allowed = allowed
        self.next = next
    }

    /// Throws `.forbidden`, without a question to the next transport, for an origin that is not named.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        if let refusal = allowed.refusal(of: request) { throw refusal }
        return try await next.send(request)
    }
}
