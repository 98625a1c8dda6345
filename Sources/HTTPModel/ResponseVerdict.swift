package import MovieDomain

/// How a response counts for its request.
package enum ResponseVerdict: Sendable, Hashable {
    case good
    /// The provider says that there is no such thing: an answer too, and kept for a short time.
    case negative
    /// No answer: it is never kept, and what follows is said by the error.
    case failure(ProviderError)

    /// What the status alone says (RFC 9110, section 15), and `Retry-After` in seconds.
    package init(byStatusOf response: HTTPResponse) {
        let kind: ProviderError.Kind
        switch response.status {
        case 200..<300:
            self = .good
            return
        case 404, 410:
            self = .negative
            return
        case 401, 403, 407: kind = .auth
        case 408: kind = .timeout
        case 429: kind = .rateLimited
        case 400..<500: kind = .badRequest
        case 500..<600: kind = .unavailable
        case 100..<600: kind = .upstream
        default: kind = .malformed
        }
        self = .failure(
            ProviderError(
                kind,
                message: "the source answered with HTTP status \(response.status)",
                retryAfterSeconds: response.headers["Retry-After"].flatMap { Int($0) }
            )
        )
    }
}

extension HTTPRequest {
    /// What `response` is to this request, found out once: a response that carries its verdict is not read again.
    package func verdict(on response: HTTPResponse) -> ResponseVerdict {
        if let verdict = response.verdict { return verdict }
        if response.status == 304, isConditional { return .good }
        return classify(response)
    }

    /// Whether the source may answer that nothing has changed (RFC 9110, section 13.1).
    package var isConditional: Bool {
        headers.contains { ["if-none-match", "if-modified-since"].contains($0.name.lowercased()) }
    }
}
