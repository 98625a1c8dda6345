/// One word of the tape: the index over a text's bytes.
///
/// A scalar is one word: kind, offset and length in bytes (a string's without its quotes). An array or object is two:
/// the first as before, covering both brackets; the second ``TapeSpan``. A member is its name's word, then its value.
struct TapeWord {
    enum Kind: UInt64 {
        case null, `true`, `false`, number
        /// A string of plain ASCII, one without escapes, and any other.
        case string, unicodeString, escapedString
        case array, object
    }

    static let maximumOffset = 1 << 28 - 1

    let bits: UInt64

    @inline(__always)
    init(bits: UInt64) {
        self.bits = bits
    }

    @inline(__always)
    init(_ kind: Kind, offset: Int, length: Int) {
        bits = kind.rawValue << 56 | UInt64(truncatingIfNeeded: length) << 28 | UInt64(truncatingIfNeeded: offset)
    }

    @inline(__always)
    var kind: Kind {
        // Spelled out, which compiles to the byte itself; `Kind(rawValue:)` is a call.
        switch bits >> 56 {
        case 0: .null
        case 1: .true
        case 2: .false
        case 3: .number
        case 4: .string
        case 5: .unicodeString
        case 6: .escapedString
        case 7: .array
        default: .object
        }
    }

    @inline(__always)
    var offset: Int { Int(truncatingIfNeeded: bits) & Self.maximumOffset }

    @inline(__always)
    var length: Int { Int(truncatingIfNeeded: bits >> 28) & Self.maximumOffset }

    /// The bytes of what the word stands for; a string's without its quotes.
    @inline(__always)
    var range: Range<Int> { unsafe Range(uncheckedBounds: (offset, offset &+ length)) }

    /// The bytes of the value as they came, a string's with its quotes.
    @inline(__always)
    var textRange: Range<Int> {
        let quote = isString ? 1 : 0
        return unsafe Range(uncheckedBounds: (offset &- quote, offset &+ length &+ quote))
    }

    @inline(__always)
    var isString: Bool {
        bits >> 56 >= Kind.string.rawValue && bits >> 56 <= Kind.escapedString.rawValue
    }

    @inline(__always)
    var isContainer: Bool { bits >> 56 >= Kind.array.rawValue }
}

/// The second word of an array or object: how many values it has, and the tape index after it.
///
/// While the reader is still inside, the same word remembers the container around it and how far that had been counted,
/// so that the tape is the reader's stack too.
struct TapeSpan {
    let bits: UInt64

    @inline(__always)
    init(bits: UInt64) {
        self.bits = bits
    }

    @inline(__always)
    init(count: Int, next: Int) {
        bits = UInt64(truncatingIfNeeded: next) << 32 | UInt64(truncatingIfNeeded: count)
    }

    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }

    @inline(__always)
    var next: Int { Int(truncatingIfNeeded: bits >> 32) }
}

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

/// What all elements of one document share: the text and its tape, both immutable.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    /// Words of ``TapeWord`` and ``TapeSpan``.
    let tape: [UInt64]
    /// Whether there are no blanks inside the value, so that its text is also its compact writing.
    let isCompact: Bool

    init(reading bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        self.bytes = bytes
        do {
            (tape, isCompact) = try Self.makeTape(of: bytes, limits: limits)
        } catch {
            throw error.error(in: bytes, limits: limits)
        }
    }

    /// Reads into scratch memory that is large enough for the worst text of this length, and keeps what was used.
    ///
    /// The pages of a large scratch that nobody writes to are never made resident.
    private static func makeTape(
        of bytes: [UInt8],
        limits: JSONLimits
    ) throws(JSONFailure) -> ([UInt64], isCompact: Bool) {
        if bytes.count > limits.effectiveBytes { throw JSONFailure(.tooManyBytes, at: limits.effectiveBytes) }
        let capacity = JSONReader.capacity(for: bytes.count, limits: limits)
        let scratch = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
        defer { unsafe scratch.deallocate() }
        return try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(JSONFailure) -> ([UInt64], isCompact: Bool) in
            var reader = unsafe JSONReader(UnsafeRawBufferPointer(buffer), into: scratch, limits: limits)
            try reader.read()
            return (unsafe [UInt64](UnsafeBufferPointer(start: scratch, count: reader.length)), reader.isCompact)
        }
    }

    /// The word at a tape index.
    @inline(__always)
    func word(at index: Int) -> TapeWord { TapeWord(bits: tape[index]) }

    /// The second word of the container at a tape index.
    @inline(__always)
    func span(at index: Int) -> TapeSpan { TapeSpan(bits: tape[index + 1]) }

    /// The tape index after the value at a tape index.
    @inline(__always)
    func next(after index: Int) -> Int { word(at: index).isContainer ? span(at: index).next : index + 1 }
}

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
        unsafe bytes.withUnsafeBufferPointer { unsafe TapeString.decoded(word, in: $0) }
    }

    /// The bytes of a word as a string, just as they are.
    func plainString(of word: TapeWord) -> String {
        unsafe bytes.withUnsafeBufferPointer { unsafe TapeString.plain(word, in: $0) }
    }

    /// The text of a string's or name's word in UTF-8, escapes decoded.
    func stringBytes(of word: TapeWord) -> [UInt8] {
        word.kind == .escapedString ? unescaped(word) : Array(bytes[word.range])
    }

    /// Whether the word is a string of exactly these code points.
    func isString(_ word: TapeWord, _ text: String) -> Bool {
        // Most names already differ in length, which is known without a look at their bytes.
        guard word.length == text.utf8.count || word.kind == .escapedString else { return false }
        var text = text
        return text.withUTF8 { unsafe isString(word, $0) }
    }

    /// Whether the word is a string with exactly these bytes.
    func isString(_ word: TapeWord, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch word.kind {
        case .string, .unicodeString:
            return unsafe withBytes(of: word) { unsafe ByteRun.areEqual($0, text) }
        case .escapedString:
            return unsafe unescaped(word).elementsEqual(text)
        default:
            return false
        }
    }

    private func unescaped(_ word: TapeWord) -> [UInt8] {
        unsafe withBytes(of: word) { unsafe StringEscapes.decode($0) }
    }
}
