import JSON
import MovieDomain
import Platform

/// A table of comma-separated values (RFC 4180), whose first line names the columns.
///
/// Lines may end with a carriage return alone, and the values may be separated by semicolons or tabs. A first line
/// `sep=;` says so, too. A line that cannot be read becomes a problem with its line number, and the other lines are kept.
///
/// A list in JSON, as Trakt exports it, is a table, too: its lines are its elements.
package struct CSVTable {
    struct Row {
        /// The number of the first line of the row, from 1.
        var line: Int
        /// The cells by the meaning of their column, without blanks around them; empty cells are left out.
        var cells: [String: String]
        /// The number of cells at the end that the line lacks.
        var missing = 0

        func problem(_ message: String) -> LineProblem { LineProblem(line: line, message: message) }
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
    /// Whether the text is a list in JSON.
    let isJSON: Bool

    /// Reads a table; `otherNames` are the meanings of keys, such as `imdbid` for `const`.
    init(_ text: String, otherNames: [String: String] = [:]) {
        isJSON = Self.isList(text)
        guard !isJSON else {
            readTrakt(text)
            return
        }
        var reader = CSVReader(text)
        var number = 0
        while let (line, record) = reader.next() {
            number += 1
            switch record {
            case .failure(let broken): problems.append(LineProblem(line: line, message: broken.message))
            case .success(let fields):
                if number == 1, reader.declaresSeparator(fields) || Self.beginsList(fields) { continue }
                if columns.isEmpty || rows.count <= 1 && isAboutList && Self.namesFilms(fields) {
                    if !rows.isEmpty { head = rows.removeFirst() }
                    readHeader(fields, otherNames)
                } else {
                    read(fields, at: line)
                }
            }
        }
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

    /// Whether a text is a list in JSON.
    static func isList(_ text: String) -> Bool { text.drop(while: \.isWhitespace).first == "[" }

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
        fields.map { field in
            let cell = harmless(field)
            let isPlain = !cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
            return isPlain ? cell : "\"" + cell.replacing(scalars: "\"", with: "\"\"") + "\""
        }
        .joined(separator: ",") + "\r\n"
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
struct LineProblem: Error, Hashable, Sendable {
    /// From 1.
    var line: Int
    var message: String
}

private struct CSVReader {
    struct Broken: Error {
        let message: String
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static let carriageReturn = UInt8(ascii: "\r")
    /// The separators, the most usual first.
    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

    private let bytes: [UInt8]
    private var separator: UInt8
    private var place: Int
    private var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        place = bytes.starts(with: Self.mark) ? Self.mark.count : 0
        separator = Self.separators[0]
        let head = bytes[place...].prefix { $0 != Self.lineFeed && $0 != Self.carriageReturn }
        var isQuoted = false
        var counts = Self.separators.map { _ in 0 }
        for byte in head {
            if byte == Self.quote { isQuoted.toggle() }
            if !isQuoted, let index = Self.separators.firstIndex(of: byte) { counts[index] += 1 }
        }
        if let most = counts.max(), let index = counts.firstIndex(of: most) { separator = Self.separators[index] }
    }

    /// Whether the first record is a line `sep=;`, which names the separator of the others.
    mutating func declaresSeparator(_ fields: [String]) -> Bool {
        guard let text = fields.first?.lowercased(), text.hasPrefix(scalars: "sep="),
            fields.dropFirst().allSatisfy(\.isEmpty)
        else { return false }
        if let named = text.utf8.dropFirst(4).first { separator = named }
        return true
    }

    /// The next record and the line in which it begins; empty lines are passed over.
    mutating func next() -> (line: Int, Result<[String], Broken>)? {
        while place < bytes.count {
            let (start, first) = (place, line)
            do throws(Broken) {
                let fields = try read()
                if fields != [""] { return (first, .success(fields)) }
            } catch {
                // A quote that is missing must not take the lines below with it.
                (place, line) = (start, first)
                skipLine()
                return (first, .failure(error))
            }
        }
        return nil
    }

    private mutating func read() throws(Broken) -> [String] {
        var fields: [String] = []
        while true {
            guard let field = bytes[safe: place] == Self.quote ? quoted() : plain() else {
                throw Broken(message: "a quoted text has no end")
            }
            fields.append(field)
            guard let next = bytes[safe: place] else { return fields }
            if next == separator {
                place += 1
                continue
            }
            guard next == Self.lineFeed || next == Self.carriageReturn else {
                throw Broken(message: "expected a comma after a quoted text; a quote inside of it is written twice")
            }
            skipLine()
            return fields
        }
    }

    private mutating func plain() -> String? {
        let start = place
        while let byte = bytes[safe: place], ![separator, Self.lineFeed, Self.carriageReturn].contains(byte) {
            place += 1
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// Reads the text between quotes; `nil` if the second quote is missing.
    private mutating func quoted() -> String? {
        var text: [UInt8] = []
        place += 1
        while let byte = bytes[safe: place] {
            place += 1
            if byte == Self.quote {
                guard bytes[safe: place] == Self.quote else { return String(decoding: text, as: UTF8.self) }
                place += 1
            }
            if byte == Self.lineFeed { line += 1 }
            text.append(byte)
        }
        return nil
    }

    private mutating func skipLine() {
        while let byte = bytes[safe: place] {
            place += 1
            if byte == Self.lineFeed { break }
            // A line end of two bytes ends with the second one.
            if byte == Self.carriageReturn, bytes[safe: place] != Self.lineFeed { break }
        }
        line += 1
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
