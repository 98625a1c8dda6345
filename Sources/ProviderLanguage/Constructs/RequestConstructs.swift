import JSON
import MovieDomain
import Platform

/// The key `input` of a test: the inputs of a call, each of its own type.
enum InputConstruct {
    static func inputs(_ node: SourceNode, of operation: Capability, _ decoding: Decoding) -> TemplateInputs {
        var inputs = TemplateInputs()
        guard let entries = node.entries else {
            decoding.at("input") { decoding.mismatch("a map of inputs", node) }
            return inputs
        }
        let known = operation.inputs.map(\.rawValue).sorted()
        for entry in entries {
            guard let input = Input(rawValue: entry.key), operation.inputs.contains(input) else {
                decoding.error(
                    "'\(operation.rawValue)' has no input '\(entry.key)'",
                    hint: Hint.forWord(entry.key, among: known),
                    at: entry.keyLocation
                )
                continue
            }
            decoding.at(entry.key) {
                if input == .ids {
                    let ids = Shape.map(of: .identifier, to: .text).decode(entry.value, decoding) ?? []
                    inputs.ids = Dictionary(ids.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
                } else {
                    inputs.values[input] = shape(input).decode(entry.value, decoding)
                }
            }
        }
        return inputs
    }

    /// The map as written, because its keys depend on the operation.
    static let written = Shape<SourceNode>("a map of inputs", form: .record { construct }) { node, _ in node }

    private static let construct = Construct(
        "inputs",
        "What a caller passes to an operation: ${input.query} in templates, and the input of a test.",
        Input.allCases.map { input in
            let form: Form =
                input == .ids ? .map(keys: Shape.identifier.form, values: .text("an id")) : shape(input).form
            return Construct.Entry(name: input.rawValue, summary: input.summary, form: form, isRequired: false)
        }
    )

    private static func shape(_ input: Input) -> Shape<InputValue> {
        switch input {
        case .year, .page, .limit, .offset, .width, .minimumVotes, .minimumMinutes, .maximumMinutes:
            Shape.integer(0...1_000_000).map(InputValue.integer)
        case .minimumRating: Shape.positiveDecimal.map(InputValue.decimal)
        case .languages: Shape.list(.language).map(InputValue.texts)
        case .services: Shape.list(.text).map(InputValue.texts)
        case .date, .releasedFrom, .releasedBy:
            .parsed("a day such as 2026-11-19") { (text) throws(LanguageError) in
                DateFormat.iso.date(in: text).map(InputValue.date)
            }
        default: Shape.text.map(InputValue.text)
        }
    }
}

/// The value of a query parameter: a template, an input with transforms and a table, or several of these as one text.
enum QueryConstruct {
    private static let from = Key(
        "from",
        "The input: input.sort; several are one text, with a space between them: [input.sort, input.order].",
        Shape.atLeastOne(reference),
        required: true,
        example: "input.sort"
    )
    /// The same key where the input is known without it.
    private static let otherFrom = Key(from.name, from.entry.summary + " By default, the input itself.", from.shape)
    private static let standard = Key("default", "The value if the call has none: all.", Shape.text)
    private static let reference = Shape.text.shown(
        as: .pattern(
            "an input such as input.sort",
            regex: #"^input\.(\#(Input.words.joined(separator: "|")))(\.[a-z][a-z0-9_-]*)?( *\|.*)?$"#
        )
    )
    private static let then = FieldConstruct.then
    private static let join = Key(
        "join",
        "The separator between the values, if there are several; otherwise, only the first one is sent.",
        Shape.text,
        example: "\"|\""
    )
    private static let map = Key(
        FieldConstruct.map.name,
        "A table from texts to values; ~ is a value that the source does not know, and `omit` one for which it needs nothing.",
        ValueTableConstruct.results
    )
    private static let otherwise = FieldConstruct.otherwise

    private static let construct = Construct(
        "a query parameter",
        "An input of the call, transformed and looked up in a table.",
        [from.entry] + conversionKeys,
        rules: [.together([map.name, otherwise.name])]
    )
    private static let conversionKeys = [then.entry, map.entry, otherwise.entry, join.entry, standard.entry]

    private static let one: Shape<RequestValue> = .either(
        "a text, or a map with 'from'",
        text: Shape<Template>.template.map { RequestValue(source: .template($0)) },
        map: .record(construct) { record in
            conversion(record, sources(record, from)).map { RequestValue(source: .input($0)) }
        }
    )

    private static let ofParts = Shape<(parts: [RequestValue], separator: String)>.record(
        "a query parameter of parts",
        "Several texts in one parameter.",
        changing: ([], " ")
    ) { keys in
        keys.add(
            "parts",
            "Texts to join, each once; those without a value are left out: [\"title:${input.query}\", \"year:${input.year}\"].",
            Shape.nonEmptyList(one),
            required: true
        ) { $0.parts = $1 }
        keys.add("join", "The separator between the parts.", Shape.text, default: " ") { $0.separator = $1 }
    }.map { RequestValue(source: .parts($0.parts, separator: $0.separator)) }

    /// The shape of one value, or of a list that repeats the parameter.
    static let shape: Shape<RequestValue> = {
        let single = Shape<RequestValue>(
            "a text, or a map with 'from' or 'parts'",
            form: .either([one.form, ofParts.form])
        ) { node, decoding in
            let isMeant = node["from"] == nil && node.entries?.contains { wordsOfParts.contains($0.key) } == true
            return (node["parts"] == nil && !isMeant ? one : ofParts).decode(node, decoding)
        }
        let several = Shape.list(single)
        return Shape(single.expectation, form: .either([single.form, several.form])) { node, decoding in
            guard node.list != nil else { return single.decode(node, decoding) }
            return several.decode(node, decoding).map { RequestValue(source: .list($0)) }
        }
    }()

    /// What people write for `parts`.
    private static let wordsOfParts = ["part", "pieces", "segments", "concat", "texts", "strings"]

    /// Returns what becomes of inputs; `nil` after reporting that none is named.
    private static func conversion(_ record: Record, _ sources: [Template.Part]) -> InputConversion? {
        var conversion = InputConversion(sources: sources)
        conversion.transforms = record.value(then) ?? []
        conversion.table = FieldConstruct.table(record)
        conversion.separator = record.value(join)
        conversion.standard = record.value(standard)
        return sources.isEmpty ? nil : conversion
    }

    private static func sources(_ record: Record, _ key: Key<[String]>) -> [Template.Part] {
        let nodes = record.node[key.name].map { $0.list ?? [$0] } ?? []
        return zip(record.value(key) ?? [], nodes).compactMap { reference, node in
            do throws(LanguageError) {
                return try input(reference, in: record.decoding.scope)
            } catch {
                let place = node.location(ofCharacter: error.offset)
                record.error("'from': \(error.finding.message)", hint: error.finding.hint, at: place)
                return nil
            }
        }
    }

    /// The inputs that an operation may convert for all of its request: those that a caller writes as words.
    private static let convertible: [Input] = [
        .query, .year, .sort, .order, .genre, .withoutGenre, .minimumRating, .span, .region, .nationality, .category,
        .window, .kind, .country, .originalLanguage, .director, .person, .services,
    ]

    private static func ofInput(_ input: Input) -> Shape<InputConversion> {
        let construct = Construct(
            "an input",
            "What becomes of an input before it is put into the request, wherever it is: path, query, headers, or body.",
            [otherFrom.entry] + conversionKeys,
            rules: [.together([map.name, otherwise.name])],
            family: Construct.Family("an input", input.rawValue, placeholder: "INPUT")
        )
        return .record(construct) { record in
            let named = record.has(otherFrom) ? sources(record, otherFrom) : [.input(input)]
            return conversion(record, named)
        }
    }

    /// The key `inputs` of an operation.
    static let inputs = Shape<[Input: InputConversion]>(
        "a map of inputs",
        form: .record {
            let entries = convertible.map { input in
                Construct.Entry(
                    name: input.rawValue,
                    summary: input.summary,
                    form: ofInput(input).form,
                    isRequired: false
                )
            }
            return Construct("the inputs", "What becomes of the inputs of a call.", entries)
        }
    ) { node, decoding in
        guard let entries = node.entries else {
            decoding.mismatch("a map of inputs", node)
            return nil
        }
        let known = convertible.filter { decoding.scope.operation?.inputs.contains($0) == true }
        var conversions: [Input: InputConversion] = [:]
        for entry in entries {
            guard let input = known.first(where: { $0.rawValue == entry.key }) else {
                let names = known.map(\.rawValue)
                let operation = decoding.scope.operation?.rawValue ?? ""
                decoding.error(
                    "'\(operation)' has no input '\(entry.key)' to convert",
                    hint: Hint.forWord(entry.key, among: names),
                    at: entry.keyLocation
                )
                continue
            }
            conversions[input] = decoding.at(entry.key) { ofInput(input).decode(entry.value, decoding) }
        }
        return conversions
    }

    /// Parses the part of a template between its braces, which must be an input to be looked up in a table.
    private static func input(_ reference: String, in scope: Scope) throws(LanguageError) -> Template.Part {
        guard reference.hasPrefix(scalars: "input."), !reference.contains(scalars: "}") else {
            let isPlace = reference.hasPrefix(scalars: "${input.") && reference.hasSuffix(scalars: "}")
            let meant = isPlace ? String(reference.dropFirst(2).dropLast()) : "input.\(reference)"
            let isKnown = Input(rawValue: String(meant.dropFirst("input.".count))) != nil
            throw LanguageError(
                "expected an input such as input.sort, found '\(reference)'",
                hint: isKnown ? Hint.didYouMean(meant, for: reference) : nil
            )
        }
        let opening = "${"
        do throws(LanguageError) {
            let template = try TemplateParser(scope: scope).parse("\(opening)\(reference)}")
            guard let part = template.parts.first else { throw LanguageError("names nothing") }
            return part
        } catch {
            throw LanguageError(error.finding, at: max(0, error.offset - opening.count))
        }
    }
}

enum BodyConstruct {
    static let shape = Shape<BodyTemplate>("a structure", form: .anything) { node, decoding in decode(node, decoding) }

    private static func decode(_ node: SourceNode, _ decoding: Decoding) -> BodyTemplate? {
        switch node.content {
        case .list(let nodes):
            return .array(nodes.compactMap { decode($0, decoding) })
        case .map(let entries):
            if let input = node["from"], (input.list?.first ?? input).text?.hasPrefix(scalars: "input.") == true {
                let name = (input.list?.first ?? input).text?.dropFirst("input.".count) ?? ""
                decoding.valueError(
                    "a body has no tables: 'from' would be sent as it is",
                    hint:
                        "write the table under 'inputs' of the operation, as \(name): { map: … }, and \"${input.\(name)}\" here",
                    at: input.location
                )
                return nil
            }
            return .object(
                entries.compactMap { entry in decode(entry.value, decoding).map { NamedValue(entry.key, $0) } }
            )
        case .text(let text):
            if node.isPlain, let literal = JSONValue.word(text) { return .literal(literal) }
            return text.isEmpty
                ? .literal(.string("")) : Shape<Template>.template.decode(node, decoding).map(BodyTemplate.text)
        }
    }
}
