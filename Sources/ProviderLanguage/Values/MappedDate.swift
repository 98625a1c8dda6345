/// A day of the calendar that exists, without a time zone.
package struct MappedDate: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// From 1 to 9999.
    package let year: Int
    /// From 1 to 12.
    package let month: Int
    /// From 1.
    package let day: Int

    /// A day from year 1 to 9999 of the Gregorian calendar, `nil` where there is none such.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        guard (1...Self.days(in: month, of: year)).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// ISO 8601: `2019-05-30`.
    package var description: String { DateFormat.iso.text(of: self) }

    /// The order of the calendar.
    package static func < (left: MappedDate, right: MappedDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
