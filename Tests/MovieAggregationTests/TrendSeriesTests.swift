import MovieAggregation
import MovieDomain
import Testing

@Suite("Figures of a film over the days")
struct TrendSeriesTests {
    private static let release = CalendarDate(daysSinceEpoch: 19_000)

    /// A series with an audience for each day from the release on; `nil` is a day without figures.
    private static func series(_ counts: [Int?], from first: Int = 0) -> TrendSeries {
        var facts = MovieFacts(ids: ["k": "1"], title: "The Lamp")
        facts.releaseDate = release
        let movie = Movie(id: MovieID(namespace: "k", value: "1"), facts: facts, provenance: Provenance())
        var total = 0
        var days: [BoxOfficeTrend.Day] = []
        for (place, count) in counts.enumerated() {
            total += count ?? 0
            guard let count, place >= first else { continue }
            var figures = BoxOfficeFigures(rank: 1)
            (figures.audience.count, figures.audience.total) = (count, total)
            days.append(BoxOfficeTrend.Day(date: release.adding(days: place), figures: figures))
        }
        return TrendSeries(movie: movie, days: days)
    }

    @Test("The days to a million are known if the days before have figures")
    func million() {
        #expect(Self.series([400_000, 400_000, 300_000, 100_000]).daysToMillion == 3)
        #expect(Self.series([1_200_000]).daysToMillion == 1)
        #expect(Self.series([400_000, 400_000]).daysToMillion == nil)
        // It may have been reached on the day that is missing, or before the first day.
        #expect(Self.series([400_000, nil, 700_000]).daysToMillion == nil)
        #expect(Self.series([400_000, 700_000, 1], from: 1).daysToMillion == nil)
    }

    @Test("The second week is compared with the first if all fourteen days have figures")
    func secondWeek() {
        let two = Array(repeating: 100, count: 7) + Array(repeating: 55, count: 7)
        #expect(Self.series(two).secondWeekChangePercent == -45)
        #expect(Self.series(Array(two.dropLast())).secondWeekChangePercent == nil)
        #expect(Self.series([nil] + two).secondWeekChangePercent == nil)
        #expect(Self.series(two, from: 1).secondWeekChangePercent == nil)
    }
}
