import MovieDomain
import ProviderLanguage
import Upstream

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
