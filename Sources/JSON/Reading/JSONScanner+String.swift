extension JSONScanner {
    /// Scans a string from after its opening quote.
    ///
    /// - Returns: the position of the closing quote, and which kind of string it closes.
    @inline(__always)
    func scanString(from start: Int) throws(JSONFailure) -> (quote: Int, kind: TapeWord.Kind) {
        let position = skipPlainText(from: start)
        if position < end && byte(position) == .quote { return (position, .string) }
        return try scanRestOfString(from: position)
    }

    /// The first position whose byte is a quote, a backslash, a control character or not ASCII.
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

    /// The high bit of every byte that ends plain text; the lowest that is set is exact.
    ///
    /// A subtraction borrows only out of a byte that is itself a stop, so bytes below the first stop are never marked,
    /// and what else sets a high bit is a byte of 0x80 or above, which is a stop as well.
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

    /// Scans an escape from its backslash; a high surrogate together with its low one.
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

    /// The code unit of the `\u` escape that begins at the position.
    private func codeUnit(ofEscapeAt start: Int) throws(JSONFailure) -> UInt16 {
        var unit: UInt16 = 0
        for position in (start &+ 2)..<(start &+ 6) {
            guard let digit = peek(position).hexadecimalValue else { throw failure(.invalidEscape, at: position) }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// The failure at a position, or that of a text which ends inside a string.
    private func failure(_ reason: JSONError.Reason, at position: Int) -> JSONFailure {
        position < end
            ? JSONFailure(reason, at: position) : JSONFailure(.unexpectedEnd, at: end, expected: .restOfString)
    }
}
