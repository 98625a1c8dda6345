/// Memory of a fixed size on which a small frame is put together.
@safe
struct FramePlate {
    private let room: UnsafeMutableRawBufferPointer
    private var count = 0

    /// A plate on memory that outlives it.
    init(_ room: UnsafeMutableRawBufferPointer) { unsafe self.room = room }

    /// What has been put so far.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(rebasing: room[..<count]) }

    /// Puts bytes; there must be room for them, which is checked.
    @inline(__always)
    mutating func put(_ source: UnsafeRawBufferPointer) {
        guard let bytes = source.baseAddress, let target = unsafe target(for: source.count) else { return }
        unsafe WordCopy.copyExactly(bytes, to: target, count: source.count)
        count &+= source.count
    }

    /// Puts a token by two whole words; there must be room for those.
    @inline(__always)
    mutating func put(_ token: ShortToken) {
        guard let target = unsafe target(for: 16) else { return }
        unsafe target.storeBytes(of: token.low.littleEndian, as: UInt64.self)
        unsafe target.storeBytes(of: token.high.littleEndian, toByteOffset: 8, as: UInt64.self)
        count &+= token.count
    }

    /// Where the next bytes go; nil where there is no room for them.
    @inline(__always)
    private func target(for extra: Int) -> UnsafeMutableRawPointer? {
        guard unsafe room.count &- count >= extra, let base = unsafe room.baseAddress else { return nil }
        return unsafe base + count
    }

    /// Puts a literal.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        unsafe put(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Puts a number below 10,000.
    @inline(__always)
    mutating func put(decimal number: Int) {
        var divisor = number >= 1_000 ? 1_000 : number >= 100 ? 100 : number >= 10 ? 10 : 1
        while divisor > 0 {
            unsafe room[count] = 0x30 + UInt8(number / divisor % 10)
            count += 1
            divisor /= 10
        }
    }
}
