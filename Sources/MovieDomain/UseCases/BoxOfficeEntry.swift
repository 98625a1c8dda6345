/// One film of a box office, with its figures.
package struct BoxOfficeEntry: Hashable, Sendable {
    /// Rank, audience and sales.
    package var figures: BoxOfficeFigures
    /// Of one record, or merged where it was enriched.
    package var movie: Movie

    package init(figures: BoxOfficeFigures, movie: Movie) {
        self.figures = figures
        self.movie = movie
    }
}
