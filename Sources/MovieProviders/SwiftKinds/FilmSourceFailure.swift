/// Why a source in Swift cannot answer; no film is an empty page, never a failure, except of a look-up.
public struct FilmSourceFailure: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: String, Sendable, CaseIterable {
        /// A key is wrong or missing.
        case auth
        /// The day's calls are used up.
        case quota
        /// Too many calls just now.
        case rateLimited = "rate_limited"
        /// The source works and does not have the film.
        case notFound = "not_found"
        /// The source does not understand the question.
        case badRequest = "bad_request"
        /// The source cannot be reached.
        case unavailable
        /// Something else is wrong at the source.
        case upstream
        /// The source has no such operation.
        case unsupported
        /// The source took too long.
        case timeout
    }

    /// What went wrong.
    public var kind: Kind
    /// One sentence for a person; never a secret.
    public var message: String
    /// When to try again.
    public var retryAfterSeconds: Int?

    /// A failure.
    public init(_ kind: Kind, _ message: String, retryAfterSeconds: Int? = nil) {
        self.kind = kind
        self.message = message
        self.retryAfterSeconds = retryAfterSeconds
    }
}
