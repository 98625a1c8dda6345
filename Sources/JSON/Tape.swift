/// One word of the tape, the index over the bytes of a text.
///
/// A scalar has one word: kind, offset, and length in bytes (of a string without its quotes). An array or object has
/// two: the same for the text with both brackets, and a ``TapeSpan``. A member has the word of its name, followed by
/// its value.
struct TapeWord {
    enum Kind: UInt64 {
        case null, `true`, `false`, number
        /// A string of plain ASCII, a string without escapes, and any other string.
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
        // Spelled out, because this compiles to the byte itself, whereas `Kind(rawValue:)` is a call.
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

    /// The range of the value in the text, without the quotes of a string.
    @inline(__always)
    var range: Range<Int> { unsafe Range(uncheckedBounds: (offset, offset &+ length)) }

    /// The range of the value in the text, including the quotes of a string.
    @inline(__always)
    var textRange: Range<Int> {
        let quote = isString ? 1 : 0
        return unsafe Range(uncheckedBounds: (offset &- quote, offset &+ length &+ quote))
    }

    /// A word whose range includes the quotes of a string.
    var withQuotes: TapeWord { TapeWord(kind, offset: textRange.lowerBound, length: textRange.count) }

    @inline(__always)
    var isString: Bool {
        bits >> 56 >= Kind.string.rawValue && bits >> 56 <= Kind.escapedString.rawValue
    }

    @inline(__always)
    var isContainer: Bool { bits >> 56 >= Kind.array.rawValue }
}

/// The second word of an array or object: the number of its values, and the tape index after it.
///
/// While the reader is inside the container, this word holds the index of the enclosing container and the number of its
/// values so far, so that the tape is also the stack of the reader.
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

/// The text and the tape, which all elements of one document share.
///
/// `@unchecked Sendable` because the memory is behind pointers; it is immutable after ``read(_:limits:)``, unless the owner
/// of the only reference reads another text.
@safe
final class JSONStorage: @unchecked Sendable {
    @safe
    private struct Contents {
        var text: UnsafeMutablePointer<UInt8>
        var textCapacity: Int
        var count = 0
        /// The words, which are ``TapeWord`` and ``TapeSpan``.
        var tape: UnsafeMutablePointer<UInt64>
        var tapeCapacity: Int
        var length = 0
        var isCompact = true
    }

    // Behind a pointer, because each access to a variable of a class is checked for exclusivity.
    private let contents: UnsafeMutablePointer<Contents>

    /// Whether a value that is not a list represents a list with one element.
    let singlesAreLists: Bool

    /// Creates memory for a text of `capacity` bytes; the tape grows if needed.
    init(capacity: Int, singlesAreLists: Bool = false) {
        self.singlesAreLists = singlesAreLists
        let words = capacity / 8 + 16
        unsafe contents = .allocate(capacity: 1)
        unsafe contents.initialize(
            to: Contents(
                text: .allocate(capacity: capacity),
                textCapacity: capacity,
                tape: .allocate(capacity: words),
                tapeCapacity: words
            )
        )
    }

    deinit {
        unsafe contents.pointee.text.deallocate()
        unsafe contents.pointee.tape.deallocate()
        unsafe contents.deallocate()
    }

    /// Reads a text that fits into the memory and keeps a copy; the caller must have the only reference.
    func read(_ text: UnsafeBufferPointer<UInt8>, limits: JSONLimits) throws(JSONError) {
        unsafe precondition(text.count <= contents.pointee.textCapacity)
        if let base = text.baseAddress { unsafe contents.pointee.text.update(from: base, count: text.count) }
        unsafe contents.pointee.count = text.count
        unsafe contents.pointee.length = 0
        // Read the original, because bytes that have just been stored are slow to load in words of another size.
        var reader = unsafe JSONReader(
            UnsafeRawBufferPointer(text),
            into: contents.pointee.tape,
            capacity: contents.pointee.tapeCapacity,
            limits: limits
        )
        defer {
            unsafe contents.pointee.tape = reader.tape
            unsafe contents.pointee.tapeCapacity = reader.capacity
        }
        do throws(JSONFailure) {
            if text.count > limits.effectiveBytes { throw JSONFailure(.tooManyBytes, at: limits.effectiveBytes) }
            try reader.read()
        } catch {
            throw error.error(in: bytes, limits: limits)
        }
        unsafe contents.pointee.length = reader.length
        unsafe contents.pointee.isCompact = reader.isCompact
    }

    var bytes: [UInt8] { unsafe withParts { text, _ in unsafe Array(text) } }
    /// Whether there is no whitespace inside the value, so that its text is already compact.
    var isCompact: Bool { unsafe contents.pointee.isCompact }

    /// Calls `body` with the text and the tape.
    @inline(__always)
    func withParts<Result>(_ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt64>) -> Result) -> Result {
        unsafe body(
            UnsafeBufferPointer(start: contents.pointee.text, count: contents.pointee.count),
            UnsafeBufferPointer(start: contents.pointee.tape, count: contents.pointee.length)
        )
    }

    @inline(__always)
    func word(at index: Int) -> TapeWord { TapeWord(bits: bits(at: index)) }

    /// Returns the second word of the container at a tape index.
    @inline(__always)
    func span(at index: Int) -> TapeSpan { TapeSpan(bits: bits(at: index + 1)) }

    @inline(__always)
    private func bits(at index: Int) -> UInt64 {
        unsafe precondition(index >= 0 && index < contents.pointee.length)
        return unsafe contents.pointee.tape[index]
    }

    /// Returns the tape index after the value at a tape index.
    @inline(__always)
    func next(after index: Int) -> Int { word(at: index).isContainer ? span(at: index).next : index + 1 }
}

extension JSONStorage {
    /// Calls `body` with the bytes of a word.
    @inline(__always)
    func withBytes<Result>(of word: TapeWord, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        unsafe withParts { bytes, _ in unsafe body(UnsafeBufferPointer(rebasing: bytes[word.range])) }
    }

    /// Returns the text of a string or name, with its escapes decoded.
    func string(of word: TapeWord) -> String {
        word.kind == .escapedString ? String(decoding: unescaped(word), as: UTF8.self) : plainString(of: word)
    }

    /// Returns the bytes of a word as a string, without decoding.
    func plainString(of word: TapeWord) -> String {
        unsafe withBytes(of: word) { text in
            let isASCII = word.kind != .unicodeString
            if isASCII && text.count <= Self.shortLength { return unsafe Self.short(text) }
            // The reader has validated the bytes; older systems have to validate them again.
            guard #available(macOS 26, *) else { return unsafe String(decoding: text, as: UTF8.self) }
            return unsafe String(copying: UTF8Span(unchecked: text.span, isKnownASCII: isASCII))
        }
    }

    /// The number of bytes up to which a string needs no allocation.
    private static let shortLength = 15

    /// Returns a string of at most ``shortLength`` bytes of ASCII, copied by words; most names are this short.
    @inline(__always)
    private static func short(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        unsafe String(unsafeUninitializedCapacity: shortLength) { target in
            guard let base = target.baseAddress else { return 0 }
            // In bounds: the copy stores eight bytes for a shorter string, and otherwise exactly its bytes.
            return unsafe ByteRun.copy(bytes, to: base)
        }
    }

    /// Returns a number that is equal for equal bytes and rarely otherwise, from the length and the outer bytes.
    @inline(__always)
    func signature(of word: TapeWord) -> UInt64 {
        unsafe withBytes(of: word) { unsafe ByteRun.ends(of: $0) } &+ UInt64(truncatingIfNeeded: word.length)
    }

    /// Returns the UTF-8 of a string or name, with its escapes decoded.
    func stringBytes(of word: TapeWord) -> [UInt8] {
        word.kind == .escapedString ? unescaped(word) : unsafe withBytes(of: word) { unsafe Array($0) }
    }

    /// Returns whether the word is a string of exactly these code points.
    func isString(_ word: TapeWord, _ text: String) -> Bool {
        // Most names differ in length, which is known without reading their bytes.
        guard word.length == text.utf8.count || word.kind == .escapedString else { return false }
        var text = text
        return text.withUTF8 { unsafe isString(word, $0) }
    }

    /// Returns whether the word is a string of exactly these bytes.
    @inline(__always)
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
