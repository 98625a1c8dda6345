/// A key, token or password, which cannot be printed, interpolated, dumped or compared.
///
/// Only ``reveal(_:)`` lets it out, and only for as long as a closure runs.
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    package init(_ value: String) {
        self.value = value
    }

    /// Hands the value to `body`: for building the bytes of a request, and for taking it out of texts.
    package func reveal<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        try body(value)
    }

    package var description: String { "***" }
    package var debugDescription: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
