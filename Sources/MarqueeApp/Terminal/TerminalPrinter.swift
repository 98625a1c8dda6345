import MovieService
import Platform

/// Prints outlines for people: in the columns of their terminal, and in color.
struct TerminalPrinter {
    let style: TerminalStyle

    /// The width of a page if no terminal reports one, and its least.
    private static let (usualWidth, leastWidth) = (100, 40)
    private static let labelWidth = 16

    private var width: Int { max(Self.leastWidth, style.columns ?? Self.usualWidth) }

    /// Sections stand apart.
    func text(of sections: [[AnswerOutline.Block]]) -> String {
        sections.map { $0.map(text).joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func text(of block: AnswerOutline.Block) -> String {
        switch block {
        case .line(let text, let emphasis):
            text.oneLine.wrappedLine(toColumns: style.columns).map { styled($0, emphasis) }.joined(separator: "\n")
        case .row(let row): text(of: row)
        case .table(let table): text(of: table)
        case .bars(let bars): BarChart(bars: bars, style: style).text
        }
    }

    private func styled(_ text: String, _ emphasis: AnswerOutline.Emphasis) -> String {
        switch emphasis {
        case .plain: text
        case .heading: style(text, .heading)
        case .minor: style(text, .minor)
        case .good: style(text, .good)
        case .doubtful: style(text, .doubtful)
        case .bad: style(text, .bad)
        }
    }

    // MARK: Rows

    /// The name, and the values from the same column on; without a name, from the first.
    private func text(of row: AnswerOutline.Row) -> String {
        let indentation = row.label.isEmpty ? 0 : Self.labelWidth
        let room = width - indentation
        let last = row.values.count - 1
        let lines =
            row.values.enumerated().flatMap { paragraph($1, $0 == last ? row.sources : "", room) }
            + row.notes.flatMap { paragraph($0, "", room) }
        let blanks = String(repeating: " ", count: max(1, indentation - row.label.terminalColumns))
        let head = row.label.isEmpty ? "" : row.label.printable + blanks
        let rest = lines.dropFirst().map { String(repeating: " ", count: indentation) + $0 }
        return ([head + (lines.first ?? "")] + rest).map { styled($0, row.emphasis) }.joined(separator: "\n")
    }

    /// Returns a text as lines, followed by its sources.
    private func paragraph(_ text: String, _ sources: String, _ width: Int) -> [String] {
        let sources = sources.printable
        var lines = (text + " " + sources).oneLine.wrapped(toColumns: width)
        if let last = lines.last, !sources.isEmpty, last.hasSuffix(scalars: sources) {
            lines[lines.count - 1] = last.dropLast(sources.count) + style(sources, .minor)
        }
        return lines
    }

    // MARK: Tables

    private func text(of outlined: AnswerOutline.Table) -> String {
        if outlined.rows.isEmpty, !outlined.none.isEmpty { return outlined.none.printable }
        var table = TextTable(columns: outlined.columns.map { TextTable.Column($0) }, style: style)
        for row in outlined.rows { table.append(row) }
        return table.text
    }
}

extension TextTable.Column {
    fileprivate init(_ column: AnswerOutline.Table.Column) {
        self.init(stringLiteral: column.title)
        (isOptional, isMinor, isWhole) = (column.isOptional, column.isMinor, column.kind == .id)
        alignment = column.kind == .number ? .right : .left
    }
}
