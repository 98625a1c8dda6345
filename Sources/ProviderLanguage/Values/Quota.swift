/// So many requests in a calendar period of the source: `3000/day`.
package struct Quota: Hashable, Sendable {
    /// A period of the calendar, in the time zone of the quota.
    package enum Period: String, CaseIterable, Sendable {
        case hour, day, month
    }

    /// Requests in a period.
    package var count: Int
    /// The calendar period.
    package var period: Period

    /// A quota from its parts.
    package init(count: Int, period: Period) {
        self.count = count
        self.period = period
    }
}
