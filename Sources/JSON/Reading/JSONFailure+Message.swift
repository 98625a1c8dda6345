extension JSONFailure {
    /// The error for people, made from the failure and the bytes it happened in.
    func error(in bytes: [UInt8], limits: JSONLimits) -> JSONError {
        JSONError(reason: reason, offset: offset, message: message(in: bytes, limits: limits))
    }

    private func message(in bytes: [UInt8], limits: JSONLimits) -> String {
        let found = Self.name(of: bytes, at: offset)
        switch reason {
        case .empty: return "expected a value, but there is none"
        case .unexpectedEnd: return "expected \(expectation.words), but the text ends here"
        case .unexpectedByte: return "expected \(expectation.words), but \(found) came"
        case .invalidLiteral: return "expected true, false or null, but the word differs at \(found)"
        case .invalidNumber: return "expected a digit to go on with the number, but \(found) came"
        case .invalidEscape: return #"expected one of "\/bfnrt or u and four hexadecimal digits, but \#(found) came"#
        case .loneSurrogate: return "expected both halves of a surrogate pair, but one came alone"
        case .controlCharacter: return "expected control characters to be escaped, but \(found) came"
        case .invalidUTF8: return "expected UTF-8, but \(found) came, which does not continue it"
        case .trailingContent: return "expected the end after one value, but \(found) came"
        case .tooManyBytes: return "expected at most \(limits.effectiveBytes) bytes, but \(bytes.count) came"
        case .tooDeep: return "expected at most \(limits.effectiveDepth) levels, but one more was opened"
        case .numberTooLong: return "expected at most \(limits.maximumNumberLength) bytes in a number, but more came"
        }
    }

    /// A printable name of the byte: itself if it is visible ASCII, else its value.
    private static func name(of bytes: [UInt8], at offset: Int) -> String {
        guard offset < bytes.count else { return "the end of the text" }
        let byte = bytes[offset]
        guard byte > .space && byte < 0x7F else {
            let digits = String(byte, radix: 16, uppercase: true)
            return "byte 0x\(digits.count == 1 ? "0" : "")\(digits)"
        }
        return "'\(Character(Unicode.Scalar(byte)))'"
    }
}

extension JSONFailure.Expectation {
    fileprivate var words: String {
        switch self {
        case .value: "a value"
        case .valueOrClosingBracket: "a value or ']'"
        case .name: "a name in double quotes"
        case .nameOrClosingBrace: "a name in double quotes or '}'"
        case .colon: "':'"
        case .commaOrClosingBracket: "',' or ']'"
        case .commaOrClosingBrace: "',' or '}'"
        case .restOfString: "the rest of the string"
        case .restOfWord: "the rest of the word"
        case .digit: "a digit"
        case .nothing: "more"
        }
    }
}
