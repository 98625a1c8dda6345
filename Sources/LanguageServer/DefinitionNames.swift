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
    /// The sources in the order of the file.
    private let sources: [Source]

    /// A source, as far as names in other places depend on it.
    private struct Source {
        /// The line in which it begins.
        var start: Int
        var id: DefinitionOutline.Key?
        /// The source that it extends; it may be in another file.
        var base: String?
        /// The secrets that it may use although their names do not begin with its id.
        var listed: Set<String> = []
    }

    /// A change of a text of one line.
    struct Edit {
        var line: Int
        var columns: Range<Int>
        var text: String
    }

    init(_ document: DefinitionDocument) {
        self.document = document
        let outline = document.outline()
        self.outline = outline
        sources = outline.providers.map { map in
            let keys = outline.maps[map].keys.map { outline.keys[$0] }
            var source = Source(start: keys[0].line, id: keys.first { $0.name == "id" })
            source.base = keys.first { $0.name == "extends" }?.value
            let lists = Set(outline.maps[map].keys.filter { outline.keys[$0].name == "secrets" })
            source.listed = Set(outline.texts.filter { lists.contains($0.key) }.map(\.text))
            return source
        }
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
        switch name.kind {
        case .secret: return true
        case .operation: return false
        case .source where sources.contains { $0.id?.value == name.text && $0.base == name.text }:
            // It changes parts of a definition that is not in this file, and has its name.
            return false
        case .variable where name.source.flatMap { sources[$0].base } != nil:
            // What it extends is in another file, and may use the variable.
            return false
        case .source, .variable, .anchor: return occurrences(of: name).contains(where: \.isDefinition)
        }
    }

    /// Returns the changes that give a name another text wherever it is used, and what depends on it.
    ///
    /// A source may use the secrets whose names begin with its id: they are renamed with it, and a secret that is no
    /// longer named so is listed under `secrets`.
    func edits(renaming name: Name, to new: String) -> [Edit] {
        var edits = occurrences(of: name).map { Edit(line: $0.line, columns: $0.columns, text: new) }
        switch name.kind {
        case .source:
            let tied = Set(all.filter { $0.name.kind == .secret }.compactMap { tiedSecret(at: $0, to: name.text, new) })
            let words = SecretReference.words(of: name.text)
            for secret in tied {
                let text = SecretReference.words(of: new) + secret.text.dropFirst(words.count)
                edits += occurrences(of: secret).map { Edit(line: $0.line, columns: $0.columns, text: text) }
            }
        case .secret:
            let users = Set(occurrences(of: name).compactMap { source(at: $0.line) })
            edits += users.filter { !sources[$0].listed.contains(name.text) }.compactMap { addition(of: new, to: $0) }
        case .operation, .variable, .anchor: break
        }
        return edits.sorted { ($0.line, $0.columns.lowerBound) < ($1.line, $1.columns.lowerBound) }
    }

    /// Returns the secret at a place that only the id of a source lets it be used.
    private func tiedSecret(at place: Occurrence, to id: String, _ new: String) -> Name? {
        guard let source = source(at: place.line), !sources[source].listed.contains(place.name.text) else { return nil }
        let reference = SecretReference(kind: .environment, name: place.name.text)
        let others = owners(of: source).map { $0 == id ? new : $0 }
        let isTied = reference.isNamed(after: id) && owners(of: source).contains(id)
        return isTied && !others.contains(where: reference.isNamed) ? place.name : nil
    }

    /// Returns the line or the element that lists a secret for a source; `nil` if its name says that it may use it.
    private func addition(of secret: String, to index: Int) -> Edit? {
        let reference = SecretReference(kind: .environment, name: secret)
        guard !owners(of: index).contains(where: reference.isNamed), let id = sources[index].id else { return nil }
        if let list = outline.maps[id.map].keys.map({ outline.keys[$0] }).first(where: { $0.name == "secrets" }) {
            let open = list.valueColumns.lowerBound
            guard document.text.text(list.line, open..<open + 1) == "[" else { return nil }
            return Edit(line: list.line, columns: open + 1..<open + 1, text: "\(secret), ")
        }
        let before = document.text.lines[id.line][..<id.columns.lowerBound]
        guard before.allSatisfy({ $0 == " " || $0 == "-" }) else {
            return Edit(line: id.line, columns: id.end.column..<id.end.column, text: ", secrets: [\(secret)]")
        }
        let indent = String(repeating: " ", count: id.columns.lowerBound)
        let end = document.text.lines[id.line].count
        return Edit(line: id.line, columns: end..<end, text: "\n\(indent)secrets: [\(secret)]")
    }

    /// The ids by which a source may use secrets: its own, and those of what it extends.
    private func owners(of index: Int) -> [String] {
        var owners: [String] = []
        var next: Int? = index
        while let index = next, let id = sources[index].id?.value, !owners.contains(id) {
            owners.append(id)
            guard let base = sources[index].base, !base.isEmpty else { break }
            next = sources.firstIndex { $0.id?.value == base }
            if next == nil { owners.append(base) }
        }
        return owners
    }

    /// The source that the variables of another one belong to: the one that it extends, or that this extends.
    private func root(of index: Int) -> Int {
        var passed = [index]
        while let base = sources[passed[passed.count - 1]].base,
            let next = sources.firstIndex(where: { $0.id?.value == base }), !passed.contains(next)
        {
            passed.append(next)
        }
        return passed[passed.count - 1]
    }

    private func source(at line: Int) -> Int? { sources.lastIndex { $0.start <= line } }

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
        let source: Int? =
            switch kind {
            case .operation: source(at: line)
            case .variable: source(at: line).map(root)
            case .source, .secret, .anchor: nil
            }
        let name = Name(kind: kind, text: text, source: source)
        all.append(Occurrence(name: name, line: line, columns: columns, isDefinition: isDefinition))
    }

    private mutating func addKey(_ index: Int) {
        let key = outline.keys[index]
        let names = outline.names(through: index)
        guard !Self.areOfAPI(names) else { return }
        switch names.dropLast().last {
        case "operations" where names.count == 3: add(.operation, key.name, key.line, key.columns, isDefinition: true)
        case "vars" where names.count == 3: add(.variable, key.name, key.line, key.columns, isDefinition: true)
        case "ids": add(.source, key.name, key.line, key.columns)
        default: break
        }
    }

    private mutating func addText(_ text: DefinitionOutline.Text) {
        let names = outline.names(through: text.key)
        guard !Self.areOfAPI(names) else { return }
        switch names.last {
        case "id" where names == ["providers", "id"]:
            add(.source, text.text, text.line, text.columns, isDefinition: true)
        case "by", "leads_to": add(.source, text.text, text.line, text.columns)
        case "order" where names.first == "settings", "prefer" where names.first == "settings":
            add(.source, text.text, text.line, text.columns)
        case "extends": add(names.count == 2 ? .source : .operation, text.text, text.line, text.columns)
        case "operation" where names == ["providers", "tests", "operation"]:
            add(.operation, text.text, text.line, text.columns)
        case "secrets": add(.secret, text.text, text.line, text.columns)
        default: break
        }
    }

    /// Whether keys lead to what the API or its recorded answer calls something, whose names are its own.
    private static func areOfAPI(_ names: [String]) -> Bool {
        names.dropLast().contains { ["body", "query", "form", "headers"].contains($0) }
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
