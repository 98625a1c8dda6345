import MovieDomain
import Testing

@Suite("Box office trends")
struct BoxOfficeTrendTests {
    private static let day = CalendarDate(daysSinceEpoch: 19_000)

    private static func row(_ rank: Int, _ id: String) -> BoxOffice.Row {
        BoxOffice.Row(
            figures: BoxOfficeFigures(rank: rank),
            movie: MovieFacts(ids: id.isEmpty ? [:] : ["k": id], title: "t\(rank)")
        )
    }

    @Test("A day without a list takes its leaders from the last earlier list, else from the first one")
    func leaders() {
        var trend = BoxOfficeTrend()
        trend.add([Self.row(2, "b"), Self.row(1, "a")], of: Self.day)
        trend.add([Self.row(1, "c")], of: Self.day.adding(days: 5))
        #expect(trend.leaders(on: Self.day, limit: 1) == [["k": "a"]])
        #expect(trend.leaders(on: Self.day, limit: 9) == [["k": "a"], ["k": "b"]])
        #expect(trend.listedDay(near: Self.day) == Self.day)
        #expect(trend.listedDay(near: Self.day.adding(days: 3)) == Self.day)
        #expect(trend.listedDay(near: Self.day.adding(days: -3)) == Self.day)
        #expect(BoxOfficeTrend().listedDay(near: Self.day) == nil)
    }

    @Test("Admissions for each screen and showing need both figures") func perScreen() {
        var figures = BoxOfficeFigures(rank: 1)
        figures.audience.count = 1_000
        #expect(figures.audiencePerScreen == nil)
        (figures.screens, figures.showings) = (300, 0)
        #expect(figures.audiencePerScreen == 3.3 && figures.audiencePerShowing == nil)
    }

    @Test("A series has the days whose lists contain the film, found by title if the film has no ids")
    func series() {
        var trend = BoxOfficeTrend()
        trend.add([Self.row(3, "a")], of: Self.day.adding(days: 2))
        trend.add([Self.row(1, "a"), Self.row(2, "")], of: Self.day)
        trend.add([Self.row(1, "b")], of: Self.day.adding(days: 1))
        let series = trend.series(of: ["k": "a", "other": "x"])
        #expect(series?.days.map(\.figures.rank) == [1, 3])
        #expect(series?.movie.title?.text == "t3")
        #expect(trend.series(of: ["": "t2"])?.days.count == 1)
        #expect(trend.series(of: ["k": "z"]) == nil)
    }
}
