/// A mapping from a row to an item of the domain, compiled when its file loads.
package struct ItemMapping: Sendable {
    enum Part: Sendable {
        case field(FieldMapping)
        case nested(NestedItem)
    }

    let kind: ItemKind
    let parts: [Part]
    let missing: MissingValues
    /// The position in the definition; `nil` for rows in the words of the language.
    var location: SourceLocation?

    /// The item of the film: itself, or that of a row of the box office.
    var film: ItemMapping? {
        if kind == .movie { return self }
        for case .nested(let nested) in parts where nested.field == .movie { return nested.item }
        return nil
    }

    /// The fields of the row itself.
    var ownFields: [FieldMapping] {
        parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
    }

    /// Every field, also those of lists inside of the row.
    var fields: [FieldMapping] {
        parts.flatMap { part -> [FieldMapping] in
            switch part {
            case .field(let field): [field]
            case .nested(let nested): nested.item.fields
            }
        }
    }
}

/// The film of a row of the box office, or a list of items inside a row; a class, so that rows don't copy it.
final class NestedItem: Sendable {
    let field: Field
    let item: ItemMapping
    /// The location of the list; `nil` if the item is made from the row itself.
    let rows: RowSelection?
    let limit: Int?
    let location: SourceLocation?

    init(
        _ field: Field,
        _ item: ItemMapping,
        rows: RowSelection? = nil,
        limit: Int? = nil,
        location: SourceLocation? = nil
    ) {
        self.location = location
        self.field = field
        self.item = item
        self.rows = rows
        self.limit = limit
    }
}
