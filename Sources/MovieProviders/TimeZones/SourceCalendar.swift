import MovieDomain

/// What day it is where a source is, and which of its periods are over.
struct SourceCalendar: Sendable {
    let clock: WallClock
    let zones: any TimeZoneDatabase
    /// A name of the tz database; `nil` is UTC.
    let zone: String?

    var today: CalendarDate {
        let now = clock.now()
        let offset = zone.flatMap { zones.utcOffsetSeconds(of: $0, at: now) } ?? 0
        return now.date(utcOffsetSeconds: offset)
    }

    /// A day of the last period of this kind that is over: yesterday, or one of last week.
    func lastCompleteDate(of span: BoxOfficeSpan) -> CalendarDate {
        let today = today
        let current = span.period(holding: today)
        guard current.to >= today else { return current.from }
        return span == .day ? today.adding(days: -1) : span.period(holding: today.adding(days: -7)).from
    }
}
