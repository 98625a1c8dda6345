/// Why no definition can be proposed for a sample.
package struct DraftFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what came, for people.
    package var description: String

    init(_ description: String) {
        self.description = description
    }
}
