/// A node of a YAML document: a text, a list or a map, and where it stands.
///
/// Texts are not typed: `no`, `010` and `1:20` stay what they are until they are read by what knows their type.
/// Aliases are already replaced by what they name; the node stands where its alias stands, its children where they
/// were written.
package struct YAMLNode: Sendable, Hashable {
    package indirect enum Content: Sendable, Hashable {
        case scalar(Scalar)
        case sequence([YAMLNode])
        /// A map, in the order written; equal texts never stand twice as keys.
        case mapping([Pair])
    }

    package var content: Content
    /// Where the node begins; its tag or anchor, when it has one.
    package var position: YAMLPosition
    /// The place right after its last character.
    package var end: YAMLPosition
    /// The tag as YAML resolves it (`!!str` is `tag:yaml.org,2002:str`), when one was written.
    package var tag: String?
}

extension YAMLNode {
    var scalar: Scalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// `nil` for a list or a map, and empty where nothing was written.
    package var text: String? { scalar?.text }

    /// A text and how it was written, with quotes, escapes, folding and indentation resolved.
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
        /// Mostly a text, though YAML allows lists and maps.
        package var key: YAMLNode
        /// An empty text where none was written.
        package var value: YAMLNode
    }
}
