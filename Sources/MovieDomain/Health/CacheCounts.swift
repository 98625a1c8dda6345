/// How calls for a source's answers were served since the start.
package struct CacheCounts: Hashable, Sendable {
    /// From what was kept, still fresh.
    package var hits: Int
    /// From what was kept, no longer fresh: while it was fetched anew, or because the source failed.
    package var staleHits: Int
    /// From the source.
    package var misses: Int
    /// The source said that what was kept is still right.
    package var revalidations: Int

    package init(hits: Int = 0, staleHits: Int = 0, misses: Int = 0, revalidations: Int = 0) {
        self.hits = hits
        self.staleHits = staleHits
        self.misses = misses
        self.revalidations = revalidations
    }

    /// The share of calls that needed no answer of the source, between 0 and 1; `nil` without calls.
    package var hitRate: Double? {
        let calls = hits + staleHits + misses + revalidations
        return calls == 0 ? nil : Double(hits + staleHits) / Double(calls)
    }
}
