package import HTTPModel
package import MovieDomain
package import Platform
import Synchronization

/// The port to the network over libcurl: one attempt of one request, with its redirects, within its limits.
///
/// Create it with ``withHTTPTransport(_:_:)``. It keeps no answers, repeats a request only because of its connection,
/// and contacts only the request's origin.
package final class CurlTransport: HTTPTransport {
    private let configuration: HTTPTransportConfiguration
    private let thread: CurlThread
    /// The authorities in use, since the first request.
    private let trust = Mutex<TrustAnchors?>(nil)

    package init(_ configuration: HTTPTransportConfiguration) {
        self.configuration = configuration
        thread = CurlThread(clock: configuration.clock, connectionsPerOrigin: configuration.connectionsPerOrigin)
    }

    package func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse {
        if Task.isCancelled { throw .cancelled(request) }
        try RequestRules.check(request)
        let order = CurlTransfer.Order(
            request: request,
            target: String(request.revealedURL.dropFirst(request.origin.description.count)),
            userAgent: configuration.userAgent,
            proxy: try proxy(for: request.origin),
            trust: request.authorityFile.map { TrustAnchors(file: $0) } ?? currentTrust,
            idleTimeout: configuration.idleTimeout,
            end: moment
        )
        return try await followRedirects(order)
    }

    /// Sends a request once, within the time limit of one attempt.
    package func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse {
        try await send(request, until: configuration.clock.now + request.limits.attemptTimeout)
    }

    package func shutDown() async { await thread.stop() }

    private func followRedirects(_ first: CurlTransfer.Order) async throws(ProviderError) -> HTTPResponse {
        var order = first
        var policy = RedirectPolicy(origin: order.request.origin, method: order.request.method, target: order.target)
        policy.secrets = order.request.secrets
        while true {
            let response = try await exchange(order)
            switch policy.decide(status: response.status, location: response.headers["Location"]) {
            case .deliver: return response
            case .follow(let next): order.target = next
            case .refuse(let reason): throw ProviderError(at: .redirectRefused, reason)
            }
        }
    }

    /// Performs one exchange, and repeats it if its connection gives a reason.
    ///
    /// It is repeated with more authorities if those that load quickly were not enough, and on another connection if a
    /// kept one was spoiled, or closed while a request was sent on it that may be repeated.
    private func exchange(_ first: CurlTransfer.Order) async throws(ProviderError) -> HTTPResponse {
        var order = first
        var outcome = await thread.run(order)
        if outcome.isUntrustedChain, let wider = order.trust.wider {
            trust.withLock { $0 = wider }
            order.trust = wider
            outcome = await thread.run(order)
        }
        if outcome.metUnaskedBytes {
            order.needsNewConnection = true
            outcome = await thread.run(order)
        }
        if outcome.isLost, order.request.isRepeatable {
            order.needsNewConnection = true
            outcome = await thread.run(order)
        }
        return try outcome.result.get()
    }

    private func proxy(for origin: HTTPOrigin) throws(ProviderError) -> ProxyServer? {
        switch configuration.proxies.route(to: origin) {
        case .direct: nil
        case .through(let proxy): proxy
        case .blocked(let reason): throw ProviderError(at: .forbidden, "nothing is sent to \(origin.host): \(reason)")
        }
    }

    private var currentTrust: TrustAnchors {
        trust.withLock { trust in
            if let trust { return trust }
            let found = TrustAnchors(configuration.authorities, files: .system)
            trust = found
            return found
        }
    }
}

/// Runs `body` with a transport to the network, and closes the transport's connections and thread afterwards.
///
/// The transport costs nothing before its first request.
package func withHTTPTransport<Value, Failure: Error>(
    _ configuration: HTTPTransportConfiguration,
    _ body: (CurlTransport) async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let transport = CurlTransport(configuration)
    let result = await Result { () async throws(Failure) in try await body(transport) }
    await transport.shutDown()
    return try result.get()
}

/// The settings that all requests of a transport share.
package struct HTTPTransportConfiguration: Sendable {
    /// The product name that servers see, such as `marquee/1.2.0 (+https://example.org)`.
    var userAgent: String
    var authorities = CertificateAuthorities()
    var proxies = ProxyRules.none
    /// The most connections to one origin; further requests wait for one.
    var connectionsPerOrigin = 64
    /// How long an unused connection is kept.
    var idleTimeout = Duration.seconds(30)
    /// The clock that measures the limits.
    var clock: any MonotonicClock = SystemMonotonicClock()
}

extension HTTPTransportConfiguration {
    /// Creates the usual settings, with the proxies and certificate authorities that environment variables name.
    package init(
        userAgent: String,
        environment: (_ name: String) -> String?,
        clock: any MonotonicClock = SystemMonotonicClock()
    ) {
        self.init(
            userAgent: userAgent,
            authorities: CertificateAuthorities(environment: environment),
            proxies: ProxyRules(environment: environment),
            clock: clock
        )
    }
}
