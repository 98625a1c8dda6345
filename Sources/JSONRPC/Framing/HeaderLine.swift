/// One line of a header block, read with the leniency of HTTP's fields: any case, any blanks around the value.
enum HeaderLine: Equatable {
    /// `Content-Length` with a plain decimal value.
    case contentLength(Int)
    /// `Content-Type`; whether its charset is UTF-8 or not said.
    case contentType(isUTF8: Bool)
    /// A header that does not concern us.
    case other
    /// Not a header line, or a length that is none.
    case malformed

    /// A length above this is taken for damage and not for a message.
    private static let greatestLength = Int(UInt32.max)

    /// Reads a line without its line end.
    init(_ line: Span<UInt8>) {
        var colon = 0
        while colon < line.count, line[colon].isTokenCharacter { colon += 1 }
        let name = line.extracting(0..<colon)
        while colon < line.count, line[colon].isBlank { colon += 1 }
        guard name.count > 0, colon < line.count, line[colon] == UInt8(ascii: ":") else {
            self = .malformed
            return
        }
        let value = line.extracting(line.trimmed((colon + 1)..<line.count))
        if name.equalsIgnoringCase("content-length") {
            self = Self.decimal(value).map(HeaderLine.contentLength) ?? .malformed
        } else if name.equalsIgnoringCase("content-type") {
            self = .contentType(isUTF8: Self.isUTF8(value))
        } else {
            self = .other
        }
    }

    private static func decimal(_ digits: Span<UInt8>) -> Int? {
        guard digits.count > 0 else { return nil }
        var value = 0
        for index in 0..<digits.count {
            guard digits[index].isASCIIDigit else { return nil }
            value = value * 10 + Int(digits[index] - 0x30)
            guard value <= greatestLength else { return nil }
        }
        return value
    }

    /// Reads the charset parameter; LSP's older spelling `utf8` counts too, and no charset means UTF-8.
    private static func isUTF8(_ value: Span<UInt8>) -> Bool {
        let text = String(decoding: value.copied, as: UTF8.self).lowercased()
        for parameter in text.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
            guard parts.count == 2, parts[0] == "charset" else { continue }
            let charset = parts[1].filter { $0 != "\"" }
            return charset == "utf-8" || charset == "utf8"
        }
        return true
    }
}

extension Span<UInt8> {
    /// A range without the blanks at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isBlank { lower += 1 }
        while lower < upper, self[upper - 1].isBlank { upper -= 1 }
        return lower..<upper
    }

    /// Whether the bytes are `text`, which is in lower case, in any case.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { buffer in
            for index in 0..<count where unsafe self[index].lowercasedASCII != buffer[index] { return false }
            return true
        }
    }
}
