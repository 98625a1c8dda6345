package import MovieDomain

/// What a person says of a sample, where its names tell nothing or something else.
package struct DraftChoices: Sendable {
    /// The operation that it answers.
    package var operation: Capability?
    /// The path of its rows.
    package var rows: String?
    /// The name or the path of the title in a row.
    package var title: String?

    package init(operation: Capability? = nil, rows: String? = nil, title: String? = nil) {
        self.operation = operation
        self.rows = rows
        self.title = title
    }
}
