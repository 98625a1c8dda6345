/// What may be done with a kept answer at one moment.
package struct Reuse: Sendable, Hashable {
    /// Since the source gave or confirmed it, with the age that it had on its way.
    package var ageSeconds: Int
    /// For how long it stays fresh; 0 where it is not.
    package var freshSeconds: Int
    package var isFresh: Bool
    /// Given at once, while a newer one is fetched behind.
    package var mayBeGivenMeanwhile: Bool
    /// Given because the source fails.
    package var mayStandIn: Bool
}

extension StoredResponse {
    /// How far in the future an answer may have been kept before the clock has jumped: processes and time servers disagree
    /// by less.
    private static let clockTolerance = 5_000

    /// What may be done with it at `now`, milliseconds since 1970, under the rule that counts today.
    ///
    /// The times it was kept with are a limit, and so are those of the rule: a shorter rule takes effect at once, a longer
    /// one (a day that has settled since) with the next answer. What was kept in the future, because the clock went back,
    /// is stale by an unknown time: it is never fresh, and good again as soon as the source is asked.
    package func reuse(at now: Int, under rule: CacheRule) -> Reuse {
        let elapsed = now - storedAt
        let age = max(0, elapsed) / 1_000 + CacheControl.deltaSeconds(headers["Age"] ?? "")
        let fresh = min(freshFor, rule.freshFor?.milliseconds ?? .max)
        let isFromTheFuture = elapsed < -StoredResponse.clockTolerance
        let isFresh = elapsed < fresh && !isFromTheFuture
        let staleness = isFromTheFuture ? 0 : max(0, elapsed - fresh)
        let mayBeGivenMeanwhile = staleness < limited(staleWhileRevalidate, by: rule.staleWhileRevalidate)
        return Reuse(
            ageSeconds: age,
            freshSeconds: isFresh ? (fresh - max(0, elapsed)) / 1_000 : 0,
            isFresh: isFresh,
            mayBeGivenMeanwhile: mayBeGivenMeanwhile,
            mayStandIn: mayBeGivenMeanwhile || staleness < limited(staleIfError, by: rule.staleIfError)
        )
    }

    private func limited(_ window: Int, by rule: Duration) -> Int {
        rule > .zero ? min(window, rule.milliseconds) : window
    }
}
