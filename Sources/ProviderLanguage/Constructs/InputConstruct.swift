/// `input` of a test: what a caller asked for, each in the type of its input.
enum InputConstruct {
    static func inputs(_ node: SourceNode, of operation: OperationName, _ decoding: inout Decoding) -> TemplateInputs {
        var inputs = TemplateInputs()
        guard let entries = node.entries else {
            decoding.at("input") { $0.mismatch("a map of inputs", node) }
            return inputs
        }
        let known = operation.inputs.map(\.rawValue).sorted()
        for entry in entries {
            guard let input = Input(rawValue: entry.key), operation.inputs.contains(input) else {
                decoding.error(
                    "'\(operation.rawValue)' has no input '\(entry.key)'" + Wording.hint(entry.key, among: known),
                    at: entry.keyLocation
                )
                continue
            }
            decoding.at(entry.key) { decoding in
                if input == .ids {
                    let ids = Shape.map(of: .identifier, to: .text).decode(entry.value, &decoding) ?? []
                    inputs.ids = Dictionary(ids.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
                } else {
                    inputs.values[input] = shape(input).decode(entry.value, &decoding)
                }
            }
        }
        return inputs
    }

    /// The map as it is written: what it may hold depends on the operation.
    static let written = Shape<SourceNode>("a map of inputs", form: .record { construct }) { node, _ in node }

    private static let construct = Construct(
        "inputs",
        "What a caller gives to an operation: ${input.query} in templates, and the input of a test.",
        Input.allCases.map { input in
            let form: Form =
                input == .ids ? .map(keys: Shape.identifier.form, values: .text("an id")) : shape(input).form
            return Construct.Entry(name: input.rawValue, summary: input.summary, form: form, isRequired: false)
        }
    )

    private static func shape(_ input: Input) -> Shape<InputValue> {
        switch input {
        case .year, .page, .limit, .width: Shape.integer(0...1_000_000).map(InputValue.integer)
        case .minimumRating: Shape.positiveDecimal.map(InputValue.decimal)
        case .languages: Shape.list(.language).map(InputValue.texts)
        case .date: date
        default: Shape.text.map(InputValue.text)
        }
    }

    private static let date: Shape<InputValue> = .parsed(
        "a day such as 2026-11-19",
        form: .text("a day such as 2026-11-19")
    ) {
        (text) throws(LanguageError) in DateFormat.iso.date(in: text).map(InputValue.date)
    }
}
