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
        /// The calls of the source's day, or those that are left for less important ones, are used up; nothing was sent.
        case quotaExhausted
        /// The source wants to be left alone for a while, or its rate leaves no room before the deadline; nothing was sent.
        case rateLimited
        /// The source failed so often that it is left alone for a while; nothing was sent.
        case circuitOpen
        /// Too many calls wait for the source already; nothing was sent.
        case overloaded
    }

    package var kind: Kind
    /// One sentence for a person, with host and figures.
    package var message: String
    /// Whole seconds after which the same call may go through, where that is known.
    package var retryAfterSeconds: Int?

    package init(_ kind: Kind, _ message: String, retryAfterSeconds: Int? = nil) {
        self.kind = kind
        self.message = message
        self.retryAfterSeconds = retryAfterSeconds
    }

    package var description: String { message }
}

extension TransportFailure {
    /// Whether another host of the same source is worth a try.
    package var meansHostIsDown: Bool {
        switch kind {
        case .nameResolution, .connectionRefused, .connectTimeout, .connectionLost, .tls, .redirectRefused,
            .circuitOpen:
            true
        case .timeout, .bodyTooLarge, .brokenResponse, .cancelled, .forbidden, .notRecorded, .quotaExhausted,
            .rateLimited, .overloaded:
            false
        }
    }

    /// Whether an old answer is better than this failure: not where nobody waits any more, nor where the request is one
    /// that must not be sent.
    package var mayBeStoodInFor: Bool {
        switch kind {
        case .cancelled, .forbidden, .notRecorded: false
        default: true
        }
    }
}
