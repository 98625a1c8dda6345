import JSON
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Fixtures in the shape of KOFIC and YTS answers")
struct FixtureTests {
    private func mapped(
        _ provider: String,
        _ name: Capability,
        _ file: String
    ) throws -> (films: [MovieFacts], report: MappingReport) {
        try ProviderLanguageTests.films(
            in: try TestFiles.fixture("\(provider)/\(file).json"),
            by: operation(provider, name)
        )
    }

    private func operation(_ provider: String, _ name: Capability) throws -> OperationDefinition {
        try #require(try bundledDefinition(provider).http?.operations[name]?.first)
    }

    @Test("A daily box office maps texts to numbers, dates, and changes, and a blank date to none")
    func daily() throws {
        let daily = try operation("kofic", .dailyBoxOffice)
        let (rows, report) = try boxOffice(in: try TestFiles.fixture("kofic/daily.json"), by: daily)
        #expect(report.failures == [])
        #expect(rows.map(\.figures.rank) == [1, 2, 3, 4, 5])
        #expect(
            rows.first.map { CanonicalRow($0).json } == [
                "rank": 1, "rank_change": 0, "is_new": true, "audience": 40120, "audience_change": 40120,
                "audience_change_percent": 100, "audience_total": 42003, "sales": 412_000_500, "sales_share": 41.2,
                "sales_change": 412_000_500, "sales_change_percent": 100, "sales_total": 431_250_500, "screens": 812,
                "showings": 2911,
                "movie": ["ids": ["kofic": "2024A101"], "title": "종이 등대", "release_date": "2024-03-10"],
            ]
        )
        #expect(rows[1].movie.title == LocalizedText("열세 번째 우물", language: "ko"))
        #expect(rows[1].figures.isNew == false)
        #expect((rows[1].figures.sales.change, rows[1].figures.sales.currency) == (-41_250_000, "KRW"))
        #expect(rows[2].figures.sales.changePercent == 11077.8)
        #expect(rows[4].movie.releaseDate == nil)
        #expect(rows[4].figures.sales.changePercent == 0)
    }

    @Test("A weekly box office maps sales totals and audience changes")
    func weekly() throws {
        let weekly = try operation("kofic", .weeklyBoxOffice)
        let (rows, report) = try boxOffice(in: try TestFiles.fixture("kofic/weekly.json"), by: weekly)
        #expect(report.failures == [])
        #expect(rows.map(\.figures.sales.total) == [12_301_447_100, 431_250_500])
        #expect(rows.map(\.figures.audience.changePercent) == [-11.5, 100])
    }

    @Test("A KOFIC list is mapped to films")
    func list() throws {
        let (items, report) = try mapped("kofic", .search, "list")
        #expect(report.failures == [])
        #expect(
            items.first.map { CanonicalRow($0).json } == [
                "ids": ["kofic": "2024A101"], "title": "종이 등대", "titles": ["The Paper Lighthouse"], "year": 2023,
                "release_date": "2024-03-10", "status": "개봉", "genres": ["드라마", "멜로/로맨스"],
                "countries": ["한국", "프랑스"],
                "directors": [["name": "고은별"]], "companies": ["(주)가상필름"],
            ]
        )
        #expect(items[1].directors.map(\.name) == ["표나무", "라온새"])
        #expect(
            CanonicalRow(items[2]).json == [
                "ids": ["kofic": "20241250"], "title": "모래시계 형사 2", "year": 2024, "genres": ["공포(호러)"],
                "countries": ["한국"],
            ]
        )
    }

    @Test("A KOFIC lookup maps the details of a film, and yields none for an unknown film")
    func info() throws {
        let (items, report) = try mapped("kofic", .lookup, "info")
        #expect(report.failures == [])
        let movie = try #require(items.first)
        #expect(movie.runtimeMinutes == 117)
        #expect(movie.titles == [LocalizedText("The Paper Lighthouse", language: "en")])
        #expect(movie.certifications == [Certification(region: "KR", label: "12세이상관람가")])
        #expect(
            movie.cast == [
                Person(name: "한가람", nameEn: "HAN Ga-ram"), Person(name: "마르탱 볼랑", nameEn: "Martin Volant"),
                Person(name: "나이슬", character: "등대지기"),
            ]
        )
        #expect(movie.crew == [Person(name: "도서하", job: "촬영"), Person(name: "도서하")])
        let unknown = try mapped("kofic", .lookup, "info-unknown")
        #expect(unknown.films == [])
        #expect(unknown.report.dropped == 0)
    }

    @Test("In a YTS list, zero means unknown, empty means absent, and lists may be missing")
    func films() throws {
        let (items, report) = try mapped("yts", .search, "list")
        #expect(report.failures == [])
        #expect(items.map(\.runtimeMinutes) == [118, nil, 101])
        #expect(items.map(\.ratings.first?.value) == [7.4, 6, nil])
        #expect(
            items.map(\.ids) == [
                ["yts": "990100001", "imdb": "tt99000001"], ["yts": "990100002", "imdb": "tt99000002"],
                ["yts": "990100003"],
            ]
        )
        #expect(items.map(\.genres) == [["Drama", "Romance"], ["Horror", "Thriller"], []])
        #expect(items.map(\.overview?.language) == ["en", nil, "en"])
        #expect(items.map { $0.certifications.map(\.label) } == [["PG-13"], [], ["R"]])
        #expect(items[0].videos == [MovieVideo(kind: "trailer", site: "youtube", key: "PaperLight1")])
        #expect(items[0].images.map(\.width) == [500, nil])
        #expect(items[0].images.map(\.kind) == ["poster", "backdrop"])
        #expect(items[0].images[0].sizes.map(\.width) == [45, 230, 500])
        #expect(!CanonicalRow(items[0]).json.description.contains("films.example"))
    }

    @Test("YTS details have a cast, and suggestions have films although their count is zero")
    func details() throws {
        let movie = try #require(try mapped("yts", .lookup, "details").films.first)
        #expect(movie.cast.map(\.id?.description) == ["imdb:nm99000011", "imdb:nm99000012"])
        #expect(
            movie.cast.map { Person(name: $0.name, character: $0.character) } == [
                Person(name: "Han Ga-ram", character: "Keeper"), Person(name: "Martin Volant", character: "Captain"),
            ]
        )
        // The English title is a copy, and the film is Korean.
        #expect(movie.title == LocalizedText("The Paper Lighthouse"))
        #expect(
            try mapped("yts", .similar, "suggestions").films.map(\.title?.text) == [
                "The Thirteenth Well", "Hourglass Detective",
            ]
        )
    }

    @Test("A YTS answer without films yields none, whatever its form", arguments: ["empty", "count-without-movies"])
    func nothing(_ file: String) throws {
        #expect(try mapped("yts", .search, file).films == [])
    }

    @Test(
        "Faults with status 200 are recognized",
        arguments: [
            ("kofic", "fault-key.json", .auth, "320010"), ("kofic", "fault-quota.json", .quota, "320011"),
            ("kofic", "fault-missing-date.json", .badRequest, "320102"), ("yts", "error.json", .upstream, nil),
            ("yts", "challenge.html", .unavailable, nil), ("kofic", "daily.json", nil, nil),
            ("yts", "empty.json", nil, nil),
        ] as [(String, String, ProviderError.Kind?, String?)]
    )
    func faults(_ provider: String, _ file: String, _ kind: ProviderError.Kind?, _ code: String?) throws {
        let http = try #require(try bundledDefinition(provider).http)
        let bytes = try TestFiles.bytes(TestFiles.fixtureURL("\(provider)/\(file)"))
        let root = file.hasSuffix("json") ? try JSONDocument(bytes).root : nil
        let facts = ResponseFacts(response(200, nil, bytes), root: root)
        let fault = http.errorRules.failure(in: facts)
        #expect(fault?.kind == kind)
        #expect(fault?.code == code)
    }
}
