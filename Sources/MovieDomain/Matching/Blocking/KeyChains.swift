/// Which films have which block key: each entry of ``FilmTable/keys`` leads to the next one of the same key, at a later film.
///
/// The films are in canonical order, so what a film is compared with comes soon after it, and a walk along a chain stays
/// near it in memory.
struct KeyChains {
    private var following: [UInt32]
    private var holders: [UInt32]
    private static let end = UInt32.max

    /// Reads the keys of a table in canonical order.
    init(_ table: FilmTable) {
        following = [UInt32](repeating: KeyChains.end, count: table.keys.count)
        holders = following
        var last = [UInt32](repeating: KeyChains.end, count: table.keyTable.count)
        for film in table.films.indices.reversed() {
            for entry in table.films[film].keys.range {
                let key = Int(table.keys[entry].number)
                following[entry] = last[key]
                last[key] = UInt32(truncatingIfNeeded: entry)
                holders[entry] = UInt32(truncatingIfNeeded: film)
            }
        }
    }

    /// The next entry of the same key; `nil` after the last one.
    @inline(__always)
    func next(after entry: Int) -> Int? {
        following[entry] == KeyChains.end ? nil : Int(following[entry])
    }

    /// The film that an entry is of.
    @inline(__always)
    func film(of entry: Int) -> Int { Int(holders[entry]) }
}
