package import MovieDomain

/// The port to the network: one attempt of one request.
package protocol HTTPTransport: Sendable {
    /// Sends a request and collects the whole answer, whatever its status. Cancelling the task ends it at once.
    ///
    /// Fails with `.timeout` where the answer is not whole at `moment`, on the clock that the transport was given.
    func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse
}

/// Answers requests, in as many attempts as it takes: the cache, the limits and the retries, or a recording.
package protocol HTTPClient: Sendable {
    /// Sends one request and collects the whole answer, whatever its status. Cancelling the task ends it at once.
    func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse
}

/// Which origins each source may be asked at: those that its definition names, and no other.
package struct AllowedOrigins: Sendable, Hashable {
    private var origins: [String: Set<HTTPOrigin>]

    /// - Parameter origins: By the name of the source, as requests carry it.
    package init(_ origins: [String: Set<HTTPOrigin>]) {
        self.origins = origins
    }

    /// Why the request may not be sent; `nil` where it may.
    package func refusal(of request: HTTPRequest) -> ProviderError? {
        guard let allowed = origins[request.source] else {
            return ProviderError(at: .forbidden, "\(request.source) is no source that may send requests")
        }
        // Without the slash a path continues the host, and the origin is not what it seems.
        guard request.path.hasPrefix("/") else {
            return ProviderError(at: .forbidden, "a path of \(request.source) does not begin with a slash")
        }
        if allowed.contains(request.origin) { return nil }
        return ProviderError(
            at: .forbidden,
            "the definition of \(request.source) does not name \(request.origin), so nothing is sent there"
        )
    }
}

/// Lets a request through to the next transport only if its source's definition names its origin.
///
/// Whatever a template or an answer makes of a URL, a key does not go elsewhere.
package struct OriginGuard<Next: HTTPClient>: HTTPClient {
    private let allowed: AllowedOrigins
    private let next: Next

    package init(_ allowed: AllowedOrigins, before next: Next) {
        self.allowed = allowed
        self.next = next
    }

    /// Throws `.forbidden`, without a question to the next transport, for an origin that is not named.
    package func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse {
        if let refusal = allowed.refusal(of: request) { throw refusal }
        return try await next.send(request)
    }
}
