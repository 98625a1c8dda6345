package import JSON

/// Maps the rows of an answer one after the other, and remembers from row to row where the members stand.
package struct RowMapper {
    private let mapping: ItemMapping
    private let inputs: TemplateInputs
    private var members: MemberTable
    private var inner: [RowMapper]

    /// A mapper of rows for the inputs of one call.
    package init(_ mapping: ItemMapping, inputs: TemplateInputs) {
        self.mapping = mapping
        self.inputs = inputs
        members = MemberTable(names: mapping.plan.names)
        inner = mapping.plan.inner.map { RowMapper($0, inputs: inputs) }
    }

    /// Gives the fields of one row to a receiver that has none yet.
    ///
    /// - Returns: `false` where a required field has no value, none has one, or a name in the row stands twice, so that
    ///   nobody knows which value is meant: `report` counts it, and what the receiver got is of no use.
    package mutating func map(
        _ row: JSONElement,
        root: JSONElement,
        into receiver: inout some FieldReceiver,
        report: inout MappingReport
    ) -> Bool {
        report.countRow()
        guard members.read(row), fill(&receiver, row, root, &report), !receiver.isEmpty else {
            report.countDropped()
            return false
        }
        return true
    }

    /// The same as an item in the fields of the language.
    package mutating func item(
        _ row: JSONElement,
        root: JSONElement,
        report: inout MappingReport
    ) -> MappedItem? {
        var item = MappedItem(kind: mapping.kind, reserving: mapping.plan.steps.count)
        return map(row, root: root, into: &item, report: &report) ? item : nil
    }

    /// What lies inside of a row; `nil` where a required field has no value.
    private mutating func inside(_ row: JSONElement, _ root: JSONElement, _ report: inout MappingReport) -> MappedItem?
    {
        _ = members.read(row)
        var item = MappedItem(kind: mapping.kind, reserving: mapping.plan.steps.count)
        return fill(&item, row, root, &report) ? item : nil
    }

    /// Gives all fields of the row that the members were read of; `false` where a required one has no value.
    private mutating func fill(
        _ receiver: inout some FieldReceiver,
        _ row: JSONElement,
        _ root: JSONElement,
        _ report: inout MappingReport
    ) -> Bool {
        let row = MappingRow(element: row, root: root, inputs: inputs, missing: mapping.missing)
        for step in mapping.plan.steps {
            switch step {
            case .field(let field):
                guard give(field, to: &receiver, row, &report) || !field.mapping.isRequired else { return false }
            case .id(let field):
                guard give(field, isID: true, to: &receiver, row, &report) || !field.mapping.isRequired else {
                    return false
                }
            case .nested(let list):
                let items = inner[list.inner].items(list, row, &report)
                if !items.isEmpty { receiver.take(.items(items), for: list.field) }
            case .movie(let place):
                guard let movie = inner[place].inside(row.element, root, &report) else { return false }
                if !movie.isEmpty { receiver.take(.item(movie), for: .movie) }
            }
        }
        return true
    }

    /// Gives one field, or one of the ids; whether it has a value.
    private func give(
        _ field: CompiledField,
        isID: Bool = false,
        to receiver: inout some FieldReceiver,
        _ row: MappingRow,
        _ report: inout MappingReport
    ) -> Bool {
        do throws(ConversionFailure) {
            guard isID else { return try field.give(to: &receiver, row, members) }
            guard let id = try field.id(row, members) else { return false }
            receiver.add(id)
            return true
        } catch {
            report.count(failureOf: field.mapping.field, path: field.mapping.source.text)
            return false
        }
    }

    /// The items of a nested list; one without its main field is dropped, not the film.
    private mutating func items(
        _ list: RowPlan.NestedList,
        _ row: MappingRow,
        _ report: inout MappingReport
    ) -> [MappedItem] {
        var items: [MappedItem] = []
        for element in list.rows.elements(row) {
            if let limit = list.limit, items.count >= limit { break }
            guard let item = inside(element, row.root, &report) else { continue }
            if let main = mapping.kind.mainField, item[main] == nil { continue }
            items.append(item)
        }
        return items
    }
}
