/// What could not be read of a source's answers since the start; nothing of it is silent.
package struct MappingCounts: Hashable, Sendable {
    /// Values of one field that could not be converted.
    package struct Failure: Hashable, Sendable {
        /// The operation of the provider language: `search`.
        package var operation: String
        package var field: String
        package var count: Int
        /// Where the first of them stood, as the definition writes it.
        package var examplePath: String

        package init(operation: String, field: String, count: Int, examplePath: String) {
            self.operation = operation
            self.field = field
            self.count = count
            self.examplePath = examplePath
        }
    }

    package var rows: Int
    /// Rows left out because a required field was missing.
    package var droppedRows: Int
    package var failures: [Failure]

    package init(rows: Int = 0, droppedRows: Int = 0, failures: [Failure] = []) {
        self.rows = rows
        self.droppedRows = droppedRows
        self.failures = failures
    }
}
