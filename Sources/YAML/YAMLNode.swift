/// A node of a YAML document: a text, a list or a map, and where it stands.
///
/// Texts are not typed: `no`, `010` and `1:20` stay what they are until somebody who knows the target reads them.
/// Aliases are already replaced by what they name; such a node stands where its alias stands, its children where they
/// were written.
package struct YAMLNode: Sendable, Hashable {
    /// What a node holds.
    package indirect enum Content: Sendable, Hashable {
        /// A text with the style it was written in.
        case scalar(Scalar)
        /// A list, in order.
        case sequence([YAMLNode])
        /// A map, in the order written; equal texts never stand twice as keys.
        case mapping([Pair])
    }

    /// What the node holds.
    package var content: Content

    /// Where the node begins; its tag or anchor, when it has one.
    package var position: YAMLPosition

    /// The place right after its last character.
    package var end: YAMLPosition

    /// The tag as YAML resolves it (`!!str` is `tag:yaml.org,2002:str`), when one was written.
    package var tag: String?

    /// Makes a node.
    package init(_ content: Content, position: YAMLPosition, end: YAMLPosition, tag: String? = nil) {
        self.content = content
        self.position = position
        self.end = end
        self.tag = tag
    }
}

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

extension YAMLNode {
    /// A text and how it was written.
    package struct Scalar: Sendable, Hashable {
        /// The five ways YAML writes a text.
        package enum Style: Sendable, Hashable {
            /// Without quotes.
            case plain
            /// In `'…'`.
            case singleQuoted
            /// In `"…"`, escapes resolved.
            case doubleQuoted
            /// After `|`.
            case literal
            /// After `>`.
            case folded
        }

        /// The text, with quotes, escapes, folding and indentation resolved.
        package var text: String

        /// How it was written.
        package var style: Style

        /// Makes a text.
        package init(text: String, style: Style = .plain) {
            self.text = text
            self.style = style
        }
    }
}

extension YAMLNode {
    /// A key of a map and its value.
    package struct Pair: Sendable, Hashable {
        /// The key; mostly a text, though YAML allows lists and maps.
        package var key: YAMLNode

        /// The value; an empty text where none was written.
        package var value: YAMLNode

        /// Makes a pair.
        package init(key: YAMLNode, value: YAMLNode) {
            self.key = key
            self.value = value
        }
    }
}
