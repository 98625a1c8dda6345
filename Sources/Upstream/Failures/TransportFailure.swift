/// Why no complete answer came; never holds a secret, and names the host but not the query.
package struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable, CaseIterable {
        /// The host's name does not resolve.
        case nameResolution
        case connectionRefused
        case connectTimeout
        /// The certificate or the handshake is not acceptable; never tried again in clear.
        case tls
        /// Head and body did not arrive within the attempt's time.
        case timeout
        case bodyTooLarge
        /// The answer breaks off or is not HTTP.
        case brokenResponse
        case connectionLost
        /// The answer leads to another host, or in a circle.
        case redirectRefused
        case cancelled
        /// The request is not one that may be sent (another host than the definition's).
        case forbidden
        /// A recording does not hold the request.
        case notRecorded
    }

    package var kind: Kind
    /// One sentence for a person, with host and figures.
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package var description: String { message }
}
