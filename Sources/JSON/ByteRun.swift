/// Copies and compares runs of bytes by whole words.
///
/// Copying stores whole words, up to eight bytes past the end of the copy, so the target needs that much slack. Only
/// ``copy(_:to:)`` of eight bytes or more stays within the bytes. Nothing is read past the end of a source.
enum ByteRun {
    @inline(__always)
    static func copy(_ source: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let count = source.count
        guard let base = source.baseAddress else { return 0 }
        if count > 64 {
            unsafe target.update(from: base, count: count)
        } else if count >= 8 {
            unsafe copyWords(base, count, to: target)
        } else {
            unsafe store(shortWord(base, count), to: target)
        }
        return count
    }

    /// Copies up to the first byte that a JSON string must escape.
    ///
    /// - Returns: The number of bytes copied: all, or the position of that byte.
    @inline(__always)
    static func copyUnescaped(_ source: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let count = source.count
        guard let base = source.baseAddress else { return 0 }
        guard count >= 8 else {
            let word = unsafe shortWord(base, count)
            unsafe store(word, to: target)
            // The zeros above the bytes look like control characters.
            return min(firstEscape(in: word), count)
        }
        var position = 0
        while position &+ 8 <= count {
            let word = unsafe load(base + position)
            unsafe store(word, to: target + position)
            let escape = firstEscape(in: word)
            if escape < 8 { return position &+ escape }
            position &+= 8
        }
        // The last eight bytes; those before `position` are known to need no escape.
        let word = unsafe load(base + (count &- 8))
        unsafe store(word, to: target + (count &- 8))
        return count &- 8 &+ firstEscape(in: word)
    }

    /// Returns whether two runs contain the same bytes.
    @inline(__always)
    static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = left.count
        guard count == right.count else { return false }
        guard count > 0, let left = left.baseAddress, let right = right.baseAddress else { return true }
        guard count >= 8 else { return unsafe shortWord(left, count) == shortWord(right, count) }
        var position = 0
        while position < count &- 8 {
            if unsafe load(left + position) != load(right + position) { return false }
            position &+= 8
        }
        // The last eight bytes; the first of them may have been compared already.
        return unsafe load(left + (count &- 8)) == load(right + (count &- 8))
    }

    /// Returns a mix of the first and the last eight bytes, or the bytes themselves if there are fewer than eight.
    @inline(__always)
    static func ends(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let base = bytes.baseAddress else { return 0 }
        guard bytes.count >= 8 else { return unsafe shortWord(base, bytes.count) }
        let first = unsafe load(base)
        return unsafe (first &<< 1 | first &>> 63) ^ load(base + (bytes.count &- 8))
    }

    /// Copies at least eight bytes; the last word may overlap the one before it.
    @inline(__always)
    private static func copyWords(_ base: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>) {
        var position = 0
        while position &+ 8 <= count {
            unsafe store(load(base + position), to: target + position)
            position &+= 8
        }
        unsafe store(load(base + (count &- 8)), to: target + (count &- 8))
    }

    /// Returns up to seven bytes as a word, the first byte in the lowest bits, with zeros above.
    @inline(__always)
    private static func shortWord(_ base: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        if count >= 4 {
            let raw = unsafe UnsafeRawPointer(base)
            let low = unsafe UInt64(UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self)))
            let high = unsafe UInt64(
                UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            )
            return low | high &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
        }
        guard count > 0 else { return 0 }
        // One to three bytes: the first, the middle, and the last, some of which may be the same.
        let first = unsafe UInt64(base[0])
        let middle = unsafe UInt64(base[count &>> 1]) &<< UInt64(truncatingIfNeeded: (count &>> 1) &* 8)
        let last = unsafe UInt64(base[count &- 1]) &<< UInt64(truncatingIfNeeded: (count &- 1) &* 8)
        return first | middle | last
    }

    @inline(__always)
    private static func load(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
        unsafe UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    private static func store(_ word: UInt64, to pointer: UnsafeMutablePointer<UInt8>) {
        unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: word.littleEndian, as: UInt64.self)
    }

    /// Returns the position of the first quote, backslash, or control character in a word, or 8 if there is none.
    ///
    /// The subtraction borrows only from a byte that is marked itself, so the lowest mark is exact.
    @inline(__always)
    private static func firstEscape(in word: UInt64) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word ^ (ones &* 0x22)) &- ones
        let backslashes = (word ^ (ones &* 0x5C)) &- ones
        let controls = word &- (ones &* 0x20)
        return ((quotes | backslashes | controls) & ~word & (ones &* 0x80)).trailingZeroBitCount &>> 3
    }
}

/// The bytes with a meaning in JSON.
extension UInt8 {
    static let tab: UInt8 = 0x09
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let minus: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let nine: UInt8 = 0x39
    static let colon: UInt8 = 0x3A
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D
    static let lowerE: UInt8 = 0x65
    static let lowerU: UInt8 = 0x75
    static let openBrace: UInt8 = 0x7B
    static let closeBrace: UInt8 = 0x7D

    /// Whether the byte is one of `0` to `9`.
    @inline(__always)
    var isDigit: Bool { self &- .zero < 10 }

    /// Whether the byte is JSON whitespace.
    @inline(__always)
    var isWhitespace: Bool { self == .space || self == .newline || self == .carriageReturn || self == .tab }

    var hexadecimalValue: UInt16? {
        switch self {
        case 0x30...0x39: UInt16(self - 0x30)
        case 0x41...0x46: UInt16(self - 0x41 + 10)
        case 0x61...0x66: UInt16(self - 0x61 + 10)
        default: nil
        }
    }
}
