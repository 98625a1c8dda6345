/// One film, and what became of each source.
package struct MovieResult: Hashable, Sendable {
    /// All that the sources say, merged.
    package var movie: Movie
    /// One status for each source, in configured order.
    package var sources: [SourceReport]

    package init(movie: Movie, sources: [SourceReport]) {
        self.movie = movie
        self.sources = sources
    }
}
