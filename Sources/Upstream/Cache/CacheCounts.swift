/// What the cache did for one source since the start.
package struct CacheCounts: Sendable, Hashable {
    /// Answered with a fresh answer.
    package var hits = 0
    /// Answered with a stale one while a newer one was fetched behind.
    package var staleHits = 0
    /// Answered with a stale one because the source failed.
    package var standIns = 0
    /// Nothing usable was kept, so that the source was asked.
    package var misses = 0
    /// Of all questions to the source, those answered with 304.
    package var revalidations = 0
    /// Answers kept, first ones and renewed ones.
    package var stores = 0

    package init() {}
}
