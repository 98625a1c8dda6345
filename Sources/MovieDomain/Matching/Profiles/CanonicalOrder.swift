/// Which place each film of a ``FilmTable`` has in canonical order, and which position it had before.
struct CanonicalOrder {
    /// The former position of the film at each place.
    let positions: [UInt32]
    /// The place of the film that was at each position.
    let places: [UInt32]

    init(positions: [UInt32]) {
        self.positions = positions
        var places = [UInt32](repeating: 0, count: positions.count)
        for (place, position) in positions.enumerated() { places[Int(position)] = UInt32(truncatingIfNeeded: place) }
        self.places = places
    }

    /// The place of the film that was at a position.
    @inline(__always)
    func place(of position: Int) -> Int { Int(places[position]) }

    /// The former position of the film at a place.
    @inline(__always)
    func position(of place: Int) -> Int { Int(positions[place]) }
}
