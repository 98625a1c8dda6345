import JSON
import MovieDomain

enum TestConstruct {
    private static let name = Key("name", "What is tested, for people.", Shape.text, required: true)
    private static let operation = Key(
        "operation",
        "The operation that gave the answer.",
        Shape<Capability>.word,
        required: true
    )
    private static let input = Key("input", "What the caller asked for.", InputConstruct.written)
    private static let response = Key(
        "response",
        "A file beside the definition that holds the answer's body.",
        Shape.text
    )
    private static let body = Key("body", "The answer's body, written here.", Shape<JSONValue>.json)
    private static let text = Key(
        "text",
        "The answer's body where it is no JSON, letter by letter.",
        HTTPConstruct.anyText
    )
    private static let status = Key(
        "status",
        "The HTTP status of the answer.",
        Shape.integer(100...599),
        default: "200"
    )
    private static let headers = Key("headers", "Headers of the answer.", Shape.map(of: .headerName, to: .text))
    private static let expect = Key("expect", "What must come out.", expectation, required: true)

    private static let construct = Construct(
        "a test",
        "A recorded answer, and what the definition must make of it.",
        [
            name.entry, operation.entry, input.entry, response.entry, body.entry, text.entry, status.entry,
            headers.entry, expect.entry,
        ],
        rules: [.exactlyOne([response.name, body.name, text.name])]
    )

    static let shape: Shape<ProviderTest> = .record(construct) { record, decoding in
        let name = record.value(name, &decoding)
        let operation = record.value(operation, &decoding)
        let inputs = operation.flatMap { operation in
            record.node[input.name].map { InputConstruct.inputs($0, of: operation, &decoding) }
        }
        let status = record.value(status, &decoding) ?? 200
        let headers = record.value(headers, &decoding) ?? []
        let expectation = record.value(expect, &decoding)
        let body = content(record, &decoding)
        guard let name, let operation, let body, let expectation else { return nil }
        checkFields(expectation, operation, record, &decoding)
        return ProviderTest(
            name: name,
            operation: operation,
            inputs: inputs ?? TemplateInputs(),
            status: status,
            headers: headers,
            body: body,
            expectation: expectation,
            location: record.node.location
        )
    }

    private static func content(_ record: Record, _ decoding: inout Decoding) -> ProviderTest.Body? {
        let file = record.value(response, &decoding)
        let value = record.value(body, &decoding)
        if let file, let node = record.node[response.name] { decoding.responseFile(file, at: node.location) }
        let letters = record.value(text, &decoding)
        guard [record.has(response), record.has(body), record.has(text)].count(where: \.self) == 1 else {
            decoding.error("a test needs one of 'response', 'body' and 'text'", at: record.node.location)
            return nil
        }
        if let file { return .file(file) }
        return value.map(ProviderTest.Body.inline) ?? letters.map(ProviderTest.Body.text)
    }

    private static let count = Key("count", "How many items come out.", Shape.integer(0...100_000))
    private static let first = Key(
        "first",
        "Fields of the first item; others are not looked at.",
        Shape<JSONValue>.json
    )
    private static let fault = Key(
        "error",
        "The failure that it is.",
        Shape<ProviderError.Kind>.word(of: ProviderError.Kind.ofTests)
    )
    private static let dropped = Key("dropped", "How many rows lack a required field.", Shape.integer(0...100_000))

    private static let expectation: Shape<ProviderTest.Expectation> = .record(
        Construct("an expectation", "What must come out.", [count.entry, first.entry, fault.entry, dropped.entry])
    ) { record, decoding in
        ProviderTest.Expectation(
            count: record.value(count, &decoding),
            first: record.value(first, &decoding),
            error: record.value(fault, &decoding),
            dropped: record.value(dropped, &decoding)
        )
    }

    private static func checkFields(
        _ expectation: ProviderTest.Expectation,
        _ operation: Capability,
        _ record: Record,
        _ decoding: inout Decoding
    ) {
        let known = operation.itemKind.fields.map(\.rawValue)
        for entry in record.node[expect.name]?[first.name]?.entries ?? [] where !known.contains(entry.key) {
            decoding.error(
                "'\(entry.key)' is no field of \(operation.itemKind.summary)" + Wording.hint(entry.key, among: known),
                at: entry.keyLocation
            )
        }
    }
}
