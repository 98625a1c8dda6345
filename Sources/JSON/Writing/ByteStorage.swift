/// Memory for bytes that has one size; nothing in it is initialised at first.
@safe
final class ByteStorage {
    let base: UnsafeMutablePointer<UInt8>
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        unsafe base = .allocate(capacity: capacity)
    }

    /// Larger memory that begins with a copy of the first bytes of another.
    init(capacity: Int, copying count: Int, of other: ByteStorage) {
        self.capacity = capacity
        unsafe base = .allocate(capacity: capacity)
        unsafe base.initialize(from: other.base, count: count)
    }

    deinit {
        unsafe base.deallocate()
    }
}

// Written to only through a ByteBuffer that holds the sole reference.
extension ByteStorage: @unchecked Sendable {}
