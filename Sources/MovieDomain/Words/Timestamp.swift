package import Platform

/// A moment of the wall clock, in whole seconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Sendable, Comparable {
    public let secondsSinceEpoch: Int

    public init(secondsSinceEpoch: Int) {
        self.secondsSinceEpoch = secondsSinceEpoch
    }

    /// Returns the day on a clock that is `offset` seconds ahead of UTC.
    public func date(utcOffsetSeconds offset: Int) -> CalendarDate {
        let local = secondsSinceEpoch + offset
        return CalendarDate(daysSinceEpoch: local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSinceEpoch < right.secondsSinceEpoch
    }
}

extension Timestamp {
    /// Reads a date and time of RFC 3339 with its offset: `2023-04-24T12:00:00+09:00`, `2023-04-24T03:00:00Z`.
    ///
    /// Ignores fractions of a second; returns `nil` for any other format and for moments that don't exist.
    public init?(parsing text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"),
            let date = CalendarDate(parsing: String(decoding: bytes[0..<10], as: UTF8.self)),
            let seconds = Timestamp.secondsOfDay(bytes[11..<19]),
            let offset = Timestamp.offset(bytes[19...])
        else { return nil }
        self.init(secondsSinceEpoch: date.daysSinceEpoch * 86_400 + seconds - offset)
    }

    /// Reads `12:34:56`; a leap second counts as the second before it.
    private static func secondsOfDay(_ bytes: ArraySlice<UInt8>) -> Int? {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(number)
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + min(second, 59)
    }

    /// Reads the text after the seconds: an optional fraction, then `Z` or `+09:00`.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst().drop { number([$0]) != nil }
        }
        guard let sign = rest.first else { return nil }
        if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return rest.count == 1 ? 0 : nil }
        let parts = rest.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(number)
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), parts.count == 2,
            let hours = parts[0], let minutes = parts[1], hours < 24, minutes < 60
        else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    /// Reads one or two digits as a number.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard (1...2).contains(bytes.count) else { return nil }
        return bytes.reduce(0) { sum, byte in
            guard let sum, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            return sum * 10 + Int(byte - UInt8(ascii: "0"))
        }
    }
}

extension Timestamp: CustomStringConvertible {
    /// The moment in UTC in the format of RFC 3339: `2026-11-21T15:00:00Z`.
    public var description: String {
        let date = date(utcOffsetSeconds: 0)
        let second = secondsSinceEpoch - date.daysSinceEpoch * 86_400
        let parts = [second / 3_600, second / 60 % 60, second % 60]
        return "\(date)T" + parts.map { $0.padded(to: 2) }.joined(separator: ":") + "Z"
    }
}

/// The port to the system's time zones, because a source's zone decides what `yesterday` means there.
package protocol TimeZoneDatabase: Sendable {
    /// Returns the seconds that `zone` (`Asia/Seoul`) is ahead of UTC at `moment`; `nil` if the zone is unknown.
    func utcOffsetSeconds(of zone: String, at moment: Timestamp) -> Int?
}

extension WallClock {
    package static func fixed(at moment: Timestamp) -> WallClock {
        WallClock(milliseconds: { moment.secondsSinceEpoch * 1_000 })
    }

    /// Returns a clock that stands still, where this one's user is.
    package func stopped(at moment: Timestamp) -> WallClock {
        WallClock(milliseconds: { moment.secondsSinceEpoch * 1_000 }, utcOffsetSeconds: offset)
    }

    package var timestamp: Timestamp { Timestamp(secondsSinceEpoch: seconds) }
}
