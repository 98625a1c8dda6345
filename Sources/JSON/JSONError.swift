/// The reason why a text is not JSON or exceeds the limits.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// There is no value: no bytes, or only whitespace.
        case empty
        /// The text ends inside a value.
        case unexpectedEnd
        /// A byte is not allowed by the grammar at its position.
        case unexpectedByte
        /// A word begins like `true`, `false`, or `null` and continues differently.
        case invalidLiteral
        /// A text begins like a number but is not valid: `01`, `1.`, `-`, `1e`.
        case invalidNumber
        /// A backslash in a string does not begin a valid escape.
        case invalidEscape
        /// A `\u` escape is one half of a surrogate pair without the other.
        case loneSurrogate
        /// A control character (below U+0020) in a string is not escaped.
        case controlCharacter
        /// Bytes in a string are not UTF-8: overlong, a surrogate, above U+10FFFF, truncated, or stray.
        case invalidUTF8
        /// There is more text after the value.
        case trailingContent
        /// The text has more bytes than ``JSONLimits/maximumBytes``.
        case tooManyBytes
        /// Arrays and objects are nested deeper than ``JSONLimits/maximumDepth``.
        case tooDeep
        /// A number is longer than ``JSONLimits/maximumNumberLength``.
        case numberTooLong
    }

    package let reason: Reason

    /// The offset in bytes: that of the first wrong byte, or the length if the text ended too early.
    package let offset: Int

    /// One sentence that says what was expected and what was found.
    package let message: String

    package var description: String { "\(message) (byte \(offset))" }

    /// Returns the line and the column of the offset.
    ///
    /// Lines end with `\n`, `\r\n`, or `\r`.
    ///
    /// - Returns: Both numbers from 1; a column is one Unicode scalar.
    package func position(in bytes: some Sequence<UInt8>) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        var previous: UInt8 = 0
        for byte in bytes.prefix(offset) {
            if byte == .newline && previous == .carriageReturn {
                column = 1
            } else if byte == .newline || byte == .carriageReturn {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            previous = byte
        }
        return (line, column)
    }
}

/// The error of the reader's fast path: two words, from which ``JSONError`` is built once, outside of that path.
struct JSONFailure: Error {
    /// The tokens that the grammar allowed at the failure, which select the words of the message.
    enum Expectation {
        case value
        case valueOrClosingBracket
        case name
        case nameOrClosingBrace
        case colon
        case commaOrClosingBracket
        case commaOrClosingBrace
        case restOfString
        case restOfWord
        case digit
        case nothing
    }

    let reason: JSONError.Reason
    let offset: Int
    let expectation: Expectation

    init(_ reason: JSONError.Reason, at offset: Int, expected expectation: Expectation = .nothing) {
        self.reason = reason
        self.offset = offset
        self.expectation = expectation
    }
}

extension JSONFailure {
    /// Returns the error with its message for the bytes that were read.
    func error(in bytes: [UInt8], limits: JSONLimits) -> JSONError {
        JSONError(reason: reason, offset: offset, message: message(in: bytes, limits: limits))
    }

    private func message(in bytes: [UInt8], limits: JSONLimits) -> String {
        let found = Self.name(of: bytes, at: offset)
        switch reason {
        case .empty: return "expected a value, but there is none"
        case .unexpectedEnd: return "expected \(expectation.words), but the text ends here"
        case .unexpectedByte: return "expected \(expectation.words), found \(found)"
        case .invalidLiteral: return "expected true, false or null, but the word differs at \(found)"
        case .invalidNumber: return "expected a digit to continue the number, found \(found)"
        case .invalidEscape: return #"expected one of "\/bfnrt or u and four hexadecimal digits, found \#(found)"#
        case .loneSurrogate: return "expected both halves of a surrogate pair, found only one"
        case .controlCharacter: return "expected control characters to be escaped, found \(found)"
        case .invalidUTF8: return "expected UTF-8, found \(found), which does not continue it"
        case .trailingContent: return "expected the end after one value, found \(found)"
        case .tooManyBytes: return "expected at most \(limits.effectiveBytes) bytes, found \(bytes.count)"
        case .tooDeep: return "expected at most \(limits.effectiveDepth) levels, but one more was opened"
        case .numberTooLong: return "expected at most \(limits.maximumNumberLength) bytes in a number, found more"
        }
    }

    /// Returns a printable name of a byte: the byte itself if it is visible ASCII, or else its value.
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
