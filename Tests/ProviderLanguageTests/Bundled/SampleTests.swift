import JSON
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Recorded answers of KOFIC and YTS", .enabled(if: TestFiles.hasSamples, TestFiles.missingSamples))
struct SampleTests {
    private func mapped(_ name: Capability, _ file: String) throws -> (films: [MovieFacts], report: MappingReport) {
        try ProviderLanguageTests.films(in: try TestFiles.sample(file), by: operation(name, file))
    }

    private func ranked(_ name: Capability, _ file: String) throws -> (rows: [BoxOffice.Row], report: MappingReport) {
        try ProviderLanguageTests.boxOffice(in: try TestFiles.sample(file), by: operation(name, file))
    }

    private func operation(_ name: Capability, _ file: String) throws -> OperationDefinition {
        try #require(try bundledDefinition(String(file.prefix { $0 != "/" })).http?.operations[name]?.first)
    }

    @Test(
        "A recorded box office has ten rows by audience, each with a film, and no unreadable value",
        arguments: [
            (.dailyBoxOffice, "kofic/daily-20120101.json", "20112207", 353_274, 2_776_060_500, -13.0),
            (.dailyBoxOffice, "kofic/daily-20220105.json", "20199882", 64_050, 584_559_330, 100.0),
            (.dailyBoxOffice, "kofic/daily-20221214.json", "20225061", 359_031, 4_189_094_718, 100.0),
            (.dailyBoxOffice, "kofic/daily-20230423.json", "20231089", 113_983, 1_198_147_388, -18.4),
            (.weeklyBoxOffice, "kofic/weekly-20111230.json", "20112207", 1_007_683, 7_840_509_500, -17.9),
        ] as [(Capability, String, String, Int, Int, Double)]
    )
    func boxOffice(
        _ name: Capability,
        _ file: String,
        _ id: String,
        _ audience: Int,
        _ sales: Int,
        _ change: Double
    ) throws {
        let (rows, report) = try ranked(name, file)
        #expect(rows.map(\.figures.rank) == Array(1...10))
        #expect(report.failures == [])
        #expect(report.dropped == 0)
        #expect(rows[0].movie.ids == ["kofic": id])
        #expect(rows[0].figures.audience.count == audience)
        #expect((rows[0].figures.sales.amount, rows[0].figures.sales.currency) == (sales, "KRW"))
        #expect(rows[0].figures.sales.changePercent == change)
        let audiences = rows.compactMap(\.figures.audience.count)
        #expect(audiences.count == 10)
        #expect(audiences == audiences.sorted(by: >))
        #expect(rows.allSatisfy { $0.movie.releaseDate != nil && $0.figures.screens != nil })
    }

    @Test("Trailing blanks, rank jumps, old films, and blank dates of a box office are handled")
    func oddities() throws {
        let weekly = try ranked(.weeklyBoxOffice, "kofic/weekly-20111230.json").rows
        #expect(weekly.contains { $0.figures.rankChange == 11 })
        #expect(weekly.contains { $0.figures.sales.changePercent == 11149.8 })
        #expect(weekly.allSatisfy { $0.movie.title?.text.hasSuffix(" ") == false })
        #expect(weekly.contains { $0.movie.releaseDate?.year == 1994 })
        let blank = try ranked(.dailyBoxOffice, "kofic/daily-opendt-space-reconstructed.json")
        #expect(blank.rows.first?.movie.releaseDate == nil)
        #expect(blank.rows.first?.figures.audience.count == 2000)
        #expect(blank.report.failures == [])
        #expect(try ranked(.dailyBoxOffice, "kofic/daily-empty.json").rows == [])
    }

    @Test("A recorded list has ids with letters, and release dates of eight digits or none")
    func list() throws {
        let (items, report) = try mapped(.search, "kofic/movielist-2023.json")
        #expect(items.count == 10)
        #expect(report.failures == [])
        #expect(items.contains { $0.ids == ["kofic": "2023C165"] })
        #expect(items[0].title == LocalizedText("라스트 필름 쇼", language: "ko"))
        #expect(items[0].countries == ["인도", "프랑스", "미국"])
        #expect(items[0].releaseDate == nil)
        #expect(items[1].releaseDate?.description == "2023-04-27")
        #expect(items[3].year == 1948)
    }

    @Test(
        "A recorded KOFIC lookup maps the details of a film",
        arguments: [
            (
                "kofic/movieinfo-20124079.json", "광해, 왕이 된 남자", "Masquerade", 131, 2012, "2012-09-13",
                ["CHOO Chang-min"], ["15세이상관람가"]
            ),
            (
                "kofic/movieinfo-20194376.json", "탑건: 매버릭", "Top Gun: Maverick", 130, 2021, "2022-06-22",
                ["Joseph Kosinski"], ["12세이상관람가"]
            ),
            (
                "kofic/movieinfo-20252432.json", "주토피아 2", "Zootopia 2", 108, 2025, "2025-11-26",
                ["Jared Bush", "Byron Howard"], ["전체관람가"]
            ),
        ] as [(String, String, String, Int, Int, String, [String], [String])]
    )
    func info(
        _ file: String,
        _ title: String,
        _ english: String,
        _ minutes: Int,
        _ year: Int,
        _ day: String,
        _ directors: [String],
        _ grades: [String]
    ) throws {
        let (items, report) = try mapped(.lookup, file)
        #expect(report.failures == [])
        let movie = try #require(items.first)
        #expect(movie.title?.text == title)
        #expect(movie.titles == [LocalizedText(english, language: "en")])
        #expect(movie.runtimeMinutes == minutes)
        #expect(movie.year == year)
        #expect(movie.releaseDate?.description == day)
        #expect(movie.directors.map(\.nameEn) == directors)
        #expect(movie.certifications.map(\.label).contains(grades[0]))
        #expect(movie.originalTitle == nil)
    }

    @Test("Recorded YTS answers from 2017 to 2026 are mapped")
    func films() throws {
        let list = try mapped(.list, "yts/list-2023.json")
        #expect(list.films.count == 8)
        #expect(list.report.failures == [])
        #expect(list.films[0].ids == ["yts": "50216", "imdb": "tt15743130"])
        #expect(list.films[0].ratings == [Rating(provider: "shelf", value: 7.2, scale: 10)])
        #expect(list.films[0].runtimeMinutes == nil)
        #expect(list.films[0].languages == ["zh"])
        let strange = try #require(try mapped(.search, "yts/list-one-2017.json").films.first)
        #expect(strange.languages == ["English"])
        #expect(strange.runtimeMinutes == 115)
        #expect(strange.certifications == [Certification(region: "US", label: "PG-13")])
        let similar = try mapped(.similar, "yts/suggestions-2026.json").films
        #expect(similar.map(\.year) == [2015, 2013])
        let details = try #require(try mapped(.lookup, "yts/details-22735.json").films.first)
        #expect(details.overview?.text.hasPrefix("Brave Blue World is a documentary") == true)
        #expect(details.videos.first?.key == "w86pkn6RWOs")
    }

    @Test(
        "A recorded answer without rows yields no films",
        arguments: ["yts/count-3-no-movies-2020.json", "yts/list-empty-no-movies-key-2026.json"]
    )
    func nothing(_ file: String) throws {
        #expect(try mapped(.search, file).films == [])
    }

    @Test(
        "Recorded faults with status 200 are recognized",
        arguments: [
            ("kofic/fault-320010.json", .auth, "320010"), ("kofic/fault-320102.json", .badRequest, "320102"),
            ("kofic/codes-0105.json", nil, nil), ("yts/cloudflare-challenge.html", .unavailable, nil),
        ] as [(String, ProviderError.Kind?, String?)]
    )
    func faults(_ file: String, _ kind: ProviderError.Kind?, _ code: String?) throws {
        let http = try #require(try bundledDefinition(String(file.prefix { $0 != "/" })).http)
        let bytes = try TestFiles.bytes(TestFiles.sampleURL(file))
        let root = file.hasSuffix("json") ? try JSONDocument(bytes).root : nil
        let facts = ResponseFacts(response(200, nil, bytes), root: root)
        let fault = http.errorRules.failure(in: facts)
        #expect(fault?.kind == kind)
        #expect(fault?.code == code)
    }
}
