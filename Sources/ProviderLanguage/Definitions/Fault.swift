/// What an error rule made of a response.
package struct Fault: Hashable, Sendable {
    /// What went wrong.
    package var kind: FaultKind
    /// The source's own code.
    package var code: String?
    /// The source's own words, at most 500 characters.
    package var message: String?
    /// When to try again; `nil` where nobody says.
    package var retryAfterSeconds: Double?

    /// A fault from its parts.
    package init(_ kind: FaultKind, code: String? = nil, message: String? = nil, retryAfterSeconds: Double? = nil) {
        self.kind = kind
        self.code = code
        self.message = message
        self.retryAfterSeconds = retryAfterSeconds
    }
}
