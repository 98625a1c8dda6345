/// Rows of text in columns that line up on a terminal, Hangul included.
struct TextTable {
    enum Alignment { case left, right }

    struct Column {
        var title: String
        var alignment: Alignment = .left
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

    /// The table with its head, one row a line, without blanks at the ends of lines.
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
