/// Makes a tree of events and watches what it costs.
///
/// Limits are checked at each event, before libyaml reads on: libyaml takes quadratic time in the depth of nesting, so a
/// bomb has to be left while it is small.
struct TreeBuilder {
    let limits: YAMLLimits

    /// What is wrong with keys so far; none of it stops the reading.
    private(set) var problems = ProblemList()
    private(set) var isFinished = false
    private var open: [OpenCollection] = []
    private var root: YAMLNode?
    private var documentStart: YAMLPosition?
    private var anchors: [String: Anchor] = [:]
    private var collections = 0
    private var nodes = 0
    private var textBytes = 0

    /// What an anchor stands for.
    private enum Anchor {
        /// A collection that is still being read.
        case open(identity: Int)
        case finished(Subtree)
    }

    init(limits: YAMLLimits) {
        self.limits = limits
    }

    /// Where each [ or { that is still open stands, outermost first.
    var openBrackets: [YAMLPosition] { open.compactMap(\.bracket) }

    /// Throws what makes going on senseless.
    mutating func take(_ event: YAMLEvent) throws(YAMLError) {
        switch event.kind {
        case .streamStart, .documentEnd: break
        case .streamEnd: isFinished = true
        case .documentStart: try startDocument(at: event.start)
        case .alias(let name): add(try expansion(of: name, at: event))
        case .scalar(let scalar, let properties): try addScalar(scalar, properties, event)
        case .sequenceStart(let properties, let isFlow):
            try startCollection(isMapping: false, isFlow: isFlow, properties, event)
        case .mappingStart(let properties, let isFlow):
            try startCollection(isMapping: true, isFlow: isFlow, properties, event)
        case .sequenceEnd, .mappingEnd: endCollection(at: event.end)
        }
    }

    /// The document's root after the stream's end, and everything that was wrong.
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
        _ properties: YAMLEvent.Properties,
        _ event: YAMLEvent
    ) throws(YAMLError) {
        let node = YAMLNode(content: .scalar(scalar), position: event.start, end: event.end, tag: properties.tag)
        let subtree = Subtree(node: node, textBytes: scalar.text.utf8.count)
        try spend(nodes: 1, textBytes: subtree.textBytes, at: event.start)
        if let name = properties.anchor { anchors[name] = .finished(subtree) }
        add(subtree)
    }

    private mutating func startCollection(
        isMapping: Bool,
        isFlow: Bool,
        _ properties: YAMLEvent.Properties,
        _ event: YAMLEvent
    ) throws(YAMLError) {
        guard open.count < limits.maximumDepth else { throw .tooDeep(at: event.start, limits) }
        try spend(nodes: 1, textBytes: 0, at: event.start)
        collections += 1
        if let name = properties.anchor { anchors[name] = .open(identity: collections) }
        open.append(
            OpenCollection(
                isMapping: isMapping,
                start: event.start,
                bracket: isFlow ? YAMLPosition(line: event.end.line, column: event.end.column - 1) : nil,
                properties: properties,
                identity: collections
            )
        )
    }

    private mutating func endCollection(at end: YAMLPosition) {
        guard let collection = open.popLast() else { return }
        let subtree = collection.closed(at: end)
        // An anchor inside may have taken over the name: the latest one before an alias is meant.
        if let name = collection.properties.anchor, case .open(collection.identity) = anchors[name] {
            anchors[name] = .finished(subtree)
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
    fileprivate var children: [YAMLNode] = []
    fileprivate var nodes = 1
    fileprivate var textBytes = 0
    fileprivate var height = 1
    /// Where each text was first written as a key; empty while there are only a few.
    fileprivate var keys: [String: YAMLPosition] = [:]
    /// Which children are keys that stood before, and are left out with their values.
    fileprivate var repeated: Set<Int> = []

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
            node: YAMLNode(content: content, position: start, end: lastCharacter(before: end), tag: properties.tag),
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

/// Reads configuration written in YAML.
///
/// A text is UTF-8, holds exactly one document, and stays within ``YAMLLimits``. Keys that stand twice and merge keys are
/// refused, all of them in one run; anything that is not YAML stops the run where it stands.
package enum YAMLReader {
    /// The tree of a text, also where keys stand twice: so the problems of both can be reported in one run.
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

/// What a YAML text may cost before it is refused; the standard is that of a configuration file.
package struct YAMLLimits: Sendable, Hashable {
    package var maximumBytes = 1 << 20
    /// How many lists and maps may stand inside each other; what an alias brings along counts where it is used.
    package var maximumDepth = 64
    /// An alias counts as everything that it stands for.
    package var maximumNodes = 100_000
    /// Of all texts of the tree together, with aliases expanded.
    package var maximumTextBytes = 4 << 20

    package init() {}
}

/// Problems collected in one run, as many as anyone will read.
struct ProblemList {
    static let maximum = 100

    /// In the order found; the last one counts what was left out.
    private(set) var all: [YAMLError] = []
    private var omitted = 0

    mutating func add(_ problem: YAMLError) {
        guard all.count >= Self.maximum else { return all.append(problem) }
        omitted += 1
        let rest = YAMLError.omitted(omitted, like: problem)
        if omitted == 1 { all.append(rest) } else { all[Self.maximum] = rest }
    }
}

/// A finished node and what it costs each time it is used.
struct Subtree {
    var node: YAMLNode
    /// Itself and everything below, with aliases expanded.
    var nodes = 1
    /// Bytes of all texts in it, with aliases expanded.
    var textBytes = 0
    /// Levels of lists and maps in it; 0 for a text.
    var height = 0
}

/// A tree, as far as it can be used, and every problem.
package struct YAMLReading: Sendable {
    /// `nil` where anything is wrong but keys that stand twice; of that key the tree holds the first value.
    package let root: YAMLNode?
    /// In the order of their places.
    package let errors: [YAMLError]

    init(root: YAMLNode?, errors: [YAMLError]) {
        self.root = root
        self.errors = errors.sorted { $0.position < $1.position }
    }
}
