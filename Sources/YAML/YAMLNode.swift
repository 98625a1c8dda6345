/// A node of a YAML document: a text, list, or map with its position.
///
/// Texts have no type: `no`, `010`, and `1:20` stay as written until a reader that knows their type converts them, and
/// tags are left out. Aliases are already replaced by the nodes that they name; the copy has the position of the alias,
/// and its children have their own.
package struct YAMLNode: Sendable, Hashable {
    package indirect enum Content: Sendable, Hashable {
        case scalar(Scalar)
        case sequence([YAMLNode])
        /// A map in the order written, without duplicate keys.
        case mapping([Pair])
    }

    package var content: Content
    /// The position of the first character of the node, or of its tag or anchor if it has one.
    package var position: YAMLPosition
    /// The position right after the last character.
    package var end: YAMLPosition
}

extension YAMLNode {
    var scalar: Scalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The text, empty if nothing was written; `nil` for a list or a map.
    package var text: String? { scalar?.text }

    /// A text, with quotes, escapes, folding, and indentation resolved, and the style in which it was written.
    package struct Scalar: Sendable, Hashable {
        package enum Style: Sendable, Hashable {
            case plain, singleQuoted, doubleQuoted
            /// After `|`.
            case literal
            /// After `>`.
            case folded
        }

        package var text: String
        package var style: Style

        package init(text: String, style: Style = .plain) {
            self.text = text
            self.style = style
        }
    }

    package struct Pair: Sendable, Hashable {
        /// The key: usually a text, but YAML also allows lists and maps.
        package var key: YAMLNode
        /// The value: an empty text if none was written.
        package var value: YAMLNode
    }
}
