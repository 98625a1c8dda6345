/// So many requests in so much time: `2/s`, `20/10s`.
package struct Rate: Hashable, Sendable {
    package var count: Int
    package var period: Duration

    package init(count: Int, period: Duration) {
        self.count = count
        self.period = period
    }
}
