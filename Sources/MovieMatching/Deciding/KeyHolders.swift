/// Which films have which block key: for each key those that have it, in canonical order.
struct KeyHolders: Sendable {
    /// Where the holders of each key begin in `holders`.
    private let starts: [UInt32]
    private let holders: [Holder]

    /// A film that has a key, and whether it looks for others there.
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

    /// Reads the keys of a table in canonical order; there are as many as in its ``FilmTable/keyTable``, unless others are
    /// in their place.
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

    /// Where the holders of a key stand, for ``subscript(_:)``.
    @inline(__always)
    func range(of key: BlockKey) -> Range<Int> {
        Int(starts[Int(key.number)])..<Int(starts[Int(key.number) + 1])
    }

    @inline(__always)
    subscript(place: Int) -> Holder { holders[place] }

    /// Where in a key's range a film stands, or the first one behind it.
    func place(of film: Int, in range: Range<Int>) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if holders[middle].film < film { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
