import JSON
import Platform
import ProviderLanguage

/// The names in a definition file that stand in several places: operations, sources, variables, and anchors.
struct DefinitionNames {
    enum Kind: Hashable {
        case operation, source, variable, secret, anchor
    }

    /// A name, with the source that it belongs to if other sources may have it, too.
    struct Name: Hashable {
        var kind: Kind
        var text: String
        var source: Int?
    }

    struct Occurrence {
        var name: Name
        var line: Int
        var columns: Range<Int>
        /// Whether the name is given here, and not only used.
        var isDefinition = false
    }

    private(set) var all: [Occurrence] = []
    private let document: DefinitionDocument
    private let outline: DefinitionOutline
    /// The lines in which the sources begin.
    private let starts: [Int]

    init(_ document: DefinitionDocument) {
        self.document = document
        let outline = document.outline()
        self.outline = outline
        starts = outline.providers.map { outline.keys[outline.maps[$0].keys[0]].line }
        for index in outline.keys.indices { addKey(index) }
        for text in outline.texts { addText(text) }
        for line in document.text.lines.indices { addPlaceholders(in: line) }
        addAnchors()
    }

    // MARK: Questions

    /// Returns the name at a position; `nil` if none is there.
    func occurrence(at position: DocumentText.Position) -> Occurrence? {
        all.first {
            $0.line == position.line && $0.columns.lowerBound <= position.column
                && position.column <= $0.columns.upperBound
        }
    }

    func occurrences(of name: Name) -> [Occurrence] {
        all.filter { $0.name == name }.sorted { ($0.line, $0.columns.lowerBound) < ($1.line, $1.columns.lowerBound) }
    }

    /// Whether every occurrence of a name is known, so that another one can take its place everywhere.
    func canRename(_ name: Name) -> Bool {
        name.kind == .secret || name.kind != .operation && occurrences(of: name).contains(where: \.isDefinition)
    }

    /// Whether another thing of the same kind has a name, so that renaming would make one of the two.
    func isGiven(_ text: String, like name: Name) -> Bool {
        let other = Name(kind: name.kind, text: text, source: name.source)
        return name.kind != .secret && all.contains { $0.name == other && $0.isDefinition }
    }

    func range(of occurrence: Occurrence) -> JSONValue { document.text.range(occurrence.line, occurrence.columns) }

    /// Returns what a name of a kind looks like, if a text is not one; `nil` if it is.
    static func problem(with text: String, as kind: Kind) -> String? {
        let signs = text.unicodeScalars.dropFirst()
        let first = text.unicodeScalars.first
        let isName = first.map { $0.isASCII && ($0.properties.isAlphabetic || $0 == "_") } ?? false
        switch kind {
        case .source:
            let isID =
                isName && text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_" || $0 == "-") }
            return isID && first != "_" ? nil : "expected an id of a-z, 0-9, _ and - that begins with a letter"
        case .operation: return "operations have names of the language"
        case .anchor:
            return isName && signs.allSatisfy(DocumentText.isName) ? nil : "expected letters, digits, _ and -"
        case .variable, .secret:
            let isWord = isName && signs.allSatisfy { $0.isASCII && DocumentText.isName($0) && $0 != "-" }
            return isWord ? nil : "expected letters, digits, and _"
        }
    }

    // MARK: Collection

    private mutating func add(
        _ kind: Kind,
        _ text: String,
        _ line: Int,
        _ columns: Range<Int>,
        isDefinition: Bool = false
    ) {
        guard !text.isEmpty else { return }
        let isOfSource = kind == .operation || kind == .variable
        let source = isOfSource ? starts.lastIndex { $0 <= line } : nil
        let name = Name(kind: kind, text: text, source: source)
        all.append(Occurrence(name: name, line: line, columns: columns, isDefinition: isDefinition))
    }

    private mutating func addKey(_ index: Int) {
        let key = outline.keys[index]
        let names = outline.names(through: index)
        switch names.dropLast().last {
        case "operations" where names.count == 3: add(.operation, key.name, key.line, key.columns, isDefinition: true)
        case "vars" where names.count == 3: add(.variable, key.name, key.line, key.columns, isDefinition: true)
        case "ids": add(.source, key.name, key.line, key.columns)
        default: break
        }
    }

    private mutating func addText(_ text: DefinitionOutline.Text) {
        let names = outline.names(through: text.key)
        switch names.last {
        case "id" where names == ["providers", "id"]:
            add(.source, text.text, text.line, text.columns, isDefinition: true)
        case "by", "leads_to", "order", "prefer": add(.source, text.text, text.line, text.columns)
        case "extends": add(names.count == 2 ? .source : .operation, text.text, text.line, text.columns)
        case "operation" where names == ["providers", "tests", "operation"]:
            add(.operation, text.text, text.line, text.columns)
        case "secrets": add(.secret, text.text, text.line, text.columns)
        default: break
        }
    }

    private mutating func addPlaceholders(in line: Int) {
        for (name, columns) in document.text.placeholders(in: line) {
            let kinds: [(prefix: String, kind: Kind)] = [
                ("input.ids.", .source), ("vars.", .variable), ("env.", .secret),
            ]
            guard let (prefix, kind) = kinds.first(where: { name.hasPrefix(scalars: $0.prefix) }) else { continue }
            let rest = name.dropFirst(prefix.count).unicodeScalars.prefix(while: DocumentText.isName)
            let start = columns.lowerBound + prefix.count
            add(kind, String(rest), line, start..<start + rest.count)
        }
    }

    private mutating func addAnchors() {
        var aliases: [Occurrence] = []
        for (line, scalars) in document.text.lines.enumerated() {
            for column in scalars.indices where scalars[column] == "&" || scalars[column] == "*" {
                guard column == 0 || " [{,".unicodeScalars.contains(scalars[column - 1]) else { continue }
                let start = column + 1
                let end = scalars[start...].firstIndex { !DocumentText.isName($0) } ?? scalars.count
                guard start < end, end == scalars.count || " ,]}:".unicodeScalars.contains(scalars[end]) else {
                    continue
                }
                let name = Name(kind: .anchor, text: document.text.text(line, start..<end))
                let isAnchor = scalars[column] == "&"
                let found = Occurrence(name: name, line: line, columns: start..<end, isDefinition: isAnchor)
                if isAnchor { all.append(found) } else { aliases.append(found) }
            }
        }
        // A star without an anchor is one of a text.
        let anchors = Set(all.filter(\.isDefinition).map(\.name))
        all += aliases.filter { anchors.contains($0.name) }
    }
}

extension DefinitionOutline {
    /// The maps of the sources, as indices of ``maps``.
    var providers: [Int] {
        maps.indices.filter { index in
            guard let parent = maps[index].parent, !maps[index].keys.isEmpty else { return false }
            return keys[parent].name == "providers" && maps[keys[parent].map].parent == nil
        }
    }
}
