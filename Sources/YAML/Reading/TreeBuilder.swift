/// Makes a tree of events and watches what it costs.
///
/// Limits are checked at each event, before libyaml reads on: libyaml takes quadratic time in the depth of nesting, so a
/// bomb has to be left while it is small.
struct TreeBuilder {
    let limits: YAMLLimits

    /// What is wrong with keys so far; none of it stops the reading.
    private(set) var problems = ProblemList()

    /// Whether the stream has ended.
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

    /// Takes the next event, or throws what makes going on senseless.
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
        let errors = problems.all.sorted { $0.position < $1.position }
        let isUsable = errors.allSatisfy { $0.kind == .duplicateKey }
        return YAMLReading(root: isUsable ? root : nil, errors: errors)
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
        let node = YAMLNode(.scalar(scalar), position: event.start, end: event.end, tag: properties.tag)
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
