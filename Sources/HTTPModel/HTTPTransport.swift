package import MovieDomain

/// A port to the network that sends one attempt of one request.
package protocol HTTPTransport: Sendable {
    /// Sends a request and collects the complete response, whatever its status; canceling the task ends this at once.
    ///
    /// Fails with `.timeout` if the response is incomplete at `moment`, on the clock that the transport was given.
    func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse
}

extension ProviderError {
    /// Creates the failure of a request whose caller has left.
    package static func cancelled(_ request: HTTPRequest) -> ProviderError {
        ProviderError(at: .cancelled, "the request to \(request.origin.host) was cancelled")
    }
}

/// The origins at which each source may be asked: those that its definition names.
package struct AllowedOrigins: Sendable, Hashable {
    private var origins: [String: Set<HTTPOrigin>]

    /// - Parameter origins: The allowed origins by the name of the source, as requests carry it.
    package init(_ origins: [String: Set<HTTPOrigin>]) {
        self.origins = origins
    }

    /// Returns why the request may not be sent; `nil` if it may.
    package func refusal(of request: HTTPRequest) -> ProviderError? {
        guard let allowed = origins[request.source] else {
            return ProviderError(at: .forbidden, "\(request.source) is not a source that may send requests")
        }
        // Without the slash, the path would continue the host, and the origin would not be what it seems.
        guard request.path.hasPrefix("/") else {
            return ProviderError(at: .forbidden, "a path of \(request.source) does not begin with a slash")
        }
        if allowed.contains(request.origin) { return nil }
        let message = "the definition of \(request.source) does not name \(request.origin), so nothing is sent there"
        return ProviderError(at: .forbidden, message)
    }
}

/// A complete response from an upstream.
package struct HTTPResponse: Sendable {
    /// Where a response comes from.
    package enum Provenance: Sendable, Hashable {
        case network
        /// A cache entry of this age.
        case cache(ageSeconds: Int, isStale: Bool)
        case recording
    }

    package var status: Int
    package var headers: HTTPHeaders
    /// The body, decoded, complete, and within the request's limit.
    package var body: [UInt8]
    package var provenance: Provenance

    package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8], provenance: Provenance = .network) {
        self.status = status
        self.headers = headers
        self.body = body
        self.provenance = provenance
    }
}
