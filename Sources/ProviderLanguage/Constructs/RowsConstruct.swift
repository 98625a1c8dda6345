import JSON

enum RowsConstruct {
    private enum Missing: String, LanguageWord {
        case empty, error

        var summary: String {
            switch self {
            case .empty: "No rows, as long as that is there which the last step of the path leads from."
            case .error: "Nothing there means that the answer is not what was expected."
            }
        }
    }

    static let shape: Shape<RowSelection> = .either(
        "a path to the rows",
        text: Shape.path.map { RowSelection(path: $0, takesEachValue: false, isEmptyIfMissing: false) },
        map: map
    )

    private static let map: Shape<RowSelection> = .record("rows", "The rows of the answer.") { keys in
        let path = keys.add("path", "The path of the list of rows.", Shape.path, required: true)
        let missingSummary = "What a missing last step of the path means."
        let ifMissing = keys.add("if_missing", missingSummary, Shape<Missing>.word, default: "error")
        let eachValue = keys.add("each_value", "Whether an object is a map of rows.", Shape.boolean, default: "false")
        let condition = keys.add(WhereConstruct.key)
        return { record, decoding in
            let missing = record.value(ifMissing, &decoding)
            let takesEachValue = record.value(eachValue, &decoding) ?? false
            let condition = record.value(condition, &decoding)
            guard let path = record.value(path, &decoding) else { return nil }
            return RowSelection(
                path: path,
                takesEachValue: takesEachValue,
                isEmptyIfMissing: missing == .empty,
                condition: condition
            )
        }
    }
}

/// The key `where`: a condition that selects rows.
///
/// A filter in a path applies only to the elements of a list; this condition also applies to a single row, as in APIs
/// that convert their responses from XML.
enum WhereConstruct {
    static let key = Key("where", "Which rows count: { path: type, is: film }.", shape)

    private static let construct = Construct(
        "where",
        "Conditions at one place of a row that must all hold.",
        [ConditionConstruct.path.entry] + ConditionConstruct.tests.entries,
        rules: [
            .exactlyOne([ConditionConstruct.path.name]),
            .needs(ConditionConstruct.path.name, oneOf: ConditionConstruct.testNames),
        ]
    )

    private static let shape: Shape<RowCondition> = .record(construct) { record, decoding in
        let tests = ConditionConstruct.tests(record, &decoding)
        guard record.has(ConditionConstruct.path), ConditionConstruct.hasTest(record) else {
            decoding.error("'where' needs a path, and exists, is, not, in or matches", at: record.node.location)
            return nil
        }
        return record.value(ConditionConstruct.path, &decoding).map { RowCondition(path: $0, tests: tests) }
    }
}
