extension CircuitBreaker.Outcome {
    /// What a call tells of the health of its host.
    init(_ result: Result<HTTPResponse, TransportFailure>, to request: HTTPRequest) {
        self =
            switch result {
            case .success(let response): Self(request.verdict(on: response))
            case .failure(let failure): Self(failure.kind)
            }
    }

    /// A host that finds fault with the request, the key or the number of calls is up.
    private init(_ verdict: ResponseVerdict) {
        guard case .failure(let fault) = verdict else {
            self = .success
            return
        }
        self =
            switch fault.kind {
            case .unavailable, .timeout, .upstream: .failure
            case .auth, .quota, .badRequest, .malformed: .success
            // It says nothing about an answer that it would give otherwise.
            case .rateLimited: .unknown
            }
    }

    private init(_ kind: TransportFailure.Kind) {
        self =
            switch kind {
            case .nameResolution, .connectionRefused, .connectTimeout, .tls, .timeout, .brokenResponse,
                .connectionLost, .redirectRefused:
                .failure
            // It answers, only too much.
            case .bodyTooLarge: .success
            case .cancelled, .forbidden, .notRecorded, .quotaExhausted, .rateLimited, .circuitOpen, .overloaded:
                .unknown
            }
    }
}
