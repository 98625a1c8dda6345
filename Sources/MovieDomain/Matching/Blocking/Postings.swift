/// Which films have which block key: for each key its films in canonical order, in one flat array.
struct Postings {
    /// Where each key's films begin.
    private var starts: [UInt32]
    /// Canonical places of films.
    private(set) var places: [UInt32]

    /// Reads the keys of the films, which `order` puts in canonical order.
    init(_ table: FilmTable, order: [Int]) {
        starts = [UInt32](repeating: 0, count: table.keyTable.count + 1)
        for key in table.keys { starts[Int(key.number) + 1] += 1 }
        for key in 1..<starts.count { starts[key] += starts[key - 1] }
        var next = starts
        places = [UInt32](repeating: 0, count: table.keys.count)
        for (place, film) in order.enumerated() {
            for index in table.films[film].keys.range {
                let key = Int(table.keys[index].number)
                places[Int(next[key])] = UInt32(truncatingIfNeeded: place)
                next[key] += 1
            }
        }
    }

    /// Where the films of a key stand in `places`.
    @inline(__always)
    func range(of key: UInt32) -> Range<Int> {
        Int(starts[Int(key)])..<Int(starts[Int(key) + 1])
    }
}
