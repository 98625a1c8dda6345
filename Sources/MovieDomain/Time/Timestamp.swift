/// A moment of the wall clock, in whole seconds since 1970-01-01T00:00:00Z.
package struct Timestamp: Hashable, Sendable, Comparable {
    package let secondsSinceEpoch: Int

    package init(secondsSinceEpoch: Int) {
        self.secondsSinceEpoch = secondsSinceEpoch
    }

    /// The day that a clock shows which is `offset` seconds ahead of UTC.
    package func date(utcOffsetSeconds offset: Int) -> CalendarDate {
        let local = secondsSinceEpoch + offset
        return CalendarDate(daysSinceEpoch: local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSinceEpoch < right.secondsSinceEpoch
    }
}
