import JSON
import ProviderLanguage
import Testing

@Suite("Recorded answers of KOFIC and YTS", .enabled(if: TestFiles.hasSamples, TestFiles.missingSamples))
struct SampleTests {
    private func mapped(_ name: OperationName, _ file: String) throws -> (items: [MappedItem], report: MappingReport) {
        let provider = String(file.prefix { $0 != "/" })
        let operation = try #require(try bundledDefinition(provider).http?.operations[name]?.first)
        return ProviderLanguageTests.mapped(try TestFiles.sample(file), operation)
    }

    @Test(
        "A box office: ten rows by audience, each with a film, and no value that could not be read",
        arguments: [
            (.dailyBoxOffice, "kofic/daily-20120101.json", "20112207", 353_274, 2_776_060_500, -13.0),
            (.dailyBoxOffice, "kofic/daily-20220105.json", "20199882", 64_050, 584_559_330, 100.0),
            (.dailyBoxOffice, "kofic/daily-20221214.json", "20225061", 359_031, 4_189_094_718, 100.0),
            (.dailyBoxOffice, "kofic/daily-20230423.json", "20231089", 113_983, 1_198_147_388, -18.4),
            (.weeklyBoxOffice, "kofic/weekly-20111230.json", "20112207", 1_007_683, 7_840_509_500, -17.9),
        ] as [(OperationName, String, String, Int, Int, Double)]
    )
    func boxOffice(
        _ name: OperationName,
        _ file: String,
        _ id: String,
        _ audience: Int,
        _ sales: Int,
        _ change: Double
    ) throws {
        let (items, report) = try mapped(name, file)
        #expect(items.map { $0.integer(.rank) } == Array(1...10))
        #expect(report.failures == [])
        #expect(report.dropped == 0)
        #expect(items[0].movie?.ids == [MappedID("kofic", id)])
        #expect(items[0].integer(.audience) == audience)
        #expect(items[0].amount(.sales) == MappedAmount(sales, currency: "KRW"))
        #expect(items[0].decimal(.salesChangePercent) == change)
        let audiences = items.compactMap { $0.integer(.audience) }
        #expect(audiences == audiences.sorted(by: >))
        #expect(items.allSatisfy { $0.movie?.date(.releaseDate) != nil && $0.integer(.screens) != nil })
    }

    @Test("Oddities of the box office: a title's blank at its end, a jump of ranks, an old film, a blank day")
    func oddities() throws {
        let weekly = try mapped(.weeklyBoxOffice, "kofic/weekly-20111230.json").items
        #expect(weekly.contains { $0.integer(.rankChange) == 11 })
        #expect(weekly.contains { $0.decimal(.salesChangePercent) == 11149.8 })
        #expect(weekly.allSatisfy { $0.movie?.text(.title)?.text.hasSuffix(" ") == false })
        #expect(weekly.contains { $0.movie?.date(.releaseDate)?.year == 1994 })
        let blank = try mapped(.dailyBoxOffice, "kofic/daily-opendt-space-reconstructed.json")
        #expect(blank.items.first?.movie?.date(.releaseDate) == nil)
        #expect(blank.items.first?.integer(.audience) == 2000)
        #expect(blank.report.failures == [])
        #expect(try mapped(.dailyBoxOffice, "kofic/daily-empty.json").items == [])
    }

    @Test("A list of films: an id with a letter, days of eight digits or none")
    func list() throws {
        let (items, report) = try mapped(.search, "kofic/movielist-2023.json")
        #expect(items.count == 10)
        #expect(report.failures == [])
        #expect(items.contains { $0.ids == [MappedID("kofic", "2023C165")] })
        #expect(items[0].text(.title) == MappedText("라스트 필름 쇼", language: "ko"))
        #expect(items[0].texts(.countries).map(\.text) == ["인도", "프랑스", "미국"])
        #expect(items[0].date(.releaseDate) == nil)
        #expect(items[1].date(.releaseDate)?.description == "2023-04-27")
        #expect(items[3].integer(.year) == 1948)
    }

    @Test(
        "One film of KOFIC",
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
        #expect(movie.text(.title)?.text == title)
        #expect(movie.texts(.titles) == [MappedText(english, language: "en")])
        #expect(movie.integer(.runtime) == minutes)
        #expect(movie.integer(.year) == year)
        #expect(movie.date(.releaseDate)?.description == day)
        #expect(movie.items(.directors).map { $0.text(.nameEn)?.text } == directors)
        #expect(movie.texts(.certification).map(\.text).contains(grades[0]))
        #expect(movie.text(.originalTitle) == nil)
    }

    @Test("Films of YTS, from 2017 to 2026")
    func films() throws {
        let list = try mapped(.list, "yts/list-2023.json")
        #expect(list.items.count == 8)
        #expect(list.report.failures == [])
        #expect(list.items[0].ids == [MappedID("yts", "50216"), MappedID("imdb", "tt15743130")])
        #expect(list.items[0].rating == MappedRating(value: 7.2, scale: 10))
        #expect(list.items[0].integer(.runtime) == nil)
        #expect(list.items[0].texts(.languages) == [MappedText("zh")])
        let strange = try #require(try mapped(.search, "yts/list-one-2017.json").items.first)
        #expect(strange.texts(.languages) == [MappedText("English")])
        #expect(strange.integer(.runtime) == 115)
        #expect(strange.texts(.certification) == [MappedText("PG-13", region: "US")])
        let similar = try mapped(.similar, "yts/suggestions-2026.json").items
        #expect(similar.map { $0.integer(.year) } == [2015, 2013])
        let details = try #require(try mapped(.lookup, "yts/details-22735.json").items.first)
        #expect(details.text(.overview)?.text.hasPrefix("Brave Blue World is a documentary") == true)
        #expect(details.items(.videos).first?.text(.key)?.text == "w86pkn6RWOs")
    }

    @Test(
        "No rows are no rows",
        arguments: ["yts/count-3-no-movies-2020.json", "yts/list-empty-no-movies-key-2026.json"]
    )
    func nothing(_ file: String) throws {
        #expect(try mapped(.search, file).items == [])
    }

    @Test(
        "Faults inside of status 200",
        arguments: [
            ("kofic/fault-320010.json", .auth, "320010"), ("kofic/fault-320102.json", .badRequest, "320102"),
            ("kofic/codes-0105.json", nil, nil), ("yts/cloudflare-challenge.html", .unavailable, nil),
        ] as [(String, FaultKind?, String?)]
    )
    func faults(_ file: String, _ kind: FaultKind?, _ code: String?) throws {
        let http = try #require(try bundledDefinition(String(file.prefix { $0 != "/" })).http)
        let bytes = try TestFiles.bytes(TestFiles.sampleURL(file))
        let root = file.hasSuffix("json") ? try JSONDocument(bytes).root : nil
        let fault = http.fault(in: ResponseFacts(status: 200, contentType: nil, bodyPrefix: bytes, root: root))
        #expect(fault?.kind == kind)
        #expect(fault?.code == code)
    }
}
