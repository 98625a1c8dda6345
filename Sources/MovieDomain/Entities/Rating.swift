/// What the users of one source think of a film.
package struct Rating: Hashable, Sendable {
    package var provider: ProviderID
    package var value: Double
    /// The best that can be given: 10, 5, 100.
    package var scale: Double
    package var votes: Int?

    package init(provider: ProviderID, value: Double, scale: Double, votes: Int? = nil) {
        self.provider = provider
        self.value = value
        self.scale = scale
        self.votes = votes
    }
}
