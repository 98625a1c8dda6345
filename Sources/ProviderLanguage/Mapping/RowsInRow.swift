import JSON

/// The rows of a list inside of a row: people, images, videos.
struct RowsInRow: Sendable {
    let path: JSONPath
    var takesEachValue = false
    var condition: RowCondition?

    /// The elements of a list, or an object as the one row; none where nothing is there.
    func elements(_ row: MappingRow) -> [JSONElement] {
        let elements = path.select(in: row.element, root: row.root).flatMap { found -> [JSONElement] in
            switch found.kind {
            case .array: Array(found.elements)
            case .object where takesEachValue: found.members.map(\.value)
            case .null: []
            default: [found]
            }
        }
        return condition.map { condition in elements.filter { condition.holds(for: $0, root: row.root) } } ?? elements
    }
}
