extension JSONStorage {
    /// Calls with the bytes a word stands for.
    @inline(__always)
    func withBytes<Result>(of word: TapeWord, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe body(UnsafeBufferPointer(rebasing: buffer[word.range]))
        }
    }

    /// The text of a string's or name's word, escapes decoded.
    func string(of word: TapeWord) -> String {
        word.kind == .escapedString ? String(decoding: unescaped(word), as: UTF8.self) : plainString(of: word)
    }

    /// The bytes of a word as a string, just as they are.
    @inline(__always)
    func plainString(of word: TapeWord) -> String {
        let isASCII = word.kind != .unicodeString
        return unsafe withBytes(of: word) { bytes in
            // The reader has validated the bytes; older systems validate them again.
            guard #available(macOS 26, *) else { return unsafe String(decoding: bytes, as: UTF8.self) }
            return unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
        }
    }

    /// The text of a string's or name's word in UTF-8, escapes decoded.
    func stringBytes(of word: TapeWord) -> [UInt8] {
        word.kind == .escapedString ? unescaped(word) : Array(bytes[word.range])
    }

    /// Whether the word is a string with exactly these bytes.
    func isString(_ word: TapeWord, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch word.kind {
        case .string, .unicodeString:
            guard word.length == text.count else { return false }
            return unsafe withBytes(of: word) { unsafe Self.areEqual($0, text) }
        case .escapedString:
            return unsafe unescaped(word).elementsEqual(text)
        default:
            return false
        }
    }

    /// Whether two texts of one length have the same bytes; most that differ do so soon.
    @inline(__always)
    private static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        for position in left.indices where unsafe left[position] != right[position] { return false }
        return true
    }

    private func unescaped(_ word: TapeWord) -> [UInt8] {
        unsafe withBytes(of: word) { unsafe StringEscapes.decode($0) }
    }
}
