enum TransformConstruct {
    static let shape: Shape<Transform> = .either(
        "a transform such as trim or { split: \",\" }",
        text: Shape<Transform.Word>.word.map(Transform.word),
        map: map
    )

    private static let map: Shape<Transform> = .record(
        "a transform",
        "A transform with a parameter; exactly one key.",
        rules: [.count(1...1)]
    ) { keys in
        let splitSummary = "Splits a value at a separator, or at each of several."
        let split = keys.add("split", splitSummary, Shape.oneOrMore(.text))
        let join = keys.add("join", "Joins several values.", Shape.text)
        let replace = keys.add("replace", "Replaces every match of a regular expression.", replacement)
        let extract = keys.add("extract", "The first group of a regular expression, or its match.", Shape.pattern)
        let prefix = keys.add("prefix", "The text before each value.", Shape.text)
        let suffix = keys.add("suffix", "The text after each value.", Shape.text)
        let number = keys.add("number", "How numbers are written.", numberFormat)
        let date = keys.add("date", "The formats of dates.", Shape.oneOrMore(.dateFormat))
        let atSummary = "The value at an index, which counts from the end if it is negative."
        let at = keys.add("at", atSummary, Shape.integer(-10_000...10_000))
        return { record, decoding in
            guard record.node.entries?.count == 1 else {
                decoding.valueError("a transform is a map with one key", at: record.node.location)
                return nil
            }
            if let separators = record.value(split, &decoding) { return .split(separators) }
            if let separator = record.value(join, &decoding) { return .join(separator) }
            if let (pattern, text) = record.value(replace, &decoding) { return .replace(pattern, with: text) }
            if let pattern = record.value(extract, &decoding) { return .extract(pattern) }
            if let text = record.value(prefix, &decoding) { return .prefix(text) }
            if let text = record.value(suffix, &decoding) { return .suffix(text) }
            if let (group, decimal) = record.value(number, &decoding) { return .number(group: group, decimal: decimal) }
            if let formats = record.value(date, &decoding) { return .date(formats) }
            return record.value(at, &decoding).map(Transform.at)
        }
    }

    private static let replacement: Shape<(TextPattern, String)> = .record(
        "a replacement",
        "A regular expression and what stands in its place."
    ) { keys in
        let regex = keys.add("regex", "The regular expression.", Shape.pattern, required: true)
        let with = keys.add("with", "The replacement.", Shape.text, required: true)
        return { record, decoding in
            guard let pattern = record.value(regex, &decoding), let text = record.value(with, &decoding) else {
                return nil
            }
            return (pattern, text)
        }
    }

    private static let numberFormat: Shape<(String, String)> = .record(
        "a number's signs",
        "How numbers are written in the source's texts."
    ) { keys in
        let group = keys.add("group", "The separator between groups of digits.", Shape.text)
        let decimal = keys.add("decimal", "The decimal separator.", Shape.text)
        return { record, decoding in
            (record.value(group, &decoding) ?? "", record.value(decimal, &decoding) ?? ".")
        }
    }
}

enum ValueTableConstruct {
    static let results: Shape<[String: ValueTable.Result]> = {
        let expectation = "a map from the source's text to a value"
        let form = Form.map(keys: .text("the source's text"), values: .either([.text("a value"), .nothing]))
        return Shape(expectation, form: form) { node, decoding in
            guard let entries = node.entries else {
                decoding.mismatch(expectation, node)
                return nil
            }
            var results: [String: ValueTable.Result] = [:]
            for entry in entries {
                guard let text = entry.value.text else {
                    decoding.mismatch("a value", entry.value)
                    continue
                }
                let isNothing = entry.value.isPlain && ["", "~", "null"].contains(text)
                results[entry.key] = isNothing ? .drop : .text(text)
            }
            return results
        }
    }()

    static func otherwise(_ text: String) -> ValueTable.Otherwise {
        switch text {
        case "keep": .keep
        case "drop": .drop
        default: .text(text)
        }
    }
}
