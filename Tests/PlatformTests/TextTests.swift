import Platform
import Testing

@Suite("Dates, times, and bytes as text")
struct TextTests {
    @Test(
        "A time is written as ISO 8601 with microseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"),
            (-1, "1969-12-31T23:59:59.999999Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (1_709_251_199_123_456, "2024-02-29T23:59:59.123456Z"),
            (1_795_235_346_000_001, "2026-11-21T04:29:06.000001Z"),
            (4_107_542_399_000_000, "2100-02-28T23:59:59.000000Z"),
        ]
    )
    func text(_ microseconds: Int, _ text: String) {
        #expect("\(UTCTime(microseconds: microseconds))" == text)
    }

    @Test("A time with fewer digits is truncated, not rounded")
    func digits() {
        let time = UTCTime(microseconds: 1_709_251_199_987_654)
        #expect(time.text(digits: 3) == "2024-02-29T23:59:59.987Z")
        #expect(time.text(digits: 0) == "2024-02-29T23:59:59Z")
    }

    @Test("Days convert to dates and back across leap years, centuries, and eras")
    func days() {
        var expected = CivilDate(year: -1, month: 12, day: 31)
        let first = CivilDate(year: 0, month: 1, day: 1).daysSince1970
        let last = CivilDate(year: 2405, month: 1, day: 1).daysSince1970
        for day in first...last {
            let date = CivilDate(daysSince1970: day)
            if date.daysSince1970 != day || date != Self.following(expected) {
                Issue.record("day \(day) is \(date), after \(expected)")
                return
            }
            expected = date
        }
        #expect(CivilDate(daysSince1970: 0) == CivilDate(year: 1970, month: 1, day: 1))
        #expect(CivilDate(year: 2000, month: 3, day: 1).daysSince1970 == 11_017)
    }

    private static func following(_ date: CivilDate) -> CivilDate {
        let (year, month, day) = (date.year, date.month, date.day)
        let isLeap = (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400)
        let last = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        if day < last { return CivilDate(year: year, month: month, day: day + 1) }
        return month < 12
            ? CivilDate(year: year, month: month + 1, day: 1) : CivilDate(year: year + 1, month: 1, day: 1)
    }

    @Test(
        "Base64 round-trips, and malformed text is refused",
        arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"]
    )
    func base64(_ text: String) {
        #expect(Base64.bytes(Base64.text(Array(text.utf8))) == Array(text.utf8))
        #expect(Base64.text(Array("foob".utf8)) == "Zm9vYg==")
        for wrong in ["A", "AB=", "A===", "AB!=", "AB=="] { #expect(Base64.bytes(wrong) == nil) }
    }
}
