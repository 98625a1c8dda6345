/// Decoding of a document's strings, names and numbers.
enum TapeString {
    /// The text of a string's or name's word, escapes decoded.
    static func decoded(_ word: TapeWord, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard word.kind == .escapedString else { return unsafe plain(word, in: bytes) }
        return unsafe String(decoding: StringEscapes.decode(text(of: word, in: bytes)), as: UTF8.self)
    }

    /// The bytes of a word as a string, just as they are.
    @inline(__always)
    static func plain(_ word: TapeWord, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        let text = unsafe text(of: word, in: bytes)
        let isASCII = word.kind != .unicodeString
        if isASCII && text.count <= shortLength { return unsafe short(text) }
        // The reader has validated the bytes; older systems validate them again.
        guard #available(macOS 26, *) else { return unsafe String(decoding: text, as: UTF8.self) }
        return unsafe String(copying: UTF8Span(unchecked: text.span, isKnownASCII: isASCII))
    }

    /// Whether two words stand for the same bytes, escapes as they are.
    @inline(__always)
    static func areEqual(_ left: TapeWord, _ right: TapeWord, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe ByteRun.areEqual(text(of: left, in: bytes), text(of: right, in: bytes))
    }

    /// A number that words for equal bytes share, and few others: of the length, the first and the last bytes.
    @inline(__always)
    static func signature(of word: TapeWord, in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        unsafe ByteRun.ends(of: text(of: word, in: bytes)) &+ UInt64(truncatingIfNeeded: word.length)
    }

    @inline(__always)
    private static func text(of word: TapeWord, in bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(rebasing: bytes[word.range])
    }

    /// The most bytes of a string that needs no memory of its own.
    private static let shortLength = 15

    /// A string of at most ``shortLength`` bytes of ASCII, copied by words: most names and many values are such.
    @inline(__always)
    private static func short(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        unsafe String(unsafeUninitializedCapacity: shortLength) { target in
            guard let base = target.baseAddress else { return 0 }
            // In bounds: eight bytes where there are fewer, else as many as there are.
            return unsafe ByteRun.copy(bytes, to: base)
        }
    }
}
