/// Pauses the calls to a source that reported too many requests, or that its quota is used up.
struct RetryAfterState: Sendable {
    /// Whatever a source says: it may have been corrected by then.
    static let longest = Duration.seconds(3_600)
    /// So that "now" and moments that have passed do not end in a loop.
    private static let shortest = Duration.seconds(1)
    /// The longest chance part that is added, so that not all come back in the same moment.
    private static let jitter = 0.1

    /// The pause that a source asked for.
    enum Wish: Sendable, Hashable {
        case unsaid, unreadable
        case seconds(Int)
        /// The quota is used up, and the source does not say for how long.
        case untilItCountsAnew
    }

    /// When the pause ends; `nil` without one.
    private(set) var end: Duration?
    /// Whether the source said last that its quota is used up.
    private(set) var isQuotaUsedUp = false

    /// Begins a pause, unless a longer one has begun; `chance` is from 0 to 1.
    mutating func begin(_ wish: Wish, isQuotaUsedUp: Bool = false, at now: Duration, chance: Double) {
        let pause = min(Self.longest, wished(wish) * (1 + chance * Self.jitter))
        end = max(end ?? .zero, now + pause)
        self.isQuotaUsedUp = isQuotaUsedUp
    }

    /// Returns how long calls still have to wait; `nil` if they may be made.
    mutating func remaining(at now: Duration) -> Duration? {
        guard let end, end > now else {
            end = nil
            return nil
        }
        return end - now
    }

    private func wished(_ wish: Wish) -> Duration {
        switch wish {
        case .unsaid: .seconds(10)
        case .unreadable: .seconds(60)
        case .untilItCountsAnew: Self.longest
        case .seconds(let seconds):
            min(Self.longest, max(Self.shortest, .seconds(min(max(0, seconds), 1_000_000_000))))
        }
    }
}
