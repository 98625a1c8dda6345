import JSON
import MovieDomain
import Platform

/// A reader of comma-separated values (RFC 4180): the first line names the columns, and each other line is an object.
struct SeparatedValues {
    /// A value in quotes that does not end, and where it begins.
    struct Problem: Error {
        let line: Int
        let column: Int
    }

    private let bytes: [UInt8]
    private let separator: UInt8
    private var position = 0
    private var line = 1
    private var lineStart = 0

    private init(_ bytes: [UInt8], separator: UInt8) {
        self.bytes = bytes
        self.separator = separator
    }

    /// Returns the lines as a list in JSON.
    ///
    /// Many countries write a semicolon instead of the comma, which is then the decimal sign.
    static func json(_ bytes: [UInt8], separator: UInt8) throws(Problem) -> [UInt8] {
        var reader = SeparatedValues(bytes, separator: separator)
        var names = try reader.record() ?? []
        if names.count == 1, separator == UInt8(ascii: ","), names[0].utf8.contains(UInt8(ascii: ";")) {
            reader = SeparatedValues(bytes, separator: UInt8(ascii: ";"))
            names = try reader.record() ?? []
        }
        let keys = unique(names)
        var writer = JSONWriter(reserving: 2 * bytes.count)
        var records: [[String]] = []
        while let record = try reader.record() { records.append(record) }
        writer.array { list in
            for record in records {
                list.object { row in
                    for (key, value) in zip(keys, record) { row.member(key, value) }
                }
            }
        }
        return writer.bytes
    }

    /// Returns names for the columns, of which each has another one: `column 3` where there is none.
    private static func unique(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.enumerated().map { index, written in
            let name = written.isEmpty ? "column \(index + 1)" : written
            var unique = name
            var number = 2
            while !taken.insert(unique).inserted {
                unique = "\(name) \(number)"
                number += 1
            }
            return unique
        }
    }

    /// Reads the values of the next line that is not blank; `nil` at the end.
    private mutating func record() throws(Problem) -> [String]? {
        while position < bytes.count, isLineEnd { skipLineEnd() }
        guard position < bytes.count else { return nil }
        var values: [String] = []
        while true {
            values.append(try value())
            guard position < bytes.count, bytes[position] == separator else { break }
            position += 1
        }
        if position < bytes.count { skipLineEnd() }
        return values
    }

    private var isLineEnd: Bool { bytes[position] == 0x0A || bytes[position] == 0x0D }

    private mutating func skipLineEnd() {
        if bytes[position] == 0x0D, position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
        position += 1
        line += 1
        lineStart = position
    }

    private mutating func value() throws(Problem) -> String {
        let start = position
        while position < bytes.count, bytes[position] == 0x20 { position += 1 }
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return try quoted() }
        while position < bytes.count, bytes[position] != separator, !isLineEnd { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self).trimmedText
    }

    /// Reads a value in quotes, in which two quotes mean one.
    private mutating func quoted() throws(Problem) -> String {
        let problem = Problem(line: line, column: position - lineStart + 1)
        var text: [UInt8] = []
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard position < bytes.count, bytes[position] == byte else {
                    while position < bytes.count, bytes[position] != separator, !isLineEnd { position += 1 }
                    return String(decoding: text, as: UTF8.self)
                }
                position += 1
            }
            if byte == 0x0A {
                line += 1
                lineStart = position
            }
            text.append(byte)
        }
        throw problem
    }
}
