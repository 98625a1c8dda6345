/// Collects Markdown, block by block.
struct MarkdownPage {
    private(set) var text = ""

    mutating func heading(_ level: Int, _ title: String) {
        block(String(repeating: "#", count: level) + " " + title)
    }

    mutating func paragraph(_ sentences: String) {
        block(sentences)
    }

    mutating func code(_ language: String, _ lines: String) {
        block("```\(language)\n\(lines)\n```")
    }

    mutating func table(_ columns: [String], _ rows: [[String]]) {
        let head = [columns, columns.map { _ in "---" }]
        let lines = (head + rows).map { cells in
            "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        block(lines.joined(separator: "\n"))
    }

    /// A link to the heading of this title on the same page.
    func link(_ title: String, code: Bool = false) -> String {
        let anchor = title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        return code ? "[`\(title)`](#\(anchor))" : "[\(title)](#\(anchor))"
    }

    private mutating func block(_ lines: String) {
        if !text.isEmpty { text += "\n" }
        text += lines + "\n"
    }
}
