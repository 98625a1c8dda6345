/// Rows of text in columns that line up on a terminal, also with wide characters.
struct TextTable {
    enum Alignment { case left, right }

    struct Column: ExpressibleByStringLiteral {
        var title: String
        var alignment = Alignment.left

        init(stringLiteral title: String) { self.title = title }

        static func right(_ title: String) -> Column {
            var column = Column(stringLiteral: title)
            column.alignment = .right
            return column
        }
    }

    let columns: [Column]
    private var rows: [[String]] = []
    private static let widestCell = 48

    init(columns: [Column]) {
        self.columns = columns
    }

    mutating func append(_ cells: [String]) {
        rows.append(cells.map { $0.printable.shortened(toColumns: TextTable.widestCell) })
    }

    /// One row per line, without trailing spaces.
    var text: String {
        let head = columns.map(\.title)
        let widths = columns.indices.map { column in
            ([head] + rows).map { column < $0.count ? $0[column].terminalColumns : 0 }.max() ?? 0
        }
        return ([head] + rows).map { line($0, widths: widths) }.joined(separator: "\n")
    }

    private func line(_ cells: [String], widths: [Int]) -> String {
        let padded = zip(cells, zip(columns, widths)).map { cell, column in
            let blanks = String(repeating: " ", count: max(0, column.1 - cell.terminalColumns))
            return column.0.alignment == .left ? cell + blanks : blanks + cell
        }
        let line = padded.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}

extension String {
    /// The width on a terminal: two columns for each Hangul, Han, or kana character (Unicode TR 11).
    var terminalColumns: Int {
        reduce(0) { $0 + $1.terminalColumns }
    }

    /// The text cut to at most `limit` columns, with an ellipsis if it is longer.
    func shortened(toColumns limit: Int) -> String {
        guard terminalColumns > limit else { return self }
        var shortened = ""
        var width = 0
        for character in self {
            width += character.terminalColumns
            if width > limit - 1 { break }
            shortened.append(character)
        }
        return shortened + "…"
    }
}

extension Character {
    fileprivate var terminalColumns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF:
            2
        default: 1
        }
    }
}
