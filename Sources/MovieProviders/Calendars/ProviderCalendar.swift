import HTTPModel
package import MovieDomain
import Platform
package import ProviderLanguage
package import Upstream

/// What day it is where a source is, and which of its periods are over.
struct ProviderCalendar: Sendable {
    private let clock: WallClock
    private let offset: @Sendable (Timestamp) -> Int

    /// The calendar of a zone of the tz database, UTC where it is `nil`; there is none for a zone that is not known.
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

    /// Seconds since a day was over there; negative while it is not.
    func secondsSinceEnd(of date: CalendarDate) -> Int {
        let now = clock.timestamp
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

extension TimeZoneDatabase {
    /// How far clocks are ahead of UTC at a moment where a source is; `nil` where its definition names no zone, or one
    /// that is not known here.
    func utcOffset(of definition: HTTPDefinition) -> (@Sendable (Int) -> Int)? {
        guard let zone = definition.timeZone else { return nil }
        let first = Timestamp(secondsSinceEpoch: 0)
        guard utcOffsetSeconds(of: zone, at: first) != nil else { return nil }
        return { utcOffsetSeconds(of: zone, at: Timestamp(secondsSinceEpoch: $0)) ?? 0 }
    }
}

/// The periods in which the sources of a configuration count our calls.
package enum QuotaCalendars {
    /// The calendar of all of them: hours, days and months in the zone of each one's quota, else in its own, else UTC.
    package static func calendar(of configuration: Configuration, zones: any TimeZoneDatabase) -> QuotaCalendar {
        let terms = configuration.providers.compactMap { provider -> (String, (period: Quota.Period, zone: String?))? in
            let limits: RequestLimits?
            var zone: String?
            switch provider.kind {
            case .http(let definition): (limits, zone) = (definition.limits, definition.timeZone)
            case .process(let definition): limits = definition.limits
            case .registered: limits = nil
            }
            guard let limits, let quota = limits.quota else { return nil }
            return (provider.id, (quota.period, limits.quotaTimeZone ?? zone))
        }
        let termsBySource = Dictionary(terms, uniquingKeysWith: { first, _ in first })
        return { source, seconds in
            termsBySource[source].map { terms in
                QuotaPeriod(terms.period, at: Timestamp(secondsSinceEpoch: seconds)) { moment in
                    // The system does not know the zone. A day that begins at another hour is still a day.
                    terms.zone.flatMap { zones.utcOffsetSeconds(of: $0, at: moment) } ?? 0
                }
            }
        }
    }
}

extension QuotaPeriod {
    /// The period that holds `now` where clocks are `offset` seconds ahead of UTC.
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
            // The 28th and four days lie in the next month, whatever the month.
            let next = today.adding(days: 28 - today.day + 4)
            let first = next.adding(days: 1 - next.day)
            self.init(name: String("\(today)".prefix(7)), end: Self.midnight(of: first, present, offset))
        }
    }

    /// The moment at which a day begins, with the clock as it stands then.
    private static func midnight(of date: CalendarDate, _ present: Int, _ offset: (Timestamp) -> Int) -> Int {
        let guess = date.daysSinceEpoch * 86_400 - present
        return date.daysSinceEpoch * 86_400 - offset(Timestamp(secondsSinceEpoch: guess))
    }
}
