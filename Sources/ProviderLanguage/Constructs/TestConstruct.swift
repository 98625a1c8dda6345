import JSON
import MovieDomain

enum TestConstruct {
    static let shape: Shape<ProviderTest> = .record(
        "a test",
        "A recorded answer, and what the definition must make of it.",
        rules: [.exactlyOne(["response", "body", "text"])]
    ) { keys in
        let name = keys.add("name", "A description of the test.", Shape.text, required: true)
        let operationSummary = "The operation of the answer."
        let operation = keys.add("operation", operationSummary, Shape<Capability>.word, required: true)
        let input = keys.add("input", "The inputs of the operation.", InputConstruct.written)
        let response = keys.add("response", "A file next to the definition, with the body of the answer.", Shape.text)
        let body = keys.add("body", "The body of the answer as JSON.", Shape<JSONValue>.json)
        let textSummary = "The body of the answer as text, if it is not JSON."
        let text = keys.add("text", textSummary, HTTPConstruct.anyText)
        let status = keys.add("status", "The HTTP status of the answer.", Shape.integer(100...599), default: "200")
        let headers = keys.add("headers", "Headers of the answer.", Shape.map(of: .headerName, to: .text))
        let expect = keys.add("expect", "The expected result.", expectation, required: true)
        return { record in
            let name = record.value(name)
            let operation = record.value(operation)
            let inputs = operation.flatMap { operation in
                record.node[input.name].map { InputConstruct.inputs($0, of: operation, record.decoding) }
            }
            let status = record.value(status) ?? 200
            let headers = record.value(headers) ?? []
            let expectation = record.value(expect)
            let file = record.value(response)
            if let file, let node = record.node[response.name] { record.decoding.responseFile(file, at: node.location) }
            let value = record.value(body)
            let letters = record.value(text)
            guard [record.has(response), record.has(body), record.has(text)].count(where: \.self) == 1 else {
                record.error("a test needs one of 'response', 'body' and 'text'")
                return nil
            }
            let content = file.map(ProviderTest.Body.file) ?? value.map(ProviderTest.Body.inline)
            guard let name, let operation, let expectation,
                let content = content ?? letters.map(ProviderTest.Body.text)
            else { return nil }
            check(record.node[expect.name]?["first"], of: operation, record.decoding)
            return ProviderTest(
                name: name,
                operation: operation,
                inputs: inputs ?? TemplateInputs(),
                status: status,
                headers: headers,
                body: content,
                expectation: expectation,
                location: record.node.location
            )
        }
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
        let known = operation.itemKind.fields.map(\.rawValue)
        for entry in first?.entries ?? [] where !known.contains(entry.key) {
            let hint = Wording.hint(entry.key, among: known)
            decoding.error("'\(entry.key)' is no field of \(operation.itemKind.summary)\(hint)", at: entry.keyLocation)
        }
    }
}
