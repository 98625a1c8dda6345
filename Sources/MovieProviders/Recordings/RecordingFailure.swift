/// Why a recording cannot be played.
package struct RecordingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package var file: String
    /// What was expected, what came, and where.
    package var message: String

    package init(file: String, message: String) {
        self.file = file
        self.message = message
    }

    package var description: String { "\(file): \(message)" }
}
