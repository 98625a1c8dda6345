/// The bytes that were read and not used yet, in one piece.
///
/// It grows up to the size of a message in progress and shrinks back when that is done.
struct InputBuffer {
    private(set) var storage: [UInt8]
    private(set) var start = 0
    private(set) var end = 0
    private let usualCapacity: Int

    init(capacity: Int) {
        usualCapacity = capacity
        storage = [UInt8](repeating: 0, count: capacity)
    }

    /// Where in `storage` the unused bytes lie.
    var unread: Range<Int> { start..<end }

    /// Forgets the first bytes of those unused.
    mutating func drop(_ count: Int) { start += count }

    /// Moves what is unused to the front and makes room for at least half a usual capacity more.
    mutating func makeRoom() {
        if start > 0 {
            let count = end - start
            if count > 0 { moveToFront(count) }
            start = 0
            end = count
            if storage.count > usualCapacity, count < usualCapacity / 2 { resize(to: usualCapacity) }
        }
        if storage.count - end < usualCapacity / 2 { resize(to: storage.count * 2) }
    }

    /// Lets `read` fill the room behind the unused bytes.
    ///
    /// - Parameter read: gets the room; returns how many bytes it wrote, or a negative number.
    /// - Returns: that number.
    mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        let end = end
        let count = unsafe storage.withUnsafeMutableBytes { buffer in
            unsafe read(UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
        }
        self.end += max(count, 0)
        return count
    }

    private mutating func moveToFront(_ count: Int) {
        let start = start
        unsafe storage.withUnsafeMutableBytes { buffer in
            unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<(start + count)]))
        }
    }

    private mutating func resize(to capacity: Int) {
        if capacity > storage.count {
            storage.append(contentsOf: repeatElement(0, count: capacity - storage.count))
        } else {
            storage = Array(storage[0..<end]) + repeatElement(0, count: capacity - end)
        }
    }
}
