import JSON

/// A list of items inside of a row: `{ rows: path, item: { … } }`.
enum NestedConstruct {
    private static let rows = Key("rows", "Where the list stands in the row.", Shape.path, required: true)
    private static let eachValue = Key("each_value", "Whether an object is a map of rows.", Shape.boolean)
    private static let limit = Key("limit", "How many are taken at most.", Shape.integer(1...10_000))

    static func shape(_ field: Field, _ kind: ItemKind) -> Shape<ItemMapping.Part> {
        let item = Key("item", "The fields of each.", ItemConstruct.shape(kind), required: true)
        let construct = Construct(
            "a list of '\(field.rawValue)'",
            "A list inside of a row, each element an item of its own.",
            [rows.entry, item.entry, eachValue.entry, WhereConstruct.key.entry, limit.entry],
            family: Construct.Family("a list inside of a row", field.rawValue, placeholder: "FIELD")
        )
        return .record(construct) { record, decoding in
            let path = record.value(rows, &decoding)
            let mapping = record.value(item, &decoding)
            let takesEachValue = record.value(eachValue, &decoding) ?? false
            let condition = record.value(WhereConstruct.key, &decoding)
            let limit = record.value(limit, &decoding)
            guard let path, let mapping else { return nil }
            let rows = RowsInRow(path: path, takesEachValue: takesEachValue, condition: condition)
            return .nested(field, rows: rows, mapping, limit: limit)
        }
    }
}
