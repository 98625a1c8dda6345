import JSON

/// How one field of an item is made from a row: a source, then transforms, then a table, then the field's type.
struct FieldMapping: Sendable {
    /// What the values are marked with.
    struct Tags: Sendable {
        var language: LanguageTag?
        var region: String?
        var kind: String?
        var width: Int?
    }

    /// The number of votes of a rating is a field in itself.
    indirect enum Votes: Sendable {
        case counted(FieldMapping)
    }

    let field: Field
    /// What the values are converted to: mostly the field's own type.
    let type: FieldType
    let source: FieldSource
    var transforms: [Transform] = []
    var table: ValueTable?
    var unit: String?
    /// Of a rating: the best that can be given.
    var scale: Double = 10
    var votes: Votes?
    var tags = Tags()
    var prefix = ""
    var limit: Int?
    var isRequired = false

    init(field: Field, type: FieldType? = nil, source: FieldSource) {
        self.field = field
        self.type = type ?? field.type
        self.source = source
    }

    /// The values as text or element, ready for conversion; absent ones are left out.
    func rawValues(_ row: MappingRow) throws(ConversionFailure) -> [RawValue] {
        var values = source.values(row, expandsLists: type.isList)
        for transform in transforms { values = try transform.apply(to: values) }
        if let table { values = try looked(up: values, in: table) }
        if !prefix.isEmpty { values = values.map { value in value.text.map { .text(prefix + $0) } ?? value } }
        return limit.map { Array(values.prefix($0)) } ?? values
    }

    /// What becomes of a value of the source that is the only one, where every transform makes one of one.
    func changed(_ found: RawValue) throws(ConversionFailure) -> RawValue? {
        var value = found
        for transform in transforms { value = try transform.apply(to: value) }
        if let table {
            guard let text = value.text else { throw ConversionFailure() }
            guard let result = table.value(for: text) else { return nil }
            value = .text(result)
        }
        if !prefix.isEmpty, let text = value.text { value = .text(prefix + text) }
        return value
    }

    /// The same of a text that every transform makes a text of.
    func changed(_ found: String) throws(ConversionFailure) -> String? {
        var text = found
        for transform in transforms { text = try transform.apply(to: text) }
        if let table {
            guard let result = table.value(for: text) else { return nil }
            text = result
        }
        return prefix.isEmpty ? text : prefix + text
    }

    private func looked(up values: [RawValue], in table: ValueTable) throws(ConversionFailure) -> [RawValue] {
        var found: [RawValue] = []
        for value in values {
            guard let text = value.text else { throw ConversionFailure() }
            if let result = table.value(for: text) { found.append(.text(result)) }
        }
        return found
    }
}
