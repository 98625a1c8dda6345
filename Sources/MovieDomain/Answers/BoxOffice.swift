/// The box office of one period as one source gives it.
package struct BoxOffice: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package var figures: BoxOfficeFigures
        package var movie: MovieFacts

        package init(figures: BoxOfficeFigures, movie: MovieFacts) {
            self.figures = figures
            self.movie = movie
        }
    }

    package var period: BoxOfficePeriod
    /// In order of rank.
    package var rows: [Row]

    package init(period: BoxOfficePeriod, rows: [Row]) {
        self.period = period
        self.rows = rows
    }
}
