/// Bytes that grow at the end, written a token at a time.
///
/// Room for a whole token is made first and the token then stored through one pointer, so that uniqueness and bounds are
/// checked once a token.
struct ByteBuffer {
    private var storage: ByteStorage
    private(set) var count = 0

    /// More than is ever written past the end of a copy by storing whole words.
    private static let slack = 16

    init(reserving capacity: Int) {
        storage = ByteStorage(capacity: max(capacity, 0) + Self.slack)
    }

    /// The bytes written so far.
    var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: storage.base, count: count)) }

    /// Makes room for so many bytes and the slack behind what has been written.
    ///
    /// - Returns: where they go; good until the next call. ``finish(at:)`` must follow.
    @inline(__always)
    mutating func room(for extra: Int) -> UnsafeMutablePointer<UInt8> {
        if storage.capacity &- count < extra &+ Self.slack || !isKnownUniquelyReferenced(&storage) { grow(extra) }
        return unsafe storage.base + count
    }

    /// Counts as written what stands before the place, which lies in the room made last.
    @inline(__always)
    mutating func finish(at end: UnsafeMutablePointer<UInt8>) {
        count = unsafe end - storage.base
    }

    /// Moves to larger memory; the writer of a copy leaves the memory both share.
    @inline(never)
    private mutating func grow(_ extra: Int) {
        let capacity = max(count * 2, count + extra) + Self.slack
        storage = ByteStorage(capacity: capacity, copying: count, of: storage)
    }

    /// Appends one byte.
    @inline(__always)
    mutating func append(_ byte: UInt8, afterComma comma: Bool) {
        let start = unsafe Self.put(.comma, if: comma, at: room(for: 2))
        unsafe finish(at: Self.put(byte, if: true, at: start))
    }

    /// Appends a copy.
    @inline(__always)
    mutating func append(copying source: UnsafeBufferPointer<UInt8>, afterComma comma: Bool, colon: Bool) {
        let start = unsafe Self.put(.comma, if: comma, at: room(for: source.count &+ 2))
        let end = unsafe start + ByteRun.copy(source, to: start)
        unsafe finish(at: Self.put(.colon, if: colon, at: end))
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
