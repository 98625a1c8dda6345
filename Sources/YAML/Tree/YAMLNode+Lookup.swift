extension YAMLNode {
    /// The text with its style, or nil when the node is a list or a map.
    package var scalar: Scalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The text, or nil when the node is a list or a map; an empty text for nothing.
    package var text: String? { scalar?.text }

    /// The elements, or nil when the node is no list.
    package var sequence: [YAMLNode]? {
        if case .sequence(let nodes) = content { nodes } else { nil }
    }

    /// The pairs in the order written, or nil when the node is no map.
    package var pairs: [Pair]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }

    /// The value of a key of a map, or nil when the node is no map or has no such key; takes time in the map's length.
    package subscript(key: String) -> YAMLNode? {
        pairs?.first { $0.key.text == key }?.value
    }

    /// Whether the node says "nothing": an unquoted text that is empty, `~` or `null`, without a `!!str` tag.
    package var isNull: Bool {
        guard let scalar, scalar.style == .plain, tag == nil || tag == "tag:yaml.org,2002:null" else { return false }
        return scalar.text.isEmpty || scalar.text == "~" || scalar.text == "null"
    }

    /// What the node is, for messages: "a text", "a list", "a map", or "nothing" where ``isNull``.
    package var kindName: String {
        switch content {
        case .scalar: isNull ? "nothing" : "a text"
        case .sequence: "a list"
        case .mapping: "a map"
        }
    }

    /// A problem for every key of this map that is itself a list or a map; none when the node is no map.
    ///
    /// Such keys are YAML, so the tree holds them, but no ``subscript(key:)`` finds them: who reads a map's keys reports these.
    package var keyProblems: [YAMLError] {
        (pairs ?? []).map(\.key).filter { $0.scalar == nil }.map { .keyNotText($0) }
    }
}
