/// One film, and what became of each source.
package struct MovieResult: Hashable, Sendable {
    /// All that the sources say, merged.
    package var movie: Movie
    /// Films like it, best first; `nil` where nobody asked, or no source that knows the film can say.
    package var similar: [Movie]?
    /// Films for who liked it, best first; `nil` as for ``similar``.
    package var recommendations: [Movie]?
    /// One status for each source, in configured order.
    package var sources: [SourceReport]

    package init(movie: Movie, sources: [SourceReport]) {
        self.movie = movie
        self.sources = sources
    }
}
