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
        return { record, decoding in
            let conditions = record.value(when, &decoding)
            let kind = record.value(kind, &decoding)
            let code = record.value(code, &decoding)
            let message = record.value(message, &decoding)
            let retryAfter = record.value(retryAfter, &decoding)
            guard let conditions, let kind else { return nil }
            return ErrorRule(conditions: conditions, kind: kind, code: code, message: message, retryAfter: retryAfter)
        }
    }
}

enum ConditionConstruct {
    private static let status = Key("status", "HTTP statuses: 401, a list, or 5xx.", Shape.oneOrMore(pattern))
    static let path = Key("path", "A path in the answer.", Shape.path)
    private static let exists = Key("exists", "Whether there is something at the path.", Shape.boolean)
    private static let isText = Key("is", "The text at the path.", Shape.text)
    private static let isNot = Key("not", "A text that is not at the path.", Shape.text)
    private static let isIn = Key("in", "Texts, one of which is at the path.", Shape.list(.text))
    private static let matches = Key("matches", "A regular expression that occurs at the path.", Shape.pattern)
    private static let contentType = Key("content_type", "A word of the type: html.", Shape.oneOrMore(.text))
    private static let startsWith = Key("body_starts_with", "The beginning of the body.", Shape.oneOrMore(.text))

    private static let bodyMatches = Key(
        "body_matches",
        "A regular expression that occurs in the first 1,024 bytes of the body, be they JSON or not.",
        Shape.pattern
    )

    static let testEntries = [exists.entry, isText.entry, isNot.entry, isIn.entry, matches.entry]

    private static let pattern = Shape<StatusPattern>.parsed(
        "a status such as 404 or 5xx",
        form: .either([.integer(100...599), .pattern("a status such as 404 or 5xx", regex: "^[1-5]([0-9][0-9]|xx)$")])
    ) {
        (text) throws(LanguageError) in StatusPattern(text)
    }

    static let pathTests = [exists.name, isText.name, isNot.name, isIn.name, matches.name]

    private static let construct = Construct(
        "when",
        "Conditions that must all hold.",
        [status.entry, path.entry] + testEntries + [contentType.entry, startsWith.entry, bodyMatches.entry],
        rules: [.count(1...10), .needs(path.name, oneOf: pathTests)] + pathTests.map { .needs($0, oneOf: [path.name]) }
    )

    static let shape: Shape<[ResponseCondition]> = .record(construct) { record, decoding in
        var conditions: [ResponseCondition] = []
        if let patterns = record.value(status, &decoding) { conditions.append(.status(patterns)) }
        if let words = record.value(contentType, &decoding) { conditions.append(.contentType(words)) }
        if let prefixes = record.value(startsWith, &decoding) { conditions.append(.bodyStartsWith(prefixes)) }
        if let pattern = record.value(bodyMatches, &decoding) { conditions.append(.bodyMatches(pattern)) }
        let tests = tests(record, &decoding)
        if record.has(path), !hasTest(record) {
            decoding.error("'path' needs exists, is, not, in or matches", at: record.location(of: path))
        }
        if let path = record.value(path, &decoding) {
            conditions += tests.map { .path(path, $0) }
        } else if hasTest(record), !record.has(path) {
            decoding.error("exists, is, not, in and matches need a 'path'", at: record.node.location)
        }
        if record.node.entries?.isEmpty == true {
            decoding.error("'when' needs a condition", at: record.node.location)
        }
        return conditions
    }

    static func hasTest(_ record: Record) -> Bool {
        pathTests.contains { record.node[$0] != nil }
    }

    static func tests(_ record: Record, _ decoding: inout Decoding) -> [ResponseCondition.PathTest] {
        var tests: [ResponseCondition.PathTest] = []
        if let wanted = record.value(exists, &decoding) { tests.append(.exists(wanted)) }
        if let text = record.value(isText, &decoding) { tests.append(.isText(text)) }
        if let text = record.value(isNot, &decoding) { tests.append(.isNotText(text)) }
        if let texts = record.value(isIn, &decoding) { tests.append(.isIn(texts)) }
        if let pattern = record.value(matches, &decoding) { tests.append(.matches(pattern)) }
        return tests
    }
}
