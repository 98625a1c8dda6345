/// Up to fifteen bytes as a value: the bytes in two words, the first one lowest, zeros above, and their number on top.
///
/// Two tokens are equal when their words are, so that nothing needs to be walked, hashed or allocated.
struct ShortToken: Sendable, Hashable {
    /// The most bytes that there is room for.
    static let capacity = 15

    let low: UInt64
    let high: UInt64

    /// The token of at most ``capacity`` bytes; nil for more.
    @inline(__always)
    init?(_ bytes: Span<UInt8>) {
        let count = bytes.count
        guard count <= Self.capacity else { return nil }
        let words = unsafe bytes.withUnsafeBytes { unsafe Self.words($0) }
        low = words.low
        high = words.high | UInt64(truncatingIfNeeded: count) &<< 56
    }

    /// The token of these words, of which the second has the length on top.
    @inline(__always)
    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// How many bytes it has.
    var count: Int { Int(truncatingIfNeeded: high &>> 56) }

    /// Loads nothing outside of the bytes, of which there are at most fifteen.
    @inline(__always)
    private static func words(_ bytes: UnsafeRawBufferPointer) -> (low: UInt64, high: UInt64) {
        let count = bytes.count
        guard count > 0, let base = bytes.baseAddress else { return (0, 0) }
        guard count < 8 else {
            let last = unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
            // The last eight bytes without those that the first word has; none are left of eight.
            return unsafe (
                UInt64(littleEndian: base.loadUnaligned(as: UInt64.self)), last >> UInt64((16 &- count) &* 8)
            )
        }
        guard count < 4 else {
            let last = unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            let first = unsafe UInt32(littleEndian: base.loadUnaligned(as: UInt32.self))
            return (UInt64(first) | UInt64(last) &<< UInt64((count &- 4) &* 8), 0)
        }
        // One to three: the first, the middle and the last, which may be the same.
        let middle = count &>> 1
        let first = unsafe UInt64(base.load(as: UInt8.self))
        let second = unsafe UInt64(base.load(fromByteOffset: middle, as: UInt8.self)) &<< UInt64(middle &* 8)
        let third = unsafe UInt64(base.load(fromByteOffset: count &- 1, as: UInt8.self)) &<< UInt64((count &- 1) &* 8)
        return (first | second | third, 0)
    }
}
