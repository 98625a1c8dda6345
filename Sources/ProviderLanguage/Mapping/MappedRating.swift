/// What the users of a source think of a film.
package struct MappedRating: Hashable, Sendable {
    /// From 0 to `scale`.
    package var value: Double
    /// The best that can be given.
    package var scale: Double
    /// How many gave it.
    package var votes: Int?

    /// A rating from its parts.
    package init(value: Double, scale: Double, votes: Int? = nil) {
        self.value = value
        self.scale = scale
        self.votes = votes
    }
}
