enum TransformConstruct {
    static let shape: Shape<Transform> = .either(
        "a transform such as trim or { split: \",\" }",
        text: Shape<Transform.Word>.word.map(Transform.word),
        map: map
    )

    private static let map = Shape<Transform>(ofKeys.expectation, form: ofKeys.form) { node, decoding in
        if let entry = node.entries?.first, node.entries?.count == 1, Transform.Word(word: entry.key) != nil {
            let hint: Hint = "write it alone, as then: [\(entry.key)]"
            decoding.error("'\(entry.key)' is a word, and has no value", hint: hint, at: entry.keyLocation)
            return nil
        }
        return ofKeys.decode(node, decoding)
    }

    private static let ofKeys: Shape<Transform> = .record(
        Construct(
            "a transform",
            "A transform with a parameter; exactly one key.",
            keys.entries,
            rules: [.count(1...1)]
        )
    ) { record in
        guard record.node.entries?.count == 1 else {
            record.valueError("a transform is a map with one key")
            return nil
        }
        var transform: Transform?
        keys.read(record, into: &transform)
        return transform
    }

    private static let keys = KeyList<Transform?> { keys in
        let splitSummary = "Splits a value at a separator, or at each of several."
        keys.add("split", splitSummary, Shape.oneOrMore(.text)) { $0 = .split($1) }
        keys.add("join", "Joins several values.", Shape.text) { $0 = .join($1) }
        let replaceSummary = "Replaces every match of a regular expression."
        keys.add("replace", replaceSummary, replacement) { transform, new in
            transform = new.pattern.map { .replace($0, with: Replacement(new.text)) }
        }
        let extractSummary = "The first group of a regular expression, or its match."
        keys.add("extract", extractSummary, Shape.pattern) { $0 = .extract($1) }
        keys.add("prefix", "The text before each value.", Shape.text) { $0 = .prefix($1) }
        keys.add("suffix", "The text after each value.", Shape.text) { $0 = .suffix($1) }
        let numberSummary = "How numbers are written."
        keys.add("number", numberSummary, numberFormat) { $0 = .number($1) }
        keys.add("date", "The formats of dates.", Shape.oneOrMore(.dateFormat)) { $0 = .date($1) }
        let atSummary = "The value at an index, which counts from the end if it is negative."
        keys.add("at", atSummary, Shape.integer(-10_000...10_000)) { $0 = .at($1) }
    }

    private static let replacement: Shape<(pattern: TextPattern?, text: String)> = .record(
        "a replacement",
        "A regular expression and its replacement.",
        changing: (nil, ""),
        finish: checkGroups
    ) { keys in
        keys.add("regex", "The regular expression.", Shape.pattern, required: true) { $0.pattern = $1 }
        keys.add("with", "The replacement; $1 is the first group of the match.", Shape.text, required: true) {
            $0.text = $1
        }
    }

    /// Reports a group that the pattern does not have, and warns of one in the form of other languages (`\1`).
    private static func checkGroups(_ replacement: inout (pattern: TextPattern?, text: String), _ record: Record) {
        guard let node = record.node["with"], let pattern = replacement.pattern else { return }
        let highest = Replacement(replacement.text).highestGroup
        if highest > pattern.groupCount {
            record.decoding.error("'with': the regular expression has no group $\(highest)", at: node.location)
        }
        let signs = Array(replacement.text)
        guard let index = signs.indices.dropLast().first(where: { signs[$0] == "\\" && signs[$0 + 1].isNumber }) else {
            return
        }
        let digit = signs[index + 1]
        record.decoding.warning(
            "'with': '\\\(digit)' is inserted literally",
            hint: Hint.didYouMean("$\(digit)", for: "\\\(digit)"),
            at: node.location(ofCharacter: index)
        )
    }

    private static let numberFormat: Shape<NumberFormat> = .record(
        "a number's signs",
        "How numbers are written in the source's texts.",
        changing: NumberFormat()
    ) { keys in
        keys.add("group", "The separator between groups of digits.", Shape.text) { $0.group = $1 }
        keys.add("decimal", "The decimal separator.", Shape.text) { $0.decimal = $1 }
        let unitsSummary = "The words behind numbers, each with what it stands for; `1억 2300만` is one number."
        keys.add("units", unitsSummary, Shape.map(of: .text, to: .factor), example: "{ 万: 10000, 亿: 100000000 }") {
            $0.units = $1.map { ($0.name, $0.value) }.sorted { $0.0.utf8.count > $1.0.utf8.count }
        }
        let factorSummary = "What every number is multiplied by, also a number of JSON: 0.01 for cents."
        keys.add("factor", factorSummary, Shape.factor, example: "0.01") { $0.factor = $1 }
    }
}

enum LookUpConstruct {
    static let shape: Shape<LookUp> = .record(
        "a list to look up",
        "A list beside the rows, in which the values of the field are found by the ids in the row.",
        changing: LookUp()
    ) { keys in
        let listSummary = "The path of the list, or of a map by id, usually from the root: $.included."
        keys.add("in", listSummary, Shape.path, required: true) { $0.list = $1 }
        keys.add(WhereConstruct.key) { $0.condition = $1 }
        let keySummary = "The path of the id in an element of the list; not for a map, whose keys are the ids."
        keys.add("key", keySummary, Shape.path) { $0.key = $1 }
        let valueSummary = "The path of the value in an element; by default, the element itself."
        keys.add("value", valueSummary, Shape.path) { $0.value = $1 }
    }
}

enum ValueTableConstruct {
    static let results: Shape<[String: String?]> = {
        let expectation = "a map from the source's text to a value"
        let form = Form.map(keys: .text("the source's text"), values: .either([.text("a value"), .nothing]))
        return Shape(expectation, form: form) { node, decoding in
            guard let entries = node.entries else {
                decoding.mismatch(expectation, node)
                return nil
            }
            var results: [String: String?] = [:]
            for entry in entries {
                guard let text = entry.value.text else {
                    decoding.mismatch("a value", entry.value)
                    continue
                }
                results[entry.key] = .some(entry.value.saysNone ? nil : text)
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
