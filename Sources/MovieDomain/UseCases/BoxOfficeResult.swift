/// The box office of one period, and what became of each source.
package struct BoxOfficeResult: Hashable, Sendable {
    /// The days that the figures cover.
    package var period: BoxOfficePeriod
    /// In order of rank.
    package var entries: [BoxOfficeEntry]
    /// One status for each source, in configured order.
    package var sources: [SourceReport]

    package init(period: BoxOfficePeriod, entries: [BoxOfficeEntry], sources: [SourceReport]) {
        self.period = period
        self.entries = entries
        self.sources = sources
    }
}
