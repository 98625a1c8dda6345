import JSON
import ProviderLanguage
import Testing

@Suite("Invented films in the shapes of KOFIC and YTS")
struct FixtureTests {
    private func mapped(
        _ provider: String,
        _ name: OperationName,
        _ file: String
    ) throws -> (items: [MappedItem], report: MappingReport) {
        let operation = try #require(try bundledDefinition(provider).http?.operations[name]?.first)
        return ProviderLanguageTests.mapped(try TestFiles.fixture("\(provider)/\(file).json"), operation)
    }

    @Test("A day at the box office: texts become numbers, days and changes; a blank day is none")
    func daily() throws {
        let (items, report) = try mapped("kofic", .dailyBoxOffice, "daily")
        #expect(report.failures == [])
        #expect(items.map { $0.integer(.rank) } == [1, 2, 3, 4, 5])
        #expect(
            items.first?.json == [
                "rank": 1, "rank_change": 0, "is_new": true, "audience": 40120, "audience_change": 40120,
                "audience_change_percent": 100, "audience_total": 42003, "sales": 412_000_500, "sales_share": 41.2,
                "sales_change": 412_000_500, "sales_change_percent": 100, "sales_total": 431_250_500, "screens": 812,
                "showings": 2911,
                "movie": ["ids": ["kofic": "2024A101"], "title": "종이 등대", "release_date": "2024-03-10"],
            ]
        )
        #expect(items[1].movie?.text(.title) == MappedText("열세 번째 우물", language: "ko"))
        #expect(items[1].boolean(.isNew) == false)
        #expect(items[1].amount(.salesChange) == MappedAmount(-41_250_000, currency: "KRW"))
        #expect(items[2].decimal(.salesChangePercent) == 11077.8)
        #expect(items[4].movie?.date(.releaseDate) == nil)
        #expect(items[4].decimal(.salesChangePercent) == 0)
    }

    @Test("A week at the box office")
    func weekly() throws {
        let (items, report) = try mapped("kofic", .weeklyBoxOffice, "weekly")
        #expect(report.failures == [])
        #expect(items.map { $0.amount(.salesTotal)?.value } == [12_301_447_100, 431_250_500])
        #expect(items.map { $0.decimal(.audienceChangePercent) } == [-11.5, 100])
    }

    @Test("A list of films")
    func list() throws {
        let (items, report) = try mapped("kofic", .search, "list")
        #expect(report.failures == [])
        #expect(
            items.first?.json == [
                "ids": ["kofic": "2024A101"], "title": "종이 등대", "titles": ["The Paper Lighthouse"], "year": 2023,
                "release_date": "2024-03-10", "genres": ["드라마", "멜로/로맨스"], "countries": ["한국", "프랑스"],
                "directors": [["name": "고은별"]], "companies": ["(주)가상필름"],
            ]
        )
        #expect(items[1].items(.directors).map { $0.text(.name)?.text } == ["표나무", "라온새"])
        #expect(
            items[2].json == [
                "ids": ["kofic": "20241250"], "title": "모래시계 형사 2", "year": 2024, "genres": ["공포(호러)"],
                "countries": ["한국"],
            ]
        )
    }

    @Test("One film, and one that nobody knows")
    func info() throws {
        let (items, report) = try mapped("kofic", .lookup, "info")
        #expect(report.failures == [])
        let movie = try #require(items.first)
        #expect(movie.integer(.runtime) == 117)
        #expect(movie.texts(.titles) == [MappedText("The Paper Lighthouse", language: "en")])
        #expect(movie.texts(.certification) == [MappedText("12세이상관람가", region: "KR")])
        #expect(
            movie.items(.cast).map(\.json) == [
                ["name": "한가람", "name_en": "HAN Ga-ram"], ["name": "마르탱 볼랑", "name_en": "Martin Volant"],
                ["name": "나이슬", "character": "등대지기"],
            ]
        )
        #expect(movie.items(.crew).map(\.json) == [["name": "도서하", "job": "촬영"], ["name": "도서하"]])
        let unknown = try mapped("kofic", .lookup, "info-unknown")
        #expect(unknown.items == [])
        #expect(unknown.report.dropped == 1)
    }

    @Test("Films of YTS: nought means nobody knows, empty means absent, lists may lack")
    func films() throws {
        let (items, report) = try mapped("yts", .search, "list")
        #expect(report.failures == [])
        #expect(items.map { $0.integer(.runtime) } == [118, nil, 101])
        #expect(items.map { $0.rating?.value } == [7.4, 6, nil])
        #expect(
            items.map { $0.ids.map(\.value) } == [
                ["990100001", "tt99000001"], ["990100002", "tt99000002"], ["990100003"],
            ]
        )
        #expect(items.map { $0.texts(.genres).map(\.text) } == [["Drama", "Romance"], ["Horror", "Thriller"], []])
        #expect(items.map { $0.text(.overview)?.language } == ["en", nil, "en"])
        #expect(items.map { $0.texts(.certification).map(\.text) } == [["PG-13"], [], ["R"]])
        #expect(items[0].items(.videos).map(\.json) == [["key": "PaperLight1", "kind": "trailer"]])
        #expect(items[0].items(.images).map { $0.integer(.width) } == [500, 230, 45, nil])
        #expect(items[0].items(.images).map { $0.text(.kind)?.text } == ["poster", "poster", "poster", "backdrop"])
        #expect(!items[0].json.description.contains("films.example"))
    }

    @Test("Details have a cast, suggestions have rows though their count says none")
    func details() throws {
        let movie = try #require(try mapped("yts", .lookup, "details").items.first)
        #expect(
            movie.items(.cast).map(\.json) == [
                ["name": "Han Ga-ram", "character": "Keeper"], ["name": "Martin Volant", "character": "Captain"],
            ]
        )
        #expect(movie.text(.title) == MappedText("The Paper Lighthouse", language: "en"))
        #expect(
            try mapped("yts", .similar, "suggestions").items.map { $0.text(.title)?.text } == [
                "The Thirteenth Well", "Hourglass Detective",
            ]
        )
    }

    @Test("Nothing found is nothing found, however it is said", arguments: ["empty", "count-without-movies"])
    func nothing(_ file: String) throws {
        #expect(try mapped("yts", .search, file).items == [])
    }

    @Test(
        "Faults inside of status 200",
        arguments: [
            ("kofic", "fault-key.json", .auth, "320010"), ("kofic", "fault-quota.json", .quota, "320011"),
            ("kofic", "fault-missing-date.json", .badRequest, "320102"), ("yts", "error.json", .upstream, nil),
            ("yts", "challenge.html", .unavailable, nil), ("kofic", "daily.json", nil, nil),
            ("yts", "empty.json", nil, nil),
        ] as [(String, String, FaultKind?, String?)]
    )
    func faults(_ provider: String, _ file: String, _ kind: FaultKind?, _ code: String?) throws {
        let http = try #require(try bundledDefinition(provider).http)
        let bytes = try TestFiles.bytes(TestFiles.fixtureURL("\(provider)/\(file)"))
        let root = file.hasSuffix("json") ? try JSONDocument(bytes).root : nil
        let fault = http.fault(in: ResponseFacts(status: 200, contentType: nil, bodyPrefix: bytes, root: root))
        #expect(fault?.kind == kind)
        #expect(fault?.code == code)
    }
}
