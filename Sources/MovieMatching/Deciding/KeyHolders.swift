/// Which films have which block key: for each key the entries of ``FilmTable/keys`` that are it, in canonical order.
struct KeyHolders: Sendable {
    /// Where the entries of each key begin in `entries`.
    private let starts: [UInt32]
    private let entries: [UInt32]
    /// The film of each entry.
    private let films: [UInt32]

    /// Reads the keys of a table in canonical order; there are as many as in its ``FilmTable/keyTable``, unless others are
    /// in their place.
    init(_ table: FilmTable, keyCount: Int? = nil) {
        let keyCount = keyCount ?? table.keyTable.count
        var next = [UInt32](repeating: 0, count: keyCount + 1)
        for key in table.keys { next[Int(key.number) + 1] += 1 }
        for key in 0..<keyCount { next[key + 1] += next[key] }
        starts = next
        var entries = [UInt32](repeating: 0, count: table.keys.count)
        var films = entries
        for film in table.films.indices {
            for entry in table.films[film].keys.range {
                let key = Int(table.keys[entry].number)
                entries[Int(next[key])] = UInt32(truncatingIfNeeded: entry)
                next[key] += 1
                films[entry] = UInt32(truncatingIfNeeded: film)
            }
        }
        self.entries = entries
        self.films = films
    }

    /// Where the entries of a key stand, for ``subscript(_:)``.
    @inline(__always)
    func range(of key: BlockKey) -> Range<Int> {
        Int(starts[Int(key.number)])..<Int(starts[Int(key.number) + 1])
    }

    @inline(__always)
    subscript(place: Int) -> Int { Int(entries[place]) }

    @inline(__always)
    func film(of entry: Int) -> Int { Int(films[entry]) }

    /// Where in a key's range an entry stands, or the first one behind it.
    func place(of entry: Int, in range: Range<Int>) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if Int(entries[middle]) < entry { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
