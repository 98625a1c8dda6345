import MovieDomain

/// The rule of a time zone for all moments after the last transition that its file lists.
///
/// It is the text of POSIX that ends the file: `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 8536, section 3.3).
struct TimeZoneRule: Sendable, Hashable {
    /// The part of a year in which clocks are put forward.
    struct Summer: Sendable, Hashable {
        var offset: Int
        var start: YearlyMoment
        var end: YearlyMoment
    }

    /// Seconds ahead of UTC.
    var standardOffset: Int
    var summer: Summer?

    /// Reads the text; `nil` for any other form.
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

    /// Seconds ahead of UTC at a moment given in seconds since 1970.
    func offset(at seconds: Int) -> Int {
        guard let summer else { return standardOffset }
        let year = Timestamp(secondsSinceEpoch: seconds).date(utcOffsetSeconds: standardOffset).year
        let start = summer.start.seconds(in: year) - standardOffset
        let end = summer.end.seconds(in: year) - summer.offset
        let isSummer = start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
        return isSummer ? summer.offset : standardOffset
    }
}
