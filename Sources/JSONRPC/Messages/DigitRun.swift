/// Counting and copying the digits of an id, eight at a time where there is room to look at eight.
enum DigitRun {
    /// A run is not followed further than this.
    static let most = 15

    /// How many decimal digits stand at the front, ``most`` + 1 where there are more than that.
    @inline(__always)
    static func count(_ bytes: UnsafeRawPointer, upTo limit: Int) -> Int {
        guard limit >= 16 else { return unsafe countSingly(bytes, upTo: limit) }
        let first = unsafe count(in: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)))
        guard first == 8 else { return first }
        return unsafe 8 &+ count(in: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    /// Copies a run of at most ``most`` digits; 16 bytes at the target must be writable, and so many readable.
    @inline(__always)
    static func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, readable: Int) {
        if readable >= 16 {
            unsafe WordCopy.copy(source, to: target, count: count)
        } else {
            unsafe target.copyMemory(from: source, byteCount: count)
        }
    }

    private static func countSingly(_ bytes: UnsafeRawPointer, upTo limit: Int) -> Int {
        let limit = min(limit, most &+ 1)
        var count = 0
        while count < limit, unsafe bytes.load(fromByteOffset: count, as: UInt8.self).isASCIIDigit { count &+= 1 }
        return count
    }

    /// How many of the eight bytes, the lowest first, are digits.
    ///
    /// Without `0x30` a digit is at most 9, so adding 6 leaves its high half empty; what a larger byte carries goes into
    /// bytes behind it only. (The operators have one precedence in Swift.)
    @inline(__always)
    static func count(in word: UInt64) -> Int {
        let values = word ^ 0x3030_3030_3030_3030
        let others = (values | (values &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0
        return others.trailingZeroBitCount / 8
    }
}
