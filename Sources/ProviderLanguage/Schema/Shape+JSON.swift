import JSON

extension Shape where Value == JSONValue {
    /// Any structure, with plain words and numbers of JSON in their JSON types and all else as texts.
    static var json: Shape {
        Shape("any value", form: .anything) { node, _ in JSONValue(node) }
    }
}

extension JSONValue {
    /// A node as JSON: `12`, `true` and `null` without quotes are what they are in JSON, everything else is a string.
    init(_ node: SourceNode) {
        switch node.content {
        case .text(let text): self = (node.isPlain ? Self.word(text) : nil) ?? .string(text)
        case .list(let nodes): self = .array(nodes.map { JSONValue($0) })
        case .map(let entries): self = .object(entries.map { Member($0.key, JSONValue($0.value)) })
        }
    }

    /// What a plain text is in JSON; `nil` where it is a string.
    static func word(_ text: String) -> JSONValue? {
        switch text {
        case "true": .bool(true)
        case "false": .bool(false)
        case "null", "~", "": .null
        default: JSONNumber(text: text).map(JSONValue.number)
        }
    }
}
