/// So many requests in a calendar period of the source: `3000/day`.
package struct Quota: Hashable, Sendable {
    /// A period of the calendar, in the time zone of the quota.
    package enum Period: String, CaseIterable, Sendable {
        case hour, day, month
    }

    package var count: Int
    package var period: Period

    package init(count: Int, period: Period) {
        self.count = count
        self.period = period
    }
}
