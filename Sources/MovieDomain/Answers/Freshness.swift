/// Where an answer was when it was asked for: at the source just now, or kept from before.
package struct Freshness: Hashable, Sendable {
    package var fromCache: Bool
    /// Seconds since the source gave it, where it comes from a cache.
    package var ageSeconds: Int?
    /// Older than its source's rules allow, and given all the same because nothing better was to be had.
    package var isStale: Bool

    package init(fromCache: Bool, ageSeconds: Int? = nil, isStale: Bool = false) {
        self.fromCache = fromCache
        self.ageSeconds = ageSeconds
        self.isStale = isStale
    }

    package static let live = Freshness(fromCache: false)

    /// Both together are as fresh as the older of them.
    package func combined(with other: Freshness) -> Freshness {
        Freshness(
            fromCache: fromCache && other.fromCache,
            ageSeconds: [ageSeconds, other.ageSeconds].compactMap(\.self).max(),
            isStale: isStale || other.isStale
        )
    }
}
