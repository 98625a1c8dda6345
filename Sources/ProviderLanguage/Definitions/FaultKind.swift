/// What went wrong at a source.
package enum FaultKind: String, LanguageWord {
    case auth, quota
    case rateLimited = "rate_limited"
    case notFound = "not_found"
    case badRequest = "bad_request"
    case unavailable, upstream

    /// What the fault means, in a sentence.
    package var summary: String {
        switch self {
        case .auth: "The key is wrong or missing."
        case .quota: "The quota is used up."
        case .rateLimited: "Too many requests in a short time."
        case .notFound: "There is no such film."
        case .badRequest: "The request was not understood."
        case .unavailable: "The source is down or shut away."
        case .upstream: "Something else is wrong at the source."
        }
    }
}
