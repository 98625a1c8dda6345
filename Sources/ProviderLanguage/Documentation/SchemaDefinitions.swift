import JSON

/// The parts of a schema, each written once under a name of its own.
struct SchemaDefinitions {
    /// In the order in which they were finished.
    private(set) var members: [JSONValue.Member] = []

    /// The schema of a form; constructs are put among the definitions and referred to.
    mutating func schema(_ form: Form) -> JSONValue {
        switch form {
        case .text(let summary): ["type": ["string", "number", "boolean"], "description": .string(summary)]
        case .pattern(let summary, let regex):
            ["type": "string", "pattern": .string(regex), "description": .string(summary)]
        case .words(let words): ["enum": .array(words.map { .string($0.word) })]
        case .integer(let range): integer(range)
        case .decimal: ["type": "number"]
        case .boolean: ["type": "boolean"]
        case .list(let element): ["type": "array", "items": schema(element)]
        case .map(_, let values): ["type": "object", "additionalProperties": schema(values)]
        case .record(let construct): reference(construct())
        case .variants(let key, let variants): ["anyOf": .array(variants.map { variant($0, key) })]
        case .either(let forms): ["anyOf": .array(forms.map { schema($0) })]
        case .anything: true
        }
    }

    /// A construct as an object: its keys, and no others.
    mutating func object(_ construct: Construct) -> JSONValue {
        let properties = construct.entries.map { JSONValue.Member($0.name, property($0)) }
        return [
            "description": .string(construct.summary), "type": "object", "additionalProperties": false,
            "properties": .object(properties),
        ]
    }

    private mutating func property(_ entry: Construct.Entry) -> JSONValue {
        guard case .object(let members) = schema(entry.form) else { return ["description": .string(entry.summary)] }
        var property = members.filter { $0.name != "description" }
        property.insert(.init("description", .string(entry.summary)), at: 0)
        if let text = entry.defaultText { property.append(.init("default", JSONValue.word(text) ?? .string(text))) }
        if let text = entry.example { property.append(.init("examples", [.string(text)])) }
        return .object(property)
    }

    private func integer(_ range: ClosedRange<Int>) -> JSONValue {
        let least = JSONValue.number(JSONNumber(range.lowerBound))
        guard range.upperBound < .max else { return ["type": "integer", "minimum": least] }
        return ["type": "integer", "minimum": least, "maximum": .number(JSONNumber(range.upperBound))]
    }

    /// One kind of a map that has several, told by the word under its key.
    private mutating func variant(_ variant: Form.Variant, _ key: String) -> JSONValue {
        let choice: JSONValue = ["properties": .object([.init(key, ["const": .string(variant.word)])])]
        return ["allOf": [schema(variant.form), choice]]
    }

    /// Fields of several types share the name of their construct, so a name may need a number.
    private mutating func reference(_ construct: Construct) -> JSONValue {
        let schema = object(construct)
        let base = construct.name.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "_" }
            .replacing(" ", with: "-")
        var name = base
        var number = 1
        while let known = members.first(where: { $0.name == name }) {
            if known.value == schema { return ["$ref": .string("#/$defs/\(name)")] }
            number += 1
            name = "\(base)-\(number)"
        }
        members.append(.init(name, schema))
        return ["$ref": .string("#/$defs/\(name)")]
    }
}
