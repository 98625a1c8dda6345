/// How one source is, for `providers/status`; holds no secret.
package struct SourceStatistics: Sendable, Hashable {
    package struct Failure: Sendable, Hashable {
        /// A `TransportFailure.Kind` or a `ResponseVerdict.Fault.Kind`, as text.
        package var kind: String
        package var message: String
        package var epochMilliseconds: Int

        package init(kind: String, message: String, epochMilliseconds: Int) {
            self.kind = kind
            self.message = message
            self.epochMilliseconds = epochMilliseconds
        }
    }

    package struct Quota: Sendable, Hashable {
        package var used: Int
        package var limit: Int
        /// When the next period begins, in seconds since 1970.
        package var resetAt: Int

        package init(used: Int, limit: Int, resetAt: Int) {
            self.used = used
            self.limit = limit
            self.resetAt = resetAt
        }
    }

    /// Attempts that ended, cancelled ones not counted.
    package var calls = 0
    /// Those of them without a usable answer.
    package var failures = 0
    /// Attempts that were repetitions.
    package var retries = 0
    /// Calls that were turned down without a question to the source.
    package var refusals = 0
    /// Attempts under way.
    package var inFlight = 0
    /// Calls that wait for a place.
    package var waiting = 0
    /// Of the last 256 attempts; `nil` before the first.
    package var p50Milliseconds: Int?
    package var p99Milliseconds: Int?
    /// The best state among the source's hosts.
    package var breaker = CircuitBreaker.State.closed
    /// Whole seconds for which the source wants to be left alone yet.
    package var pausedForSeconds: Int?
    /// `nil` for a source without one.
    package var quota: Quota?
    package var lastFailure: Failure?

    package init() {}
}
