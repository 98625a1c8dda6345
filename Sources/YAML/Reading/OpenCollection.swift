/// A list or a map whose end has not been read yet.
struct OpenCollection {
    let isMapping: Bool
    let start: YAMLPosition

    /// Where its [ or { stands; nil in block style.
    let bracket: YAMLPosition?

    let properties: YAMLEvent.Properties

    /// Tells this collection from every other one that ever carried the same anchor.
    let identity: Int

    /// The finished children; in a map, keys and values in turn.
    private(set) var children: [YAMLNode] = []

    private var nodes = 1
    private var textBytes = 0
    private var height = 1

    /// Where each text was first written as a key; empty while there are only a few.
    private var keys: [String: YAMLPosition] = [:]

    /// Which children are keys that stood before, and are left out with their values.
    private var repeated: Set<Int> = []

    init(
        isMapping: Bool,
        start: YAMLPosition,
        bracket: YAMLPosition?,
        properties: YAMLEvent.Properties,
        identity: Int
    ) {
        self.isMapping = isMapping
        self.start = start
        self.bracket = bracket
        self.properties = properties
        self.identity = identity
    }

    /// Adds a finished child and returns what is wrong with it as a key, when it is one.
    mutating func add(_ child: Subtree) -> YAMLError? {
        let isKey = isMapping && children.count.isMultiple(of: 2)
        children.append(child.node)
        nodes += child.nodes
        textBytes += child.textBytes
        height = max(height, child.height + 1)
        return isKey ? problem(ofKey: child.node) : nil
    }

    /// The whole, once its end has been read.
    func closed(at end: YAMLPosition) -> Subtree {
        Subtree(
            node: YAMLNode(content, position: start, end: lastCharacter(before: end), tag: properties.tag),
            nodes: nodes,
            textBytes: textBytes,
            height: height
        )
    }

    private var content: YAMLNode.Content {
        guard isMapping else { return .sequence(children) }
        let keys = stride(from: 0, to: children.count - 1, by: 2).lazy.filter { !repeated.contains($0) }
        return .mapping(keys.map { YAMLNode.Pair(key: children[$0], value: children[$0 + 1]) })
    }

    /// In block style libyaml sees the end only at the next token, which may be many comments later.
    private func lastCharacter(before end: YAMLPosition) -> YAMLPosition {
        bracket == nil ? children.last?.end ?? end : end
    }

    private mutating func problem(ofKey key: YAMLNode) -> YAMLError? {
        guard let scalar = key.scalar else { return nil }
        if scalar.style == .plain, scalar.text == "<<" { return .mergeKey(at: key.position) }
        if let first = place(ofEarlierKey: scalar.text) {
            repeated.insert(children.count - 1)
            return .duplicateKey(scalar.text, at: key.position, first: first)
        }
        return nil
    }

    /// Where a text was a key before the last child; a few keys are compared one by one, which is faster than hashing.
    private mutating func place(ofEarlierKey text: String) -> YAMLPosition? {
        let earlier = stride(from: 0, to: children.count - 1, by: 2)
        if children.count < 32 { return earlier.first { children[$0].text == text }.map { children[$0].position } }
        if keys.isEmpty {
            for index in earlier {
                if let text = children[index].text, keys[text] == nil { keys[text] = children[index].position }
            }
        }
        if let first = keys[text] { return first }
        keys[text] = children.last?.position
        return nil
    }
}
