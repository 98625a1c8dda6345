import JSON

/// One rule of `errors`.
enum ErrorRuleConstruct {
    private static let when = Key("when", "Conditions that must all hold.", ConditionConstruct.shape, required: true)
    private static let kind = Key("kind", "What it means.", Shape<FaultKind>.word, required: true)
    private static let code = Key("code", "Where the source's code stands.", Shape.path)
    private static let message = Key("message", "Where the source's words stand.", Shape.path)
    private static let retryAfter = Key("retry_after", "When to try again: a duration, or the path to seconds.", pause)

    static let shape: Shape<ErrorRule> = .record(
        Construct(
            "an error rule",
            "What makes an answer a fault; the first rule that matches wins.",
            [when.entry, kind.entry, code.entry, message.entry, retryAfter.entry]
        )
    ) { record, decoding in
        let conditions = record.value(when, &decoding)
        let kind = record.value(kind, &decoding)
        let code = record.value(code, &decoding)
        let message = record.value(message, &decoding)
        let retryAfter = record.value(retryAfter, &decoding)
        guard let conditions, let kind else { return nil }
        return ErrorRule(conditions: conditions, kind: kind, code: code, message: message, retryAfter: retryAfter)
    }

    private static let pause = Shape<ErrorRule.RetryAfter>(
        "a duration such as 30s, or a path",
        form: .either([Shape.duration.form, Shape.path.form])
    ) { node, decoding in
        if let duration = node.text.flatMap(UnitText.duration) { return .seconds(duration / .seconds(1)) }
        return Shape.path.decode(node, &decoding).map(ErrorRule.RetryAfter.path)
    }
}
