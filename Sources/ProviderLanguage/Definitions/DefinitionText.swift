/// What was written of a provider, with everything that it takes over from another one.
///
/// Two are equal where the same stands in them, wherever that is: a definition that has only moved is not another one.
package struct DefinitionText: Sendable, Equatable {
    private let node: SourceNode

    init(_ node: SourceNode) {
        self.node = node
    }

    /// Whether the same stands in both.
    package static func == (left: DefinitionText, right: DefinitionText) -> Bool {
        isEqual(left.node, right.node)
    }

    private static func isEqual(_ left: SourceNode, _ right: SourceNode) -> Bool {
        switch (left.content, right.content) {
        case (.text(let leftText), .text(let rightText)): leftText == rightText && left.isPlain == right.isPlain
        case (.list(let left), .list(let right)): left.elementsEqual(right, by: isEqual)
        case (.map(let left), .map(let right)):
            left.elementsEqual(right) { $0.key == $1.key && isEqual($0.value, $1.value) }
        default: false
        }
    }
}
