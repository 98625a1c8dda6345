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
