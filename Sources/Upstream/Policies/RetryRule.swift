/// How often a call is repeated, and after what pauses.
package struct RetryRule: Sendable, Hashable {
    /// All attempts, the first one too.
    package var attempts = 3
    /// The pause before the first repetition is a chance part of the lower one; it doubles up to the upper one.
    package var backoff: ClosedRange<Duration> = .milliseconds(100) ... .seconds(2)
    /// A repetition is not begun with less time than this left.
    package var leastTime = Duration.milliseconds(100)

    package init() {}
}
