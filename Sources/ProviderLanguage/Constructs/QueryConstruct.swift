/// The value of a query parameter: a template, or an input with transforms and a table.
enum QueryConstruct {
    private static let from = Key("from", "The input: input.sort.", reference, required: true)
    private static let reference = Shape<String>(
        "an input such as input.sort",
        form: .pattern(
            "an input such as input.sort",
            regex: #"^input\.(\#(Input.words.joined(separator: "|")))(\.[a-z][a-z0-9_-]*)?( *\|.*)?$"#
        ),
        decode: Shape.text.decode
    )
    private static let then = FieldConstruct.then
    private static let map = FieldConstruct.map
    private static let otherwise = FieldConstruct.otherwise

    private static let construct = Construct(
        "a query parameter",
        "An input of the call, transformed and looked up in a table.",
        [from.entry, then.entry, map.entry, otherwise.entry],
        rules: [.together([map.name, otherwise.name])]
    )

    static let shape: Shape<ParameterValue> = .either(
        "a text, or a map with 'from'",
        text: Shape<Template>.template.map { ParameterValue(source: .template($0)) },
        map: .record(construct, decode: decode)
    )

    private static func decode(_ record: Record, _ decoding: inout Decoding) -> ParameterValue? {
        var conversion = ParameterValue.Conversion()
        conversion.transforms = record.value(then, &decoding) ?? []
        conversion.table = FieldConstruct.table(record, &decoding)
        guard let reference = record.value(from, &decoding), let node = record.node[from.name] else { return nil }
        do throws(LanguageError) {
            let part = try input(reference, in: decoding.scope)
            return ParameterValue(source: .input(part, conversion))
        } catch {
            decoding.error("'from': \(error.message)", at: node.location(ofCharacter: error.offset))
            return nil
        }
    }

    /// What a template has between its braces, as far as it is an input: only that can be looked up in a table.
    private static func input(_ reference: String, in scope: Scope) throws(LanguageError) -> Template.Part {
        guard reference.hasPrefix("input."), !reference.contains("}") else {
            throw LanguageError("expected an input such as input.sort, came '\(reference)'")
        }
        let opening = "${"
        do throws(LanguageError) {
            let template = try TemplateParser(scope: scope).parse("\(opening)\(reference)}")
            guard let part = template.parts.first else { throw LanguageError("names nothing") }
            return part
        } catch {
            throw LanguageError(error.message, at: max(0, error.offset - opening.count))
        }
    }
}
