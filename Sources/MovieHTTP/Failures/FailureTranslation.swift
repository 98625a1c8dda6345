import AsyncHTTPClient
import HTTPModel
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// Turns what the libraries throw into failures of the port, with host and figures and without the query.
struct FailureTranslation {
    private let origin: HTTPOrigin
    private let limits: HTTPRequest.Limits
    private let proxy: ProxyServer?

    /// With the proxy that the request goes through, if any: then connections are made to it.
    init(_ request: HTTPRequest, proxy: ProxyServer? = nil) {
        origin = request.origin
        limits = request.limits
        self.proxy = proxy
    }

    /// The failure for what was thrown before the head came, or within the body: a connection that ends before the head
    /// is lost, after it the answer is broken.
    func failure(_ error: any Error, isInBody: Bool) -> TransportFailure {
        switch error {
        case let failure as TransportFailure: failure
        case is CancellationError: cancelled
        case is LocalAddressRefused:
            TransportFailure(
                .forbidden,
                "\(origin.host) leads to an address of this machine or network; name the address itself if it is meant"
            )
        case let error as HTTPClientError: clientFailure(error, isInBody: isInBody)
        case let error as HTTPParserError: parserFailure(error)
        case let error as NIOConnectionError: connectionFailure(error)
        case let error as IOError: systemFailure(error, isInBody: isInBody)
        case let error as NIOHTTPDecompression.DecompressionError: decompressionFailure(error)
        case is NIOHTTPDecompression.ExtraDecompressionError:
            broken("its compressed body is cut or runs on after its end")
        case is ChannelError: isInBody ? broken("the connection ended within the body") : lost
        default: TLSFailureTranslation(origin).failure(error) ?? (isInBody ? broken("\(type(of: error))") : lost)
        }
    }

    private func clientFailure(_ error: HTTPClientError, isInBody: Bool) -> TransportFailure {
        switch error {
        case .connectTimeout, .httpProxyHandshakeTimeout:
            TransportFailure(.connectTimeout, "no connection to \(way) within \(limits.connectTimeout.shortText)")
        case .getConnectionFromPoolTimeout:
            TransportFailure(
                .connectTimeout,
                "no new and no free connection to \(way) within \(limits.connectTimeout.shortText)"
            )
        case .tlsHandshakeTimeout:
            TransportFailure(.tls, "\(origin.host) did not finish the TLS handshake")
        case .deadlineExceeded, .readTimeout, .writeTimeout:
            TransportFailure(
                .timeout,
                "\(origin.host) did not answer in full within \(limits.attemptTimeout.shortText)"
            )
        case .proxyAuthenticationRequired:
            TransportFailure(.connectionRefused, "\(peer) wants a user and a password, or other ones than it was given")
        case .invalidProxyResponse:
            TransportFailure(.connectionRefused, "\(peer) opens no way to \(origin)")
        case .cancelled, .alreadyShutdown: cancelled
        case .remoteConnectionClosed, .uncleanShutdown:
            isInBody ? broken("the connection ended within the body") : lost
        case .invalidURL, .emptyHost:
            TransportFailure(.forbidden, "the path for \(origin.host) does not make a URL")
        default:
            if isInBody { broken(error.shortDescription) } else { unsendable(error) }
        }
    }

    /// The library's own text may show the value of a header; its short one does not.
    private func unsendable(_ error: HTTPClientError) -> TransportFailure {
        TransportFailure(.forbidden, "the request to \(origin.host) cannot be sent: \(error.shortDescription)")
    }

    private func parserFailure(_ error: HTTPParserError) -> TransportFailure {
        switch error {
        case .headerOverflow: broken("its head is larger than any honest one")
        case .invalidEOFState: broken("the connection ended within the answer")
        case .invalidChunkSize: broken("a chunk's size is not a number")
        default: broken("it is not HTTP (\(error))")
        }
    }

    private func connectionFailure(_ error: NIOConnectionError) -> TransportFailure {
        guard let first = error.connectionErrors.first else {
            return TransportFailure(.nameResolution, "the name \(proxy?.host ?? origin.host) does not resolve")
        }
        return failure(first.error, isInBody: false)
    }

    private func systemFailure(_ error: IOError, isInBody: Bool) -> TransportFailure {
        switch SystemError(error) {
        case .refused: TransportFailure(.connectionRefused, "\(peer) refuses connections")
        case .unreachable: TransportFailure(.connectionRefused, "\(peer) cannot be reached from this network")
        case .timedOut: TransportFailure(.connectTimeout, "no connection to \(way)")
        case .descriptorsUsedUp: TransportFailure(.connectionLost, "no descriptor is free for a connection")
        case .other: isInBody ? broken("the connection ended within the body") : lost
        }
    }

    private func decompressionFailure(_ error: NIOHTTPDecompression.DecompressionError) -> TransportFailure {
        if case .limit = error {
            return TransportFailure(
                .bodyTooLarge,
                "\(origin.host) sends a body that unpacks to more than the \(limits.maximumBodyBytes) bytes allowed"
            )
        }
        return broken("its compressed body does not unpack")
    }

    private var cancelled: TransportFailure {
        TransportFailure(.cancelled, "the request to \(origin.host) was cancelled")
    }

    private var lost: TransportFailure {
        let closer = proxy.map { "\(origin.host) or \($0)" } ?? origin.host
        return TransportFailure(.connectionLost, "\(closer) closed the connection without an answer")
    }

    /// Who is at the other end of a connection.
    private var peer: String { proxy?.description ?? origin.description }

    /// Where a connection leads, and through what.
    private var way: String { proxy.map { "\(origin) through \($0)" } ?? origin.description }

    private func broken(_ reason: String) -> TransportFailure {
        TransportFailure(.brokenResponse, "the answer of \(origin.host) is broken: \(reason)")
    }
}
