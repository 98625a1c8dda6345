import JSON
import MovieDomain

/// A table of comma-separated values (RFC 4180), whose first line names the columns.
///
/// Lines may end with a carriage return alone, and a first line without a comma may have semicolons instead.
/// A line that cannot be read becomes a problem with its line number, and the other lines are kept.
///
/// A list in JSON, as Trakt exports it, is a table, too: its lines are its elements.
package struct CSVTable {
    struct Row {
        /// The number of the first line of the row, from 1.
        var line: Int
        /// The cells by the column's name, in lower case without blanks; empty cells are left out.
        var cells: [String: String]

        func problem(_ message: String) -> LineProblem { LineProblem(line: line, message: message) }
    }

    /// The names of the columns as they are written.
    private(set) var header: [String] = []
    /// The names of the columns in lower case without blanks.
    private(set) var columns: [String] = []
    private(set) var rows: [Row] = []
    private(set) var problems: [LineProblem] = []

    /// Reads a table; `otherNames` are further names of columns, such as `const` for `imdbid`.
    package init(_ text: String, otherNames: [String: String] = [:]) {
        guard !Self.isList(text) else {
            readTrakt(text)
            return
        }
        var reader = CSVReader(text)
        while let (line, record) = reader.next() {
            switch record {
            case .failure(let broken): problems.append(LineProblem(line: line, message: broken.message))
            case .success(let fields) where columns.isEmpty:
                header = fields
                columns = fields.map(Self.key).map { otherNames[$0] ?? $0 }
            case .success(let fields) where fields.count == columns.count:
                let cells = zip(columns, fields).filter { !$0.1.isEmpty }
                rows.append(Row(line: line, cells: Dictionary(cells) { first, _ in first }))
            case .success(let fields):
                let message = "expected \(columns.count) fields, as the first line has, found \(fields.count)"
                problems.append(LineProblem(line: line, message: message))
            }
        }
    }

    /// Whether a text is a list in JSON.
    static func isList(_ text: String) -> Bool { text.drop(while: \.isWhitespace).first == "[" }

    /// Whether each of its rows has a problem, if the lines of all problems are these.
    package func isUnreadable(problemLines: Set<Int>) -> Bool {
        // The first line names the columns, without which no row can be read.
        !problemLines.isEmpty && (problemLines.contains(1) || rows.allSatisfy { problemLines.contains($0.line) })
    }

    /// Returns `watcheddate` for `Watched Date` and `WatchedDate`.
    private static func key(_ column: String) -> String {
        column.lowercased().filter { !$0.isWhitespace }
    }

    static func line(_ fields: [String]) -> String {
        fields.map { field in
            let isPlain = !field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
            return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
        }
        .joined(separator: ",") + "\r\n"
    }
}

extension CSVTable {
    /// The columns of what Trakt says about a film and what the user did with it.
    private static let traktColumns = [
        "rating": "rating10", "watched_at": "watcheddate", "last_watched_at": "watcheddate", "rated_at": "date",
        "listed_at": "created", "collected_at": "created", "type": "titletype",
        "movie.title": "title", "movie.year": "year", "movie.ids.imdb": "imdbid", "movie.ids.tmdb": "tmdbid",
        "movie.original_title": "originaltitle", "movie.runtime": "runtime(mins)", "movie.genres": "genres",
        "movie.released": "releasedate",
    ]
    /// What only Trakt needs.
    private static let traktMarks: Set<String> = ["id", "rank", "action", "type", "last_updated_at", "reset_at"]
    private static let longestValue = 20_000

    private mutating func readTrakt(_ text: String) {
        let elements: JSONElement
        do throws(JSONError) {
            elements = try JSONDocument(text, limits: JSONLimits(maximumBytes: .max)).root
        } catch {
            problems = [LineProblem(line: 1, message: "expected a list in JSON: \(error)")]
            return
        }
        for (index, element) in elements.elements.enumerated() {
            var row = Row(line: index + 1, cells: [:])
            read(element, "", into: &row)
            if let movie = element["movie"] {
                read(movie, "movie.", into: &row)
                if let ids = movie["ids"] { read(ids, "movie.ids.", into: &row) }
            } else if let show = element["show"] {
                row.cells["titletype"] = row.cells["titletype"] ?? "show"
                row.cells["title"] = show["title"]?.string
            }
            rows.append(row)
        }
    }

    private mutating func read(_ element: JSONElement, _ path: String, into row: inout Row) {
        for (name, value) in element.members {
            let name = path + name
            guard let text = value.cell, text.utf8.count <= Self.longestValue else { continue }
            let isKnown = Self.traktColumns[name] != nil
            if !isKnown, Self.traktMarks.contains(name) || path == "movie.ids." { continue }
            let column = Self.traktColumns[name] ?? name.lowercased()
            // Days are in UTC, which is all that is known of them.
            let isMoment = name.hasSuffix("_at") && text.dropFirst(10).first == "T"
            row.cells[column] = isMoment ? String(text.prefix(10)) : text
            guard !columns.contains(column) else { continue }
            columns.append(column)
            header.append(name)
        }
    }
}

extension JSONElement {
    /// The text of a cell; `nil` for an object and for nothing.
    fileprivate var cell: String? {
        switch kind {
        case .string: string.flatMap { $0.isEmpty ? nil : $0 }
        case .number: String(decoding: text, as: UTF8.self)
        case .array: isEmptyList ? nil : elements.compactMap(\.string).joined(separator: ", ")
        default: nil
        }
    }

    private var isEmptyList: Bool { elements.allSatisfy { $0.string == nil } }
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
    private static let comma = UInt8(ascii: ",")
    private static let semicolon = UInt8(ascii: ";")

    private let bytes: [UInt8]
    private let separator: UInt8
    private var place: Int
    private var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        place = bytes.starts(with: Self.mark) ? Self.mark.count : 0
        let head = bytes[place...].prefix { $0 != Self.lineFeed && $0 != Self.carriageReturn }
        separator = !head.contains(Self.comma) && head.contains(Self.semicolon) ? Self.semicolon : Self.comma
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
