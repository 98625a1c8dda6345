import JSON

/// A list beside the rows, in which a field finds its values by the ids that a row has (`look_up`).
///
/// APIs with side-loaded records answer so: each film has the numbers of its genres, and the answer has their names once.
struct LookUp: Sendable {
    var list = JSONPath.itself
    var condition: RowCondition?
    /// The path of the id in each element of the list; `nil` for a map, whose keys are the ids.
    var key: JSONPath?
    var value = JSONPath.itself

    /// Returns the values that belong to these ids, in their order; an id that is not in the list has none.
    func values(
        of ids: [RawValue],
        in row: MappingRow,
        for field: FieldMapping
    ) throws(ConversionFailure) -> [RawValue] {
        guard !ids.isEmpty else { return [] }
        var elements: [ListElement] = []
        for found in try row.budget.values(at: list, in: row.element, root: row.root) where !found.isNull {
            try row.budget.spend(steps: found.count)
            elements += found.rows(takingEachValue: key == nil)
        }
        elements = try condition?.wanted(elements, root: row.root, row.budget) ?? elements
        var byID: [String: [JSONElement]] = [:]
        for element in elements {
            let id = try key.flatMap { (path) throws(ConversionFailure) in
                try row.budget.firstValue(at: path, in: element.element, root: row.root)?.scalarText
            }
            if let id = id ?? element.key { byID[id, default: []].append(element.element) }
        }
        var values = FieldValues()
        for id in ids {
            guard let text = id.text else { throw ConversionFailure() }
            for element in byID[text] ?? [] {
                var inner = row
                inner.element = element
                for value in try inner.values(at: self.value, for: field) { try values.append(value) }
            }
        }
        return values.all
    }
}
