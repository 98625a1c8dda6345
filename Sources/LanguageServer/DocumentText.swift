import JSON

/// The text of an open document by lines, with the positions of LSP.
///
/// LSP counts lines and UTF-16 units from 0 (LSP 3.17, "Position"); in a line, this program counts Unicode scalars.
struct DocumentText: Sendable {
    struct Position: Hashable, Comparable, Sendable {
        var line: Int
        /// The scalars before the position in its line.
        var column: Int

        static func < (left: Position, right: Position) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    let bytes: [UInt8]
    /// The lines without their ends: `\n`, `\r\n`, or `\r`.
    let lines: [[Unicode.Scalar]]
    /// The number of bytes before each line.
    private let starts: [Int]

    /// Returns the text with the part between two positions replaced.
    func changed(from start: Position, to end: Position, into text: String) -> DocumentText {
        var changed = bytes
        let range = min(offset(of: start), offset(of: end))..<max(offset(of: start), offset(of: end))
        changed.replaceSubrange(range, with: text.utf8)
        return DocumentText(String(decoding: changed, as: UTF8.self))
    }

    /// Returns the number of bytes before a position.
    private func offset(of position: Position) -> Int {
        starts[position.line] + lines[position.line].prefix(position.column).reduce(0) { $0 + UTF8.width($1) }
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
        var starts = [0]
        var offset = 0
        var lines: [[Unicode.Scalar]] = [[]]
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            offset += UTF8.width(scalar)
            switch scalar {
            case "\n" where last == "\r": starts[starts.endIndex - 1] = offset
            case "\n", "\r":
                lines.append([])
                starts.append(offset)
            // A byte order mark has no column.
            case "\u{FEFF}" where last == nil: starts[0] = offset
            default: lines[lines.endIndex - 1].append(scalar)
            }
            last = scalar
        }
        self.lines = lines
        self.starts = starts
    }

    /// Reads a position of LSP; one behind the end of a line or of the text is that end.
    func position(_ element: JSONElement?) -> Position? {
        guard let line = element?["line"]?.int, let units = element?["character"]?.int, line >= 0 else { return nil }
        guard line < lines.count else { return Position(line: lines.count - 1, column: lines[lines.count - 1].count) }
        var column = 0
        var rest = units
        while column < lines[line].count, rest > 0 {
            rest -= UTF16.width(lines[line][column])
            column += 1
        }
        return Position(line: line, column: column)
    }

    func json(_ position: Position) -> JSONValue {
        let line = min(position.line, lines.count - 1)
        let units = lines[line].prefix(position.column).reduce(0) { $0 + UTF16.width($1) }
        return ["line": .number(JSONNumber(line)), "character": .number(JSONNumber(units))]
    }

    func range(_ start: Position, _ end: Position) -> JSONValue { ["start": json(start), "end": json(end)] }

    /// Returns the range of columns in a line as a range of LSP.
    func range(_ line: Int, _ columns: Range<Int>) -> JSONValue {
        [
            "start": json(Position(line: line, column: columns.lowerBound)),
            "end": json(Position(line: line, column: columns.upperBound)),
        ]
    }

    /// Returns the text of columns in a line, as far as the line goes.
    func text(_ line: Int, _ columns: Range<Int>) -> String {
        guard lines.indices.contains(line) else { return "" }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: lines[line][columns.clamped(to: lines[line].indices)])
        return String(text)
    }

    /// Returns the last of the first lines that opens a bracket and does not close it, although nothing deeper follows.
    func openLine(before count: Int) -> Int? {
        func indent(_ line: Int) -> Int { lines[line].prefix { $0 == " " }.count }
        return lines.indices.prefix(count).last { line in
            let next = lines[(line + 1)...].firstIndex { $0.contains { $0 != " " } } ?? line
            let opened = lines[line].count { "[{".unicodeScalars.contains($0) }
            return indent(next) <= indent(line) && opened > lines[line].count { "]}".unicodeScalars.contains($0) }
        }
    }

    /// Returns the name and the columns of the placeholder around a position: `input.query` of `${input.query}`.
    func placeholder(at position: Position) -> (name: String, columns: Range<Int>)? {
        placeholders(in: position.line).first { $0.columns.contains(position.column) }
    }

    /// Returns the placeholders of a line, with the columns of their names.
    func placeholders(in line: Int) -> [(name: String, columns: Range<Int>)] {
        var found: [(name: String, columns: Range<Int>)] = []
        let scalars = lines[line]
        var column = 0
        while column + 1 < scalars.count {
            column += 1
            guard scalars[column] == "{", scalars[column - 1] == "$" else { continue }
            let start = column + 1
            guard let end = scalars[start...].firstIndex(where: { "}\"{".unicodeScalars.contains($0) }),
                scalars[end] == "}"
            else { continue }
            found.append((text(line, start..<end), start..<end))
            column = end
        }
        return found
    }

    /// Returns the columns of the name that ends at a position: letters, digits, and what stands in keys and ids.
    func nameBefore(_ position: Position) -> Range<Int> {
        let before = lines[position.line].prefix(position.column)
        let start = before.lastIndex { !Self.isName($0) }.map { $0 + 1 } ?? 0
        return start..<position.column
    }

    static func isName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_" || scalar == "-"
    }
}
