/// One word of the tape, the index over the bytes of a text.
///
/// A scalar has one word: kind, offset, and length in bytes (of a string without its quotes). An array or object has
/// two: the same for the text with both brackets, and a ``TapeSpan``. A member has the word of its name, followed by
/// its value.
struct TapeWord {
    enum Kind: UInt64 {
        case null, `true`, `false`, number
        case string, escapedString
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
        case 5: .escapedString
        case 6: .array
        default: .object
        }
    }

    @inline(__always)
    var offset: Int { Int(truncatingIfNeeded: bits) & Self.maximumOffset }

    @inline(__always)
    var length: Int { Int(truncatingIfNeeded: bits >> 28) & Self.maximumOffset }

    /// The range of the value in the text, without the quotes of a string.
    @inline(__always)
    var range: Range<Int> { offset..<(offset &+ length) }

    /// The range of the value in the text, including the quotes of a string.
    @inline(__always)
    var textRange: Range<Int> {
        let quote = isString ? 1 : 0
        return (offset &- quote)..<(offset &+ length &+ quote)
    }

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
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    /// The words, which are ``TapeWord`` and ``TapeSpan``.
    private let tape: [UInt64]
    /// Whether there is no whitespace inside the value, so that its text is already compact.
    let isCompact: Bool
    /// Whether a value that is not a list represents a list with one element.
    let singlesAreLists: Bool

    /// Reads exactly one value.
    init(_ bytes: [UInt8], limits: JSONLimits, singlesAreLists: Bool) throws(JSONError) {
        self.bytes = bytes
        self.singlesAreLists = singlesAreLists
        do throws(JSONFailure) {
            guard bytes.count <= limits.effectiveBytes else {
                throw JSONFailure(.tooManyBytes, at: limits.effectiveBytes)
            }
            (tape, isCompact) = try unsafe bytes.withUnsafeBufferPointer { (text) throws(JSONFailure) in
                var reader = unsafe JSONReader(UnsafeRawBufferPointer(text), limits: limits)
                try reader.read()
                return (reader.tape, reader.isCompact)
            }
        } catch {
            throw error.error(in: bytes, limits: limits)
        }
    }

    @inline(__always)
    func word(at index: Int) -> TapeWord { TapeWord(bits: tape[index]) }

    /// Returns the second word of the container at a tape index.
    @inline(__always)
    func span(at index: Int) -> TapeSpan { TapeSpan(bits: tape[index + 1]) }

    /// Returns the tape index after the value at a tape index.
    @inline(__always)
    func next(after index: Int) -> Int { word(at: index).isContainer ? span(at: index).next : index + 1 }

    /// Returns the UTF-8 of a string or name, with its escapes decoded.
    func stringBytes(of word: TapeWord) -> ArraySlice<UInt8> {
        word.kind == .escapedString ? StringEscapes.decode(bytes[word.range])[...] : bytes[word.range]
    }

    /// Returns the text of a string or name, with its escapes decoded.
    func string(of word: TapeWord) -> String {
        word.kind == .escapedString ? String(decoding: stringBytes(of: word), as: UTF8.self) : text(in: word.range)
    }

    /// Returns a part of the text as a string.
    func text(in range: Range<Int>) -> String {
        // A slice of an array would cost as much as a short string.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        }
    }

    /// Returns whether the word is a string of exactly these code points.
    func isString(_ word: TapeWord, _ text: String) -> Bool {
        // Most names differ in length, which is known without reading their bytes.
        guard word.kind == .escapedString || word.isString && word.length == text.utf8.count else { return false }
        return stringBytes(of: word).elementsEqual(text.utf8)
    }
}
