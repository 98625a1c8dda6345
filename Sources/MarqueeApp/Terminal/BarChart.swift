import MovieService

/// Counts as bars of text, each with its name.
struct BarChart {
    let bars: AnswerOutline.Bars
    let style: TerminalStyle

    private static let usualWidth = 80
    private static let longestBar = 30
    private static let longestName = 24
    /// Eighths of a column.
    private static let eighths = Array(" ▏▎▍▌▋▊▉")

    var text: String {
        let rows = bars.bars
        let names = rows.map { $0.name.printable.shortened(toColumns: Self.longestName) }
        let most = rows.map(\.count).max() ?? 0
        let nameWidth = names.map(\.terminalColumns).max() ?? 0
        let countWidth = most.grouped.count
        let columns = style.columns ?? Self.usualWidth
        let room = max(1, min(Self.longestBar, columns - nameWidth - countWidth - 14))
        let lines = zip(names, rows).map { name, row in
            let blanks = String(repeating: " ", count: nameWidth - name.terminalColumns)
            let count = row.count.grouped
            let space = String(repeating: " ", count: countWidth - count.count)
            let bar = Self.bar(row.count, of: most, columns: room)
            let note = row.note.isEmpty ? "" : "  " + style(row.note, .minor)
            let rest = note.isEmpty ? "" : String(repeating: " ", count: room - bar.terminalColumns) + note
            return "\(name)\(blanks)  \(space)\(count)" + (bar.isEmpty && rest.isEmpty ? "" : "  \(bar)\(rest)")
        }
        return ([style(bars.title, .heading)] + lines).joined(separator: "\n")
    }

    /// Returns a bar whose length is to `columns` as `count` is to `most`; one that is not empty for any count above 0.
    static func bar(_ count: Int, of most: Int, columns: Int) -> String {
        guard most > 0, count > 0 else { return "" }
        let length = max(1, count * columns * 8 / most)
        let rest = length % 8
        return String(repeating: "█", count: length / 8) + (rest == 0 ? "" : String(eighths[rest]))
    }
}
