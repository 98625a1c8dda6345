/// Memory of a fixed size on which a small frame is put together.
@safe
struct FramePlate {
    private let room: UnsafeMutableRawBufferPointer
    private var count = 0

    /// A plate on memory that outlives it.
    init(_ room: UnsafeMutableRawBufferPointer) { unsafe self.room = room }

    /// What has been put so far.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(rebasing: room[..<count]) }

    /// Puts bytes; there must be room for them, which the checks of the buffer make sure of.
    @inline(__always)
    mutating func put(_ source: UnsafeRawBufferPointer) {
        unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: source)
        count += source.count
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
