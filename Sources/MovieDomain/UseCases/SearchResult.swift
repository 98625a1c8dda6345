/// One page of films, and what became of each source.
package struct SearchResult: Hashable, Sendable {
    /// Each film once, in order.
    package var movies: [Movie]
    /// Which part of the whole it is.
    package var page: Page
    /// One status for each source, in configured order.
    package var sources: [SourceReport]

    package init(movies: [Movie], page: Page, sources: [SourceReport]) {
        self.movies = movies
        self.page = page
        self.sources = sources
    }
}
