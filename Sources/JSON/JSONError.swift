/// Why a text is not JSON, or is more than the limits allow.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// There is no value: no bytes, or only blanks.
        case empty
        /// The text ends inside a value.
        case unexpectedEnd
        /// A byte stands where the grammar has no place for it.
        case unexpectedByte
        /// Something begins like `true`, `false` or `null` and goes on differently.
        case invalidLiteral
        /// Something begins like a number and is none: `01`, `1.`, `-`, `1e`.
        case invalidNumber
        /// A backslash in a string is followed by what is no escape.
        case invalidEscape
        /// A `\u` escape names one half of a surrogate pair without the other.
        case loneSurrogate
        /// A control character (below U+0020) stands unescaped in a string.
        case controlCharacter
        /// Bytes in a string are not UTF-8: overlong, a surrogate, above U+10FFFF, cut short, or stray.
        case invalidUTF8
        /// Something follows the one value.
        case trailingContent
        /// The text has more bytes than ``JSONLimits/maximumBytes``.
        case tooManyBytes
        /// Arrays and objects are nested deeper than ``JSONLimits/maximumDepth``.
        case tooDeep
        /// A number is longer than ``JSONLimits/maximumNumberLength``.
        case numberTooLong
    }

    package let reason: Reason

    /// Where, in bytes from the start of the text: the first byte that is wrong, or the length where the text ended.
    package let offset: Int

    /// One sentence: what was expected and what was found.
    package let message: String

    package var description: String { "\(message) (byte \(offset))" }

    /// Line and column of the offset.
    ///
    /// Lines end with `\n`, `\r\n` or `\r`.
    ///
    /// - Returns: both from 1; a column is a Unicode scalar.
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

/// What the hot part of the reader throws: two words, from which ``JSONError`` with its sentence is made once, outside.
struct JSONFailure: Error {
    /// What the grammar allowed where it failed; chooses the words of the message.
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
