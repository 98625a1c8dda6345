/// One problem of a definition file, as `file:line:column: error: text`.
///
/// The text says what was expected and what came, and names the nearest known word where there is one
/// (provider-language.md, "Why it looks like this").
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    /// Whether the file can be used all the same.
    package enum Severity: String, Sendable {
        case error, warning
    }

    package var severity: Severity
    package var location: SourceLocation
    package var message: String

    package init(_ severity: Severity, at location: SourceLocation, _ message: String) {
        self.severity = severity
        self.location = location
        self.message = message
    }

    package var description: String { "\(location): \(severity.rawValue): \(message)" }
}
