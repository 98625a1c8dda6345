import AsyncHTTPClient
package import HTTPModel
import NIOCore
import NIOHTTP1
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The port to the network over AsyncHTTPClient: one attempt of one request, with its redirects, within its limits.
///
/// Made by ``withHTTPTransport(_:_:)``. It keeps no answer, retries nothing but the reuse of a connection that the
/// server closed meanwhile, and contacts no other origin than the request's.
package final class AsyncHTTPTransport: HTTPTransport {
    private static let diagnosisLimit = Duration.milliseconds(250)

    private let configuration: HTTPTransportConfiguration
    /// Seen by tests.
    let clients: HTTPClients
    private let knownOrigins = KnownOrigins()
    private let keptOrigins: Mutex<KeptOrigins>

    init(_ configuration: HTTPTransportConfiguration) {
        self.configuration = configuration
        clients = HTTPClients(configuration)
        keptOrigins = Mutex(KeptOrigins(idleTimeout: configuration.idleTimeout))
    }

    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        try RequestRules.check(request)
        return try await withDeadline(request.limits.attemptTimeout, on: configuration.clock, for: request.origin) {
            () async throws(TransportFailure) in
            try await self.followRedirects(request)
        }
    }

    func shutDown() async {
        await clients.shutDown()
    }

    private func followRedirects(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        var target = String(request.revealedURL.dropFirst(request.origin.description.count))
        var policy = RedirectPolicy(origin: request.origin, method: request.method, target: target)
        while true {
            let response = try await retryReuse(request, target)
            switch policy.decide(status: response.status, location: response.headers["Location"]) {
            case .deliver: return response
            case .follow(let next): target = next
            case .refuse(let reason): throw TransportFailure(.redirectRefused, reason)
            }
        }
    }

    /// Sends a GET once more where a kept connection may have been closed at the moment when the request went out on it.
    ///
    /// That is no failure of the server's. An origin that has never answered gets no second request here.
    private func retryReuse(_ request: HTTPRequest, _ target: String) async throws(TransportFailure) -> HTTPResponse {
        do {
            return try await exchange(request, target)
        } catch {
            let mayBeReuse = error.kind == .connectionLost && knownOrigins.holds(request.origin)
            guard mayBeReuse, request.method == .get else { throw error }
            return try await exchange(request, target)
        }
    }

    private func exchange(_ request: HTTPRequest, _ target: String) async throws(TransportFailure) -> HTTPResponse {
        let proxy = try proxy(for: request.origin)
        let isKept = keptOrigins.withLock { $0.keeps(request.origin, at: .now) }
        let traits = ClientTraits(request, proxy: proxy, keepsConnections: isKept)
        do {
            let outgoing = HTTPClientRequest(request, target: target, userAgent: configuration.userAgent)
            let response = try await head(of: outgoing, traits, request)
            knownOrigins.insert(request.origin)
            return try await body(of: response, request, proxy)
        } catch let failure as TransportFailure {
            throw failure
        } catch {
            throw await explain(error, request, proxy)
        }
    }

    private func proxy(for origin: HTTPOrigin) throws(TransportFailure) -> ProxyServer? {
        switch configuration.proxies.route(to: origin) {
        case .direct: nil
        case .through(let proxy): proxy
        case .blocked(let reason): throw TransportFailure(.forbidden, "nothing is sent to \(origin.host): \(reason)")
        }
    }

    /// The answer without its body, after a second handshake where the first trusted only what was quick to load.
    private func head(
        of outgoing: HTTPClientRequest,
        _ traits: ClientTraits,
        _ request: HTTPRequest
    ) async throws -> HTTPClientResponse {
        let client = try clients.client(traits, for: request.origin)
        // The deadline that counts is around head and body; this one ends with the head.
        let deadline = NIODeadline.now() + TimeAmount(request.limits.attemptTimeout)
        do {
            return try await client.execute(outgoing, deadline: deadline)
        } catch {
            guard TLSFailureTranslation.isUntrustedCertificate(error), clients.widenTrust() else { throw error }
        }
        return try await clients.client(traits, for: request.origin).execute(outgoing, deadline: deadline)
    }

    private func body(
        of response: HTTPClientResponse,
        _ request: HTTPRequest,
        _ proxy: ProxyServer?
    ) async throws(TransportFailure) -> HTTPResponse {
        do {
            return try await BodyCollector(request).collect(response)
        } catch {
            throw FailureTranslation(request, proxy: proxy).failure(error, isInBody: true)
        }
    }

    /// The failure of a request without a head; where TLS may be the reason, after a closer look.
    private func explain(_ error: any Error, _ request: HTTPRequest, _ proxy: ProxyServer?) async -> TransportFailure {
        let failure = FailureTranslation(request, proxy: proxy).failure(error, isInBody: false)
        let isUntrusted = TLSFailureTranslation.isUntrustedCertificate(error)
        if isUntrusted, clients.trust == .none { return TLSFailureTranslation.noAuthorities }
        let mayBeTLS = request.origin.scheme == .https && failure.kind == .connectTimeout
        // A closer look goes past the proxy, where nothing may go.
        guard isUntrusted || mayBeTLS, proxy == nil, let group = clients.runningGroup(for: request.origin) else {
            return failure
        }
        let finding = await TLSDiagnosis(origin: request.origin, limit: Self.diagnosisLimit).run(on: group)
        return TLSFailureTranslation(request.origin).failure(finding, after: failure, now: time(nil)) ?? failure
    }
}
