import MovieDomain
import Testing

@Suite("Statistics of cards")
struct CardStatisticsTests {
    private static func days(_ texts: String...) -> [CalendarDate] { texts.compactMap { CalendarDate(parsing: $0) } }

    private static let cards = [
        CardOutlook(
            year: 2019,
            facts: FilmFacts(minutes: 131, genres: ["drama", "thriller"], countries: ["KR"], directors: ["봉준호"]),
            stars: 5,
            days: days("2026-03-01", "2025-12-31", "2026-03-02")
        ),
        CardOutlook(
            year: 2003,
            facts: FilmFacts(genres: ["drama"], directors: ["봉준호"]),
            stars: 4,
            days: days("2026-07-09")
        ),
        CardOutlook(facts: FilmFacts(minutes: 90)),
    ]

    @Test("Without a year, every card counts, and one without a day counts once")
    func everything() {
        let all = CardStatistics(of: Self.cards)
        #expect((all.films, all.viewings, all.undated, all.rewatches) == (3, 5, 1, 2))
        #expect((all.minutes, all.viewingsWithoutRuntime) == (131 * 3 + 90, 1))
        #expect(all.meanStars == 4.5 && all.ratedFilms == 2 && all.stars == [5: 1, 4: 1])
        #expect(all.periods.map(\.period) == ["2025", "2026"] && all.periods.map(\.viewings) == [1, 3])
        let directors = all.shares[.directors] ?? []
        #expect(directors.map(\.value) == ["봉준호"] && directors.map(\.viewings) == [4])
        #expect(directors.map(\.meanStars) == [4.5])
        #expect(all.shares[.genres]?.map(\.value) == ["drama", "thriller"])
        #expect(all.shares[.decades]?.map(\.value) == ["2010s", "2000s"])
        #expect(all.lacking == [.genres: 1, .directors: 1, .countries: 2, .decades: 1])
    }

    @Test("With a year, only its days count, and a film seen in an earlier year is seen again")
    func oneYear() {
        let year = CardStatistics(of: Self.cards, in: 2026)
        #expect((year.films, year.viewings, year.undated, year.rewatches) == (2, 3, 1, 2))
        #expect(year.periods.count == 12)
        #expect(year.periods.first?.period == "2026-01" && year.periods.first?.viewings == 0)
        #expect(year.periods.filter { $0.viewings > 0 }.map(\.period) == ["2026-03", "2026-07"])
        let first = CardStatistics(of: Self.cards, in: 2025)
        #expect((first.films, first.viewings, first.rewatches) == (1, 1, 0))
        #expect(CardStatistics(of: Self.cards, in: 1999).films == 0)
    }

    @Test("What is not known has no value")
    func unknown() {
        let none = CardStatistics(of: [])
        #expect((none.films, none.viewings, none.minutes) == (0, 0, 0))
        #expect(none.meanStars == nil && none.periods.isEmpty && none.lacking.isEmpty)
        let bare = CardStatistics(of: [CardOutlook()])
        #expect(bare.meanStars == nil && bare.viewingsWithoutRuntime == 1 && bare.minutes == 0)
    }
}
