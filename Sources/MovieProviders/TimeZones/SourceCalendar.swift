import MovieDomain

/// What day it is where a source is, and which of its periods are over.
struct SourceCalendar: Sendable {
    private let clock: WallClock
    private let offset: @Sendable (Timestamp) -> Int

    /// The calendar of a zone of the tz database, UTC where it is `nil`; there is none for a zone that is not known.
    init?(clock: WallClock, zones: any TimeZoneDatabase, zone: String?) {
        self.clock = clock
        guard let zone else {
            offset = { _ in 0 }
            return
        }
        guard let present = zones.utcOffsetSeconds(of: zone, at: clock.now()) else { return nil }
        offset = { zones.utcOffsetSeconds(of: zone, at: $0) ?? present }
    }

    var today: CalendarDate {
        let now = clock.now()
        return now.date(utcOffsetSeconds: offset(now))
    }

    /// Seconds since a day was over there; negative while it is not.
    func secondsSinceEnd(of date: CalendarDate) -> Int {
        let now = clock.now()
        return now.secondsSinceEpoch + offset(now) - (date.daysSinceEpoch + 1) * 86_400
    }

    /// A day of the last period of this kind that is over: yesterday, or one of last week.
    func lastCompleteDate(of span: BoxOfficeSpan) -> CalendarDate {
        let today = today
        let current = span.period(holding: today)
        guard current.to >= today else { return current.from }
        return span == .day ? today.adding(days: -1) : span.period(holding: today.adding(days: -7)).from
    }
}
