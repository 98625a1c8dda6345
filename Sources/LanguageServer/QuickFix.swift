import JSON
import Platform
import ProviderLanguage

/// The change that a problem proposes: `did you mean 'title'?`, `write unit: USD`.
struct QuickFix {
    let line: Int
    /// The columns of the text that is replaced; none for an addition.
    let columns: Range<Int>
    let replacement: String
    let title: String
    /// Whether a text is replaced where the problem is, so that it is what an editor marks.
    private(set) var isAtProblem = false

    /// Fails if the problem proposes no change, or if what it changes is written otherwise in the file.
    init?(_ diagnostic: Diagnostic, in document: DefinitionDocument, _ outline: DefinitionOutline) {
        guard let correction = diagnostic.finding.hint?.correction else { return nil }
        let place = correction.place ?? diagnostic.location
        guard place.file == diagnostic.location.file, document.text.lines.indices.contains(place.line - 1) else {
            return nil
        }
        let start = DocumentText.Position(
            line: max(0, place.line - 1 - correction.linesAbove),
            column: place.column - 1
        )
        let edit = QuickFixEdit(text: document.text, outline: outline, start: start)
        if correction.isEntry {
            guard let found = edit.entry(correction.wrong, by: correction.right) else { return nil }
            self.init(found, correction.title ?? "Write \(found.text)")
            return
        }
        if let key = correction.key {
            guard let found = edit.setting(key, to: correction.right, isFirst: correction.isFirst) else { return nil }
            self.init(found, "Write \(key): \(correction.right)")
            return
        }
        // The location of a text in quotes may be that of its quote.
        let quote = document.text.text(start.line, start.column..<start.column + 1)
        let skipped = correction.offset > 0 && ["\"", "'"].contains(quote) ? 1 : 0
        let first = DocumentText.Position(line: start.line, column: start.column + correction.offset + skipped)
        if let found = edit.exchanging(correction.wrong, by: correction.right, at: first) {
            self.init(found, "Replace with '\(correction.right)'")
            isAtProblem = start.line == diagnostic.location.line - 1
        } else if let found = edit.exchangingBelow(correction.wrong, by: correction.right) {
            self.init(found, "Replace with '\(correction.right)'")
        } else {
            return nil
        }
        if correction.right.isEmpty { self = QuickFix(self, "Remove '\(correction.wrong)'") }
        if let title = correction.title { self = QuickFix(self, title) }
    }

    private init(_ edit: QuickFixEdit.Change, _ title: String) {
        (line, columns, replacement) = edit
        self.title = title
    }

    private init(_ fix: QuickFix, _ title: String) {
        (line, columns, replacement) = (fix.line, fix.columns, fix.replacement)
        self.title = title
        isAtProblem = fix.isAtProblem
    }

    /// What the client keeps with a problem, to ask for the change.
    func data(in text: DocumentText) -> JSONValue {
        [
            "replacement": .string(replacement), "range": text.range(line, columns), "title": .string(title),
            "isPreferred": .bool(isAtProblem),
        ]
    }

    /// Returns the code actions for the problems that the client has in a range.
    static func all(_ params: JSONElement?, in address: String) -> JSONValue {
        let problems = params?["context"]?["diagnostics"].map { Array($0.elements) } ?? []
        return .array(
            problems.compactMap { problem in
                guard let data = problem["data"], let replacement = data["replacement"]?.string,
                    let range = data["range"], let title = data["title"]?.string
                else { return nil }
                let edit: JSONValue = ["range": JSONValue(range), "newText": .string(replacement)]
                return [
                    "title": .string(title), "kind": "quickfix",
                    "isPreferred": .bool(data["isPreferred"]?.bool == true),
                    "diagnostics": .array([JSONValue(problem)]),
                    "edit": ["changes": .object([.init(address, .array([edit]))])],
                ]
            }
        )
    }
}

/// The search for what a fix changes, so that the file stays valid.
private struct QuickFixEdit {
    typealias Change = (line: Int, columns: Range<Int>, text: String)

    let text: DocumentText
    let outline: DefinitionOutline
    let start: DocumentText.Position

    // MARK: Texts

    /// Returns the replacement of a text at a position, or behind the quote at it; `nil` if something else is there.
    func exchanging(_ wrong: String, by right: String, at position: DocumentText.Position) -> Change? {
        let line = text.lines[position.line]
        guard !wrong.isEmpty, line.indices.contains(position.column) else { return nil }
        let isQuoted =
            "'\"".unicodeScalars.contains(line[position.column]) && line[position.column] != wrong.unicodeScalars.first
        let first = position.column + (isQuoted ? 1 : 0)
        guard first < line.count, line[first...].starts(with: Array(wrong.unicodeScalars)) else { return nil }
        return whole(position.line, first..<first + wrong.unicodeScalars.count, wrong, right)
    }

    /// Returns the replacement of a text that stands once between the position and the end of its map.
    func exchangingBelow(_ wrong: String, by right: String) -> Change? {
        let indent = text.lines[start.line].prefix { $0 == " " || $0 == "-" }.count
        var found: [(line: Int, column: Int)] = []
        for line in start.line..<text.lines.count {
            let scalars = text.lines[line]
            if line > start.line, scalars.prefix(while: { $0 == " " }).count < max(indent, 1) { break }
            let first = line == start.line ? start.column : 0
            for column in scalars.indices.dropFirst(first)
            where scalars[column...].starts(with: Array(wrong.unicodeScalars)) {
                let end = column + wrong.unicodeScalars.count
                let isWhole =
                    end == scalars.count || !DocumentText.isName(scalars[end]) || wrong.hasSuffix(scalars: ":")
                let isBegin = column == 0 || !DocumentText.isName(scalars[column - 1])
                if isWhole, isBegin { found.append((line, column)) }
            }
        }
        guard !wrong.isEmpty, found.count == 1 else { return nil }
        return (found[0].line, found[0].column..<found[0].column + wrong.unicodeScalars.count, right)
    }

    /// Returns a replacement that keeps its text one of YAML: with quotes for a placeholder, without those of a text that
    /// becomes a list.
    private func whole(_ line: Int, _ columns: Range<Int>, _ wrong: String, _ right: String) -> Change {
        let scalar = outline.texts.first {
            $0.line == line && $0.columns.lowerBound <= columns.lowerBound
                && columns.upperBound <= $0.columns.upperBound
        }
        guard let scalar else { return (line, columns, right) }
        let before = scalar.columns.lowerBound - 1
        let quote =
            before >= 0 && "'\"".unicodeScalars.contains(text.lines[line][before]) ? text.lines[line][before] : nil
        if let quote, right.hasPrefix(scalars: "["), scalar.columns == columns {
            let quoted = "\(quote)\(wrong)\(quote)"
            return (line, before..<columns.upperBound + 1, right.replacing(scalars: wrong, with: quoted))
        }
        if quote == nil, right.contains(scalars: "${"), !wrong.contains(scalars: "${") {
            let head = text.text(line, scalar.columns.lowerBound..<columns.lowerBound)
            let tail = text.text(line, columns.upperBound..<scalar.columns.upperBound)
            return (line, scalar.columns, "\"\(head)\(right)\(tail)\"")
        }
        let head = text.text(line, scalar.columns.lowerBound..<columns.lowerBound)
        let whole = head + right + text.text(line, columns.upperBound..<scalar.columns.upperBound)
        if quote == nil, needsQuotes(whole, at: line, scalar.columns.lowerBound) {
            return (line, scalar.columns, "\"\(whole)\"")
        }
        return (line, columns, right)
    }

    /// Whether a path that takes the place of a plain text is none: brackets are those of a list at its beginning, and
    /// anywhere between braces.
    private func needsQuotes(_ whole: String, at line: Int, _ column: Int) -> Bool {
        guard whole.contains(scalars: "["), !whole.contains(scalars: "\""), !whole.contains(scalars: ", ") else {
            return false
        }
        if whole.hasPrefix(scalars: "[") {
            return ["['", "[*]", "[?", "[0", "[-"].contains { whole.hasPrefix(scalars: $0) }
        }
        let before = text.lines[line][..<column]
        return before.count { "[{".unicodeScalars.contains($0) } > before.count { "]}".unicodeScalars.contains($0) }
    }

    // MARK: Keys

    /// Returns the change that gives a key a value, in the map that the position is in or that begins there; a path alone
    /// becomes a map.
    func setting(_ key: String, to value: String, isFirst: Bool = false) -> Change? {
        let own = outline.keys.indices.last {
            outline.keys[$0].line == start.line && outline.keys[$0].valueColumns.contains(start.column)
        }
        if let map = outline.maps.indices.first(where: { begins($0) }) {
            return isFirst ? adding(key, value, before: map) : setting(key, to: value, in: map, behind: nil)
        }
        guard let own else { return nil }
        if let map = outline.maps.indices.first(where: { outline.maps[$0].parent == own }) {
            return isFirst ? adding(key, value, before: map) : setting(key, to: value, in: map, behind: nil)
        }
        let found = outline.keys[own]
        if ["path", "value", "template", "first_of", "each"].contains(found.name) {
            return setting(key, to: value, in: found.map, behind: own)
        }
        let path = text.text(found.line, found.valueColumns)
        guard !path.isEmpty, !path.hasPrefix(scalars: "[") else { return nil }
        let isPlain = !path.unicodeScalars.contains { "[]{},'\"#".unicodeScalars.contains($0) }
        let isQuoted = path.hasPrefix(scalars: "\"") || path.hasPrefix(scalars: "'")
        return (
            found.line, found.valueColumns,
            "{ path: \(isPlain || isQuoted ? path : "\"\(path)\""), \(key): \(value) }"
        )
    }

    /// Returns the change that puts a key before the others of a map, which does not have it.
    private func adding(_ key: String, _ value: String, before map: Int) -> Change? {
        let keys = outline.maps[map].keys.map { outline.keys[$0] }
        guard let first = keys.first, !keys.contains(where: { $0.name == key }) else { return nil }
        let column = first.columns.lowerBound
        let indent = String(repeating: " ", count: column)
        return (first.line, column..<column, "\(key): \(value)" + (isBlock(first) ? "\n\(indent)" : ", "))
    }

    /// Returns the change that puts a text in place of the key at the position and its value, which is in the place
    /// of `…`; `nil` if the map has the key of that text already, or if the value is not one of one line.
    func entry(_ name: String, by text: String) -> Change? {
        let keys = outline.keys
        guard let key = keys.first(where: { $0.start == start && $0.name == name }), !key.value.isEmpty,
            key.end.line == key.line
        else { return nil }
        let new = String(text.prefix { $0 != ":" })
        let others = outline.maps[key.map].keys.map { keys[$0].name }
        guard !others.contains(new), isBlock(key) || !text.hasPrefix(scalars: "#") else { return nil }
        let written = self.text.text(key.line, key.valueColumns)
        let isPlain = !written.unicodeScalars.contains { "[]{},'\"#".unicodeScalars.contains($0) }
        let isQuoted = written.hasPrefix(scalars: "\"") || written.hasPrefix(scalars: "'")
        let value = isPlain || isQuoted || !text.contains(scalars: "{") ? written : "\"\(written)\""
        return (
            key.line, key.columns.lowerBound..<key.valueColumns.upperBound, text.replacing(scalars: "…", with: value)
        )
    }

    /// Whether a key begins its line.
    private func isBlock(_ key: DefinitionOutline.Key) -> Bool {
        text.lines[key.line][..<key.columns.lowerBound].allSatisfy { $0 == " " || $0 == "-" }
    }

    private func begins(_ map: Int) -> Bool {
        outline.maps[map].keys.first.map { outline.keys[$0].start == start } ?? false
    }

    private func setting(_ key: String, to value: String, in map: Int, behind own: Int?) -> Change? {
        let keys = outline.maps[map].keys
        if let known = keys.map({ outline.keys[$0] }).first(where: { $0.name == key }) {
            if value.hasPrefix(scalars: "[") {
                // One more element.
                let open = known.valueColumns.lowerBound
                guard text.text(known.line, open..<open + 1) == "[" else { return nil }
                return (known.line, open + 1..<open + 1, "\(value.dropFirst().dropLast()), ")
            }
            return known.value.isEmpty ? nil : (known.line, known.valueColumns, value)
        }
        guard
            let neighbour = (own ?? keys.first { !outline.keys[$0].value.isEmpty } ?? keys.first).map({
                outline.keys[$0]
            })
        else {
            return nil
        }
        let isBlock = isBlock(neighbour)
        let indent = String(repeating: " ", count: neighbour.columns.lowerBound)
        let end = isBlock ? text.lines[neighbour.line].count : neighbour.end.column
        guard isBlock || neighbour.end.line == neighbour.line else { return nil }
        if isBlock {
            guard neighbour.end.line == neighbour.line else { return nil }
            return (neighbour.line, end..<end, "\n\(indent)\(key): \(value)")
        }
        return (neighbour.line, end..<end, ", \(key): \(value)")
    }
}
