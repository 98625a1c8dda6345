import JSON

/// What is to be done for each row, in the order of the definition, and the names of the members that it needs.
struct RowPlan: Sendable {
    enum Step: Sendable {
        case field(CompiledField)
        case id(CompiledField)
        case nested(NestedList)
        /// The film of a row of the box office, by one of the ``inner`` mappings.
        case movie(inner: Int)
    }

    /// A list of items one level down, by one of the ``inner`` mappings; shared, so that no row copies it.
    final class NestedList: Sendable {
        let field: Field
        let rows: RowsInRow
        let inner: Int
        let limit: Int?

        init(_ field: Field, rows: RowsInRow, inner: Int, limit: Int?) {
            self.field = field
            self.rows = rows
            self.inner = inner
            self.limit = limit
        }
    }

    private(set) var steps: [Step] = []
    /// The members that steps look for by their position here.
    private(set) var names: [String] = []
    /// The mappings of what lies inside of the row.
    private(set) var inner: [ItemMapping] = []

    init(_ parts: [ItemMapping.Part]) {
        for part in parts { add(part) }
    }

    private mutating func add(_ part: ItemMapping.Part) {
        switch part {
        case .field(let mapping):
            steps.append(.field(CompiledField(mapping, names: &names)))
        case .ids(let mappings):
            for mapping in mappings {
                steps.append(.id(CompiledField(mapping.value, nameSpace: mapping.name, names: &names)))
            }
        case .several(let parts):
            for part in parts { add(part) }
        case .nested(let field, let rows, let mapping, let limit):
            steps.append(.nested(NestedList(field, rows: rows, inner: inner.count, limit: limit)))
            inner.append(mapping)
        case .movie(let mapping):
            steps.append(.movie(inner: inner.count))
            inner.append(mapping)
        }
    }
}
