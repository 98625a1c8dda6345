import DefinitionTools
import ProviderLanguage

/// A scanner that goes through the lines once, and never fails.
struct OutlineScanner {
    private typealias Position = DocumentText.Position

    private struct OpenMap {
        var map: Int
        /// The column of its keys.
        var indent: Int
        var lastKey: Int?
    }

    /// A map or a list in braces.
    private struct FlowLevel {
        /// The map; `nil` in a list.
        var map: Int?
        /// The key whose value comes next; in a list, the key that has it.
        var key: Int?
    }

    let lines: [[Unicode.Scalar]]
    let position: DocumentText.Position?
    var outline = DefinitionOutline()
    private var open: [OpenMap] = []
    /// The indentation of the key with a text of several lines that is being passed, and the key.
    private var textIndent: Int?
    private var textKey: Int?
    private var line = 0

    init(lines: [[Unicode.Scalar]], position: DocumentText.Position?) {
        self.lines = lines
        self.position = position
    }

    mutating func scan() {
        while line < lines.count {
            scanLine()
            line += 1
        }
        closeKeys()
    }

    /// Extends each key over everything below it, which comes after it.
    private mutating func closeKeys() {
        for text in outline.texts { extend(text.key, to: Position(line: text.line, column: text.columns.upperBound)) }
        for index in outline.keys.indices.reversed() {
            let key = outline.keys[index]
            if let parent = outline.maps[key.map].parent { extend(parent, to: key.end) }
        }
    }

    private mutating func extend(_ key: Int, to end: Position) {
        outline.keys[key].end = max(outline.keys[key].end, end)
    }

    private mutating func scanLine() {
        let text = lines[line]
        var column = end(ofBlanksFrom: 0)
        if let indent = textIndent {
            if column == text.count { return }
            if column > indent {
                if let textKey { extend(textKey, to: Position(line: line, column: text.count)) }
                return
            }
            textIndent = nil
        }
        if column == text.count {
            if let position, position.line == line { noteKey(in: map(forKeysAt: max(position.column, column))) }
            return
        }
        if text[column] == "#" { return }
        if text.starts(with: "---".unicodeScalars) { return open.removeAll() }
        var dash: Int?
        while text[column] == "-", column + 1 == text.count || text[column + 1] == " " {
            close(deeperThan: column)
            dash = column
            column = end(ofBlanksFrom: column + 1)
            if column == text.count {
                if let position, position.line == line { noteKey(in: map(forKeysAt: position.column)) }
                return
            }
        }
        guard let key = key(from: column, in: text) else { return scanItem(from: column, behind: dash) }
        let map = map(forKeysAt: column)
        close(deeperThan: column)
        let index = add(key.name, to: map, key.columns)
        open[open.endIndex - 1].lastKey = index
        if isCursor(in: key.columns) { noteKey(in: map) }
        scanValue(of: index, from: key.end)
    }

    /// Scans the rest of a line that has no key: an item of a list behind its dash, or a key that is being typed.
    private mutating func scanItem(from column: Int, behind dash: Int?) {
        switch lines[line][column] {
        case "{", "[": scanFlow(of: open.last?.lastKey, from: column)
        case "|" where dash != nil, ">" where dash != nil:
            textIndent = dash
            textKey = open.last?.lastKey
        default:
            let columns = column..<end(ofTextFrom: column, until: { _ in false })
            if let key = open.last?.lastKey, dash != nil { note(columns, of: key) }
            guard let position, position.line == line, position.column >= column else { return }
            // `- na` is a text of the list, unless its items are maps.
            if dash != nil, let key = open.last?.lastKey,
                LanguagePlace(outline.steps(through: key)).keys(besides: [:]).isEmpty
            {
                outline.cursor = .value(key: key, columns: inner(columns))
            } else {
                noteKey(in: map(forKeysAt: column))
            }
        }
    }

    private mutating func scanValue(of key: Int, from column: Int) {
        let text = lines[line]
        var start = end(ofBlanksFrom: column)
        // An anchor or a tag stands before its value.
        while start < text.count, text[start] == "&" || text[start] == "!" {
            start = end(ofBlanksFrom: text[start...].firstIndex { $0 == " " } ?? text.count)
        }
        outline.keys[key].valueColumns = start..<text.count
        extend(key, to: Position(line: line, column: start))
        if start < text.count {
            switch text[start] {
            case "|", ">":
                textIndent = open.last?.indent
                textKey = key
                return
            case "{", "[": return scanFlow(of: key, from: start)
            case "#": return
            default: break
            }
        }
        let end = self.end(ofTextFrom: start, until: { _ in false })
        outline.keys[key].valueColumns = start..<end
        outline.keys[key].value = unquoted(text[start..<end])
        if start < end { note(start..<end, of: key) }
        if let position, position.line == line, position.column >= column, position.column <= max(end, start) {
            let inner = inner(start..<end)
            let isInside = inner.lowerBound <= position.column && position.column <= inner.upperBound
            outline.cursor = .value(key: key, columns: isInside ? inner : position.column..<position.column)
        }
    }

    // MARK: Maps and lists in braces

    /// Scans from an opening brace to its closing one, or to the line that cannot belong to it.
    private mutating func scanFlow(of parent: Int?, from start: Int) {
        var levels: [FlowLevel] = []
        var column = start
        let least = open.last?.indent ?? -1
        while true {
            while column >= lines[line].count {
                noteFlow(levels, in: column..<column)
                guard line + 1 < lines.count else { return }
                let next = lines[line + 1]
                let indent = next.prefix { $0 == " " }.count
                if indent <= least, indent < next.count { return }
                line += 1
                column = 0
            }
            let scalar = lines[line][column]
            switch scalar {
            case "{", "[":
                let key = levels.isEmpty ? parent : levels[levels.endIndex - 1].key
                levels.append(FlowLevel(map: scalar == "{" ? newMap(of: key) : nil, key: scalar == "{" ? nil : key))
                column += 1
            case "}", "]":
                noteFlow(levels, in: column..<column)
                levels.removeLast()
                column += 1
                if let key = levels.last?.key ?? parent { extend(key, to: Position(line: line, column: column)) }
                if levels.isEmpty { return }
            case ",":
                noteFlow(levels, in: column..<column)
                if levels[levels.endIndex - 1].map != nil { levels[levels.endIndex - 1].key = nil }
                column += 1
            case "&", "!":
                column = lines[line][column...].firstIndex { " ,]}".unicodeScalars.contains($0) } ?? lines[line].count
            case " ":
                noteFlow(levels, in: column..<column)
                column += 1
            case "#" where column == 0 || lines[line][column - 1] == " ": column = lines[line].count
            default: column = scanFlowText(in: &levels, from: column)
            }
        }
    }

    /// Scans a key or a text; returns the column behind it.
    private mutating func scanFlowText(in levels: inout [FlowLevel], from start: Int) -> Int {
        let last = levels.endIndex - 1
        if let map = levels[last].map, levels[last].key == nil, let key = key(from: start, in: lines[line]) {
            noteFlow(levels, in: key.columns.lowerBound..<key.columns.upperBound)
            levels[last].key = add(key.name, to: map, key.columns)
            return key.end
        }
        let end = max(end(ofTextFrom: start) { ",]}".unicodeScalars.contains($0) }, start + 1)
        noteFlow(levels, in: start..<end)
        if let key = levels[last].key { note(start..<end, of: key) }
        if levels[last].map != nil, let key = levels[last].key {
            outline.keys[key].valueColumns = start..<end
            outline.keys[key].value = unquoted(lines[line][start..<end])
        }
        return end
    }

    private mutating func noteFlow(_ levels: [FlowLevel], in columns: Range<Int>) {
        guard let level = levels.last, outline.cursor == nil, let position, position.line == line,
            columns.lowerBound <= position.column, position.column <= columns.upperBound
        else { return }
        if let key = level.key {
            let inner = inner(columns)
            let isInside = inner.lowerBound <= position.column && position.column <= inner.upperBound
            outline.cursor = .value(key: key, columns: isInside ? inner : position.column..<position.column)
        } else if let map = level.map {
            outline.cursor = .key(map: map)
        }
    }

    // MARK: Texts

    /// Returns the key that begins at a column, with the column behind its colon; `nil` if there is none.
    private func key(from start: Int, in text: [Unicode.Scalar]) -> (name: String, columns: Range<Int>, end: Int)? {
        guard !"{[#&*!|>%@`".unicodeScalars.contains(text[start]) else { return nil }
        var colon = start
        if text[start] == "\"" || text[start] == "'" {
            guard let close = text[(start + 1)...].firstIndex(of: text[start]) else { return nil }
            colon = close + 1
        } else {
            colon = text[start...].firstIndex { ":,]}".unicodeScalars.contains($0) } ?? text.count
        }
        guard colon < text.count, text[colon] == ":",
            colon + 1 == text.count || " ,]}".unicodeScalars.contains(text[colon + 1])
        else { return nil }
        return (unquoted(text[start..<colon]), start..<colon, colon + 1)
    }

    /// Returns the column behind a text: behind its closing quote, or before a comment or the end of the line.
    private func end(ofTextFrom start: Int, until isEnd: (Unicode.Scalar) -> Bool) -> Int {
        let text = lines[line]
        guard start < text.count else { return start }
        if text[start] == "\"" || text[start] == "'" {
            return text[(start + 1)...].firstIndex(of: text[start]).map { $0 + 1 } ?? text.count
        }
        var end = start
        while end < text.count, !isEnd(text[end]), !(text[end] == "#" && end > 0 && text[end - 1] == " ") { end += 1 }
        while end > start, text[end - 1] == " " { end -= 1 }
        return end
    }

    /// Returns the columns of a text without its quotes.
    private func inner(_ columns: Range<Int>) -> Range<Int> {
        let text = lines[line]
        guard let first = columns.first, text.indices.contains(first), text[first] == "\"" || text[first] == "'" else {
            return columns
        }
        let isClosed = columns.count > 1 && text[columns.upperBound - 1] == text[first]
        return first + 1..<(isClosed ? columns.upperBound - 1 : columns.upperBound)
    }

    private mutating func note(_ columns: Range<Int>, of key: Int) {
        let text = unquoted(lines[line][columns])
        outline.texts.append(DefinitionOutline.Text(key: key, line: line, columns: inner(columns), text: text))
    }

    private func unquoted(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = scalars
        if let quote = text.first, quote == "\"" || quote == "'" {
            text = text.dropFirst()
            if text.last == quote { text = text.dropLast() }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text)
        return String(view)
    }

    private func end(ofBlanksFrom start: Int) -> Int {
        lines[line][start...].firstIndex { $0 != " " } ?? lines[line].count
    }

    // MARK: The outline

    private func isCursor(in columns: Range<Int>) -> Bool {
        position.map { $0.line == line && columns.lowerBound <= $0.column && $0.column <= columns.upperBound } ?? false
    }

    private mutating func noteKey(in map: Int) { if outline.cursor == nil { outline.cursor = .key(map: map) } }

    private mutating func close(deeperThan column: Int) {
        while let last = open.last, last.indent > column { open.removeLast() }
    }

    /// Returns the map whose keys stand at a column, or else a new one below the last key before it.
    private mutating func map(forKeysAt column: Int) -> Int {
        if let known = open.last(where: { $0.indent == column }) { return known.map }
        let parent = open.last { $0.indent < column }?.lastKey
        close(deeperThan: column)
        let map = newMap(of: parent)
        open.append(OpenMap(map: map, indent: column))
        return map
    }

    private mutating func newMap(of parent: Int?) -> Int {
        outline.maps.append(DefinitionOutline.Map(parent: parent))
        return outline.maps.endIndex - 1
    }

    private mutating func add(_ name: String, to map: Int, _ columns: Range<Int>) -> Int {
        let end = columns.upperBound + 1
        outline.keys.append(
            DefinitionOutline.Key(
                name: name,
                map: map,
                line: line,
                columns: columns,
                valueColumns: end..<end,
                end: Position(line: line, column: end)
            )
        )
        let index = outline.keys.endIndex - 1
        outline.maps[map].keys.append(index)
        return index
    }
}
