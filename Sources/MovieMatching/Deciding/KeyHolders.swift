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
