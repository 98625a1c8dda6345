import HTTPModel
import MovieDomain
import Platform
import ProviderLanguage
import Upstream

/// The calendar of a source: its current day, and which of its periods are over.
struct ProviderCalendar: Sendable {
    private let clock: WallClock
    private let offset: @Sendable (Timestamp) -> Int

    /// Creates the calendar of a zone in the tz database, of UTC if `zone` is `nil`; fails for an unknown zone.
    init?(clock: WallClock, zones: any TimeZoneDatabase, zone: String?) {
        self.clock = clock
        guard let zone else {
            offset = { _ in 0 }
            return
        }
        guard let present = zones.utcOffsetSeconds(of: zone, at: clock.timestamp) else { return nil }
        offset = { zones.utcOffsetSeconds(of: zone, at: $0) ?? present }
    }

    var today: CalendarDate {
        let now = clock.timestamp
        return now.date(utcOffsetSeconds: offset(now))
    }

    /// Returns the seconds since the end of a day at the source; negative if the day is not over.
    func secondsSinceEnd(of date: CalendarDate) -> Int {
        let now = clock.timestamp
        return now.secondsSinceEpoch + offset(now) - (date.daysSinceEpoch + 1) * 86_400
    }

    /// Returns yesterday or, for longer spans, the first day of the last complete period.
    func lastCompleteDate(of span: BoxOfficeSpan) -> CalendarDate {
        let today = today
        let current = span.period(holding: today)
        guard current.to >= today else { return current.from }
        return span == .day ? today.adding(days: -1) : span.period(holding: today.adding(days: -7)).from
    }
}

extension TimeZoneDatabase {
    /// Returns a function from seconds since 1970 to the UTC offset at the source; `nil` if its definition names no
    /// zone or an unknown one.
    func utcOffset(of definition: HTTPDefinition) -> (@Sendable (Int) -> Int)? {
        guard let zone = definition.timeZone else { return nil }
        let first = Timestamp(secondsSinceEpoch: 0)
        guard utcOffsetSeconds(of: zone, at: first) != nil else { return nil }
        return { utcOffsetSeconds(of: zone, at: Timestamp(secondsSinceEpoch: $0)) ?? 0 }
    }
}

extension QuotaPeriod {
    /// Creates the period that contains `now`, for clocks that are `offset` seconds ahead of UTC.
    init(_ period: Quota.Period, at now: Timestamp, offset: (Timestamp) -> Int) {
        let present = offset(now)
        let today = now.date(utcOffsetSeconds: present)
        switch period {
        case .hour:
            let hours = (now.secondsSinceEpoch + present) / 3_600
            let hour = hours - today.daysSinceEpoch * 24
            self.init(name: "\(today)T\(hour < 10 ? "0" : "")\(hour)", end: (hours + 1) * 3_600 - present)
        case .day:
            self.init(name: "\(today)", end: Self.midnight(of: today.adding(days: 1), present, offset))
        case .month:
            // Four days after the 28th, it is the next month, whatever the month.
            let next = today.adding(days: 28 - today.day + 4)
            let first = next.adding(days: 1 - next.day)
            self.init(name: String("\(today)".prefix(7)), end: Self.midnight(of: first, present, offset))
        }
    }

    /// Returns the time at which a day begins, with the UTC offset of that time.
    private static func midnight(of date: CalendarDate, _ present: Int, _ offset: (Timestamp) -> Int) -> Int {
        let guess = date.daysSinceEpoch * 86_400 - present
        return date.daysSinceEpoch * 86_400 - offset(Timestamp(secondsSinceEpoch: guess))
    }
}
