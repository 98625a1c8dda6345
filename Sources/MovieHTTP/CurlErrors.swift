import CCurl
import HTTPModel
import MovieDomain
import Platform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The progress of an exchange that libcurl gave up, and the reason, which become a failure of the port.
///
/// libcurl's own message may contain the password of a proxy: it is examined but never shown.
struct CurlErrors {
    let order: CurlTransfer.Order
    var code: CURLcode
    var systemError = 0
    /// The TLS library's own number for a fault of the certificate.
    var verifyResult = 0
    /// The status of a proxy's answer to CONNECT, or 0.
    var proxyStatus = 0
    /// Whether there was a connection, on which TLS or a tunnel may have been pending.
    var hasConnected = false
    var hasAsked = false
    var hasAnswer = false
    /// A forbidden address that the name resolves to, and its kind.
    var refusedAddress: String?
    var lacksDescriptors = false
    var message = ""

    private var request: HTTPRequest { order.request }
    private var origin: HTTPOrigin { order.request.origin }

    var failure: ProviderError {
        if !hasConnected {
            if let refusedAddress {
                return ProviderError(
                    at: .forbidden,
                    "\(origin.host) leads to an address of this machine or network (\(refusedAddress)); "
                        + "if you mean that address, name it directly"
                )
            }
            if lacksDescriptors { return Self.noDescriptors }
        }
        switch code {
        case CURLE_URL_MALFORMAT:
            return ProviderError(at: .forbidden, "the host \(origin.host) does not give a valid URL")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return ProviderError(at: .nameResolution, "the name \(order.proxy?.host ?? origin.host) does not resolve")
        case CURLE_OPERATION_TIMEDOUT: return hasAsked ? Self.overdue(order) : notConnectedInTime
        case CURLE_PEER_FAILED_VERIFICATION: return certificate
        case CURLE_SSL_CACERT_BADFILE:
            let place =
                request.authorityFile.map { "file \($0) of 'ca_file'" } ?? "file or folder of certificate authorities"
            var failure = ProviderError(at: .tls, "the \(place) cannot be read")
            if request.authorityFile != nil {
                failure.hint = "it has to be a PEM file, with -----BEGIN CERTIFICATE----- in it"
            }
            return failure
        case CURLE_SSL_CONNECT_ERROR: return handshake
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: return Self.broken(origin, "it is not HTTP")
        // libcurl's codes for a line that is too long; older headers have no name for that of later versions.
        case CURLE_OUT_OF_MEMORY where hasAsked, CURLcode(rawValue: 100):
            return Self.broken(origin, "its response headers are too large")
        case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT:
            return ProviderError(at: .connectionLost, "there is no memory for the request to \(origin.host)")
        default: return hasAsked ? endOfAnswer : noConnection
        }
    }

    /// Whether the status is not a number from 100 to 999, after which libcurl stops reading.
    var lacksStatus: Bool {
        hasAsked && code == CURLE_UNSUPPORTED_PROTOCOL && message.contains(scalars: "response code")
    }

    /// Whether the certificate chain was refused, which other authorities may fix.
    var isUntrustedChain: Bool {
        guard code == CURLE_PEER_FAILED_VERIFICATION else { return false }
        return CurlLibrary.usesOpenSSL ? Self.chainErrors.contains(verifyResult) : !message.contains(scalars: "match")
    }

    // MARK: Before the request was sent

    private var noConnection: ProviderError {
        if order.proxy != nil, proxyStatus != 0, proxyStatus / 100 != 2 {
            let refusal =
                proxyStatus == 407
                ? "requires a user name and a password, or other ones than those given"
                : "does not open a connection to \(origin)"
            return ProviderError(at: .connectionRefused, "\(peer) \(refusal)")
        }
        if hasConnected { return lost }
        return switch Int32(systemError) {
        case ECONNREFUSED: ProviderError(at: .connectionRefused, "\(peer) refuses connections")
        case EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL, EACCES, EPERM:
            ProviderError(at: .connectionRefused, "\(peer) cannot be reached from this network")
        case ETIMEDOUT: ProviderError(at: .connectTimeout, "no connection to \(way)")
        case EMFILE, ENFILE: Self.noDescriptors
        default: lost
        }
    }

    private var notConnectedInTime: ProviderError {
        // A tunnel that doesn't open looks like a failed handshake behind it.
        if hasConnected, origin.scheme == .https, order.proxy == nil {
            return ProviderError(
                at: .tls,
                "\(origin.host) accepts connections, but does not go through the TLS handshake"
            )
        }
        return ProviderError(
            at: .connectTimeout,
            "no connection to \(way) within \(request.limits.connectTimeout.shortText)"
        )
    }

    // MARK: TLS, which never falls back to plain text

    private var handshake: ProviderError {
        if ["wrong version number", "http request", "unexpected TLS packet"].contains(where: message.contains) {
            return ProviderError(at: .tls, "\(origin) does not speak TLS")
        }
        let endings = ["SSL_ERROR_SYSCALL", "Connection reset", "unexpected eof"]
        if endings.contains(where: message.contains) { return lost }
        return ProviderError(at: .tls, "the TLS handshake with \(origin.host) failed")
    }

    private var certificate: ProviderError {
        if isUntrustedChain, order.trust == TrustAnchors() {
            return ProviderError(
                at: .tls,
                "this system has no certificate authorities: install its ca-certificates, or name a file in SSL_CERT_FILE"
            )
        }
        return ProviderError(at: .tls, "the certificate of \(origin.host) \(complaint)")
    }

    /// Errors of chains that end nowhere, at themselves, or at an untrusted authority.
    private static let chainErrors: Set<Int> = [2, 18, 19, 20, 21]

    /// The complaint about a certificate, by OpenSSL's `X509_V_ERR_…` numbers; other libraries have other numbers.
    ///
    /// libcurl itself compares the name after the chain, so a wrong name has no number.
    private var complaint: String {
        let isUnknown = !CurlLibrary.usesOpenSSL || verifyResult < 2
        if isUnknown { return message.contains(scalars: "match") ? "is for another name" : "is not trusted" }
        return switch verifyResult {
        case 62, 64: "is for another name"
        case 9: "is not valid yet; is the clock right?"
        case 10: "has expired"
        case 18: "is self-signed"
        case 2, 19, 20, 21: "is from an authority that this system does not know; are its ca-certificates installed?"
        default: "is not trusted"
        }
    }

    // MARK: After the request was sent

    var endOfAnswer: ProviderError {
        guard hasAnswer else { return lost }
        return Self.broken(origin, "the connection ended in the middle of the answer, or its framing is broken")
    }

    var lost: ProviderError {
        let closer = order.proxy.map { "\(origin.host) or \($0)" } ?? origin.host
        return ProviderError(at: .connectionLost, "\(closer) closed the connection without an answer")
    }

    static func overdue(_ order: CurlTransfer.Order) -> ProviderError {
        ProviderError(
            at: .timeout,
            "\(order.request.origin.host) did not answer in full within "
                + "\(order.request.limits.attemptTimeout.wholeMilliseconds) ms"
        )
    }

    static func broken(_ origin: HTTPOrigin, _ reason: String) -> ProviderError {
        ProviderError(at: .brokenResponse, "the answer of \(origin.host) is broken: \(reason)")
    }

    static let noDescriptors = ProviderError(at: .connectionLost, "no descriptor is free for a connection")
    static let ending = ProviderError(at: .cancelled, "the program is about to end")
    static let noLibrary = ProviderError(
        at: .connectionLost,
        "libcurl cannot be used: a thread or a descriptor for it is missing, or it is older than 7.87"
    )

    private var peer: String { order.proxy?.description ?? origin.description }

    /// The destination of a connection, and its proxy.
    private var way: String { order.proxy.map { "\(origin) through \($0)" } ?? origin.description }
}
