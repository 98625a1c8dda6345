import JSON

extension Construct {
    /// What holds for its keys together, as keywords of JSON Schema.
    ///
    /// A map that lies over another one may leave out whatever is needed, but what excludes each other still does.
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

    /// No two of the names.
    private static func exclusions(_ names: [String]) -> [JSONValue] {
        names.indices.flatMap { left in
            names.indices.dropFirst(left + 1).map { ["not": has([names[left], names[$0]])] }
        }
    }

    private static func implication(_ name: String, _ alternatives: [JSONValue]) -> JSONValue {
        ["if": has([name]), "then": alternatives.count == 1 ? alternatives[0] : ["anyOf": .array(alternatives)]]
    }
}
