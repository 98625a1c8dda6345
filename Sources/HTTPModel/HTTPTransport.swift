package import MovieDomain

/// The port to the network: one attempt of one request.
package protocol HTTPTransport: Sendable {
    /// Sends a request and collects the whole answer, whatever its status. Cancelling the task ends it at once.
    ///
    /// Fails with `.timeout` where the answer is not whole at `moment`, on the clock that the transport was given.
    func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse
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
        let message = "the definition of \(request.source) does not name \(request.origin), so nothing is sent there"
        return ProviderError(at: .forbidden, message)
    }
}
