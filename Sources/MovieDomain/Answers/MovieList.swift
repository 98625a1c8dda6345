/// Films of one source, in its order.
package struct MovieList: Hashable, Sendable {
    package var movies: [MovieFacts]
    /// How many the source has in all; `nil` where it does not say, or is known to lie.
    package var totalItems: Int?
    /// Whether rows follow the wanted window; `nil` where nobody knows.
    package var hasMore: Bool?

    package init(movies: [MovieFacts], totalItems: Int? = nil, hasMore: Bool? = nil) {
        self.movies = movies
        self.totalItems = totalItems
        self.hasMore = hasMore
    }
}
