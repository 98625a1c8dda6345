import MovieDomain
import Platform
import YAML

/// A value of a definition file with its position: a text, a list, or a map.
///
/// Definitions that extend each other are merged as these nodes, so that every problem still has its own position.
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
    /// Whether a text is unquoted; quoted texts are never read as JSON numbers or words.
    var isPlain = true
    /// The columns from `location` to the text's first character; `nil` if the text has other columns than the file.
    var textOffset: Int? = 0

    var text: String? { if case .text(let text) = content { text } else { nil } }

    var list: [SourceNode]? { if case .list(let list) = content { list } else { nil } }

    var entries: [Entry]? { if case .map(let entries) = content { entries } else { nil } }

    subscript(key: String) -> SourceNode? {
        guard case .map(let entries) = content, let index = entries.firstIndex(where: { $0.key == key }) else {
            return nil
        }
        return entries[index].value
    }

    /// Whether nothing was written, as after `title:` at the end of a line.
    var isNothing: Bool { isPlain && text == "" }

    /// Whether it is written that there is no value: `~`, or nothing at all.
    var saysNone: Bool { isPlain && ["", "~", "null"].contains(text) }

    /// The value as messages show it: `'abc'`, `a list`, `a map`, `nothing`.
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

    /// Returns this node merged over a base: maps merge key by key, and everything else replaces the base.
    ///
    /// A key that would take away what the base has (`genres: ~`) is reported and left out.
    func merged(over base: SourceNode, at place: MergePlace, _ decoding: Decoding) -> SourceNode {
        guard let entries, let below = base.entries, !place.replaces(base, by: self) else { return self }
        let displaced = place.displaced(by: self)
        var merged = displaced.isEmpty ? below : below.filter { !displaced.contains($0.key) }
        for entry in entries {
            if place != .plain, base[entry.key] != nil, entry.value.isPlain, ["~", "null"].contains(entry.value.text) {
                let problem = "'\(entry.key)' is inherited and cannot be removed; it can only get another value"
                decoding.error(problem, at: entry.keyLocation)
            } else if let index = merged.firstIndex(where: { $0.key == entry.key }) {
                let value = entry.value.merged(over: merged[index].value, at: place.place(under: entry.key), decoding)
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

extension SourceNode {
    /// Creates a node from that of a YAML file; a key that is not a text is reported and left out.
    init(_ node: YAMLNode, file: String, _ decoding: Decoding) {
        location = SourceLocation(node.position, in: file)
        if let tag = node.tag {
            let hint: Hint = tag == "!secret" ? "write \"${env.NAME}\" for a key" : "quote a text that begins with !"
            decoding.error("the tag '\(tag)' has no meaning here", hint: hint, at: location)
        }
        switch node.content {
        case .scalar(let scalar):
            content = .text(scalar.text)
            isPlain = scalar.style == .plain
            textOffset = node.end.line == node.position.line ? Self.textOffset(of: scalar) : nil
            if isPlain, let first = scalar.text.first, let last = scalar.text.last, "“”„‟‘’‚«»".contains(first),
                "“”‘’«»".contains(last), scalar.text.count > 1
            {
                let problem = "the quotes \(first) and \(last) are part of the text"
                let inner = scalar.text.dropFirst().dropLast()
                var hint = Self.straightQuotes
                if !inner.contains(scalars: "\""), !inner.contains(scalars: "\\") {
                    hint = hint.correcting(scalar.text, to: "\"\(inner)\"")
                }
                decoding.warning(problem, hint: hint, at: location)
            }
        case .sequence(let nodes):
            content = .list(nodes.map { SourceNode($0, file: file, decoding) })
        case .mapping(let pairs):
            content = .map(pairs.compactMap { Entry($0, file: file, decoding) })
        }
    }

    fileprivate static let straightQuotes: Hint = "did you mean straight quotes (\")?"

    /// Returns the offset of the text; `nil` if escapes or line folding make its columns differ from those of the file.
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
    init?(_ pair: YAMLNode.Pair, file: String, _ decoding: Decoding) {
        keyLocation = SourceLocation(pair.key.position, in: file)
        guard let text = pair.key.text else {
            let found = if case .sequence = pair.key.content { "a list" } else { "a map" }
            let problem = "expected a text as a key, found \(found); a key that begins with [ or { needs quotes"
            decoding.error(problem, at: keyLocation)
            return nil
        }
        key = text
        value = SourceNode(pair.value, file: file, decoding)
    }
}

extension SourceLocation {
    fileprivate init(_ position: YAMLPosition, in file: String) {
        self.init(file: file, line: position.line, column: position.column)
    }
}

/// What the maps are that one definition lays over another, as far as their keys depend on each other.
///
/// If a map can be of several kinds, keys that only another kind has are not inherited, because they would be errors in
/// a file that is not the user's. A map with free keys, such as query parameters, is `plain`.
enum MergePlace {
    case provider
    /// The maps `auth` and `paging`, whose `kind` selects their keys.
    case authentication, paging
    case operations, operation
    case query, parameter
    case item, ids, field
    /// Free keys, or keys that do not depend on each other.
    case plain

    func place(under key: String) -> MergePlace {
        switch (self, key) {
        case (.provider, "auth"): .authentication
        case (.provider, "operations"): .operations
        case (.operations, _): .operation
        case (.operation, "paging"): .paging
        case (.operation, "query"), (.operation, "form"): .query
        case (.query, _): .parameter
        case (.operation, "item"), (.item, "movie"), (.field, "item"): .item
        case (.item, "ids"): .ids
        case (.item, _), (.ids, _), (.field, "votes"): .field
        default: .plain
        }
    }

    /// Returns whether the node replaces the base completely, because the two are of different kinds.
    func replaces(_ base: SourceNode, by node: SourceNode) -> Bool {
        switch self {
        case .provider: (base["kind"]?.text ?? "http") != (node["kind"]?.text ?? base["kind"]?.text ?? "http")
        case .authentication, .paging: node["kind"].map { $0.text != base["kind"]?.text } ?? false
        case .field:
            // A list of items and a field with a source of its own exclude each other.
            base["rows"] == nil ? node["rows"] != nil : FieldConstruct.sourceNames.contains { node[$0] != nil }
        case .parameter: base["parts"] == nil ? node["parts"] != nil : node["from"] != nil
        case .operations, .operation, .query, .item, .ids, .plain: false
        }
    }

    /// Returns the keys of the base that the node above it displaces.
    func displaced(by node: SourceNode) -> [String] {
        switch self {
        case .operation where node["get"] != nil: ["post", "body", "form"]
        case .operation:
            (node["post"] == nil ? [] : ["get"]) + Self.others(of: OperationConstruct.bodies, in: node)
        case .paging: Self.others(of: PagingConstruct.ends, in: node)
        case .field: Self.others(of: FieldConstruct.sourceNames, in: node)
        default: []
        }
    }

    /// Returns the other keys of a group that exclude each other, if one of them is written.
    private static func others(of group: [String], in node: SourceNode) -> [String] {
        let absent = group.filter { node[$0] == nil }
        return absent.count == group.count ? [] : absent
    }
}

/// A reader that converts text to nodes, and YAML's own problems to diagnostics.
enum SourceFile {
    /// Returns the root of a file; `nil` if it is not YAML.
    ///
    /// Duplicate keys are reported, and the first of them counts.
    static func read(_ bytes: [UInt8], file: String, _ decoding: Decoding) -> SourceNode? {
        let reading = YAMLReader.read(bytes)
        for problem in reading.errors {
            let position = problem.position
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let before = lines.prefix(position.line).map { String(decoding: $0, as: UTF8.self) }
            let oddity =
                oddity(at: before.suffix(2), position.column) ?? escapes(in: before.last ?? "", position.column)
                ?? indentation(in: before, position.column) ?? missingBlank(in: before.last ?? "", position.column)
                ?? listOfOperations(in: before)
            let addition = oddity.map(\.message) ?? ""
            let message = problem.message + (addition.isEmpty ? "" : "; \(addition)")
            decoding.error(message, hint: oddity?.hint, at: SourceLocation(position, in: file))
        }
        return reading.root.map { SourceNode($0, file: file, decoding) }
    }

    /// Returns the column of the first quote of a line that has an odd number of them, and nothing else that explains it.
    private static func openQuote(_ line: String) -> Int? {
        guard !line.contains(scalars: "'"), !line.contains(scalars: "\\"), !line.contains(scalars: "#") else {
            return nil
        }
        let quotes = Array(line).indices.filter { Array(line)[$0] == "\"" }
        return quotes.count.isMultiple(of: 2) ? nil : openQuotes(quotes, Array(line))
    }

    /// Returns the column of the quote whose text goes on to what is another text's opening quote.
    private static func openQuotes(_ quotes: [Int], _ line: [Character]) -> Int? {
        for (open, close) in zip(quotes, quotes.dropFirst())
        where line[..<close].last.map({ " [{:".contains($0) }) == true {
            return open + 1
        }
        return quotes.last.map { $0 + 1 }
    }

    /// Returns the text in double quotes around a column with single quotes, if backslashes are all that is special in it.
    private static func escapes(in line: String, _ column: Int) -> Finding? {
        let scalars = Array(line.unicodeScalars)
        guard let backslash = scalars.prefix(column + 1).lastIndex(where: { $0 == "\\" }),
            let open = scalars[..<backslash].lastIndex(where: { $0 == "\"" }),
            let close = scalars[backslash...].firstIndex(where: { $0 == "\"" })
        else { return nil }
        let inner = String(String.UnicodeScalarView(scalars[(open + 1)..<close]))
        let isPlain = !inner.contains(scalars: "'") && !inner.contains(scalars: "\\\\")
        guard isPlain, scalars[close - 1] != "\\" else { return nil }
        let hint = Hint("write '\(inner)'")
        return Finding("", hint: hint.correcting("\"\(inner)\"", to: "'\(inner)'", offset: open + 1 - column))
    }

    /// Returns the remedy for operations that are written as a list, of which something then has no place.
    private static func listOfOperations(in lines: [String]) -> Finding? {
        guard let index = lines.lastIndex(where: { $0.trimmed == "operations:" }) else { return nil }
        let next = lines[(index + 1)...].first { !$0.trimmed.isEmpty }?.trimmed ?? ""
        guard next.hasPrefix(scalars: "- ") else { return nil }
        return Finding(
            "'operations' in line \(index + 1) is a map, and not a list",
            hint: "write each by its name, such as search:, without '- '"
        )
    }

    /// Returns the indentation that stands in place of tabs: that of the line above, or two more behind what opens a
    /// map.
    private static func indentation(in lines: [String], _ column: Int) -> Finding? {
        guard let line = lines.last, let above = lines.dropLast().last(where: { !$0.trimmed.isEmpty }) else {
            return nil
        }
        let blanks = String(line.prefix { $0 == " " || $0 == "\t" })
        guard blanks.contains(scalars: "\t") else { return nil }
        let opens = above.trimmed.hasSuffix(scalars: ":") || above.trimmed.hasPrefix(scalars: "- ")
        let width = above.prefix { $0 == " " }.count + (opens ? 2 : 0)
        var correction = Hint.Correction(
            wrong: blanks,
            right: String(repeating: " ", count: width),
            offset: 1 - column
        )
        correction.title = "Indent with spaces"
        return Finding("", hint: .only(correction))
    }

    /// Returns the remedy for a colon without a blank behind it, or of another width.
    private static func missingBlank(in line: String, _ column: Int) -> Finding? {
        let scalars = Array(line.unicodeScalars)
        guard let colon = scalars.firstIndex(where: { $0 == ":" || $0 == "：" }), colon + 1 < scalars.count else {
            return nil
        }
        let name = String(String.UnicodeScalarView(scalars[..<colon])).trimmed
        let start = colon - name.unicodeScalars.count
        let isKey = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard isKey, scalars[colon] == "：" || scalars[colon + 1] != " ", !line.contains(scalars: "://") else {
            return nil
        }
        let blank = scalars[colon + 1] == " " ? "" : " "
        let wrong = "\(name)\(scalars[colon])"
        let hint = Hint.didYouMean("\(name): ", for: wrong, at: start + 1 - column)
        return Finding(
            "",
            hint: Hint(hint.description).correcting(wrong, to: "\(name):\(blank)", offset: start + 1 - column)
        )
    }

    /// Returns what is odd in the line of a problem, which is the last of these, or in the one before it.
    private static func oddity(at lines: ArraySlice<String>, _ column: Int) -> Finding? {
        let last = Array((lines.last ?? "").unicodeScalars)
        let curly = last.indices.filter { "“”„‟".unicodeScalars.contains(last[$0]) }
        if let first = curly.first, let end = curly.last {
            let wrong = String(String.UnicodeScalarView(last[first...end]))
            let right = String(
                String.UnicodeScalarView(last[first...end].map { "“”„‟".unicodeScalars.contains($0) ? "\"" : $0 })
            )
            return Finding(
                "the quotes in this line are curly ones",
                hint: SourceNode.straightQuotes.correcting(wrong, to: right, offset: first + 1 - column)
            )
        }
        if let open = lines.last.flatMap(openQuote) {
            return Finding(
                "the quote at column \(open) is not closed where its text ends",
                hint: "add a \" after the text"
            )
        }
        for line in lines {
            let text = line.drop(while: \.isWhitespace)
            if line.prefix(line.count - text.count).contains(scalars: "\u{A0}") {
                return Finding("found a no-break space before '\(text.prefix(20))'", hint: "did you mean a space?")
            }
            if text.first == "-", text.dropFirst().first?.isLetter == true {
                let hint = Hint("did you mean '- \(text.dropFirst().prefix(20))'?")
                let start = line.count - text.count + 1 - column
                let word = text.prefix { $0 != ":" && $0 != " " }
                var correction = Hint.Correction(wrong: String(word), right: "- \(word.dropFirst())", offset: start)
                correction.linesAbove = line == lines.last ? 0 : 1
                return Finding(
                    "a space is missing in '\(text.prefix(20))'",
                    hint: Hint(hint.description, correction: correction)
                )
            }
        }
        return nil
    }
}
