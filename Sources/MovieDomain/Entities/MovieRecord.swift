/// What one source says of one film.
package struct MovieRecord: Hashable, Sendable {
    package var provider: ProviderID
    package var facts: MovieFacts
    /// How old what it says is; the strategy ``MergeStrategy/newest`` goes by it.
    package var freshness: Freshness

    package init(provider: ProviderID, facts: MovieFacts, freshness: Freshness = .live) {
        self.provider = provider
        self.facts = facts
        self.freshness = freshness
    }
}
