#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A date of the proleptic Gregorian calendar, convertible to and from a count of days.
///
/// The arithmetic is Howard Hinnant's ("chrono-Compatible Low-Level Date Algorithms"): years begin on 1 March, so that
/// the leap day is the last day of its year.
package struct CivilDate: Hashable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    package init(daysSince1970: Int) {
        let days = daysSince1970 + 719_468
        let era = days.floorDivided(by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (monthFromMarch >= 10 ? 1 : 0)
    }

    /// The number of days since 1970-01-01, negative before it.
    package var daysSince1970: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = yearFromMarch.floorDivided(by: 400)
        let yearOfEra = yearFromMarch - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

/// A time of the system clock, for logs and traces.
package struct UTCTime: Sendable, Hashable, CustomStringConvertible {
    /// Microseconds since 1970.
    package let microseconds: Int

    package init(microseconds: Int) { self.microseconds = microseconds }

    package static var now: UTCTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return UTCTime(microseconds: Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1_000)
    }

    /// ISO 8601 with microseconds: `2026-11-21T04:29:06.123456Z`.
    package var description: String { text(digits: 6) }

    /// Returns ISO 8601 with the given digits (1…6) of the fractional second, or without a fraction for 0.
    package func text(digits: Int) -> String {
        let seconds = microseconds.floorDivided(by: 1_000_000)
        let days = seconds.floorDivided(by: 86_400)
        let time = seconds - days * 86_400
        let fraction = microseconds - seconds * 1_000_000
        let date = CivilDate(daysSince1970: days)
        let text =
            [date.year, date.month, date.day].map { $0.padded(to: 2) }.joined(separator: "-") + "T"
            + [time / 3_600, time / 60 % 60, time % 60].map { $0.padded(to: 2) }.joined(separator: ":")
        return digits == 0 ? text + "Z" : text + "." + fraction.padded(to: 6).prefix(digits) + "Z"
    }

    /// The local day and minute, by `TZ` or the system's time zone: `2026-11-26 11:03`.
    package var localText: String? {
        var seconds = time_t(microseconds.floorDivided(by: 1_000_000))
        var parts = unsafe tm()
        tzset()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
        let offset = unsafe Int(parts.tm_gmtoff)
        let local = UTCTime(microseconds: microseconds + offset * 1_000_000).text(digits: 0)
        return "\(local.prefix(10)) \(local.dropFirst(11).prefix(5))"
    }

    /// ISO 8601 without separators, for use in file names: `20261121T043112Z`.
    package var compact: String { text(digits: 0).filter { $0 != "-" && $0 != ":" } }
}

extension Int {
    fileprivate func floorDivided(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The decimal digits, with zeros before them where they are fewer.
    package func padded(to width: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(width - text.count, 0)) + text
    }
}
