/// Why a source could not answer; never holds a secret.
package struct SourceFailure: Error, Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// The source does not accept our key.
        case auth
        /// The day's calls are used up.
        case quota
        /// Too many calls just now.
        case rateLimited = "rate_limited"
        /// The source works and does not have what was asked for.
        case notFound = "not_found"
        /// The source does not accept the request.
        case badRequest = "bad_request"
        /// The source cannot be reached, or answers with something that is not its API.
        case unavailable
        /// The source answers, and says that it failed.
        case upstream
        /// The answer is not in the shape that the definition expects.
        case malformed
        case timeout
        case circuitOpen = "circuit_open"
        /// Switched off, or without its key.
        case disabled
        /// The source has no such operation.
        case unsupported
    }

    package var kind: Kind
    package var provider: ProviderID
    /// What happened, in one sentence for a person.
    package var message: String
    /// The source's own code for it.
    package var code: String?
    /// What can be done about it.
    package var hint: String?
    /// The field of the answer or the request that it is about.
    package var field: String?
    package var retryAfterSeconds: Int?
    /// Whether asking again is of no use, although most failures of this kind pass.
    package var isLasting = false

    package init(
        _ kind: Kind,
        provider: ProviderID,
        message: String,
        code: String? = nil,
        hint: String? = nil,
        field: String? = nil,
        retryAfterSeconds: Int? = nil
    ) {
        self.kind = kind
        self.provider = provider
        self.message = message
        self.code = code
        self.hint = hint
        self.field = field
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Whether the same call may go through a moment later.
    package var isRetryable: Bool {
        switch kind {
        case _ where isLasting: false
        case .rateLimited, .unavailable, .upstream, .timeout, .circuitOpen: true
        case .auth, .quota, .notFound, .badRequest, .malformed, .disabled, .unsupported: false
        }
    }
}
