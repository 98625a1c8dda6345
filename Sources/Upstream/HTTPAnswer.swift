/// What an answer is to the request that it came to.
package enum ResponseVerdict: Sendable, Hashable {
    case good
    /// The source says that there is no such thing: an answer too, and kept for a short time.
    case negative
    /// No answer: it is never kept, and whether asking again helps is said by its kind.
    case failure(Fault)

    /// What a source says, or shows, to be wrong.
    package struct Fault: Sendable, Hashable {
        package enum Kind: String, Sendable, CaseIterable {
            case auth, quota, rateLimited, badRequest, unavailable, timeout, malformed, upstream
        }

        package var kind: Kind
        /// How long the source wants not to be asked; as it said, without any cap.
        package var retryAfterSeconds: Int?

        package init(_ kind: Kind, retryAfterSeconds: Int? = nil) {
            self.kind = kind
            self.retryAfterSeconds = retryAfterSeconds
        }

        /// Whether the same request may succeed a moment later.
        package var isTransient: Bool {
            switch kind {
            case .unavailable, .timeout, .rateLimited: true
            case .auth, .quota, .badRequest, .malformed, .upstream: false
            }
        }

        /// Whether the source is at fault and not the request or its key, which only a person can put right.
        package var isOfTheSource: Bool {
            switch kind {
            case .quota, .rateLimited, .unavailable, .timeout, .malformed, .upstream: true
            case .auth, .badRequest: false
            }
        }
    }

    /// What the status alone says (RFC 9110, section 15), and `Retry-After` in seconds.
    package init(byStatusOf response: HTTPResponse) {
        let kind: Fault.Kind
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
        // None of HTTP's (RFC 9110, section 15).
        default: kind = .malformed
        }
        self = .failure(Fault(kind, retryAfterSeconds: response.headers["Retry-After"].flatMap { Int($0) }))
    }
}

/// Finds out of every answer what it is to its request, once, directly above the network: the layers further out read
/// the verdict from the answer.
package struct Classifier<Next: HTTPTransport>: HTTPTransport {
    private let next: Next

    package init(before next: Next) {
        self.next = next
    }

    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        var response = try await next.send(request)
        response.verdict = request.verdict(on: response)
        return response
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
