import MovieDomain
import Upstream

extension SourceFailure {
    /// What it means for a source that no complete answer came.
    init(_ failure: TransportFailure, provider: ProviderID) {
        let kind: Kind =
            switch failure.kind {
            case .timeout, .connectTimeout: .timeout
            case .bodyTooLarge: .malformed
            // The same request would be refused again, whatever the source does.
            case .forbidden: .badRequest
            // Cancelled is no lateness of the source: whoever asked has gone, or the program is about to end.
            case .nameResolution, .connectionRefused, .connectionLost, .tls, .brokenResponse, .redirectRefused,
                .cancelled, .notRecorded:
                .unavailable
            }
        self.init(kind, provider: provider, message: failure.message, hint: failure.hint)
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
        case .timeout, .brokenResponse, .connectionLost, .cancelled, .forbidden: nil
        }
    }
}
