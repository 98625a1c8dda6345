/// A reader of the records of a text with separated values (RFC 4180), one after the other.
package struct SeparatedValues {
    /// What is the matter with a record, and where in the text.
    package struct Problem: Error {
        package enum Kind: Sendable {
            case openQuotes, textAfterQuotes
        }

        package let kind: Kind
        /// From 1; the column is in bytes.
        package let line: Int
        package let column: Int
    }

    private static let quote = UInt8(ascii: "\"")
    private static let blank = UInt8(ascii: " ")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let bytes: [UInt8]
    /// The byte between two values.
    package var separator: UInt8
    private var place: Int
    private var line = 1
    private var lineStart = 0

    /// Begins with the separator that the first line has most often; of equals, the first one.
    package init(_ bytes: [UInt8], separators: [UInt8]) {
        self.bytes = bytes
        place = bytes.starts(with: Self.mark) ? Self.mark.count : 0
        lineStart = place
        var isQuoted = false
        var counts = separators.map { _ in 0 }
        for byte in bytes[place...].prefix(while: { $0 != Self.lineFeed && $0 != Self.carriageReturn }) {
            if byte == Self.quote { isQuoted.toggle() }
            if !isQuoted, let index = separators.firstIndex(of: byte) { counts[index] += 1 }
        }
        let most = counts.max().flatMap { counts.firstIndex(of: $0) }
        separator = most.map { separators[$0] } ?? UInt8(ascii: ",")
    }

    /// Returns the next record and the line in which it begins; empty lines are passed over.
    ///
    /// After a record with a problem, reading goes on in the line below its first one: a quote that is missing must not
    /// take all others with it.
    package mutating func next() -> (line: Int, record: Result<[String], Problem>)? {
        while place < bytes.count {
            let (start, first, startOfLine) = (place, line, lineStart)
            do throws(Problem) {
                let values = try read()
                if values != [""] { return (first, .success(values)) }
            } catch {
                (place, line, lineStart) = (start, first, startOfLine)
                while let byte = byte(at: place), byte != Self.lineFeed, byte != Self.carriageReturn { place += 1 }
                skipLineEnd()
                return (first, .failure(error))
            }
        }
        return nil
    }

    /// Returns values as one record, without the end of the line; values are in quotes if they have to be.
    package static func line(_ values: [String], separator: UInt8) -> String {
        values.map { value in
            let isPlain = !value.utf8.contains { [quote, separator, lineFeed, carriageReturn].contains($0) }
            return isPlain ? value : "\"" + value.replacing(scalars: "\"", with: "\"\"") + "\""
        }
        .joined(separator: String(UnicodeScalar(separator)))
    }

    private func byte(at place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func read() throws(Problem) -> [String] {
        var values: [String] = []
        while true {
            values.append(try value())
            guard let next = byte(at: place) else { return values }
            if next == separator {
                place += 1
                continue
            }
            skipLineEnd()
            return values
        }
    }

    private mutating func value() throws(Problem) -> String {
        let start = place
        while byte(at: place) == Self.blank { place += 1 }
        // Blanks before a quote do not count; those before other texts do.
        if byte(at: place) == Self.quote { return try quoted() }
        place = start
        while let byte = byte(at: place), byte != separator, !isLineEnd(byte) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// Reads a value in quotes, in which two quotes mean one.
    private mutating func quoted() throws(Problem) -> String {
        let (line, column) = (line, place - lineStart + 1)
        var text: [UInt8] = []
        place += 1
        while let byte = byte(at: place) {
            place += 1
            if byte == Self.quote {
                guard self.byte(at: place) == Self.quote else {
                    while self.byte(at: place) == Self.blank { place += 1 }
                    if let next = self.byte(at: place), next != separator, !isLineEnd(next) {
                        throw Problem(kind: .textAfterQuotes, line: self.line, column: place - lineStart + 1)
                    }
                    return String(decoding: text, as: UTF8.self)
                }
                place += 1
            }
            if byte == Self.lineFeed { startLine() }
            text.append(byte)
        }
        throw Problem(kind: .openQuotes, line: line, column: column)
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == Self.lineFeed || byte == Self.carriageReturn }

    /// Passes over the end of a line, which may have two bytes.
    private mutating func skipLineEnd() {
        if byte(at: place) == Self.carriageReturn, byte(at: place + 1) == Self.lineFeed { place += 1 }
        if place < bytes.count { place += 1 }
        startLine()
    }

    private mutating func startLine() {
        line += 1
        lineStart = place
    }
}
