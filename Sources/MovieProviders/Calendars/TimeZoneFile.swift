import MovieDomain
import Platform

/// The transitions of one time zone, read from a compiled file of the system's zoneinfo (RFC 8536, TZif).
///
/// From version 2 on, it reads the 64-bit block, and the rule after the last transition: many files list no current one.
struct TimeZoneFile: Sendable {
    private var transitions: [Int] = []
    private var offsets: [Int] = []
    private var offsetBeforeAll = 0
    private var rule: TimeZoneRule?

    /// Parses a TZif file; `nil` if the bytes are anything else or incomplete.
    init?(_ bytes: [UInt8]) {
        guard let first = Header(bytes, at: 0) else { return nil }
        guard first.version >= UInt8(ascii: "2") else {
            self.init(bytes, header: first, start: Header.size, timeSize: 4)
            return
        }
        let secondStart = Header.size + first.bodySize(timeSize: 4)
        guard let second = Header(bytes, at: secondStart) else { return nil }
        let start = secondStart + Header.size
        self.init(bytes, header: second, start: start, timeSize: 8)
        rule = TimeZoneFile.rule(bytes.dropFirst(start + second.bodySize(timeSize: 8)))
    }

    private init?(_ bytes: [UInt8], header: Header, start: Int, timeSize: Int) {
        guard header.typeCount > 0, start + header.bodySize(timeSize: timeSize) <= bytes.count else { return nil }
        let indexStart = start + header.timeCount * timeSize
        let typeStart = indexStart + header.timeCount
        func offset(ofType index: Int) -> Int { bytes.bigEndian(at: typeStart + index * 6, size: 4) }
        for number in 0..<header.timeCount {
            let type = Int(bytes[indexStart + number])
            guard type < header.typeCount else { return nil }
            transitions.append(bytes.bigEndian(at: start + number * timeSize, size: timeSize))
            offsets.append(offset(ofType: type))
        }
        offsetBeforeAll = offset(ofType: 0)
    }

    private static func rule(_ footer: ArraySlice<UInt8>) -> TimeZoneRule? {
        let newline = UInt8(ascii: "\n")
        guard footer.first == newline, let end = footer.dropFirst().firstIndex(of: newline) else { return nil }
        return TimeZoneRule(String(decoding: footer[..<end].dropFirst(), as: UTF8.self))
    }

    /// Returns the UTC offset in seconds at a time in seconds since 1970.
    func offset(at seconds: Int) -> Int {
        // Nearly every time that is asked for comes after the last transition, or soon before it.
        let last = transitions.lastIndex { $0 <= seconds }
        if last == transitions.indices.last, let rule { return rule.offset(at: seconds) }
        return last.map { offsets[$0] } ?? offsetBeforeAll
    }

    /// The 44 bytes before each block: magic, version and six counts.
    private struct Header {
        static let size = 44
        let version: UInt8
        let typeCount: Int
        let timeCount: Int
        /// The sizes of what is not read: abbreviations, leap seconds, and two kinds of indicators.
        private let others: (abbreviations: Int, leaps: Int, indicators: Int)

        init?(_ bytes: [UInt8], at start: Int) {
            guard bytes.count >= start + Header.size, Array(bytes[start..<start + 4]) == Array("TZif".utf8) else {
                return nil
            }
            let counts = (0..<6).map { bytes.bigEndian(at: start + 20 + $0 * 4, size: 4) }
            guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
            version = bytes[start + 4]
            timeCount = counts[3]
            typeCount = counts[4]
            others = (counts[5], counts[2], counts[1] + counts[0])
        }

        func bodySize(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + others.abbreviations + others.leaps * (timeSize + 4)
                + others.indicators
        }
    }
}

extension [UInt8] {
    /// Returns a signed big-endian number of `size` bytes.
    fileprivate func bigEndian(at start: Int, size: Int) -> Int {
        let unsigned = self[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return size == 4 ? Int(Int32(truncatingIfNeeded: unsigned)) : Int(truncatingIfNeeded: unsigned)
    }
}

/// The rule of a time zone for all times after the last transition that its file lists.
///
/// It is the POSIX string at the end of the file: `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 8536, section 3.3).
struct TimeZoneRule: Sendable, Hashable {
    /// The part of a year with daylight saving time.
    struct Summer: Sendable, Hashable {
        var offset: Int
        var start: YearlyMoment
        var end: YearlyMoment
    }

    /// The UTC offset of standard time, in seconds.
    var standardOffset: Int
    var summer: Summer?

    /// Parses the string; `nil` for any other form.
    init?(_ text: String) {
        var reader = TimeZoneRuleReader(text)
        guard reader.skipName(), let west = reader.offset() else { return nil }
        standardOffset = -west
        guard !reader.isAtEnd else { return }
        guard reader.skipName() else { return nil }
        let offset = reader.offset().map { -$0 } ?? standardOffset + 3_600
        guard let start = reader.moment(), let end = reader.moment(), reader.isAtEnd else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// Returns the UTC offset in seconds at a time in seconds since 1970.
    func offset(at seconds: Int) -> Int {
        guard let summer else { return standardOffset }
        let year = Timestamp(secondsSinceEpoch: seconds).date(utcOffsetSeconds: standardOffset).year
        let start = summer.start.seconds(in: year) - standardOffset
        let end = summer.end.seconds(in: year) - summer.offset
        let isSummer = start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
        return isSummer ? summer.offset : standardOffset
    }
}

/// A parser for the parts of a POSIX time zone string, from front to back.
struct TimeZoneRuleReader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips the name of a zone (letters, or anything between `<` and `>`); returns `false` if there is none.
    mutating func skipName() -> Bool {
        if rest.first == "<" {
            guard let end = rest.firstIndex(scalar: ">") else { return false }
            rest = rest[end...].dropFirst()
            return true
        }
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
    }

    /// Parses `9`, `-1`, `+5:30`, or `-3:30:15` into seconds, which POSIX counts to the west.
    mutating func offset() -> Int? {
        let sign = rest.first == "-" ? -1 : 1
        if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
        guard var seconds = number(upTo: 167).map({ $0 * 3_600 }) else { return nil }
        for unit in [60, 1] where rest.first == ":" {
            rest = rest.dropFirst()
            guard let part = number(upTo: 59) else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    /// Parses a comma, the day of a change, and its time, which is two o'clock by default.
    mutating func moment() -> YearlyMoment? {
        guard take(","), let day = day() else { return nil }
        guard rest.first == "/" else { return YearlyMoment(day: day, time: 7_200) }
        rest = rest.dropFirst()
        return offset().map { YearlyMoment(day: day, time: $0) }
    }

    private mutating func day() -> YearlyMoment.Day? {
        if take("J") { return number(upTo: 365).flatMap { $0 > 0 ? .julian($0) : nil } }
        guard take("M") else { return number(upTo: 365).map { .zeroBased($0) } }
        guard let month = number(upTo: 12), month > 0, take("."), let week = number(upTo: 5), week > 0, take("."),
            let weekday = number(upTo: 6)
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func number(upTo limit: Int) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        return Int(digits).flatMap { $0 <= limit ? $0 : nil }
    }
}

/// A time of every year at which clocks change, by the clock that is valid before the change.
struct YearlyMoment: Sendable, Hashable {
    enum Day: Sendable, Hashable {
        /// The `week`-th (5 is the last) `weekday` (0 is Sunday) in a month.
        case weekday(month: Int, week: Int, weekday: Int)
        /// A day counted from 1, without 29 February.
        case julian(Int)
        /// A day counted from 0, with 29 February.
        case zeroBased(Int)
    }

    var day: Day
    /// The seconds after midnight, which may be negative or more than a day.
    var time: Int

    /// Returns the seconds since 1970, by the local clock.
    func seconds(in year: Int) -> Int { daysSinceEpoch(in: year) * 86_400 + time }

    private func daysSinceEpoch(in year: Int) -> Int {
        switch day {
        case .zeroBased(let number):
            return Self.first(of: 1, year) + number
        case .julian(let number):
            let isAfterFebruary = number > 59 && Self.first(of: 3, year) - Self.first(of: 2, year) == 29
            return Self.first(of: 1, year) + number - (isAfterFebruary ? 0 : 1)
        case .weekday(let month, let week, let weekday):
            let first = Self.first(of: month, year)
            let next = month == 12 ? Self.first(of: 1, year + 1) : Self.first(of: month + 1, year)
            let firstWeekday = CalendarDate(daysSinceEpoch: first).weekday % 7
            var day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            if day >= next { day -= 7 }
            return day
        }
    }

    private static func first(of month: Int, _ year: Int) -> Int {
        CalendarDate(year: year, month: month, day: 1)?.daysSinceEpoch ?? 0
    }
}
