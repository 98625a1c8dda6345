/// Scans the bytes of a text; each function takes a position and returns the next one.
///
/// Positions are at most `end`; `byte` and `word` are called only if the bytes are known to be in bounds.
@safe
struct JSONScanner {
    private let base: UnsafeRawPointer
    let end: Int

    init(_ bytes: UnsafeRawBufferPointer, empty: UnsafeRawPointer) {
        unsafe base = bytes.baseAddress ?? empty
        end = bytes.count
    }

    /// Returns the byte at a position below `end`.
    @inline(__always)
    func byte(_ position: Int) -> UInt8 {
        assert(position < end)
        return unsafe base.load(fromByteOffset: position, as: UInt8.self)
    }

    /// Returns eight bytes from a position of at most `end - 8`, the first byte in the lowest bits.
    @inline(__always)
    func word(_ position: Int) -> UInt64 {
        assert(position &+ 8 <= end)
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// Returns the byte at a position, or NUL at the end; NUL has no meaning in JSON, so it leads to the error path.
    @inline(__always)
    func peek(_ position: Int) -> UInt8 {
        position < end ? byte(position) : 0
    }

    /// Returns the first position that is not whitespace.
    @inline(never)
    func skipBlanks(from start: Int) -> Int {
        var position = start
        while position < end {
            let byte = byte(position)
            guard byte.isWhitespace else { break }
            position &+= 1
            if byte == .newline { position = skipSpaces(from: position) }
        }
        return position
    }

    /// Returns the first position that is not a space, testing eight bytes at once because indentation is long.
    @inline(__always)
    private func skipSpaces(from start: Int) -> Int {
        var position = start
        while position &+ 8 <= end {
            let others = word(position) ^ 0x2020_2020_2020_2020
            if others != 0 { return position &+ others.trailingZeroBitCount &>> 3 }
            position &+= 8
        }
        return position
    }

    /// Scans `true`, `false`, or `null`; `isFirst` says that a closing bracket would also be allowed here.
    @inline(never)
    func scanLiteral(from start: Int, isFirst: Bool) throws(JSONFailure) -> (end: Int, kind: TapeWord.Kind) {
        let (text, kind): (StaticString, TapeWord.Kind)
        switch peek(start) {
        case 0x74: (text, kind) = ("true", .true)
        case 0x66: (text, kind) = ("false", .false)
        case 0x6E: (text, kind) = ("null", .null)
        default: throw failure(at: start, expected: isFirst ? .valueOrClosingBracket : .value)
        }
        var position = start
        for offset in 0..<text.utf8CodeUnitCount {
            guard unsafe text.utf8Start[offset] == peek(position) else {
                throw failure(.invalidLiteral, at: position, expected: .restOfWord)
            }
            position &+= 1
        }
        return (position, kind)
    }

    /// Returns the failure at a position, or `unexpectedEnd` at the end of the text.
    @inline(never)
    func failure(
        _ reason: JSONError.Reason = .unexpectedByte,
        at position: Int,
        expected expectation: JSONFailure.Expectation
    ) -> JSONFailure {
        JSONFailure(position < end ? reason : .unexpectedEnd, at: position, expected: expectation)
    }
}

extension JSONScanner {
    /// Scans a string from after its opening quote.
    ///
    /// - Returns: The position of the closing quote and the kind of the string.
    @inline(__always)
    func scanString(from start: Int) throws(JSONFailure) -> (quote: Int, kind: TapeWord.Kind) {
        let position = skipPlainText(from: start)
        if position < end && byte(position) == .quote { return (position, .string) }
        return try scanRestOfString(from: position)
    }

    /// Returns the first position whose byte is a quote, a backslash, a control character, or not ASCII.
    @inline(__always)
    private func skipPlainText(from start: Int) -> Int {
        var position = start
        while position &+ 8 <= end {
            let stops = Self.stops(in: word(position))
            if stops != 0 { return position &+ stops.trailingZeroBitCount >> 3 }
            position &+= 8
        }
        while position < end {
            let byte = byte(position)
            if byte == .quote || byte == .backslash || byte < .space || byte >= 0x80 { break }
            position &+= 1
        }
        return position
    }

    /// Returns a word with the high bit of each byte that ends plain text; only the lowest set bit is exact.
    ///
    /// The subtraction borrows only from a byte that is itself a stop, so bytes below the first stop are never marked.
    /// The other bytes with a high bit are 0x80 or above, which are stops as well.
    @inline(__always)
    private static func stops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word ^ (ones &* 0x22)) &- ones
        let backslashes = (word ^ (ones &* 0x5C)) &- ones
        let controls = word &- (ones &* 0x20)
        return (quotes | backslashes | controls | word) & (ones &* 0x80)
    }

    private func scanRestOfString(from start: Int) throws(JSONFailure) -> (quote: Int, kind: TapeWord.Kind) {
        var position = start
        var kind = TapeWord.Kind.string
        while position < end {
            let byte = byte(position)
            if byte >= 0x80 {
                if kind == .string { kind = .unicodeString }
                position = try scanMultibyte(from: position)
            } else if byte == .quote {
                return (position, kind)
            } else if byte == .backslash {
                kind = .escapedString
                position = try scanEscape(from: position)
            } else if byte < .space {
                throw JSONFailure(.controlCharacter, at: position)
            } else {
                position = skipPlainText(from: position)
            }
        }
        throw JSONFailure(.unexpectedEnd, at: end, expected: .restOfString)
    }

    /// Scans an escape from its backslash; a high surrogate is scanned together with its low surrogate.
    private func scanEscape(from start: Int) throws(JSONFailure) -> Int {
        switch peek(start &+ 1) {
        case .quote, .backslash, .slash, 0x62, 0x66, 0x6E, 0x72, 0x74:
            return start &+ 2
        case .lowerU:
            return try scanUnicodeEscape(from: start)
        default:
            throw failure(.invalidEscape, at: start &+ 1)
        }
    }

    private func scanUnicodeEscape(from start: Int) throws(JSONFailure) -> Int {
        let unit = try codeUnit(ofEscapeAt: start)
        if unit & 0xF800 != 0xD800 { return start &+ 6 }
        guard unit < 0xDC00, peek(start &+ 6) == .backslash, peek(start &+ 7) == .lowerU else {
            throw JSONFailure(.loneSurrogate, at: start)
        }
        let low = try codeUnit(ofEscapeAt: start &+ 6)
        guard low & 0xFC00 == 0xDC00 else { throw JSONFailure(.loneSurrogate, at: start) }
        return start &+ 12
    }

    /// Returns the code unit of the `\u` escape that begins at the position.
    private func codeUnit(ofEscapeAt start: Int) throws(JSONFailure) -> UInt16 {
        var unit: UInt16 = 0
        for position in (start &+ 2)..<(start &+ 6) {
            guard let digit = peek(position).hexadecimalValue else { throw failure(.invalidEscape, at: position) }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// Returns the failure at a position, or `unexpectedEnd` if the text ends inside a string.
    private func failure(_ reason: JSONError.Reason, at position: Int) -> JSONFailure {
        position < end
            ? JSONFailure(reason, at: position) : JSONFailure(.unexpectedEnd, at: end, expected: .restOfString)
    }

    /// Scans consecutive multibyte sequences from a byte of 0x80 or above.
    ///
    /// Accepts table 3-7 of the Unicode Standard: no overlong forms, no surrogates, nothing above U+10FFFF.
    func scanMultibyte(from start: Int) throws(JSONFailure) -> Int {
        var position = start
        while position < end {
            let lead = byte(position)
            if lead < 0x80 { break }
            let length = try lengthOfSequence(at: position, lead: lead)
            position &+= length
        }
        return position
    }

    @inline(__always)
    private func lengthOfSequence(at position: Int, lead: UInt8) throws(JSONFailure) -> Int {
        let second = peek(position &+ 1)
        switch lead {
        case 0xE1...0xEC, 0xEE, 0xEF:
            if isContinuation(second) && isContinuation(peek(position &+ 2)) { return 3 }
        case 0xC2...0xDF:
            if isContinuation(second) { return 2 }
        case 0xE0:
            if 0xA0...0xBF ~= second && isContinuation(peek(position &+ 2)) { return 3 }
        case 0xED:
            if 0x80...0x9F ~= second && isContinuation(peek(position &+ 2)) { return 3 }
        case 0xF0...0xF4:
            let lowest: UInt8 = lead == 0xF0 ? 0x90 : 0x80
            let highest: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
            if second >= lowest && second <= highest && isContinuation(peek(position &+ 2))
                && isContinuation(peek(position &+ 3))
            {
                return 4
            }
        default:
            break
        }
        throw JSONFailure(.invalidUTF8, at: position)
    }

    @inline(__always)
    private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// Scans a number from its first byte, which is a minus or a digit (RFC 8259, section 6).
    @inline(never)
    func scanNumber(from start: Int, longest: Int) throws(JSONFailure) -> Int {
        var position = start
        if byte(position) == .minus { position &+= 1 }
        if peek(position) == .zero {
            position &+= 1
            if peek(position).isDigit { throw JSONFailure(.invalidNumber, at: position) }
        } else {
            position = try scanDigits(from: position)
        }
        if peek(position) == .dot { position = try scanDigits(from: position &+ 1) }
        if peek(position) | 0x20 == .lowerE {
            position &+= 1
            let sign = peek(position)
            if sign == .plus || sign == .minus { position &+= 1 }
            position = try scanDigits(from: position)
        }
        if position &- start > longest { throw JSONFailure(.numberTooLong, at: start) }
        return position
    }

    @inline(__always)
    private func scanDigits(from start: Int) throws(JSONFailure) -> Int {
        var position = start
        while peek(position).isDigit { position &+= 1 }
        if position == start {
            throw JSONFailure(start < end ? .invalidNumber : .unexpectedEnd, at: start, expected: .digit)
        }
        return position
    }
}

/// Decodes the escapes of strings (RFC 8259, section 7).
enum StringEscapes {
    /// Returns the decoded bytes of a string whose escapes the reader has already validated; they are never more.
    static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard let source = text.baseAddress else { return [] }
        let count = text.count
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            guard let target = buffer.baseAddress else { return }
            var place = 0
            // In bounds: an escape has all its bytes, and what it stands for has fewer.
            while place < count {
                let byte = unsafe source[place]
                place &+= 1
                if byte != .backslash {
                    unsafe target[written] = byte
                    written &+= 1
                } else {
                    let letter = unsafe source[place]
                    place &+= 1
                    if letter == .lowerU {
                        for unit in String(Character(unsafe scalar(in: source, at: &place))).utf8 {
                            unsafe target[written] = unit
                            written &+= 1
                        }
                    } else {
                        unsafe target[written] = byteOfEscape(letter)
                        written &+= 1
                    }
                }
            }
        }
    }

    private static func byteOfEscape(_ letter: UInt8) -> UInt8 {
        switch letter {
        case 0x62: 0x08
        case 0x66: 0x0C
        case 0x6E: .newline
        case 0x72: .carriageReturn
        case 0x74: .tab
        default: letter
        }
    }

    /// Returns the scalar of the digits after `\u`, and steps over the escape of its low surrogate if there is one.
    private static func scalar(in source: UnsafePointer<UInt8>, at place: inout Int) -> Unicode.Scalar {
        let high = unsafe codeUnit(in: source, at: &place)
        if let scalar = Unicode.Scalar(high) { return scalar }
        place += 2
        let low = unsafe codeUnit(in: source, at: &place)
        return Unicode.Scalar(0x1_0000 + (UInt32(high) & 0x3FF) << 10 + UInt32(low) & 0x3FF) ?? "\u{FFFD}"
    }

    private static func codeUnit(in source: UnsafePointer<UInt8>, at place: inout Int) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            unit = unsafe unit << 4 | (source[place].hexadecimalValue ?? 0)
            place += 1
        }
        return unit
    }
}
