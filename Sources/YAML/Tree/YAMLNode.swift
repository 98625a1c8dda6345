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
