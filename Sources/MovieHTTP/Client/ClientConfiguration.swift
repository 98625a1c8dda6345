import AsyncHTTPClient
import HTTPModel
import NIOCore
import NIOHTTPCompression
import NIOSSL
import Upstream

/// The settings of AsyncHTTPClient for one client of a transport.
struct ClientConfiguration {
    let value: HTTPClient.Configuration

    init(_ configuration: HTTPTransportConfiguration, _ traits: ClientTraits, _ trust: TrustAnchors) {
        var pool = HTTPClient.Configuration.ConnectionPool()
        pool.idleTimeout = TimeAmount(configuration.idleTimeout)
        pool.concurrentHTTP1ConnectionsPerHostSoftLimit = configuration.connectionsPerOrigin
        // Otherwise “connection refused” takes as long as the connect timeout; retries have one place, and it is not here.
        pool.retryConnectionEstablishment = false
        var value = HTTPClient.Configuration(
            tlsConfiguration: trust.tlsConfiguration,
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(traits.connectTimeout)),
            connectionPool: pool,
            proxy: traits.proxy.map(Self.proxy),
            decompression: .enabled(limit: .size(traits.decompressionLimit))
        )
        if !traits.keepsConnections { value.maximumUsesPerConnection = 1 }
        if !traits.allowsLocalAddresses {
            value.http1_1ConnectionDebugInitializer = { Self.refuseLocalAddress($0) }
            value.http2ConnectionDebugInitializer = { Self.refuseLocalAddress($0) }
        }
        self.value = value
    }

    private static func proxy(_ server: ProxyServer) -> HTTPClient.Configuration.Proxy {
        let parts = server.credentials?.reveal {
            $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        }
        guard let parts, parts.count == 2 else { return .server(host: server.host, port: server.port) }
        let authorization = HTTPClient.Authorization.basic(username: String(parts[0]), password: String(parts[1]))
        return .server(host: server.host, port: server.port, authorization: authorization)
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
