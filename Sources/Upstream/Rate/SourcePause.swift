/// Leaves a source alone that said to have been asked too often.
package struct SourcePause: Sendable {
    /// How long a source is left alone, whatever it says.
    package struct Rule: Sendable, Hashable {
        /// Whatever a source says: somebody may have corrected it by then.
        package var longest = Duration.seconds(3_600)
        /// So that "now" and moments that have passed do not end in a loop.
        package var shortest = Duration.seconds(1)
        /// Where it is silent about it.
        package var unsaid = Duration.seconds(10)
        /// Where nobody can read what it says.
        package var unreadable = Duration.seconds(60)
        /// The longest chance part that is added, in percent, so that not all come back in the same moment.
        package var jitterPercent = 10.0

        package init() {}
    }

    /// What a source said about when to come again.
    package enum Wish: Sendable, Hashable {
        case unsaid, unreadable
        case seconds(Int)
    }

    private let rule: Rule
    /// When the pause ends; `nil` without one.
    package private(set) var end: Duration?

    package init(_ rule: Rule = Rule()) {
        self.rule = rule
    }

    /// Begins a pause, unless a longer one has begun; `chance` is from 0 to 1.
    package mutating func begin(_ wish: Wish, at now: Duration, chance: Double) {
        let pause = min(rule.longest, wished(wish) * (1 + chance * rule.jitterPercent / 100))
        end = max(end ?? .zero, now + pause)
    }

    /// How long calls have to wait yet; `nil` where they may go.
    package mutating func remaining(at now: Duration) -> Duration? {
        guard let end, end > now else {
            end = nil
            return nil
        }
        return end - now
    }

    private func wished(_ wish: Wish) -> Duration {
        switch wish {
        case .unsaid: rule.unsaid
        case .unreadable: rule.unreadable
        case .seconds(let seconds):
            min(rule.longest, max(rule.shortest, .seconds(min(max(0, seconds), 1_000_000_000))))
        }
    }
}
