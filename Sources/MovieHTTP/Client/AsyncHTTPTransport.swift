import AsyncHTTPClient
import NIOCore
import NIOHTTP1
package import Upstream

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
    private let clients: HTTPClients
    private let knownOrigins = KnownOrigins()

    init(_ configuration: HTTPTransportConfiguration) {
        self.configuration = configuration
        clients = HTTPClients(configuration)
    }

    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        try RequestRules.check(request)
        return try await withDeadline(request.limits.attemptTimeout, for: request.origin) {
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
        let response: HTTPClientResponse
        do {
            guard let client = clients.client(ClientTraits(request)) else {
                throw TransportFailure(.cancelled, "the program is about to end")
            }
            let outgoing = HTTPClientRequest(request, target: target, userAgent: configuration.userAgent)
            // The deadline that counts is around head and body; this one ends with the head.
            response = try await client.execute(outgoing, deadline: .now() + TimeAmount(request.limits.attemptTimeout))
        } catch {
            throw await explain(error, request)
        }
        knownOrigins.insert(request.origin)
        do {
            return try await BodyCollector(request).collect(response)
        } catch {
            throw FailureTranslation(request).failure(error, isInBody: true)
        }
    }

    /// The failure of a request without a head; where TLS may be the reason, after a closer look.
    private func explain(_ error: any Error, _ request: HTTPRequest) async -> TransportFailure {
        let failure = FailureTranslation(request).failure(error, isInBody: false)
        let mayBeTLS = request.origin.scheme == .https && failure.kind == .connectTimeout
        guard mayBeTLS || TLSFailureTranslation.isUntrustedCertificate(error), let group = clients.runningGroup else {
            return failure
        }
        let finding = await TLSDiagnosis(origin: request.origin, limit: Self.diagnosisLimit).run(on: group)
        return TLSFailureTranslation(request.origin).failure(finding, after: failure, now: time(nil)) ?? failure
    }
}
