/// Why a text is no path of the subset.
package struct JSONPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence: what was expected and what came.
    package let message: String

    /// Where, in characters from 1; one past the last where the text ends too early.
    package let column: Int

    /// The message and its column.
    package var description: String { "\(message) (column \(column))" }
}
