package import JSON

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
