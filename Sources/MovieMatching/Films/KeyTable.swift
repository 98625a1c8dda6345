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

    /// Adds the keys and counts of another table and returns the number of each of its keys in this table.
    mutating func merge(_ other: KeyTable) -> [UInt32] {
        (0..<other.count).map { key in
            let number = insert(other.digest(of: key))
            count(number, by: other.counts[key])
            return UInt32(truncatingIfNeeded: number)
        }
    }

    private mutating func grow() {
        let size = slots.count * 2
        slots = [UInt32](repeating: .max, count: size)
        mask = size - 1
        for (key, digest) in digests.enumerated() { slots[slot(of: digest)] = UInt32(truncatingIfNeeded: key) }
    }
}

/// A 64-bit FNV-1a digest, which unlike that of `Hasher` is the same for the same bytes in every process.
package struct Digest {
    /// The digest of what was combined.
    package private(set) var value: UInt64

    init(seed: UInt64 = 0) {
        value = 0xCBF2_9CE4_8422_2325 ^ (seed &* 0x9E37_79B9_7F4A_7C15)
    }

    @inline(__always)
    mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    mutating func combine(_ text: String) {
        for byte in text.utf8 { combine(byte) }
    }

    /// Returns the digest of a text; another seed gives another one.
    package static func of(_ text: String, seed: UInt64) -> UInt64 {
        var digest = Digest(seed: seed)
        digest.combine(text)
        return digest.value
    }

    /// Returns a number whose bits depend on all bits of `value` (the last step of SplitMix64).
    @inline(__always)
    static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The films that have each block key, in canonical order.
struct KeyHolders: Sendable {
    /// The index in `holders` at which the holders of each key begin.
    private let starts: [UInt32]
    private let holders: [Holder]

    /// A film that has a key, and whether it looks other films up under this key.
    struct Holder: Sendable {
        private let packed: UInt32

        init(film: Int, looks: Bool) {
            packed = UInt32(truncatingIfNeeded: film) << 1 | (looks ? 1 : 0)
        }

        @inline(__always)
        var film: Int { Int(packed >> 1) }
        @inline(__always)
        var looks: Bool { packed & 1 == 1 }
    }

    /// Reads the keys of a table in canonical order; `keyCount` is required only if the keys are not numbered by
    /// ``FilmTable/keyTable``.
    init(_ table: FilmTable, _ selection: WordSelection, keyCount: Int? = nil) {
        let keyCount = keyCount ?? table.keyTable.count
        var next = [UInt32](repeating: 0, count: keyCount + 1)
        for key in table.keys { next[Int(key.number) + 1] += 1 }
        for key in 0..<keyCount { next[key + 1] += next[key] }
        starts = next
        var holders = [Holder](repeating: Holder(film: 0, looks: false), count: table.keys.count)
        for film in table.films.indices {
            for entry in table.films[film].keys.range {
                let key = Int(table.keys[entry].number)
                holders[Int(next[key])] = Holder(film: film, looks: selection.contains(entry))
                next[key] += 1
            }
        }
        self.holders = holders
    }

    /// Returns the range of a key's holders, for ``subscript(_:)``.
    @inline(__always)
    func range(of key: BlockKey) -> Range<Int> {
        Int(starts[Int(key.number)])..<Int(starts[Int(key.number) + 1])
    }

    @inline(__always)
    subscript(place: Int) -> Holder { holders[place] }

    /// Returns the index of a film in a key's range, or of the first film after it.
    func place(of film: Int, in range: Range<Int>) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if holders[middle].film < film { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
