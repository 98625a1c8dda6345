/// What one source gave, handed over as soon as it came, before everything is merged.
package struct PartialAnswer: Sendable {
    /// The status of the source.
    package var report: SourceReport
    /// The source's own films, each a film of one record.
    package var movies: [Movie]

    package init(report: SourceReport, movies: [Movie]) {
        self.report = report
        self.movies = movies
    }

    /// Called for each source as it answers, in whatever order that is; must be quick.
    package typealias Observer = @Sendable (PartialAnswer) -> Void
}
