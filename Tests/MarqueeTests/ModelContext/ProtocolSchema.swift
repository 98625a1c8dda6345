import JSON
import MarqueeTestKit

/// The published JSON Schema of one revision of MCP, from `Tests/Fixtures/mcp`.
struct ProtocolSchema {
    static let revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]

    private let definitions: JSONElement

    init(_ revision: String) throws {
        let path = "\(ProjectFiles.root)/Tests/Fixtures/mcp/\(revision)/schema.json"
        let root = try JSONDocument(try ProjectFiles.read(path)).root
        definitions = root["$defs"] ?? root["definitions"] ?? root
    }

    /// Creates a schema from the given definitions.
    init(definitions: JSONElement) {
        self.definitions = definitions
    }

    func has(_ definition: String) -> Bool { definitions[definition] != nil }

    /// Returns each deviation of `value` from the definition, as `path: problem`.
    func problems(of value: JSONElement, as definition: String) -> [String] {
        guard let schema = definitions[definition] else { return ["there is no definition \(definition)"] }
        return problems(of: value, schema, at: "$")
    }

    private func problems(of value: JSONElement, _ schema: JSONElement, at path: String) -> [String] {
        var found: [String] = []
        if let reference = schema["$ref"]?.string, let name = reference.split(separator: "/").last {
            found += definitions[String(name)].map { problems(of: value, $0, at: path) } ?? ["\(path): no \(reference)"]
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
            if let known = schema["properties"]?[name] {
                found += problems(of: member, known, at: "\(path).\(name)")
            } else if let others = schema["additionalProperties"] {
                if others.bool == false { found.append("\(path): \(name) is not allowed") }
                if others.kind == .object { found += problems(of: member, others, at: "\(path).\(name)") }
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
