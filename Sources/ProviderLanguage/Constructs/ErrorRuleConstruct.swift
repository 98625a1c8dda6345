import JSON
import MovieDomain

enum ErrorRuleConstruct {
    static let shape: Shape<ErrorRule> = .record(
        "an error rule",
        "What makes an answer a fault; the first rule that matches wins."
    ) { keys in
        let when = keys.add("when", "Conditions that must all hold.", ConditionConstruct.shape, required: true)
        let kinds = Shape<ProviderError.Kind>.word(of: ProviderError.Kind.ofRules)
        let kind = keys.add("kind", "The kind of failure.", kinds, required: true)
        let code = keys.add("code", "The path of the source's error code.", Shape.path)
        let message = keys.add("message", "The path of the source's message.", Shape.path)
        let retryAfterSummary = "When to try again: a duration, or the path to seconds."
        let retryAfter = keys.add("retry_after", retryAfterSummary, Shape.durationOrPath)
        return { record in
            let conditions = record.value(when)
            let kind = record.value(kind)
            let code = record.value(code)
            let message = record.value(message)
            let retryAfter = record.value(retryAfter)
            guard let conditions, let kind else { return nil }
            return ErrorRule(conditions: conditions, kind: kind, code: code, message: message, retryAfter: retryAfter)
        }
    }
}

enum ConditionConstruct {
    static let path = Key("path", "A path in the answer.", Shape.path)

    /// The tests of the value at a path.
    static let tests = KeyList<[ResponseCondition.PathTest]> { keys in
        keys.add("exists", "Whether there is something at the path.", Shape.boolean) { $0.append(.exists($1)) }
        keys.add("is", "The text at the path.", Shape.text) { $0.append(.isText($1)) }
        keys.add("not", "A text that is not at the path.", Shape.text) { $0.append(.isNotText($1)) }
        keys.add("in", "Texts, one of which is at the path.", Shape.list(.text)) { $0.append(.isIn($1)) }
        keys.add("matches", "A regular expression that occurs at the path.", Shape.pattern) { $0.append(.matches($1)) }
    }
    static let testNames = tests.entries.map(\.name)

    private static let keys = KeyList<[ResponseCondition]> { keys in
        keys.add("status", "HTTP statuses: 401, a list, or 5xx.", Shape.oneOrMore(status)) { $0.append(.status($1)) }
        keys.add(path)
        keys.add(tests.entries)
        keys.add("content_type", "A word of the type: html.", Shape.oneOrMore(.text)) { $0.append(.contentType($1)) }
        keys.add("body_starts_with", "The beginning of the body.", Shape.oneOrMore(.text)) {
            $0.append(.bodyStartsWith($1))
        }
        let bodySummary =
            "A regular expression that occurs in the first 1,024 bytes of the body, be they JSON or not."
        keys.add("body_matches", bodySummary, Shape.pattern) { $0.append(.bodyMatches($1)) }
    }

    private static let status = Shape<StatusPattern>.parsed(
        "a status such as 404 or 5xx",
        form: .either([.integer(100...599), .pattern("a status such as 404 or 5xx", regex: "^[1-5]([0-9][0-9]|xx)$")])
    ) {
        (text) throws(LanguageError) in StatusPattern(text)
    }

    private static let construct = Construct(
        "when",
        "Conditions that must all hold.",
        keys.entries,
        rules: [.count(1...10), .needs(path.name, oneOf: testNames)] + testNames.map { .needs($0, oneOf: [path.name]) }
    )

    static let shape: Shape<[ResponseCondition]> = .record(construct) { record in
        var conditions: [ResponseCondition] = []
        keys.read(record, into: &conditions)
        let tests = tests(record)
        if record.has(path), !hasTest(record) {
            record.error("'path' needs exists, is, not, in or matches", at: path)
        }
        if let path = record.value(path) {
            conditions += tests.map { .path(path, $0) }
        } else if hasTest(record), !record.has(path) {
            record.error("exists, is, not, in and matches need a 'path'")
        }
        if record.node.entries?.isEmpty == true {
            record.error("'when' needs a condition")
        }
        return conditions
    }

    static func hasTest(_ record: Record) -> Bool {
        testNames.contains { record.node[$0] != nil }
    }

    static func tests(_ record: Record) -> [ResponseCondition.PathTest] {
        var found: [ResponseCondition.PathTest] = []
        tests.read(record, into: &found)
        return found
    }
}
