import JSON

/// `where`: which rows of a list count.
///
/// A filter in a path takes a list apart; this one also judges a row that stands alone, as APIs made from XML have it.
enum WhereConstruct {
    static let key = Key("where", "Which rows count: { path: type, is: film }.", shape)

    private static let construct = Construct(
        "where",
        "Conditions at one place of a row that must all hold.",
        [ConditionConstruct.path.entry] + ConditionConstruct.testEntries,
        rules: [
            .exactlyOne([ConditionConstruct.path.name]),
            .needs(ConditionConstruct.path.name, oneOf: ConditionConstruct.pathTests),
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
