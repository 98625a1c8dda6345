/// One problem of a YAML text, with the place it points at.
package struct YAMLError: Error, Sendable, Hashable {
    /// What sort of problem it is, for those who treat one specially.
    package enum Kind: Sendable, Hashable {
        /// The bytes are not the UTF-8 text that YAML asks for.
        case encoding
        /// The text does not follow YAML's grammar.
        case syntax
        /// A limit of ``YAMLLimits`` is exceeded.
        case limit
        /// There is no document at all.
        case empty
        /// There is a second document.
        case severalDocuments
        /// A key stands twice in one map.
        case duplicateKey
        /// A merge key, `<<`.
        case mergeKey
        /// A key that is a list or a map.
        case keyNotText
        /// An alias without an anchor, or one inside what it names.
        case alias
        /// The machine has no memory left.
        case memory
    }

    /// What sort of problem it is.
    package var kind: Kind

    /// Where it is.
    package var position: YAMLPosition

    /// What is wrong and what would be right, in one sentence without the position.
    package var message: String

    /// Other places that belong to it: the first of two equal keys, the opening bracket.
    package var related: [YAMLPosition]

    /// Makes a problem.
    package init(_ kind: Kind, at position: YAMLPosition, _ message: String, related: [YAMLPosition] = []) {
        self.kind = kind
        self.position = position
        self.message = message
        self.related = related
    }
}

extension YAMLError: CustomStringConvertible {
    /// `line:column: error: message`, the form of diagnostics without the file's name.
    package var description: String { "\(position): error: \(message)" }
}
