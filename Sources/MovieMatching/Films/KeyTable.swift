import MovieDomain

/// Numbers for 64-bit digests, given out in the order in which they are first seen, and how often each was seen.
///
/// Open addressing in two flat arrays: a dictionary would take three times the memory and the time.
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

    /// How many different digests there are.
    var count: Int { digests.count }

    /// The number of a digest, a new one where it was not seen before.
    mutating func insert(_ digest: UInt64) -> Int {
        if digests.count * 2 > mask { grow() }
        var slot = Int(truncatingIfNeeded: digest &* 0x9E37_79B9_7F4A_7C15 >> 20) & mask
        while true {
            let key = slots[slot]
            if key == .max {
                slots[slot] = UInt32(truncatingIfNeeded: digests.count)
                digests.append(digest)
                counts.append(0)
                return digests.count - 1
            }
            if digests[Int(key)] == digest { return Int(key) }
            slot = (slot + 1) & mask
        }
    }

    /// The digest that has a number.
    func digest(of number: Int) -> UInt64 { digests[number] }

    /// The number of a digest; `nil` where it was never inserted.
    func find(_ digest: UInt64) -> Int? {
        var slot = Int(truncatingIfNeeded: digest &* 0x9E37_79B9_7F4A_7C15 >> 20) & mask
        while true {
            let key = slots[slot]
            if key == .max { return nil }
            if digests[Int(key)] == digest { return Int(key) }
            slot = (slot + 1) & mask
        }
    }

    /// Counts a key once more.
    mutating func count(_ key: Int) {
        counts[key] &+= 1
    }

    private mutating func grow() {
        let size = slots.count * 2
        slots = [UInt32](repeating: .max, count: size)
        mask = size - 1
        for (key, digest) in digests.enumerated() {
            var slot = Int(truncatingIfNeeded: digest &* 0x9E37_79B9_7F4A_7C15 >> 20) & mask
            while slots[slot] != .max { slot = (slot + 1) & mask }
            slots[slot] = UInt32(truncatingIfNeeded: key)
        }
    }
}
