/// What one source may be asked, how long, how often, and when it is left alone.
///
/// The numbers of an empty policy are those that suit a public web API that nobody has described further.
package struct SourcePolicy: Sendable, Hashable {
    /// So many calls in any stretch of time of that length.
    package struct Rate: Sendable, Hashable {
        package var count: Int
        package var period: Duration

        package init(count: Int, per period: Duration) {
            self.count = max(1, count)
            self.period = period
        }
    }

    /// Calls at the same time.
    package var concurrent = 8
    /// Calls that may wait for one of those places; more are refused at once.
    package var waiting = 256
    /// `nil` is without limit.
    package var rate: Rate?
    /// Calls in one period of the source's calendar; `nil` is without limit.
    package var quota: Int?
    package var retry = RetryRule()
    package var breaker = BreakerRule()
    /// For head and body of one attempt.
    package var attemptTimeout = Duration.seconds(3)
    package var connectTimeout = Duration.seconds(1)
    /// For all attempts of one call, and for its waiting.
    package var totalTimeout = Duration.seconds(8)

    package init() {}
}
