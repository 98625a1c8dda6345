/// A hash table that numbers 64-bit digests in the order in which they are inserted and stores a count for each.
///
/// It uses open addressing in flat arrays: a dictionary would take three times the memory and the time.
struct KeyTable {
    private var slots: [UInt32]
    private var digests: [UInt64] = []
    private(set) var counts: [UInt32] = []
    private var mask: Int

    init(capacity: Int) {
        var size = 64
        while size < capacity * 2 { size *= 2 }
        slots = [UInt32](repeating: .max, count: size)
        mask = size - 1
        digests.reserveCapacity(capacity)
        counts.reserveCapacity(capacity)
    }

    var count: Int { digests.count }

    /// Returns the number of a digest, which is inserted if it is new.
    mutating func insert(_ digest: UInt64) -> Int {
        if digests.count * 2 > mask { grow() }
        let slot = slot(of: digest)
        if slots[slot] != .max { return Int(slots[slot]) }
        slots[slot] = UInt32(truncatingIfNeeded: digests.count)
        digests.append(digest)
        counts.append(0)
        return digests.count - 1
    }

    /// Returns the digest with a number.
    func digest(of number: Int) -> UInt64 { digests[number] }

    /// Returns the number of a digest, or `nil` if it was never inserted.
    func find(_ digest: UInt64) -> Int? {
        let key = slots[slot(of: digest)]
        return key == .max ? nil : Int(key)
    }

    /// Returns the slot of a digest, or the free slot for it.
    @inline(__always)
    private func slot(of digest: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: digest &* 0x9E37_79B9_7F4A_7C15 >> 20) & mask
        while slots[slot] != .max, digests[Int(slots[slot])] != digest { slot = (slot + 1) & mask }
        return slot
    }

    /// Increments the count of a key.
    mutating func count(_ key: Int) {
        counts[key] &+= 1
    }

    /// Increases the count of a key by `more`.
    mutating func count(_ key: Int, by more: UInt32) {
        counts[key] &+= more
    }

    /// Sets the count of a key.
    mutating func set(_ count: Int, for key: Int) {
        counts[key] = UInt32(clamping: count)
    }

    private mutating func grow() {
        let size = slots.count * 2
        slots = [UInt32](repeating: .max, count: size)
        mask = size - 1
        for (key, digest) in digests.enumerated() { slots[slot(of: digest)] = UInt32(truncatingIfNeeded: key) }
    }
}
