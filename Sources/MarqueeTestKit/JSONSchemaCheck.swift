package import JSON

/// A check of values against a JSON Schema, for the keywords that Marquee's documents and MCP's use.
package struct JSONSchemaCheck: Sendable {
    private let document: JSONElement
    private let refusesOthers: Bool

    /// Creates a check for the schemas of a document.
    ///
    /// With `refusesOthers`, a member that an object's schema does not name is a problem, which is stricter than JSON
    /// Schema.
    package init(_ document: JSONElement, refusesOthers: Bool = false) {
        self.document = document
        self.refusesOthers = refusesOthers
    }

    /// Returns the schema that a reference such as `#/$defs/Tool` names; `nil` if there is none.
    package func schema(_ reference: String) -> JSONElement? {
        reference.split(separator: "/").dropFirst().reduce(Optional(document)) { $0?[String($1)] }
    }

    /// Returns each deviation of `value` from the schema of a reference, as `path: problem`.
    package func problems(of value: JSONElement, as reference: String) -> [String] {
        guard let schema = schema(reference) else { return ["there is no \(reference)"] }
        return problems(of: value, schema)
    }

    /// Returns each deviation of `value` from a schema, as `path: problem`.
    package func problems(of value: JSONElement, _ schema: JSONElement, at path: String = "$") -> [String] {
        var found: [String] = []
        if let reference = schema["$ref"]?.string {
            found += self.schema(reference).map { problems(of: value, $0, at: path) } ?? ["\(path): no \(reference)"]
        }
        for part in schema["allOf"]?.elements.map({ $0 }) ?? [] { found += problems(of: value, part, at: path) }
        for name in ["anyOf", "oneOf"] {
            guard let choices = schema[name]?.elements.map({ problems(of: value, $0, at: path) }) else { continue }
            if !choices.contains(where: \.isEmpty) {
                found.append("\(path): none of \(name): \(choices.min { $0.count < $1.count }?.first ?? "")")
            }
        }
        return found + scalarProblems(of: value, schema, at: path) + containerProblems(of: value, schema, at: path)
    }

    private func scalarProblems(of value: JSONElement, _ schema: JSONElement, at path: String) -> [String] {
        var found: [String] = []
        let types = schema["type"].map { type in type.string.map { [$0] } ?? type.elements.compactMap(\.string) } ?? []
        if !types.isEmpty, !types.contains(where: value.isOfType) { found.append("\(path): \(value) is not \(types)") }
        if let constant = schema["const"], constant != value { found.append("\(path): \(value) is not \(constant)") }
        if let words = schema["enum"], !words.elements.contains(value) {
            found.append("\(path): \(value) not in \(words)")
        }
        if let number = value.double {
            if let minimum = schema["minimum"]?.double, number < minimum { found.append("\(path): below \(minimum)") }
            if let maximum = schema["maximum"]?.double, number > maximum { found.append("\(path): above \(maximum)") }
        }
        if schema["format"]?.string == "uri", let text = value.string, !text.contains(":") {
            found.append("\(path): \(text) is no URI")
        }
        return found
    }

    private func containerProblems(of value: JSONElement, _ schema: JSONElement, at path: String) -> [String] {
        var found: [String] = []
        if value.kind == .array {
            if let most = schema["maxItems"]?.int, value.count > most { found.append("\(path): more than \(most)") }
            if let items = schema["items"] {
                for (place, item) in value.elements.enumerated() {
                    found += problems(of: item, items, at: "\(path)[\(place)]")
                }
            }
        }
        guard value.kind == .object else { return found }
        for name in schema["required"]?.elements.compactMap(\.string) ?? [] where value[name] == nil {
            found.append("\(path): \(name) is missing")
        }
        for (name, member) in value.members {
            let others = schema["additionalProperties"]
            if let known = schema["properties"]?[name] {
                found += problems(of: member, known, at: "\(path).\(name)")
            } else if let others, others.kind == .object {
                found += problems(of: member, others, at: "\(path).\(name)")
            } else if others?.bool == false || refusesOthers && schema["properties"] != nil {
                found.append("\(path): \(name) is not allowed")
            }
        }
        return found
    }
}

extension JSONElement {
    fileprivate func isOfType(_ name: String) -> Bool {
        switch name {
        case "null": kind == .null
        case "boolean": kind == .bool
        case "string": kind == .string
        case "array": kind == .array
        case "object": kind == .object
        case "number": kind == .number
        case "integer": kind == .number && double.map { $0.rounded() == $0 } == true
        default: false
        }
    }
}

extension String {
    /// JSON text without the durations of the sources, which differ from run to run.
    package var withoutDurations: String { replacing(#/,"durationMs":\d+/#, with: "") }
}
