/// A node of a YAML document: a text, list, or map with its position.
///
/// Texts have no type: `no`, `010`, and `1:20` stay as written until a reader that knows their type converts them.
/// Aliases are already replaced by the nodes that they name; the copy has the position of the alias,
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
    /// A tag that is not one of YAML's own, such as `!secret`; `nil` for any other.
    package var tag: String? = nil
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

/// A builder that makes a tree from events and enforces the limits.
///
/// Limits are checked at each event, before libyaml reads on: libyaml takes quadratic time in the nesting depth, so
/// parsing a bomb must stop while it is small.
struct TreeBuilder {
    let limits: YAMLLimits

    /// The problems with keys so far; none of them stops the reading.
    private(set) var problems = ProblemList()
    private(set) var isFinished = false
    private var open: [OpenCollection] = []
    private var root: YAMLNode?
    private var documentStart: YAMLPosition?
    private var anchors: [String: Anchor] = [:]
    private var collections = 0
    private var nodes = 0
    private var textBytes = 0

    /// The node that an anchor names.
    private enum Anchor {
        /// A collection that is still being read.
        case open(identity: Int)
        case finished(Subtree)
    }

    init(limits: YAMLLimits) {
        self.limits = limits
    }

    /// The positions of every [ or { that is still open, outermost first.
    var openBrackets: [YAMLPosition] { open.compactMap(\.bracket) }

    /// Adds an event; throws an error that makes it pointless to read on.
    mutating func take(_ event: YAMLEvent) throws(YAMLError) {
        switch event.kind {
        case .streamStart, .documentEnd: break
        case .streamEnd: isFinished = true
        case .documentStart: try startDocument(at: event.start)
        case .alias(let name): add(try expansion(of: name, at: event))
        case .scalar(let scalar, let anchor): try addScalar(scalar, anchor, event)
        case .collectionStart(let isMapping, let isFlow, let anchor):
            try startCollection(isMapping: isMapping, isFlow: isFlow, anchor, event)
        case .collectionEnd: endCollection(at: event.end)
        }
    }

    /// Returns the document's root and all problems, after the end of the stream.
    func document() -> YAMLReading {
        guard let root else { return YAMLReading(root: nil, errors: [.emptyText]) }
        let isUsable = problems.all.allSatisfy { $0.kind == .duplicateKey }
        return YAMLReading(root: isUsable ? root : nil, errors: problems.all)
    }

    private mutating func startDocument(at start: YAMLPosition) throws(YAMLError) {
        if let documentStart { throw .secondDocument(at: start, first: documentStart) }
        documentStart = start
    }

    private mutating func addScalar(
        _ scalar: YAMLNode.Scalar,
        _ anchor: String?,
        _ event: YAMLEvent
    ) throws(YAMLError) {
        let node = YAMLNode(content: .scalar(scalar), position: event.start, end: event.end, tag: event.tag)
        let subtree = Subtree(node: node, textBytes: scalar.text.utf8.count)
        try spend(nodes: 1, textBytes: subtree.textBytes, at: event.start)
        if let anchor { anchors[anchor] = .finished(subtree) }
        add(subtree)
    }

    private mutating func startCollection(
        isMapping: Bool,
        isFlow: Bool,
        _ anchor: String?,
        _ event: YAMLEvent
    ) throws(YAMLError) {
        guard open.count < limits.maximumDepth else { throw .tooDeep(at: event.start, limits) }
        try spend(nodes: 1, textBytes: 0, at: event.start)
        collections += 1
        if let anchor { anchors[anchor] = .open(identity: collections) }
        open.append(
            OpenCollection(
                isMapping: isMapping,
                start: event.start,
                bracket: isFlow ? YAMLPosition(line: event.end.line, column: event.end.column - 1) : nil,
                anchor: anchor,
                tag: event.tag,
                identity: collections
            )
        )
    }

    private mutating func endCollection(at end: YAMLPosition) {
        guard let collection = open.popLast() else { return }
        let subtree = collection.closed(at: end)
        // An anchor inside may have the same name: an alias means the latest anchor before it.
        if let anchor = collection.anchor, case .open(collection.identity) = anchors[anchor] {
            anchors[anchor] = .finished(subtree)
        }
        add(subtree)
    }

    private mutating func expansion(of name: String, at event: YAMLEvent) throws(YAMLError) -> Subtree {
        switch anchors[name] {
        case .finished(var subtree):
            guard open.count + subtree.height <= limits.maximumDepth else { throw .tooDeep(at: event.start, limits) }
            try spend(nodes: subtree.nodes, textBytes: subtree.textBytes, at: event.start)
            subtree.node.position = event.start
            subtree.node.end = event.end
            return subtree
        case .open(let identity):
            throw .aliasInsideItself(name, at: event.start, anchor: open.first { $0.identity == identity }?.start)
        case nil: throw .undefinedAlias(name, at: event.start)
        }
    }

    private mutating func add(_ subtree: Subtree) {
        guard let last = open.indices.last else {
            root = subtree.node
            return
        }
        if let problem = open[last].add(subtree) { problems.add(problem) }
    }

    private mutating func spend(nodes more: Int, textBytes bytes: Int, at position: YAMLPosition) throws(YAMLError) {
        nodes += more
        textBytes += bytes
        guard nodes <= limits.maximumNodes else { throw .tooManyNodes(at: position, limits) }
        guard textBytes <= limits.maximumTextBytes else { throw .tooMuchText(at: position, limits) }
    }
}

/// A list or map whose end has not been read yet.
struct OpenCollection {
    let isMapping: Bool
    let start: YAMLPosition
    /// The position of its [ or {; `nil` in block style.
    let bracket: YAMLPosition?
    let anchor: String?
    let tag: String?
    /// A number that distinguishes this collection from all others that ever had the same anchor.
    let identity: Int
    /// The finished children; in a map, keys and values in turn.
    fileprivate var children: [YAMLNode] = []
    fileprivate var nodes = 1
    fileprivate var textBytes = 0
    fileprivate var height = 1
    /// Where each text was first written as a key.
    fileprivate var keys: [String: YAMLPosition] = [:]
    /// Which children are keys that stood before, and are left out with their values.
    fileprivate var repeated: Set<Int> = []

    /// Adds a finished child; returns the problem with it if it is a key that has one.
    mutating func add(_ child: Subtree) -> YAMLError? {
        let isKey = isMapping && children.count.isMultiple(of: 2)
        children.append(child.node)
        nodes += child.nodes
        textBytes += child.textBytes
        height = max(height, child.height + 1)
        return isKey ? problem(ofKey: child.node) : nil
    }

    /// Returns the finished collection, whose end has been read.
    func closed(at end: YAMLPosition) -> Subtree {
        Subtree(
            node: YAMLNode(content: content, position: start, end: lastCharacter(before: end), tag: tag),
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

    /// Returns the real end: in block style, libyaml sees it only at the next token, which may follow many comments.
    private func lastCharacter(before end: YAMLPosition) -> YAMLPosition {
        bracket == nil ? children.last?.end ?? end : end
    }

    private mutating func problem(ofKey key: YAMLNode) -> YAMLError? {
        guard let scalar = key.scalar else { return nil }
        if scalar.style == .plain, scalar.text == "<<" { return .mergeKey(at: key.position) }
        guard let first = keys[scalar.text] else {
            keys[scalar.text] = key.position
            return nil
        }
        repeated.insert(children.count - 1)
        return .duplicateKey(scalar.text, at: key.position, first: first)
    }
}

/// A reader of configuration written in YAML.
///
/// A text must be UTF-8, contain exactly one document, and stay within ``YAMLLimits``. Duplicate keys and merge keys
/// are errors, all reported in one run; a syntax error ends the run at its position.
package enum YAMLReader {
    /// Returns the tree of a text, even with duplicate keys, so that their problems and those of the content are
    /// reported in one run.
    package static func read(_ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) -> YAMLReading {
        var builder = TreeBuilder(limits: limits)
        do throws(YAMLError) {
            let text = try SourceText(bytes, limits: limits)
            var parser = try EventParser(text.bytes)
            while !builder.isFinished {
                let event: YAMLEvent
                do throws(LoaderError) {
                    event = try parser.next()
                } catch {
                    throw YAMLError(error, in: text, openBrackets: builder.openBrackets)
                }
                try builder.take(event)
            }
        } catch {
            return YAMLReading(root: nil, errors: builder.problems.all + [error])
        }
        return builder.document()
    }
}

/// The limits of a YAML text, chosen for configuration files.
package struct YAMLLimits: Sendable, Hashable {
    package var maximumBytes = 1 << 20
    /// How deeply lists and maps may be nested; the content of an alias counts where the alias is used.
    package var maximumDepth = 64
    /// The most nodes; an alias counts as all nodes that it expands to.
    package var maximumNodes = 100_000
    /// The size of all texts of the tree together, with aliases expanded.
    package var maximumTextBytes = 4 << 20

    package init() {}
}

/// A list of the problems found in one run, limited to as many as a person will read.
struct ProblemList {
    static let maximum = 100

    /// The problems in the order found; if some were left out, the last one counts them.
    private(set) var all: [YAMLError] = []
    private var omitted = 0

    mutating func add(_ problem: YAMLError) {
        guard all.count >= Self.maximum else { return all.append(problem) }
        omitted += 1
        let rest = YAMLError.omitted(omitted, like: problem)
        if omitted == 1 { all.append(rest) } else { all[Self.maximum] = rest }
    }
}

/// A finished node and its cost each time it is used.
struct Subtree {
    var node: YAMLNode
    /// The number of nodes, itself included, with aliases expanded.
    var nodes = 1
    /// The bytes of all its texts, with aliases expanded.
    var textBytes = 0
    /// The levels of lists and maps; 0 for a text.
    var height = 0
}

/// A tree, if it is usable, and all problems.
package struct YAMLReading: Sendable {
    /// The root; `nil` after any problem but duplicate keys, of which the tree keeps the first value.
    package let root: YAMLNode?
    /// The problems in the order of their positions.
    package let errors: [YAMLError]

    init(root: YAMLNode?, errors: [YAMLError]) {
        self.root = root
        self.errors = errors.sorted { $0.position < $1.position }
    }
}
