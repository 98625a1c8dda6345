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

/// A row while it is mapped, with what paths and templates may reach from it.
struct MappingRow {
    let element: JSONElement
    let root: JSONElement
    let inputs: TemplateInputs
    let missing: MissingValues

    /// What stands at a path and does not mean absent.
    func values(at path: JSONPath, expandsLists: Bool) -> [RawValue] {
        if path.isSingular {
            guard let found = path.first(in: element, root: root) else { return [] }
            return opened(found, expandsLists)
        }
        return path.select(in: element, root: root).flatMap { opened($0, expandsLists) }
    }

    /// The one thing at a singular path, where it does not mean absent.
    func value(at path: JSONPath) -> RawValue? {
        guard let found = path.first(in: element, root: root) else { return nil }
        return present(found)
    }

    private func opened(_ found: JSONElement, _ expandsLists: Bool) -> [RawValue] {
        guard expandsLists, found.kind == .array else { return present(found).map { [$0] } ?? [] }
        var values: [RawValue] = []
        values.reserveCapacity(found.count)
        for element in found.elements {
            if let value = present(element) { values.append(value) }
        }
        return values
    }

    /// The value of an element, `nil` where it means absent; a text is decoded only once.
    func present(_ element: JSONElement) -> RawValue? {
        switch element.kind {
        case .null: nil
        case .string: text(element)
        default: missing.contains(element) ? nil : .element(element)
        }
    }

    private func text(_ element: JSONElement) -> RawValue? {
        guard let text = element.string, !missing.contains(text) else { return nil }
        return .text(text)
    }
}

/// How a row becomes an item of the domain (provider-language.md, "Item"); compiled when its file loads.
package struct ItemMapping: Sendable {
    /// One field and how it comes about, as the definition says it.
    indirect enum Part: Sendable {
        case field(FieldMapping)
        case ids([NamedValue<FieldMapping>])
        /// Several mappings whose values come together: titles in several languages.
        case several([Part])
        /// A list of items one level down.
        case nested(Field, rows: RowsInRow, ItemMapping, limit: Int?)
        case movie(ItemMapping)
    }

    let kind: ItemKind
    let plan: RowPlan
    let missing: MissingValues

    init(kind: ItemKind, parts: [Part], missing: MissingValues) {
        self.kind = kind
        self.missing = missing
        plan = RowPlan(parts)
    }

    /// One row alone; ``RowMapper`` is for many.
    ///
    /// - Returns: `nil` where a required field has no value, none has one, or a name in it stands twice, so that nobody
    ///   knows which value is meant: `report` counts it.
    package func map(
        _ row: JSONElement,
        root: JSONElement,
        inputs: TemplateInputs,
        report: inout MappingReport
    ) -> MappedItem? {
        var mapper = RowMapper(self, inputs: inputs)
        return mapper.item(row, root: root, report: &report)
    }
}

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
