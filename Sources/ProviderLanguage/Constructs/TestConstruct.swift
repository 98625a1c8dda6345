import JSON
import MovieDomain

enum TestConstruct {
    static let shape: Shape<ProviderTest> = .record(
        "a test",
        "A recorded answer, and what the definition must make of it.",
        changing: ProviderTest(),
        rules: [.exactlyOne(bodies)],
        finish: finish
    ) { keys in
        keys.add("name", "A description of the test.", Shape.text, required: true) { $0.name = $1 }
        let operationSummary = "The operation of the answer."
        keys.add("operation", operationSummary, Shape<Capability>.word, required: true) { $0.operation = $1 }
        keys.add("input", "The inputs of the operation.", InputConstruct.written)
        let responseSummary = "A file next to the definition, with the body of the answer."
        keys.add("response", responseSummary, Shape.text) { $0.body = .file($1) }
        keys.add("body", "The body of the answer as JSON.", Shape<JSONValue>.json) { $0.body = .inline($1) }
        let textSummary = "The body of the answer as text, if it is not JSON."
        keys.add("text", textSummary, HTTPConstruct.anyText) { $0.body = .text($1) }
        let statusSummary = "The HTTP status of the answer."
        keys.add("status", statusSummary, Shape.integer(100...599), default: "200") { $0.status = $1 }
        keys.add("headers", "Headers of the answer.", Shape.map(of: .headerName, to: .text)) { $0.headers = $1 }
        keys.add("expect", "The expected result.", expectation, required: true) { $0.expectation = $1 }
    }

    private static let bodies = ["response", "body", "text"]

    private static func finish(_ test: inout ProviderTest, _ record: Record) {
        let (node, decoding) = (record.node, record.decoding)
        test.location = node.location
        let operation = node["operation"]?.text.flatMap(Capability.init(rawValue:))
        if let operation, let input = node["input"] {
            test.inputs = InputConstruct.inputs(input, of: operation, decoding)
        }
        if case .file(let name) = test.body, let file = node["response"] {
            decoding.responseFiles.append((name, file.location))
        }
        guard bodies.count(where: { node[$0] != nil }) == 1 else {
            return record.error("a test needs one of 'response', 'body' and 'text'")
        }
        if let operation { check(node["expect"]?["first"], of: operation, decoding) }
    }

    private static let expectation: Shape<ProviderTest.Expectation> = .record(
        "an expectation",
        "The expected result.",
        changing: ProviderTest.Expectation()
    ) { keys in
        keys.add("count", "The expected number of items.", Shape.integer(0...100_000)) { $0.count = $1 }
        let firstSummary = "The expected fields of the first item; others are ignored."
        keys.add("first", firstSummary, Shape<JSONValue>.json) { $0.first = $1 }
        let kinds = Shape<ProviderError.Kind>.word(of: ProviderError.Kind.ofTests)
        keys.add("error", "The expected failure.", kinds) { $0.error = $1 }
        let droppedSummary = "The expected number of rows without a required field."
        keys.add("dropped", droppedSummary, Shape.integer(0...100_000)) { $0.dropped = $1 }
    }

    /// Reports fields of the first item that are none of the operation's.
    private static func check(_ first: SourceNode?, of operation: Capability, _ decoding: Decoding) {
        let known = operation.itemKind.fields.map(\.word)
        for entry in first?.entries ?? [] where !known.contains(entry.key) {
            decoding.error(
                "'\(entry.key)' is not a field of \(operation.itemKind.summary)",
                hint: Hint.forWord(entry.key, among: known),
                at: entry.keyLocation
            )
        }
    }
}
