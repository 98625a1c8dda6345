import JSON

/// The parts of a schema, each written once under a name of its own.
///
/// A map that extends another one may leave out what it takes over, so maps come in two sorts: whole ones, and those
/// that lie over others. What stands in a list is whole again, for lists replace each other.
struct SchemaDefinitions {
    /// In the order in which they were finished.
    private(set) var members: [JSONValue.Member] = []
    /// The names of constructs that were written already.
    private var names: [Identity: String] = [:]
    /// Whether what is described lies over something else.
    private var isOverlay = false

    /// Constructs of one name and member have the same keys.
    private struct Identity: Hashable {
        var name: String
        var member: String?
        var isOverlay: Bool
    }

    /// The schema of a form; constructs are put among the definitions and referred to.
    mutating func schema(_ form: Form) -> JSONValue {
        switch form {
        case .text(let summary): ["type": ["string", "number", "boolean"], "description": .string(summary)]
        case .pattern(let summary, let regex):
            ["type": "string", "pattern": .string(regex), "description": .string(summary)]
        case .words(let words): Self.words(words)
        case .integer(let range): integer(range)
        case .decimal: ["type": "number", "exclusiveMinimum": 0]
        case .boolean: ["type": "boolean"]
        case .nothing: ["type": "null"]
        case .list(let element): ["type": "array", "items": whole { $0.schema(element) }]
        case .nonEmptyList(let element): ["type": "array", "items": whole { $0.schema(element) }, "minItems": 1]
        case .map(let keys, let values): map(keys, values)
        case .record(let construct): reference(construct())
        case .variants(let key, let standard, let variants): choice(key, standard, variants)
        case .either(let forms): ["anyOf": .array(forms.map { schema($0) })]
        case .anything: true
        }
    }

    /// A construct as an object: its keys, and no others.
    mutating func object(_ construct: Construct) -> JSONValue {
        let properties = construct.entries.map { JSONValue.Member($0.name, property($0)) }
        let members: [JSONValue.Member] = [
            .init("description", .string(construct.summary)), .init("type", "object"),
            .init("additionalProperties", false), .init("properties", .object(properties)),
        ]
        return .object(members + construct.schemaRules(isOverlay: isOverlay))
    }

    private mutating func property(_ entry: Construct.Entry) -> JSONValue {
        guard case .object(let members) = schema(entry.form) else { return ["description": .string(entry.summary)] }
        var property = members.filter { $0.name != "description" }
        property.insert(.init("description", .string(entry.summary)), at: 0)
        if let text = entry.defaultText { property.append(.init("default", JSONValue.word(text) ?? .string(text))) }
        if let text = entry.example { property.append(.init("examples", [.string(text)])) }
        return .object(property)
    }

    private mutating func map(_ keys: Form, _ values: Form) -> JSONValue {
        var members: [JSONValue.Member] = [.init("type", "object"), .init("additionalProperties", schema(values))]
        if case .text = keys { return .object(members) }
        members.append(.init("propertyNames", schema(keys)))
        return .object(members)
    }

    /// Editors that know `enumDescriptions` show them beside the words.
    private static func words(_ words: [Form.Word]) -> JSONValue {
        let list = JSONValue.array(words.map { .string($0.word) })
        guard words.contains(where: { !$0.summary.isEmpty }) else { return ["enum": list] }
        return ["enum": list, "enumDescriptions": .array(words.map { .string($0.summary) })]
    }

    private func integer(_ range: ClosedRange<Int>) -> JSONValue {
        let least = JSONValue.number(JSONNumber(range.lowerBound))
        guard range.upperBound < .max else { return ["type": "integer", "minimum": least] }
        return ["type": "integer", "minimum": least, "maximum": .number(JSONNumber(range.upperBound))]
    }

    /// A map of several kinds, told by the word under its key; where it is silent, the kind is the standard one.
    private mutating func choice(_ key: String, _ standard: String?, _ variants: [Form.Variant]) -> JSONValue {
        if isOverlay { return ["anyOf": .array(variants.map { schema($0.form) })] }
        let words = JSONValue.array(variants.map { .string($0.word) })
        let rules: [JSONValue] = variants.map { variant in
            let isThis: JSONValue = [
                "properties": .object([.init(key, ["const": .string(variant.word)])]),
                "required": variant.word == standard ? [] : [.string(key)],
            ]
            return ["if": isThis, "then": schema(variant.form)]
        }
        return [
            "type": "object", "properties": .object([.init(key, ["enum": words])]),
            "required": standard == nil ? [.string(key)] : [], "allOf": .array(rules),
        ]
    }

    /// A construct by its name; one that may extend another in both of its sorts.
    private mutating func reference(_ construct: Construct) -> JSONValue {
        guard !isOverlay, construct.names.contains("extends") else { return reference(to: construct) }
        isOverlay = true
        let overlay = reference(to: construct)
        isOverlay = false
        return ["if": ["required": ["extends"]], "then": overlay, "else": reference(to: construct)]
    }

    private mutating func reference(to construct: Construct) -> JSONValue {
        let identity = Identity(name: construct.name, member: construct.family?.member, isOverlay: isOverlay)
        let name = names[identity] ?? define(construct)
        names[identity] = name
        return ["$ref": .string("#/$defs/\(name)")]
    }

    /// The name of a construct's definition: fields of several types share theirs, so a name may need a number.
    private mutating func define(_ construct: Construct) -> String {
        let schema = object(construct)
        let base = construct.name.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "_" }
            .replacing(" ", with: "-")
        var name = base
        var number = 1
        while let known = members.first(where: { $0.name == name }) {
            if known.value == schema { return name }
            number += 1
            name = "\(base)-\(number)"
        }
        members.append(.init(name, schema))
        return name
    }

    private mutating func whole<Result>(_ body: (inout SchemaDefinitions) -> Result) -> Result {
        let outer = isOverlay
        isOverlay = false
        defer { isOverlay = outer }
        return body(&self)
    }
}
