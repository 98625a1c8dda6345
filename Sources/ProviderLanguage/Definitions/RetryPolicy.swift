/// How often a safe request is tried, and how long is waited between.
package struct RetryPolicy: Hashable, Sendable {
    /// All attempts, the first one too: from 1.
    package var attempts: Int
    /// The first pause, and the longest.
    package var backoff: ClosedRange<Duration>

    /// A policy from its parts.
    package init(attempts: Int = 2, backoff: ClosedRange<Duration> = .milliseconds(100) ... .seconds(2)) {
        self.attempts = attempts
        self.backoff = backoff
    }
}
