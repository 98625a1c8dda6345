/// What went wrong while rows were mapped, by field.
package struct MappingReport: Hashable, Sendable {
    /// Values that could not be converted to the type of their field.
    package struct Failure: Hashable, Sendable {
        /// The field that was to be filled.
        package var field: Field
        /// How many of its values.
        package var count: Int
        /// The path of the first of them, as the definition writes it.
        package var examplePath: String
        /// Its row, counted from 0.
        package var exampleRow: Int
    }

    /// Rows that were given.
    package private(set) var rows = 0
    /// Rows that lack a required field, have no value at all, or have two values under one name.
    package private(set) var dropped = 0
    /// In the order of first appearance.
    package private(set) var failures: [Failure] = []

    /// A report of no rows.
    package init() {}

    /// Adds what another page came to.
    package mutating func add(_ other: MappingReport) {
        for failure in other.failures {
            if let index = failures.firstIndex(where: { $0.field == failure.field }) {
                failures[index].count += failure.count
            } else {
                var moved = failure
                moved.exampleRow += rows
                failures.append(moved)
            }
        }
        rows += other.rows
        dropped += other.dropped
    }

    mutating func countRow() { rows += 1 }

    mutating func countDropped() { dropped += 1 }

    mutating func count(failureOf field: Field, path: String) {
        if let index = failures.firstIndex(where: { $0.field == field }) {
            failures[index].count += 1
        } else {
            failures.append(Failure(field: field, count: 1, examplePath: path, exampleRow: max(0, rows - 1)))
        }
    }
}
