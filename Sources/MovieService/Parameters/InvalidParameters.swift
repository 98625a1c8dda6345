/// Why the parameters of a call are not accepted: one problem, with what was expected and what came.
package struct InvalidParameters: Error, Hashable, Sendable {
    /// One sentence for a person.
    package var message: String
    /// The parameter that it is about, `providers[1]` for one element of a list; `nil` where it is about all of them.
    package var field: String?
    /// What was wanted: `an integer from 1 to 100`.
    package var expected: String?
    /// What came, as JSON, shortened.
    package var received: String?
    /// What can be done about it.
    package var hint: String?

    /// Reports a problem with the parameters as a whole, or of one that is not a matter of its type.
    package init(_ message: String, field: String? = nil, hint: String? = nil) {
        self.message = message
        self.field = field
        self.hint = hint
    }

    /// Reports that `field` needs `expected`, and that something else came.
    init(field: String, mismatch: ParameterMismatch) {
        self.field = field + mismatch.place
        let reason = mismatch.reason ?? "expected \(mismatch.expected), got \(mismatch.received)"
        message = "\(field)\(mismatch.place): \(reason)"
        expected = mismatch.expected
        received = mismatch.received
        hint = mismatch.hint
    }
}
