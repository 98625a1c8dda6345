/// How long an answer may be used again.
package struct CachePolicy: Hashable, Sendable {
    /// How long an answer is fresh.
    package var ttl: Duration
    /// After `ttl`: used at once, and fetched anew behind.
    package var staleWhileRevalidate: Duration
    /// After `ttl`: used where the source fails.
    package var staleIfError: Duration
    /// How far back a day lies that no longer changes; only of operations with a date.
    package var settledAfter: Duration?
    /// The `ttl` of such days.
    package var settledTTL: Duration?

    /// A policy from its parts.
    package init(
        ttl: Duration,
        staleWhileRevalidate: Duration = .zero,
        staleIfError: Duration = .zero,
        settledAfter: Duration? = nil,
        settledTTL: Duration? = nil
    ) {
        self.ttl = ttl
        self.staleWhileRevalidate = staleWhileRevalidate
        self.staleIfError = staleIfError
        self.settledAfter = settledAfter
        self.settledTTL = settledTTL
    }
}
