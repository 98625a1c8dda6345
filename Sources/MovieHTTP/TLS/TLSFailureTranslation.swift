import HTTPModel
import NIOSSL

/// Failures of the handshake and of certificates, none of which is ever answered by trying in clear.
struct TLSFailureTranslation {
    private let origin: HTTPOrigin

    init(_ origin: HTTPOrigin) {
        self.origin = origin
    }

    /// `nil` where the error has nothing to do with TLS.
    func failure(_ error: any Error) -> TransportFailure? {
        switch error {
        case let error as NIOSSLError: TransportFailure(.tls, text(error))
        case let error as BoringSSLError: TransportFailure(.tls, text(error))
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            TransportFailure(.tls, "the certificate of \(origin.host) is for another name")
        case is NIOSSLExtraError: TransportFailure(.tls, "no certificate can be checked against \(origin.host)")
        default: nil
        }
    }

    /// Whether the certificate's chain was refused, for which a closer look finds the reason.
    static func isUntrustedCertificate(_ error: any Error) -> Bool {
        if case .handshakeFailed(let cause) = error as? NIOSSLError { return "\(cause)".contains(verificationFailed) }
        return false
    }

    /// The failure where there is no authority that could have signed any certificate.
    static let noAuthorities = TransportFailure(
        .tls,
        "this system has no certificate authorities: install its ca-certificates, or name a file in SSL_CERT_FILE"
    )

    /// The failure after a closer look at what failed first; `nil` where that adds nothing.
    ///
    /// A certificate that comes at the second look says nothing about why no connection was made at the first.
    func failure(_ finding: TLSDiagnosis.Finding, after first: TransportFailure, now: Int) -> TransportFailure? {
        switch (finding, first.kind) {
        case (.noHandshake, .connectTimeout):
            TransportFailure(.tls, "\(origin.host) accepts connections, but does not go through the TLS handshake")
        case (.certificate(let facts), .tls):
            TransportFailure(.tls, "the certificate of \(origin.host) \(facts.complaint(now: now))")
        default: nil
        }
    }

    private static let verificationFailed = "CERTIFICATE_VERIFY_FAILED"

    private func text(_ error: NIOSSLError) -> String {
        switch error {
        case .handshakeFailed(let error): text(error)
        case .noSuchFilesystemObject, .failedToLoadCertificate:
            "the file or folder of certificate authorities cannot be read"
        case .noCertificateToValidate, .unableToValidateCertificate:
            "the certificate of \(origin.host) cannot be checked"
        default: "the TLS connection to \(origin.host) broke off"
        }
    }

    private func text(_ error: BoringSSLError) -> String {
        let details = "\(error)"
        if details.contains(Self.verificationFailed) { return "the certificate of \(origin.host) is not trusted" }
        if details.contains("WRONG_VERSION_NUMBER") || details.contains("HTTP_REQUEST") {
            return "\(origin) does not speak TLS"
        }
        return "the TLS handshake with \(origin.host) failed"
    }
}
