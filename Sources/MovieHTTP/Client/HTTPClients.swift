import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization

/// The clients of one transport and their threads, made when the first request needs them.
///
/// Most calls are answered from the cache and most processes start only to say that; they pay for none of this.
final class HTTPClients: Sendable {
    private struct State {
        var group: MultiThreadedEventLoopGroup?
        var clients: [ClientTraits: HTTPClient] = [:]
        var isShutDown = false
    }

    /// Two, because names are looked up on one queue a thread, and one source's dead name server must not stop all.
    private static let threadCount = 2

    private let configuration: HTTPTransportConfiguration
    private let state = Mutex(State())

    init(_ configuration: HTTPTransportConfiguration) {
        self.configuration = configuration
    }

    /// The client for requests with these traits; `nil` after the shutdown.
    func client(_ traits: ClientTraits) -> HTTPClient? {
        state.withLock { state in
            if state.isShutDown { return nil }
            if let client = state.clients[traits] { return client }
            let group = state.group ?? MultiThreadedEventLoopGroup(numberOfThreads: Self.threadCount)
            state.group = group
            let client = HTTPClient(
                eventLoopGroupProvider: .shared(group),
                configuration: clientConfiguration(traits)
            )
            state.clients[traits] = client
            return client
        }
    }

    /// The threads, if a request has started them and the shutdown has not ended them.
    var runningGroup: (any EventLoopGroup)? { state.withLock(\.group) }

    /// Closes every connection and ends the threads; a request that still runs fails.
    func shutDown() async {
        let (clients, group) = state.withLock { state in
            defer {
                state.clients = [:]
                state.group = nil
                state.isShutDown = true
            }
            return (state.clients.values.map(\.self), state.group)
        }
        for client in clients {
            // The only failure is a connection that did not close in order; its thread ends next.
            do { try await client.shutdown() } catch {}
        }
        do { try await group?.shutdownGracefully() } catch {}
    }

    private func clientConfiguration(_ traits: ClientTraits) -> HTTPClient.Configuration {
        var pool = HTTPClient.Configuration.ConnectionPool()
        pool.idleTimeout = TimeAmount(configuration.idleTimeout)
        pool.concurrentHTTP1ConnectionsPerHostSoftLimit = configuration.connectionsPerOrigin
        // Otherwise “connection refused” takes as long as the connect timeout; retries have one place, and it is not here.
        pool.retryConnectionEstablishment = false
        var result = HTTPClient.Configuration(
            tlsConfiguration: tlsConfiguration(),
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(traits.connectTimeout)),
            connectionPool: pool,
            decompression: .enabled(limit: .size(traits.decompressionLimit))
        )
        if !traits.allowsLocalAddresses {
            result.http1_1ConnectionDebugInitializer = { Self.refuseLocalAddress($0) }
            result.http2ConnectionDebugInitializer = { Self.refuseLocalAddress($0) }
        }
        return result
    }

    private func tlsConfiguration() -> TLSConfiguration {
        var result = TLSConfiguration.makeClientConfiguration()
        result.minimumTLSVersion = .tlsv12
        if let file = configuration.certificateAuthorities { result.trustRoots = .file(file) }
        return result
    }

    /// Looks at where a new connection ended, before a byte of a request goes over it.
    private static func refuseLocalAddress(_ channel: any Channel) -> EventLoopFuture<Void> {
        let isPublic = channel.remoteAddress.map { AddressScope($0) == .everywhere } ?? false
        if isPublic { return channel.eventLoop.makeSucceededVoidFuture() }
        // The pool must hear of the failure first; a close that comes before it finds the connection unknown.
        channel.eventLoop.execute { channel.close(promise: nil) }
        return channel.eventLoop.makeFailedFuture(LocalAddressRefused())
    }
}
