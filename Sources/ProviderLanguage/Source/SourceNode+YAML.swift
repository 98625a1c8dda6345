import YAML

extension SourceNode {
    /// A node of a YAML file; a key that is no text is reported and left out.
    init(_ node: YAMLNode, file: String, problems: inout [Diagnostic]) {
        location = SourceLocation(file: file, line: node.position.line, column: node.position.column)
        switch node.content {
        case .scalar(let scalar):
            content = .text(scalar.text)
            isPlain = scalar.style == .plain
            textOffset = node.end.line == node.position.line ? Self.textOffset(of: scalar) : nil
        case .sequence(let nodes):
            content = .list(nodes.map { SourceNode($0, file: file, problems: &problems) })
        case .mapping(let pairs):
            content = .map(pairs.compactMap { Entry($0, file: file, problems: &problems) })
        }
    }

    /// Escapes and line folding make columns of the text differ from columns of the file.
    private static func textOffset(of scalar: YAMLNode.Scalar) -> Int? {
        switch scalar.style {
        case .plain: 0
        case .singleQuoted: scalar.text.utf8.contains(UInt8(ascii: "'")) ? nil : 1
        case .doubleQuoted: scalar.text.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } ? nil : 1
        case .literal, .folded: nil
        }
    }
}

extension SourceNode.Entry {
    init?(_ pair: YAMLNode.Pair, file: String, problems: inout [Diagnostic]) {
        keyLocation = SourceLocation(file: file, line: pair.key.position.line, column: pair.key.position.column)
        guard let text = pair.key.text else {
            problems.append(Diagnostic(.error, at: keyLocation, "a key must be a text"))
            return nil
        }
        key = text
        value = SourceNode(pair.value, file: file, problems: &problems)
    }
}
