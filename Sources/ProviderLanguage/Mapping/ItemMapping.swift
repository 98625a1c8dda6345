package import JSON

/// How a row becomes an item of the domain (provider-language.md, "Item"); compiled when its file loads.
package struct ItemMapping: Sendable {
    /// One field and how it comes about.
    indirect enum Part: Sendable {
        case field(CompiledField)
        case ids([NamedValue<CompiledField>])
        /// Several mappings whose values come together: titles in several languages.
        case several(Field, [Part])
        /// A list of items one level down.
        case nested(Field, rows: RowsInRow, ItemMapping, limit: Int?)
        case movie(ItemMapping)
    }

    let kind: ItemKind
    let parts: [Part]
    let missing: MissingValues

    /// One row; `nil` where a required field has no value, none has one, or a name in it stands twice, so that nobody
    /// knows which value is meant: `report` counts it.
    package func map(
        _ row: JSONElement,
        root: JSONElement,
        inputs: TemplateInputs,
        report: inout MappingReport
    ) -> MappedItem? {
        report.countRow()
        let row = MappingRow(element: row, root: root, inputs: inputs, missing: missing)
        guard !row.element.hasDuplicateNames, let item = map(row, &report), !item.isEmpty else {
            report.countDropped()
            return nil
        }
        return item
    }

    private func map(_ row: MappingRow, _ report: inout MappingReport) -> MappedItem? {
        var item = MappedItem(kind: kind, reserving: parts.count)
        for part in parts {
            guard fill(&item, part, row, &report) else { return nil }
        }
        return item
    }

    /// Sets one field; `false` where it is required and has no value.
    private func fill(_ item: inout MappedItem, _ part: Part, _ row: MappingRow, _ report: inout MappingReport) -> Bool
    {
        switch part {
        case .field(let field):
            guard let value = value(field, row, &report) else { return !field.mapping.isRequired }
            item.append(value, to: field.mapping.field)
        case .ids(let fields):
            return fillIDs(&item, fields, row, &report)
        case .several(let field, let parts):
            return fillTogether(&item, field, parts, row, &report)
        case .nested(let field, let rows, let mapping, let limit):
            let items = mapping.items(rows, row, limit, &report)
            if !items.isEmpty { item.append(.items(items), to: field) }
        case .movie(let mapping):
            guard let movie = mapping.map(row, &report) else { return false }
            if !movie.isEmpty { item.append(.item(movie), to: .movie) }
        }
        return true
    }

    private func value(_ field: CompiledField, _ row: MappingRow, _ report: inout MappingReport) -> MappedValue? {
        do throws(ConversionFailure) {
            return try field.value(row)
        } catch {
            report.count(failureOf: field.mapping.field, path: field.mapping.source.text)
            return nil
        }
    }

    private func fillIDs(
        _ item: inout MappedItem,
        _ fields: [NamedValue<CompiledField>],
        _ row: MappingRow,
        _ report: inout MappingReport
    ) -> Bool {
        var ids: [MappedID] = []
        ids.reserveCapacity(fields.count)
        for field in fields {
            if case .text(let id)? = value(field.value, row, &report) {
                ids.append(MappedID(field.name, id.text))
            } else if field.value.mapping.isRequired {
                return false
            }
        }
        if !ids.isEmpty { item.append(.ids(ids), to: .ids) }
        return true
    }

    /// Sets a list field to the values of several mappings; `false` where one of them is required and has none.
    private func fillTogether(
        _ item: inout MappedItem,
        _ field: Field,
        _ parts: [Part],
        _ row: MappingRow,
        _ report: inout MappingReport
    ) -> Bool {
        var texts: [MappedText] = []
        var items: [MappedItem] = []
        for part in parts {
            switch part {
            case .field(let part):
                switch value(part, row, &report) {
                case .texts(let values): texts += values
                case .items(let values):
                    if items.isEmpty { items.reserveCapacity(parts.count) }
                    items += values
                case nil where part.mapping.isRequired: return false
                default: break
                }
            default:
                var one = MappedItem(kind: kind, reserving: 1)
                guard fill(&one, part, row, &report) else { return false }
                texts += one.texts(field)
                items += one.items(field)
            }
        }
        if !items.isEmpty {
            item.append(.items(items), to: field)
        } else if !texts.isEmpty {
            item.append(.texts(texts), to: field)
        }
        return true
    }

    /// The items of a nested list; one without its main field is dropped, not the film.
    private func items(
        _ rows: RowsInRow,
        _ row: MappingRow,
        _ limit: Int?,
        _ report: inout MappingReport
    ) -> [MappedItem] {
        var items: [MappedItem] = []
        for element in rows.elements(row) {
            if let limit, items.count >= limit { break }
            guard let item = map(row.around(element), &report) else { continue }
            if let main = kind.mainField, item[main] == nil { continue }
            items.append(item)
        }
        return items
    }
}
