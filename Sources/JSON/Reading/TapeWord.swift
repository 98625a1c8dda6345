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
