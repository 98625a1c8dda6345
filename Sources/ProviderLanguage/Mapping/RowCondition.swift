import JSON

/// Which rows of a list count: those where a text in the row is, or is not, what is wanted (`where`).
struct RowCondition: Sendable {
    let path: JSONPath
    let tests: [ResponseCondition.PathTest]

    /// Whether a row counts; a path that begins with `$` starts at the whole answer.
    func holds(for row: JSONElement, root: JSONElement) -> Bool {
        let found = path.first(in: row, root: root)
        return tests.allSatisfy { $0.holds(for: found) }
    }
}
