/// Rows of text in columns that line up on a terminal, even with wide characters, and that fit its width.
struct TextTable {
    enum Alignment { case left, right }

    struct Column: ExpressibleByStringLiteral {
        var title: String
        var alignment = Alignment.left
        /// Whether the column is left out if it is empty, or if the lines are too narrow for all columns.
        var isOptional = false
        var isMinor = false
        /// Whether cells are cut only if nothing else can be, because they are copied.
        var isWhole = false

        init(stringLiteral title: String) { self.title = title }

        /// A column of numbers, which are never shortened.
        static func right(_ title: String) -> Column {
            var column = Column(stringLiteral: title)
            column.alignment = .right
            return column
        }

        static func left(_ title: String) -> Column { Column(stringLiteral: title) }

        /// A column of ids, which commands take.
        static func id(_ title: String) -> Column {
            var column = Column(stringLiteral: title)
            column.isWhole = true
            return column
        }

        var optional: Column {
            var column = self
            column.isOptional = true
            return column
        }

        /// The same column, marked as less important than the others.
        var minor: Column {
            var column = self
            column.isMinor = true
            return column
        }
    }

    let columns: [Column]
    let style: TerminalStyle
    private var rows: [[String]] = []
    private static let widestCell = 48
    private static let gap = "  "
    /// The minimum width of a text column while other columns can be left out.
    private static let readable = 16
    /// The same while an id would be cut otherwise.
    private static let narrow = 8
    private static let narrowest = 4

    init(columns: [Column], style: TerminalStyle = .plain) {
        self.columns = columns
        self.style = style
    }

    mutating func append(_ cells: [String]) {
        let limit = style.columns ?? TextTable.widestCell
        rows.append(
            cells.enumerated().map { column, cell in
                let isWhole = columns.indices.contains(column) && columns[column].isWhole && style.columns == nil
                return isWhole ? cell.oneLine : cell.oneLine.shortened(toColumns: limit)
            }
        )
    }

    /// One row per line, without trailing spaces.
    var text: String {
        let head = columns.map(\.title)
        let natural = columns.indices.map { column in
            ([head] + rows).map { column < $0.count ? $0[column].terminalColumns : 0 }.max() ?? 0
        }
        let widths = fitted(natural)
        let lines = rows.map {
            line($0, widths) { text, column in columns[column].isMinor ? style(text, .minor) : text }
        }
        return ([line(head, widths) { text, _ in style(text, .heading) }] + lines).joined(separator: "\n")
    }

    /// Returns the width of each column; `nil` for a column that is left out.
    private func fitted(_ natural: [Int]) -> [Int?] {
        var widths = columns.indices.map { column in
            columns[column].isOptional && rows.allSatisfy { $0[column].isEmpty } ? nil : natural[column]
        }
        guard let limit = style.columns else { return widths }
        func excess() -> Int {
            let shown = widths.compactMap(\.self)
            return shown.reduce(0, +) + max(0, shown.count - 1) * Self.gap.count - limit
        }
        func shrink(to least: Int, ids: Bool = false) {
            while excess() > 0 {
                let texts = columns.indices.filter { columns[$0].alignment == .left && (ids || !columns[$0].isWhole) }
                guard let widest = texts.max(by: { widths[$0] ?? 0 < widths[$1] ?? 0 }), let width = widths[widest],
                    width > least
                else { return }
                let next = texts.filter { $0 != widest }.compactMap { widths[$0] }.max() ?? 0
                widths[widest] = max(least, width - min(excess(), max(1, width - next)))
            }
        }
        shrink(to: Self.readable)
        let optional = columns.indices.reversed().filter { columns[$0].isOptional }
        let leastFirst = optional.filter { columns[$0].isMinor } + optional.filter { !columns[$0].isMinor }
        for column in leastFirst where excess() > 0 {
            widths[column] = nil
            // Columns that have been shortened may be wider again.
            for index in columns.indices where widths[index] != nil { widths[index] = natural[index] }
            shrink(to: Self.readable)
        }
        shrink(to: Self.narrow)
        shrink(to: Self.narrowest, ids: true)
        return widths
    }

    private func line(_ cells: [String], _ widths: [Int?], _ styled: (String, Int) -> String) -> String {
        let shown = cells.indices.filter { $0 < widths.count && widths[$0] != nil }
        let last = shown.last { !cells[$0].isEmpty }
        var line = ""
        for column in shown {
            guard let last, column <= last, let width = widths[column] else { break }
            let cell = cells[column].shortened(toColumns: width)
            let blanks = String(repeating: " ", count: max(0, width - cell.terminalColumns))
            let isLeft = columns[column].alignment == .left
            line += isLeft ? styled(cell, column) + (column == last ? "" : blanks) : blanks + styled(cell, column)
            if column != last { line += Self.gap }
        }
        return line
    }
}

extension StringProtocol {
    /// The width on a terminal: two columns for each Hangul, Han, or kana character (Unicode TR 11).
    var terminalColumns: Int {
        reduce(0) { $0 + $1.terminalColumns }
    }
}

extension String {
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
    /// The columns of the first scalar, because marks and joined letters share its place; the vowels AM of Thai and Lao
    /// have one of their own.
    fileprivate var terminalColumns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        let rest = unicodeScalars.dropFirst()
        // A variation selector that requests a picture, or a sign that is one by default.
        if rest.first == "\u{FE0F}" || scalar.properties.isEmojiPresentation && rest.first != "\u{FE0E}" { return 2 }
        return Self.columns(of: scalar) + rest.count { $0 == "\u{0E33}" || $0 == "\u{0EB3}" }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x300...0x36F, 0x1160...0x11FF, 0x200B...0x200D, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFEFF:
            0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
