/// Bytes that grow at the end, written a token at a time.
///
/// The array is always full: bytes from `count` on are zero or left over and mean nothing. Room for a whole token is
/// made first and the token then stored through one pointer, so that uniqueness and bounds are checked once a token.
struct ByteBuffer {
    private var storage: [UInt8]
    private(set) var count = 0

    /// More than is ever written past the end of a copy by storing whole words.
    private static let slack = 16

    init(reserving capacity: Int) {
        storage = [UInt8](repeating: 0, count: max(capacity, 0) + Self.slack)
    }

    /// The bytes written so far.
    var bytes: [UInt8] { Array(storage[..<count]) }

    /// Makes room for so many bytes and the slack, and calls with where they go; the body returns where it stopped.
    @inline(__always)
    mutating func write(atMost extra: Int, _ body: (UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>) {
        if storage.count &- count < extra &+ Self.slack { grow(extra) }
        let start = count
        count = unsafe storage.withUnsafeMutableBufferPointer { buffer in
            // Never nil: the array has at least the slack.
            guard let base = buffer.baseAddress else { return start }
            return unsafe body(base + start) - base
        }
    }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        let wanted = max(storage.count * 2, count + extra + Self.slack)
        storage.append(contentsOf: repeatElement(0, count: wanted - storage.count))
    }

    /// Appends one byte.
    @inline(__always)
    mutating func append(_ byte: UInt8, afterComma comma: Bool) {
        unsafe write(atMost: 2) { target in
            let start = unsafe Self.put(.comma, if: comma, at: target)
            return unsafe Self.put(byte, if: true, at: start)
        }
    }

    /// Appends a copy.
    @inline(__always)
    mutating func append(copying source: UnsafeBufferPointer<UInt8>, afterComma comma: Bool, colon: Bool) {
        unsafe write(atMost: source.count &+ 2) { target in
            let start = unsafe Self.put(.comma, if: comma, at: target)
            let end = unsafe start + ByteCopy.copy(source, to: start)
            return unsafe Self.put(.colon, if: colon, at: end)
        }
    }

    /// Stores one byte, and steps over it if it is wanted.
    @inline(__always)
    static func put(
        _ byte: UInt8,
        if isWanted: Bool,
        at target: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        unsafe target.pointee = byte
        return unsafe target + (isWanted ? 1 : 0)
    }
}
