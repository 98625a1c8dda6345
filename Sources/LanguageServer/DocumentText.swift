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

    init(_ text: String) {
        bytes = Array(text.utf8)
        var lines: [[Unicode.Scalar]] = [[]]
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where last == "\r": break
            case "\n", "\r": lines.append([])
            // A byte order mark has no column.
            case "\u{FEFF}" where last == nil: break
            default: lines[lines.endIndex - 1].append(scalar)
            }
            last = scalar
        }
        self.lines = lines
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
