import JSON

/// `body` of a `post`: any structure, with places to fill in.
enum BodyConstruct {
    static let shape = Shape<BodyTemplate>("a structure", form: .anything) { node, decoding in decode(node, &decoding) }

    private static func decode(_ node: SourceNode, _ decoding: inout Decoding) -> BodyTemplate? {
        switch node.content {
        case .list(let nodes):
            return .array(nodes.compactMap { decode($0, &decoding) })
        case .map(let entries):
            return .object(
                entries.compactMap { entry in decode(entry.value, &decoding).map { NamedValue(entry.key, $0) } }
            )
        case .text(let text):
            if node.isPlain, let literal = JSONValue.word(text) { return .literal(literal) }
            return text.isEmpty
                ? .literal(.string("")) : Shape<Template>.template.decode(node, &decoding).map(BodyTemplate.text)
        }
    }
}
