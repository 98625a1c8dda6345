import JSON

/// Checks a value against the JSON Schemas of an OpenRPC document, as far as we use that language.
///
/// It is stricter than the language: a member that the schema does not name is a problem too, since our results must not
/// hold what nobody documented.
struct SchemaCheck {
    let document: JSONElement

    /// Every place where `value` is not as the component of that name says.
    func problems(of value: JSONElement, component name: String) -> [String] {
        guard let schema = document["components"]?["schemas"]?[name] else { return ["no schema \(name)"] }
        return problems(of: value, against: schema)
    }

    /// Every place where `value` is not as `schema` says, as `path: what`.
    func problems(of value: JSONElement, against schema: JSONElement, at path: String = "$") -> [String] {
        if let reference = schema["$ref"]?.string {
            let name = String(reference.dropFirst("#/components/schemas/".count))
            guard let target = document["components"]?["schemas"]?[name] else { return ["\(path): no schema \(name)"] }
            return problems(of: value, against: target, at: path)
        }
        let types = schema["type"].map { type in type.string.map { [$0] } ?? type.elements.compactMap(\.string) }
        if let types, !types.contains(where: { SchemaCheck.matches(value, $0) }) {
            return ["\(path): \(value) is not \(types.joined(separator: " or "))"]
        }
        return scalarProblems(of: value, against: schema, at: path)
            + listProblems(of: value, against: schema, at: path)
            + objectProblems(of: value, against: schema, at: path)
    }

    private func scalarProblems(of value: JSONElement, against schema: JSONElement, at path: String) -> [String] {
        var problems: [String] = []
        if let words = schema["enum"], !words.elements.contains(value) {
            problems.append("\(path): \(value) not in \(words)")
        }
        if let number = value.double {
            if let minimum = schema["minimum"]?.double, number < minimum {
                problems.append("\(path): \(value) < \(minimum)")
            }
            if let maximum = schema["maximum"]?.double, number > maximum {
                problems.append("\(path): \(value) > \(maximum)")
            }
        }
        return problems
    }

    private func listProblems(of value: JSONElement, against schema: JSONElement, at path: String) -> [String] {
        guard value.kind == .array, let items = schema["items"] else { return [] }
        return value.elements.enumerated().flatMap { problems(of: $1, against: items, at: "\(path)[\($0)]") }
    }

    private func objectProblems(of value: JSONElement, against schema: JSONElement, at path: String) -> [String] {
        guard value.kind == .object else { return [] }
        var problems: [String] = []
        for name in schema["required"]?.elements.compactMap(\.string) ?? [] where value[name] == nil {
            problems.append("\(path): \(name) is missing")
        }
        for (name, member) in value.members {
            if let known = schema["properties"]?[name] ?? schema["additionalProperties"] {
                problems += self.problems(of: member, against: known, at: "\(path).\(name)")
            } else {
                problems.append("\(path): \(name) is not documented")
            }
        }
        return problems
    }

    private static func matches(_ value: JSONElement, _ type: String) -> Bool {
        switch type {
        case "null": value.kind == .null
        case "boolean": value.kind == .bool
        case "string": value.kind == .string
        case "array": value.kind == .array
        case "object": value.kind == .object
        case "number": value.kind == .number
        case "integer": value.int != nil
        default: false
        }
    }
}
