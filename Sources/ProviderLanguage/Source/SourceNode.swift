import YAML

/// One value of a definition file, with the file it stands in: a text, a list or a map.
///
/// Definitions that extend each other are merged as these nodes, so that every problem still points at the file that
/// holds it.
struct SourceNode: Sendable {
    enum Content: Sendable {
        case text(String)
        case list([SourceNode])
        case map([Entry])
    }

    struct Entry: Sendable {
        var key: String
        var keyLocation: SourceLocation
        var value: SourceNode
    }

    var content: Content
    var location: SourceLocation
    /// Whether a text stands without quotes; quoted texts are never taken for JSON numbers or words.
    var isPlain = true
    /// The column offset from `location` to the text's first character, `nil` where columns of the text are not those of the file.
    var textOffset: Int? = 0
}

extension SourceNode {
    var text: String? {
        if case .text(let text) = content { text } else { nil }
    }

    var list: [SourceNode]? {
        if case .list(let list) = content { list } else { nil }
    }

    var entries: [Entry]? {
        if case .map(let entries) = content { entries } else { nil }
    }

    subscript(key: String) -> SourceNode? {
        guard case .map(let entries) = content, let index = entries.firstIndex(where: { $0.key == key }) else {
            return nil
        }
        return entries[index].value
    }

    /// Whether nothing was written: `title:` and then the next line.
    var isNothing: Bool { isPlain && text == "" }

    /// What came, for messages: `'abc'`, `a list`, `a map`, `nothing`.
    var summary: String {
        switch content {
        case .text(let text): isNothing ? "nothing" : "'\(text.prefix(60))'"
        case .list: "a list"
        case .map: "a map"
        }
    }

    func location(ofCharacter offset: Int) -> SourceLocation {
        textOffset.map { location.advanced(by: $0 + offset) } ?? location
    }
}

extension SourceNode {
    /// A node of a YAML file; a key that is no text is reported and left out.
    init(_ node: YAMLNode, file: String, problems: inout [Diagnostic]) {
        location = SourceLocation(node.position, in: file)
        switch node.content {
        case .scalar(let scalar):
            content = .text(scalar.text)
            isPlain = scalar.style == .plain
            textOffset = node.end.line == node.position.line ? Self.textOffset(of: scalar) : nil
            if isPlain, let first = scalar.text.first, let last = scalar.text.last, "“”„‟‘’‚«»".contains(first),
                "“”‘’«»".contains(last), scalar.text.count > 1
            {
                let problem = "the quotes \(first) and \(last) are part of the text; did you mean straight quotes (\")?"
                problems.append(Diagnostic(.warning, at: location, problem))
            }
        case .sequence(let nodes):
            content = .list(nodes.map { SourceNode($0, file: file, problems: &problems) })
        case .mapping(let pairs):
            content = .map(pairs.compactMap { Entry($0, file: file, problems: &problems) })
        }
    }

    /// Escapes and line folding make columns of the text differ from columns of the file.
    private static func textOffset(of scalar: YAMLNode.Scalar) -> Int? {
        switch scalar.style {
        case .plain: 0
        case .singleQuoted: scalar.text.utf8.contains(UInt8(ascii: "'")) ? nil : 1
        case .doubleQuoted: scalar.text.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } ? nil : 1
        case .literal, .folded: nil
        }
    }
}

extension SourceNode.Entry {
    init?(_ pair: YAMLNode.Pair, file: String, problems: inout [Diagnostic]) {
        keyLocation = SourceLocation(pair.key.position, in: file)
        guard let text = pair.key.text else {
            let found = if case .sequence = pair.key.content { "a list" } else { "a map" }
            let problem = "expected a text as a key, found \(found); a key that begins with [ or { stands in quotes"
            problems.append(Diagnostic(.error, at: keyLocation, problem))
            return nil
        }
        key = text
        value = SourceNode(pair.value, file: file, problems: &problems)
    }
}

extension SourceNode {
    /// This node laid over a base: maps merge key by key, everything else replaces.
    func merged(over base: SourceNode, at place: MergePlace) -> SourceNode {
        guard let entries, let below = base.entries, !place.replaces(base, by: self) else { return self }
        let displaced = place.displaced(by: self)
        var merged = displaced.isEmpty ? below : below.filter { !displaced.contains($0.key) }
        for entry in entries {
            if let index = merged.firstIndex(where: { $0.key == entry.key }) {
                let value = entry.value.merged(over: merged[index].value, at: place.place(under: entry.key))
                merged[index] = Entry(key: entry.key, keyLocation: entry.keyLocation, value: value)
            } else {
                merged.append(entry)
            }
        }
        return SourceNode(content: .map(merged), location: location)
    }

    func without(_ key: String) -> SourceNode {
        guard let entries else { return self }
        return SourceNode(content: .map(entries.filter { $0.key != key }), location: location)
    }
}

extension SourceLocation {
    fileprivate init(_ position: YAMLPosition, in file: String) {
        self.init(file: file, line: position.line, column: position.column)
    }
}

/// What the maps are that one definition lays over another, as far as their keys depend on each other.
///
/// Where a map is known to be of one sort among several, keys that only another sort has are not taken over: they would
/// be errors in a file that is not the user's. A map with free keys, such as query parameters, is none of these.
enum MergePlace {
    case provider
    /// `auth` and `paging`, chosen by their `kind`.
    case authentication, paging
    case operations, operation
    case item, ids, field
    /// Free keys, or keys that do not depend on each other.
    case plain

    func place(under key: String) -> MergePlace {
        switch (self, key) {
        case (.provider, "auth"): .authentication
        case (.provider, "operations"): .operations
        case (.operations, _): .operation
        case (.operation, "paging"): .paging
        case (.operation, "item"), (.item, "movie"), (.field, "item"): .item
        case (.item, "ids"): .ids
        case (.item, _), (.ids, _), (.field, "votes"): .field
        default: .plain
        }
    }

    /// Whether nothing of the base fits to what lies over it: it is of another kind.
    func replaces(_ base: SourceNode, by node: SourceNode) -> Bool {
        switch self {
        case .provider: (base["kind"]?.text ?? "http") != (node["kind"]?.text ?? base["kind"]?.text ?? "http")
        case .authentication, .paging: node["kind"].map { $0.text != base["kind"]?.text } ?? false
        case .field:
            // A list of items has none of the keys of a field, and the other way round.
            base["rows"] == nil ? node["rows"] != nil : Self.sources.contains { node[$0] != nil }
        case .operations, .operation, .item, .ids, .plain: false
        }
    }

    /// Keys of the base that what lies over it pushes aside.
    func displaced(by node: SourceNode) -> [String] {
        switch self {
        case .operation where node["get"] != nil: ["post", "body"]
        case .operation where node["post"] != nil: ["get"]
        case .paging: Self.others(of: ["total", "total_pages", "has_more"], in: node)
        case .field: Self.others(of: Self.sources, in: node)
        default: []
        }
    }

    /// The rest of a group of keys that exclude each other, where one of them is written.
    private static func others(of group: [String], in node: SourceNode) -> [String] {
        let absent = group.filter { node[$0] == nil }
        return absent.count == group.count ? [] : absent
    }

    private static let sources = ["path", "first_of", "each", "value", "template"]
}

/// Text to nodes, with YAML's own problems as diagnostics.
enum SourceFile {
    /// The root of a file, `nil` where it is no YAML; keys that stand twice are reported, and the first of them counts.
    static func read(_ bytes: [UInt8], file: String, _ decoding: inout Decoding) -> SourceNode? {
        let reading = YAMLReader.read(bytes)
        var problems = reading.errors.map { problem in
            let position = problem.position
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.dropFirst(position.line - 1).first.map { String(decoding: $0, as: UTF8.self) } ?? ""
            let hasCurlyQuotes = line.contains { "“”„‟".contains($0) }
            let hint =
                hasCurlyQuotes
                ? "; the quotes in this line are curly ones; did you mean straight quotes (\")?" : ""
            return Diagnostic(.error, at: SourceLocation(position, in: file), problem.message + hint)
        }
        let node = reading.root.map { SourceNode($0, file: file, problems: &problems) }
        decoding.report(problems)
        return node
    }
}
