/// The failures that a test may expect: those of error rules, and an answer that cannot be read.
package enum TestedFailure: String, LanguageWord {
    case auth, quota
    case rateLimited = "rate_limited"
    case notFound = "not_found"
    case badRequest = "bad_request"
    case unavailable, upstream, malformed

    /// The failure that an error rule tells.
    package init(_ kind: FaultKind) {
        self =
            switch kind {
            case .auth: .auth
            case .quota: .quota
            case .rateLimited: .rateLimited
            case .notFound: .notFound
            case .badRequest: .badRequest
            case .unavailable: .unavailable
            case .upstream: .upstream
            }
    }

    /// What the failure means, in a sentence.
    package var summary: String {
        switch self {
        case .auth: FaultKind.auth.summary
        case .quota: FaultKind.quota.summary
        case .rateLimited: FaultKind.rateLimited.summary
        case .notFound: FaultKind.notFound.summary
        case .badRequest: FaultKind.badRequest.summary
        case .unavailable: FaultKind.unavailable.summary
        case .upstream: FaultKind.upstream.summary
        case .malformed: "The answer is not JSON, or has no rows where they should be."
        }
    }
}
