import Platform

/// The records of a text with separated values.
struct CSVReader {
    struct Broken: Error {
        let message: String
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static let carriageReturn = UInt8(ascii: "\r")
    /// The separators, the most usual first.
    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]

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
            let start = place
            while bytes[safe: place] == UInt8(ascii: " ") { place += 1 }
            // Blanks before a quote do not count; those before other texts do.
            if bytes[safe: place] != Self.quote { place = start }
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
