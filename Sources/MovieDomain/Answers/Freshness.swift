/// Where an answer was when it was asked for: at the source just now, or kept from before.
package struct Freshness: Hashable, Sendable {
    package var fromCache: Bool
    /// Seconds since the source gave it, where it comes from a cache.
    package var ageSeconds: Int?
    /// Older than its source's rules allow, and given all the same because nothing better was to be had.
    package var isStale: Bool
    /// For how many more seconds the same question has the same answer; `nil` where nobody knows, so that it must be
    /// asked anew.
    package var freshSeconds: Int?

    package init(fromCache: Bool, ageSeconds: Int? = nil, isStale: Bool = false, freshSeconds: Int? = nil) {
        self.fromCache = fromCache
        self.ageSeconds = ageSeconds
        self.isStale = isStale
        self.freshSeconds = freshSeconds
    }

    package static let live = Freshness(fromCache: false)

    /// Both together are as fresh as the older of them, for as long as both are.
    package func combined(with other: Freshness) -> Freshness {
        Freshness(
            fromCache: fromCache && other.fromCache,
            ageSeconds: [ageSeconds, other.ageSeconds].compactMap(\.self).max(),
            isStale: isStale || other.isStale,
            freshSeconds: freshSeconds.flatMap { mine in other.freshSeconds.map { min(mine, $0) } }
        )
    }

    /// The same answer when `seconds` have passed since it was given: it comes from a cache then.
    package func aged(by seconds: Int) -> Freshness {
        Freshness(
            fromCache: true,
            ageSeconds: (ageSeconds ?? 0) + seconds,
            isStale: isStale,
            freshSeconds: freshSeconds.map { max(0, $0 - seconds) }
        )
    }

    /// The same answer where it holds for no longer than another that it rests on; `nil` is one that nobody knows of.
    package func limited(toSeconds other: Int?) -> Freshness {
        var freshness = self
        freshness.freshSeconds = freshSeconds.flatMap { mine in other.map { min(mine, $0) } }
        return freshness
    }
}
