/// So many requests in so much time: `2/s`, `20/10s`.
package struct Rate: Hashable, Sendable {
    /// Requests in the period.
    package var count: Int
    /// A stretch of time, wherever it begins.
    package var period: Duration

    /// A rate from its parts.
    package init(count: Int, period: Duration) {
        self.count = count
        self.period = period
    }
}
