import JSON
import MovieDomain
import Platform

/// A table of comma-separated values (RFC 4180), whose first line names the columns.
///
/// Lines may end with a carriage return alone, and the values may be separated by semicolons or tabs. A first line
/// `sep=;` says so, too. A line that cannot be read becomes a problem with its line number, and the other lines are kept.
///
/// Files in another ``ImportFormat`` are tables, too: the lines of a list in JSON are its elements.
package struct CSVTable {
    struct Row {
        /// The number of the first line of the row, from 1.
        var line: Int
        /// The cells by the meaning of their column, without blanks around them; empty cells are left out.
        var cells: [String: String]
        /// The number of cells at the end that the line lacks.
        var missing = 0

        func problem(_ message: String, isOfSeries: Bool = false) -> LineProblem {
            LineProblem(line: line, message: message, isOfSeries: isOfSeries)
        }
    }

    /// The number of characters that a table may have.
    package static let longest = 8 << 20

    /// The names of the columns as they are written.
    var header: [String] = []
    /// The names of the columns in lower case, without anything but letters and digits.
    var keys: [String] = []
    /// The meanings of the columns, or their keys.
    var columns: [String] = []
    var rows: [Row] = []
    var problems: [LineProblem] = []
    /// The line about a list, which comes before its films in Letterboxd's exports.
    private(set) var head: Row?
    /// What the text is in.
    let format: ImportFormat

    /// Reads a text in the first format that it may be in.
    init(_ text: String) {
        format = ImportFormat.of(text)
        format.read(text, &self)
    }

    /// Adds a row, and its columns that are not known yet.
    mutating func append(_ row: Row, columns new: [(column: String, name: String)]) {
        rows.append(row)
        for (column, name) in new where !columns.contains(column) {
            columns.append(column)
            keys.append(column)
            header.append(name)
        }
    }

    /// Reads separated values; `otherNames` are the meanings of keys, such as `imdbid` for `const`.
    mutating func readValues(_ text: String, otherNames: [String: String] = ImportColumns.meanings) {
        // The most usual first.
        var reader = SeparatedValues(Array(text.utf8), separators: Array(",;\t|".utf8))
        var number = 0
        while let (line, record) = reader.next() {
            number += 1
            switch record {
            case .failure(let problem):
                let message =
                    switch problem.kind {
                    case .openQuotes: "a quoted text has no end"
                    case .textAfterQuotes:
                        "expected a comma after a quoted text; a quote inside of it is written twice"
                    }
                problems.append(LineProblem(line: line, message: message))
            case .success(let fields):
                if number == 1, Self.beginsList(fields) { continue }
                if number == 1, Self.namesSeparator(fields) {
                    // If there is none in the cell, the line itself has it after it.
                    reader.separator = fields[0].utf8.dropFirst(4).first ?? reader.separator
                    continue
                }
                if columns.isEmpty || rows.count <= 1 && isAboutList && Self.namesFilms(fields) {
                    if !rows.isEmpty { head = rows.removeFirst() }
                    readHeader(fields, otherNames)
                } else {
                    read(fields, at: line)
                }
            }
        }
    }

    /// Whether a record is a line `sep=;`, which names the separator of the others.
    private static func namesSeparator(_ fields: [String]) -> Bool {
        fields.first?.lowercased().hasPrefix(scalars: "sep=") == true && fields.dropFirst().allSatisfy(\.isEmpty)
    }

    private mutating func readHeader(_ fields: [String], _ otherNames: [String: String]) {
        header = fields
        keys = fields.map(Self.key)
        columns = keys.map { otherNames[$0] ?? $0 }
    }

    private mutating func read(_ fields: [String], at line: Int) {
        // Spreadsheets write empty cells at the end, or leave them out.
        guard fields.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
            let message = "expected \(columns.count) fields, as the first line has, found \(fields.count)"
            problems.append(LineProblem(line: line, message: message))
            return
        }
        var cells: [String: String] = [:]
        for (column, field) in zip(columns, fields.map(Self.withoutGuard)) where cells[column] == nil {
            // A review keeps its form.
            let text = field.trimmedText
            if !text.isEmpty { cells[column] = column == "review" ? field : text }
        }
        if cells.isEmpty { return }
        rows.append(Row(line: line, cells: cells, missing: max(0, columns.count - fields.count)))
    }

    /// Whether the columns are those of the line about a list in Letterboxd's exports.
    private var isAboutList: Bool { keys.starts(with: ["date", "name", "tags", "url", "description"]) }

    /// Whether a record is the first one of Letterboxd's exports of lists.
    private static func beginsList(_ fields: [String]) -> Bool {
        fields.first?.hasPrefix(scalars: "Letterboxd list export") == true && fields.dropFirst().allSatisfy(\.isEmpty)
    }

    /// Whether a record names the columns of the films of a list.
    private static func namesFilms(_ fields: [String]) -> Bool {
        fields.prefix(2).map(key) == ["position", "name"]
    }

    /// Returns `watcheddate` for `Watched Date`, `WatchedDate`, and `watched_date`.
    static func key(_ column: String) -> String {
        column.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Returns a line with these cells, in which a spreadsheet sees no formula.
    package static func line(_ fields: [String]) -> String {
        SeparatedValues.line(fields.map(harmless), separator: UInt8(ascii: ",")) + "\r\n"
    }

    /// Returns a cell without control characters, and with `'` before what a spreadsheet would take for a formula.
    private static func harmless(_ cell: String) -> String {
        let cell = cell.replacingScalars { scalar in
            let isKept = scalar == "\t" || scalar == "\n" || scalar == "\r"
            return scalar.properties.generalCategory == .control && !isKept ? "" : nil
        }
        return isFormula(cell) ? "'" + cell : cell
    }

    /// Returns a cell without the `'` that ``harmless(_:)`` has put before it.
    private static func withoutGuard(_ cell: String) -> String {
        cell.hasPrefix(scalars: "'") && isFormula(cell) ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    /// Whether a spreadsheet may run the cell, or whether it would without the `'` before it.
    private static func isFormula(_ cell: String) -> Bool {
        // Programs with East Asian settings take the wide forms for the others.
        cell.unicodeScalars.first { $0 != "'" }.map { "=+-@\t\r＝＋－＠".unicodeScalars.contains($0) } ?? false
    }
}

/// A line of a text that was passed over, and why.
package struct LineProblem: Error, Hashable, Sendable {
    /// The name of the file, if there are several.
    package var file: String?
    /// From 1.
    package var line: Int
    package var message: String
    /// Whether the line is about a series, a game, or something else that is not a film.
    var isOfSeries = false
}
