import MovieDomain
import MovieService

/// Prints outlines for assistants: tables of Markdown, and each other fact on a line.
enum MarkdownPrinter {
    static func text(of outline: AnswerOutline) -> String {
        (outline.sections + outline.footers).flatMap(\.self).map(text).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func text(of block: AnswerOutline.Block) -> String {
        switch block {
        case .line(let text, _): text.onOneLine
        case .row(let row):
            ((row.label.isEmpty ? "" : "\(row.label): ") + row.values.joined(separator: "; ")).onOneLine
        case .table(let table): self.text(of: table)
        case .bars(let bars):
            "\(bars.title): \(bars.bars.map { "\($0.name) \($0.count)" }.joined(separator: ", "))".onOneLine
        }
    }

    /// Returns a table without its empty columns.
    private static func text(of table: AnswerOutline.Table) -> String {
        guard !table.rows.isEmpty else { return table.none.onOneLine }
        let used = table.columns.indices.filter { column in table.rows.contains { !$0[column].isEmpty } }
        func line(_ cells: [String]) -> String {
            "| " + used.map { cells[$0].escapedForTableCell }.joined(separator: " | ") + " |"
        }
        let rows = [line(table.columns.map(\.title)), "|" + used.map { _ in "-|" }.joined()] + table.rows.map(line)
        return rows.joined(separator: "\n")
    }
}
