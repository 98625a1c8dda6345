/// One film as all sources together tell it: one identity, and for every field who said it.
package struct Movie: Hashable, Sendable {
    /// The preferred one of `facts.ids`: `imdb`, then `tmdb`, then `kofic`, then the configured order.
    package var id: MovieID
    package var facts: MovieFacts
    /// Who said what.
    package var provenance: FieldSources
    /// What those say of year, day of release and running time who were not believed, in the order of the sources.
    package var differences: [FieldDifference]
    /// Why records of several sources were taken for one film; `nil` where only one source knows it.
    package var match: MatchExplanation?
    package var bookmarked: Bool

    package init(
        id: MovieID,
        facts: MovieFacts,
        provenance: FieldSources,
        differences: [FieldDifference] = [],
        match: MatchExplanation? = nil,
        bookmarked: Bool = false
    ) {
        self.id = id
        self.facts = facts
        self.provenance = provenance
        self.differences = differences
        self.match = match
        self.bookmarked = bookmarked
    }
}
