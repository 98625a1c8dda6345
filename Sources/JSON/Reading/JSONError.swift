/// Why a text is not JSON, or is more than the limits allow.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of refusal.
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

    /// The kind of refusal.
    package let reason: Reason

    /// Where, in bytes from the start of the text: the first byte that is wrong, or the length where the text ended.
    package let offset: Int

    /// One sentence: what was expected and what came.
    package let message: String

    /// The message and where it applies.
    package var description: String { "\(message) (byte \(offset))" }

    /// Line and column of the offset.
    ///
    /// Lines end with `\n`, `\r\n` or `\r`.
    ///
    /// - Parameter bytes: the text that was refused.
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
