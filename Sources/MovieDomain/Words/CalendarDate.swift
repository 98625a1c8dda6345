import Platform

/// A day of the proleptic Gregorian calendar, without time or zone; always a day that exists.
public struct CalendarDate: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let year: Int
    public let month: Int
    public let day: Int

    /// Creates a day in the years 1 to 9999; `nil` if the day doesn't exist (2026-02-30).
    public init?(year: Int, month: Int, day: Int) {
        let date = CivilDate(year: year, month: month, day: day)
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            date == CivilDate(daysSince1970: date.daysSince1970)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day that is this many days after 1970-01-01, within the years 1 to 9999.
    public init(daysSinceEpoch: Int) {
        let date = CivilDate(daysSince1970: min(max(daysSinceEpoch, Self.first), Self.last))
        (year, month, day) = (date.year, date.month, date.day)
    }

    /// Days since 1970-01-01, negative before it.
    public var daysSinceEpoch: Int { CivilDate(year: year, month: month, day: day).daysSince1970 }

    /// ISO 8601's day of the week: Monday is 1, Sunday is 7.
    public var weekday: Int {
        let sinceThursday = (daysSinceEpoch % 7 + 7) % 7
        return (sinceThursday + 3) % 7 + 1
    }

    /// Returns the day that is this many days later, within the years 1 to 9999.
    public func adding(days: Int) -> CalendarDate {
        CalendarDate(daysSinceEpoch: daysSinceEpoch + min(max(days, Self.first - Self.last), Self.last - Self.first))
    }

    /// The days of the years 1 to 9999, as ``daysSinceEpoch``.
    private static let (first, last) = (-719_162, 2_932_896)

    /// ISO 8601: `2026-11-19`.
    public var description: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }

    /// The basic form of ISO 8601: `20261119`.
    public var compact: String { year.padded(to: 4) + month.padded(to: 2) + day.padded(to: 2) }

    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate {
    /// Reads `2026-11-19` or `20261119`; `nil` for any other form and for a day that does not exist.
    public init?(parsing text: some StringProtocol) {
        self.init(parsing: String(text))
    }

    /// Reads the same formats from a `String`, without the cost of a generic function that other targets call.
    public init?(parsing text: String) {
        let count = text.utf8.count
        guard count == 8 || count == 10 else { return nil }
        var number = 0
        for (place, byte) in text.utf8.enumerated() {
            if count == 10, place == 4 || place == 7 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
}
