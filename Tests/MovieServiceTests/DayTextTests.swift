import MovieDomain
import Testing

@testable import MovieService

@Suite("Days as people write them")
struct DayTextTests {
    /// A Friday.
    private static let today = CalendarDate(parsing: "2026-11-27")

    @Test(
        "A text names the same day whoever wrote it",
        arguments: [
            ("2026-11-19", "2026-11-19"), ("20261119", "2026-11-19"), ("2026/11/19", "2026-11-19"),
            ("2026-4-2", "2026-04-02"), ("2026.4.2", "2026-04-02"), ("2026. 4. 2.", "2026-04-02"),
            ("2026년 4월 2일", "2026-04-02"), ("19.11.2026", "2026-11-19"), ("11/19/2026", "2026-11-19"),
            ("4/4/2026", "2026-04-04"), ("19 Nov 2026", "2026-11-19"), ("November 19, 2026", "2026-11-19"),
            ("19th Nov 2026", "2026-11-19"), ("Sept 3 2026", "2026-09-03"),
            (" TODAY ", "2026-11-27"), ("오늘", "2026-11-27"), ("어제", "2026-11-26"), ("그저께", "2026-11-25"),
            ("-1", "2026-11-26"), ("-14", "2026-11-13"), ("3 days ago", "2026-11-24"), ("2 weeks ago", "2026-11-13"),
            ("3일 전", "2026-11-24"), ("monday", "2026-11-23"), ("Thu", "2026-11-26"), ("friday", "2026-11-20"),
            ("sunday", "2026-11-22"), ("last saturday", "2026-11-21"), ("월요일", "2026-11-23"),
            ("11/19", "2026-11-19"), ("11-19", "2026-11-19"), ("19.11.", "2026-11-19"), ("12/25", "2025-12-25"),
            ("11월 19일", "2026-11-19"), ("11월19일", "2026-11-19"), ("Nov 19", "2026-11-19"),
            ("19 november", "2026-11-19"),
            ("Thu, 19 Nov 2026", "2026-11-19"), ("2026-Nov-19", "2026-11-19"), ("２０２６－１１－１９", "2026-11-19"),
            ("2026–11–19", "2026-11-19"), ("day before yesterday", "2026-11-25"), ("a week ago", "2026-11-20"),
            ("일주일 전", "2026-11-20"), ("사흘 전", "2026-11-24"), ("그끄저께", "2026-11-24"), ("tomorrow", "2026-11-28"),
            ("내일", "2026-11-28"), ("this friday", "2026-11-27"), ("지난주 토요일", "2026-11-21"),
            ("이번 주 월요일", "2026-11-23"), ("다음 주 수요일", "2026-12-02"), ("29 Feb", "2024-02-29"),
        ]
    )
    func days(_ text: String, _ expected: String) throws {
        let today = try #require(Self.today)
        guard case .day(let day) = DayText(text).meaning else {
            Issue.record("\(text): \(DayText(text).meaning)")
            return
        }
        #expect(day.date(on: today).description == expected)
    }

    @Test(
        "A week or a month is a period",
        arguments: [
            ("2026-W47", "2026-11-16", "2026-11-22"), ("2026w1", "2025-12-29", "2026-01-04"),
            ("2020-W53", "2020-12-28", "2021-01-03"), ("2026-04", "2026-04-01", "2026-04-30"),
            ("2024/2", "2024-02-01", "2024-02-29"), ("2026년 12월", "2026-12-01", "2026-12-31"),
            ("Nov 2026", "2026-11-01", "2026-11-30"),
        ]
    )
    func periods(_ text: String, _ first: String, _ last: String) throws {
        let (first, last) = (try #require(CalendarDate(parsing: first)), try #require(CalendarDate(parsing: last)))
        #expect(DayText(text).meaning == .period(first, last))
    }

    @Test("Last week is from Monday to Sunday")
    func lastWeek() throws {
        let today = try #require(Self.today)
        for word in ["last week", "last-week", "지난주"] { #expect(DayText(word).meaning == .week(ago: 1, 1...7)) }
        for word in ["this weekend", "이번 주말"] { #expect(DayText(word).meaning == .week(ago: 0, 5...7)) }
        #expect(DayText("last weekend").meaning == .week(ago: 1, 5...7))
        #expect(NamedDay.ofWeek(ago: 0, weekday: 5).date(on: today).description == "2026-11-27")
        #expect(NamedDay.ofWeek(ago: 1, weekday: 1).date(on: today).description == "2026-11-16")
        #expect(NamedDay.ofWeek(ago: 1, weekday: 7).date(on: today).description == "2026-11-22")
        for word in ["next week", "다음주"] { #expect(DayText(word).meaning == .week(ago: -1, 1...7)) }
        #expect(NamedDay.ofWeek(ago: -1, weekday: 1).date(on: today).description == "2026-11-30")
    }

    @Test(
        "A month is from its first day to its last",
        arguments: [
            ("this month", "2026-11-01", "2026-11-30"), ("지난달", "2026-10-01", "2026-10-31"),
            ("next month", "2026-12-01", "2026-12-31"),
        ]
    )
    func months(_ text: String, _ first: String, _ last: String) throws {
        let today = try #require(Self.today)
        guard case .month(let ago) = DayText(text).meaning else {
            Issue.record("\(text): \(DayText(text).meaning)")
            return
        }
        #expect(NamedDay.ofMonth(ago: ago, isLast: false).date(on: today).description == first)
        #expect(NamedDay.ofMonth(ago: ago, isLast: true).date(on: today).description == last)
    }

    @Test(
        "What may be two days, or is none, is refused with the reason",
        arguments: [
            ("03/04/2026", "03/04/2026 may be 2026-03-04 or 2026-04-03"),
            ("3.4.2026", "3.4.2026 may be 2026-03-04 or 2026-04-03"),
            ("2026-02-30", "2026-02-30 is not a day of the calendar"),
            ("31/02/2026", "31/02/2026 is not a day of the calendar"),
            ("2026-13", "2026-13 is not a month of the calendar"), ("2026-W54", "2026-w54 is not a week of 2026"),
        ]
    )
    func problems(_ text: String, _ reason: String) { #expect(DayText(text).meaning == .problem(reason)) }

    @Test(
        "Other texts are no days",
        arguments: [
            "", "someday", "19", "31/31", "19.19", "26-11-19", "2026", "1/2/3/4", "--1", "may", "2026-11-19x",
            "a 1 2026",
        ]
    )
    func others(_ text: String) { #expect(DayText(text).meaning == .none) }
}
