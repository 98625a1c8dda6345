/// Eight bytes of an envelope at once, the first one lowest: the names as words, and searches within a word.
///
/// The searches mark bytes at their highest bit. A subtraction borrows only out of a byte that is marked itself, so the
/// lowest mark is exact, and only that is used.
enum EnvelopeWord {
    // `"method"`
    static let method: UInt64 = 0x22_64_6F_68_74_65_6D_22
    // `"params"`
    static let params: UInt64 = 0x22_73_6D_61_72_61_70_22
    // `"jsonrpc`, of which the quote is still to come.
    static let version: UInt64 = 0x63_70_72_6E_6F_73_6A_22
    // `"id"`
    static let id: UInt64 = 0x22_64_69_22
    static let idMask: UInt64 = 0xFFFF_FFFF
    // `"2.0"`
    static let two: UInt64 = 0x22_30_2E_32_22
    static let twoMask: UInt64 = 0xFF_FFFF_FFFF

    // `{"jsonrp` and `c":"2.0"`
    static let usualHead: UInt64 = 0x70_72_6E_6F_73_6A_22_7B
    static let usualHeadEnd: UInt64 = 0x22_30_2E_32_22_3A_22_63

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The position of the first byte that is a quote, a backslash, a control character or not ASCII; 8 without any.
    @inline(__always)
    static func firstUnplain(in word: UInt64) -> Int {
        let controls = (word &- ones &* 0x20) & ~word & tops
        return position(marks(word, of: 0x22) | marks(word, of: 0x5C) | controls | (word & tops))
    }

    /// The position of the first quote or bracket; 8 without any.
    @inline(__always)
    static func firstStructural(in word: UInt64) -> Int {
        // Square brackets differ from curly ones in one bit.
        let folded = word | ones &* 0x20
        return position(marks(word, of: 0x22) | marks(folded, of: 0x7B) | marks(folded, of: 0x7D))
    }

    /// The position of the first quote or backslash; 8 without any.
    @inline(__always)
    static func firstQuoteOrBackslash(in word: UInt64) -> Int {
        position(marks(word, of: 0x22) | marks(word, of: 0x5C))
    }

    /// Whether it is `{` or `[`.
    @inline(__always)
    static func isOpening(_ byte: UInt8) -> Bool { byte | 0x20 == 0x7B && byte >= 0x5B }

    /// Whether it is `}` or `]`.
    @inline(__always)
    static func isClosing(_ byte: UInt8) -> Bool { byte == 0x7D || byte == 0x5D }

    @inline(__always)
    private static func marks(_ word: UInt64, of byte: UInt64) -> UInt64 {
        let difference = word ^ ones &* byte
        return (difference &- ones) & ~difference & tops
    }

    @inline(__always)
    private static func position(_ marks: UInt64) -> Int { marks.trailingZeroBitCount &>> 3 }
}
