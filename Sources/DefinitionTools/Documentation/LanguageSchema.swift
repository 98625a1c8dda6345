package import JSON
import Platform
import ProviderLanguage

/// The JSON Schema of `providers.yaml`, for completion and checks in editors.
///
/// It is generated from the declarations that decoding uses. Editors read YAML's own types, but the language does not,
/// so a text may also be anything that YAML reads as a number or a Boolean. Required keys are marked as such, except in
/// definitions that extend another one.
package enum LanguageSchema {
    package static var document: JSONValue {
        var definitions = SchemaDefinitions()
        let file = definitions.object(FileConstruct.construct)
        guard case .object(let members) = file else { return file }
        let head: [JSONValue.Member] = [
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            .init("title", "providers.yaml"), .init("description", .string(FileConstruct.construct.summary)),
        ]
        return .object(head + members + [.init("$defs", .object(definitions.members))])
    }
}

/// The definitions of a schema, each written once under its own name.
///
/// A map that extends another one may omit the keys that it inherits, so a map can be whole or an overlay. Elements of
/// lists are always whole, because lists replace each other.
struct SchemaDefinitions {
    private(set) var members: [JSONValue.Member] = []
    private var names: [Identity: String] = [:]
    /// Whether the schema being made is that of an overlay.
    private var isOverlay = false

    private struct Identity: Hashable {
        var name: String
        var member: String?
        var isOverlay: Bool
    }

    /// Returns the schema of a form; adds constructs to the definitions and refers to them.
    mutating func schema(_ form: Form) -> JSONValue {
        switch form {
        case .text(let summary): ["type": ["string", "number", "boolean"], "description": .string(summary)]
        case .pattern(let summary, let regex): pattern(summary, regex)
        case .words(let words): Self.words(words)
        case .integer(let range):
            [
                "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)),
                "maximum": .number(JSONNumber(range.upperBound)),
            ]
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

    /// Returns the schema of a text of a pattern; a long one is written once, and may be a number for an editor.
    private mutating func pattern(_ summary: String, _ regex: String) -> JSONValue {
        let isLong = [Form.path.phrase, Form.template.phrase].contains(summary)
        let schema: JSONValue = [
            "type": isLong ? ["string", "number", "boolean"] : "string", "pattern": .string(regex),
            "patternErrorMessage": .string("expected \(summary)"),
        ]
        guard isLong else { return schema.adding("description", .string(summary)) }
        // Without a description, which an editor would show instead of that of the key.
        let name = summary == Form.path.phrase ? "path" : "template"
        if !members.contains(where: { $0.name == name }) { members.append(.init(name, schema)) }
        return ["$ref": .string("#/$defs/\(name)"), "description": .string(summary)]
    }

    mutating func object(_ construct: Construct) -> JSONValue {
        let properties = construct.entries.map { JSONValue.Member($0.name, property($0)) }
        let members: [JSONValue.Member] = [
            // No description: an editor would show it instead of that of the key that has the map as its value.
            .init("type", "object"), .init("additionalProperties", false), .init("properties", .object(properties)),
        ]
        return .object(members + construct.schemaRules(isOverlay: isOverlay))
    }

    private mutating func property(_ entry: Construct.Entry) -> JSONValue {
        guard case .object(let members) = schema(entry.form) else { return ["description": .string(entry.summary)] }
        // The description of a form would replace the summary of the key.
        var property = [JSONValue.Member("description", .string(entry.summary))] + Self.withoutDescriptions(members)
        if let text = entry.defaultText { property.append(.init("default", JSONValue.word(text) ?? .string(text))) }
        if let text = entry.example { property.append(.init("examples", [.string(text)])) }
        return .object(property)
    }

    /// Returns the members of a schema without its description and those of its alternatives.
    private static func withoutDescriptions(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
        members.filter { $0.name != "description" }.map { member -> JSONValue.Member in
            guard member.name == "anyOf", case .array(let forms) = member.value else { return member }
            let plain = forms.map { form -> JSONValue in
                if case .object(let members) = form { .object(withoutDescriptions(members)) } else { form }
            }
            return .init(member.name, .array(plain))
        }
    }

    private mutating func map(_ keys: Form, _ values: Form) -> JSONValue {
        var members: [JSONValue.Member] = [.init("type", "object"), .init("additionalProperties", schema(values))]
        if case .text = keys { return .object(members) }
        members.append(.init("propertyNames", schema(keys)))
        return .object(members)
    }

    /// Returns the schema of words; editors that know `enumDescriptions` show these next to the words.
    private static func words(_ words: [Form.Word]) -> JSONValue {
        let list = JSONValue.array(words.map { .string($0.word) })
        guard words.contains(where: { !$0.summary.isEmpty }) else { return ["enum": list] }
        return ["enum": list, "enumDescriptions": .array(words.map { .string($0.summary) })]
    }

    /// Returns the schema of a map whose kind is the word under `key`; without the key, the kind is `standard`.
    private mutating func choice(_ key: String, _ standard: String?, _ variants: [Form.Variant]) -> JSONValue {
        if isOverlay { return ["anyOf": .array(variants.map { schema($0.form) })] }
        let words = JSONValue.array(variants.map { .string($0.word) })
        let summaries = variants.map { variant -> JSONValue in
            if case .record(let construct) = variant.form { .string(construct().summary) } else { .string("") }
        }
        let rules: [JSONValue] = variants.map { variant in
            let isThis: JSONValue = [
                "properties": .object([.init(key, ["const": .string(variant.word)])]),
                "required": variant.word == standard ? [] : [.string(key)],
            ]
            return ["if": isThis, "then": schema(variant.form)]
        }
        return [
            "type": "object",
            "properties": .object([.init(key, ["enum": words, "enumDescriptions": .array(summaries)])]),
            "required": standard == nil ? [.string(key)] : [], "allOf": .array(rules),
        ]
    }

    /// Returns a reference to a construct, or to its whole and its overlay schema if it may extend another one.
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

    /// Adds the definition of a construct and returns its name, with a number if a different one has that name.
    private mutating func define(_ construct: Construct) -> String {
        let schema = object(construct)
        let base = construct.name.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "_" }
            .replacing(scalars: " ", with: "-")
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

extension JSONValue {
    fileprivate func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [.init(name, value)])
    }
}

extension Construct {
    /// Returns the rules for the keys as keywords of JSON Schema.
    ///
    /// An overlay may omit required keys, but keys that exclude each other still do.
    func schemaRules(isOverlay: Bool) -> [JSONValue.Member] {
        var required = isOverlay ? [] : requiredEntries.map { JSONValue.string($0.name) }
        var members: [JSONValue.Member] = []
        var conditions: [JSONValue] = []
        for rule in rules {
            switch rule {
            case .exactlyOne(let names) where names.count == 1:
                if !isOverlay { required += names.map(JSONValue.string) }
            case .exactlyOne(let names) where !isOverlay:
                conditions.append(["oneOf": .array(names.map { Self.has([$0]) })])
            case .exactlyOne(let names), .atMostOne(let names): conditions += Self.exclusions(names)
            case .together(let names) where !isOverlay:
                conditions += names.map { name in Self.implication(name, [Self.has(names)]) }
            case .needs(let name, let others) where !isOverlay:
                conditions.append(Self.implication(name, others.map { Self.has([$0]) }))
            case .together, .needs: break
            case .count(let range):
                members.append(.init("minProperties", .number(JSONNumber(range.lowerBound))))
                members.append(.init("maxProperties", .number(JSONNumber(range.upperBound))))
            }
        }
        if !required.isEmpty { members.append(.init("required", .array(required))) }
        if !conditions.isEmpty { members.append(.init("allOf", .array(conditions))) }
        return members
    }

    private static func has(_ names: [String]) -> JSONValue { ["required": .array(names.map(JSONValue.string))] }

    private static func exclusions(_ names: [String]) -> [JSONValue] {
        names.indices.flatMap { left in
            names.indices.dropFirst(left + 1).map { ["not": has([names[left], names[$0]])] }
        }
    }

    private static func implication(_ name: String, _ alternatives: [JSONValue]) -> JSONValue {
        ["if": has([name]), "then": alternatives.count == 1 ? alternatives[0] : ["anyOf": .array(alternatives)]]
    }
}
