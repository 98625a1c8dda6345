/// One problem of a definition file, as `file:line:column: error: text`.
///
/// The text says what was expected and what came, and names the nearest known word where there is one
/// (provider-language.md, "Why it looks like this").
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// Whether the file can be used all the same.
    package enum Severity: String, Sendable {
        case error, warning
    }

    /// An error or a warning.
    package var severity: Severity
    /// Where the problem is.
    package var location: SourceLocation
    /// What is wrong, in one sentence.
    package var message: String

    /// A problem at a place.
    package init(_ severity: Severity, at location: SourceLocation, _ message: String) {
        self.severity = severity
        self.location = location
        self.message = message
    }

    /// What the message advises, `did you mean 'title'?`; `nil` where it advises nothing.
    package var hint: String? {
        Wording.advice(in: message).map { String(message[$0.lowerBound...].dropFirst(2)) }
    }

    /// `file:line:column: error: text`.
    package var description: String { "\(location): \(severity.rawValue): \(message)" }
}
