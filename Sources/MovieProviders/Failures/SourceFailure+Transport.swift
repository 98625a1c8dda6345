import HTTPModel
import MovieDomain

extension SourceFailure {
    /// What it means for a source that no complete answer came.
    init(_ failure: TransportFailure, provider: ProviderID) {
        let kind: Kind =
            switch failure.kind {
            case .timeout, .connectTimeout: .timeout
            case .bodyTooLarge: .malformed
            // The same request would be refused again, whatever the source does.
            case .forbidden: .badRequest
            case .quotaExhausted: .quota
            case .rateLimited, .overloaded: .rateLimited
            case .circuitOpen: .circuitOpen
            // Cancelled is no lateness of the source, and has no kind of its own: whoever asked has gone, and nobody reads it.
            case .nameResolution, .connectionRefused, .connectionLost, .tls, .brokenResponse, .redirectRefused,
                .cancelled, .notRecorded:
                .unavailable
            }
        self.init(
            kind,
            provider: provider,
            message: failure.message,
            hint: failure.hint,
            retryAfterSeconds: failure.retryAfterSeconds
        )
        isLasting = failure.kind == .notRecorded
    }
}

extension TransportFailure {
    /// What the person who runs the program can do.
    fileprivate var hint: String? {
        switch kind {
        case .nameResolution, .connectionRefused, .connectTimeout:
            "check the network and the provider's base_url; such hosts move now and then"
        case .tls: "the host's certificate is not acceptable; it is never asked without one"
        case .redirectRefused: "if the host has moved, change the provider's base_url"
        case .bodyTooLarge: "raise the provider's max_body if the answer is meant to be so large"
        case .notRecorded: "record the answer, or ask for something that the recording holds"
        case .quotaExhausted: "the source counts anew" + wait + "; what was asked before still comes from the cache"
        case .rateLimited: "it is asked again" + wait
        case .circuitOpen: "one call tries the source" + wait + "; until then nobody waits for it"
        case .overloaded: "ask for less at once, or raise the provider's limits.concurrent"
        case .timeout, .brokenResponse, .connectionLost, .cancelled, .forbidden: nil
        }
    }

    private var wait: String {
        guard let retryAfterSeconds else { return " later" }
        return switch retryAfterSeconds {
        case ..<120: " in \(retryAfterSeconds) s"
        case ..<7_200: " in \(retryAfterSeconds / 60) min"
        default: " in \(retryAfterSeconds / 3_600) h \(retryAfterSeconds % 3_600 / 60) min"
        }
    }
}
