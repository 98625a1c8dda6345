import JSON
import MarqueeTestKit
import Testing

@Suite("Main job, through the program against a server with the sources' shapes")
struct MainJobTests {
    @Test("A daily box office has every figure in its type")
    func dailyBoxOffice() async throws {
        try await FilmServer.with { films in
            films.onKOFIC("/boxoffice/searchDailyBoxOfficeList.json", [:], try FilmServer.fixture("kofic/daily.json"))
            let result = try await films.result("boxOffice/daily", #"{"date": "2024-03-10"}"#)
            let entries = try #require(result["entries"])
            #expect(entries.count == 5)
            #expect(
                JSONValue(try #require(entries[0]))["audience"]
                    == ["count": 40_120, "change": 40_120, "changePercent": 100, "total": 42_003]
            )
            let sales: JSONValue = [
                "amount": 412_000_500, "share": 41.2, "change": 412_000_500, "changePercent": 100,
                "total": 431_250_500, "currency": "KRW",
            ]
            #expect(JSONValue(try #require(entries[0]))["sales"] == sales)
            #expect(entries[0]?["isNew"]?.bool == true)
            #expect(entries[0]?["movie"]?["id"]?.string == "kofic:2024A101")
            #expect(entries[1]?["movie"]?["title"]?.string == "열세 번째 우물")
            #expect(entries[1]?["rankChange"]?.int == -1)
            #expect(entries[3]?["movie"]?["releaseDate"]?.string == "1993-07-17")
            #expect(entries[4]?["movie"]?["releaseDate"] == nil)
            #expect(entries[4]?["sales"]?["changePercent"]?.double == 0)
            #expect(result["period"]?["from"]?.string == "2024-03-10")
            #expect(films.server.log.requests.count == 1)
            #expect(films.server.log.requests[0].query.contains { $0.name == "targetDt" && $0.value == "20240310" })
            #expect(films.server.log.requests[0].query.contains { $0.name == "key" && $0.value == FilmServer.key })
        }
    }

    @Test("Without a date, the daily box office is that of yesterday in Korea")
    func yesterdayInKorea() async throws {
        try await FilmServer.with { films in
            films.onKOFIC("/boxoffice/searchDailyBoxOfficeList.json", [:], try FilmServer.fixture("kofic/daily.json"))
            // 15:30 UTC is half past midnight in Seoul, so yesterday there is today's UTC date.
            for (now, day) in [("2024-03-10T15:30:00Z", "20240310"), ("2024-03-10T14:30:00Z", "20240309")] {
                _ = try await films.result("boxOffice/daily", options: ["--now", now])
                let asked = films.server.log.requests.last?.query.first { $0.name == "targetDt" }?.value
                #expect(asked == day, "at \(now)")
            }
        }
    }

    @Test("A search in both sources merges their records of a film with provenance")
    func mergedSearch() async throws {
        try await FilmServer.with { films in
            films.onKOFIC("/movie/searchMovieList.json", [:], try FilmServer.fixture("kofic/list.json"))
            films.onYTS("/list_movies.json", [:], try FilmServer.fixture("yts/list.json"))
            let result = try await films.result("movies/search", #"{"query": "lighthouse"}"#)
            let movie = try #require(result["movies"]?.elements.first { $0["id"]?.string == "imdb:tt99000001" })
            #expect(JSONValue(movie)["ids"] == ["imdb": "tt99000001", "kofic": "2024A101", "yts": "990100001"])
            #expect(movie["title"]?.string == "종이 등대")
            #expect(movie["titles"]?.elements.map { $0["text"]?.string } == ["종이 등대", "The Paper Lighthouse"])
            #expect(JSONValue(movie)["genres"] == ["drama", "romance"])
            #expect(movie["provenance"]?["title"]?[0]?.string == "kofic")
            #expect(movie["provenance"]?["overview"]?[0]?.string == "yts")
            #expect(movie["ratings"]?[0]?["value"]?.double == 7.4)
            let statuses = result["sources"]?.elements.map {
                "\($0["provider"]?.string ?? "") \($0["status"]?.string ?? "")"
            }
            #expect(statuses == ["kofic ok", "yts ok"])
        }
    }

    @Test("A source without its key is disabled with the reason, and the other source works")
    func withoutKey() async throws {
        try await FilmServer.with { films in
            films.onYTS("/list_movies.json", [:], try FilmServer.fixture("yts/list.json"))
            let result = try await Program.result(films.arguments, "movies/search", #"{"query": "lighthouse"}"#)
            #expect(
                JSONValue(try #require(result["sources"]?[0])) == [
                    "provider": "kofic", "status": "disabled", "reason": "KOFIC_API_KEY is not set",
                ]
            )
            #expect(result["sources"]?[1]?["status"]?.string == "ok")
            #expect(result["movies"]?.count == 3)
        }
    }

    @Test("A source that hangs has the status `timeout`, and the other source's films are there")
    func slowSource() async throws {
        try await FilmServer.with(settings: "settings: { deadline: 2s }") { films in
            films.onKOFIC("/movie/searchMovieList.json", [:], .silence)
            films.onYTS("/list_movies.json", [:], try FilmServer.fixture("yts/list.json"))
            let result = try await films.result("movies/search", #"{"query": "lighthouse"}"#)
            #expect(result["sources"]?[0]?["status"]?.string == "timeout")
            #expect(result["sources"]?[1]?["status"]?.string == "ok")
            #expect(result["movies"]?.count == 3)
        }
    }

    @Test(
        "Faults inside HTTP 200 are classified and never repeat the key",
        arguments: [
            ("kofic/fault-key.json", "auth", "error"),
            ("kofic/fault-quota.json", "quota", "quota_exhausted"),
            ("kofic/fault-missing-date.json", "bad_request", "error"),
        ]
    )
    func faults(_ fixture: String, _ kind: String, _ status: String) async throws {
        try await FilmServer.with { films in
            films.onKOFIC("/movie/searchMovieList.json", [:], try FilmServer.fixture(fixture))
            films.onYTS("/list_movies.json", [:], try FilmServer.fixture("yts/empty.json"))
            let request = Talk.request(1, "movies/search", #"{"query":"x"}"#)
            let outcome = try await Program.run(films.arguments, lines: [request], environment: FilmServer.environment)
            let sources = try #require(try JSONDocument(outcome.output).root["result"]?["sources"])
            #expect(sources[0]?["status"]?.string == status)
            #expect(sources[0]?["error"]?["kind"]?.string == kind)
            #expect(sources[1]?["status"]?.string == "empty")
            if kind == "auth" { #expect(sources[0]?["error"]?["hint"]?.string?.contains("KOFIC_API_KEY") == true) }
            #expect(!outcome.outputText.contains(FilmServer.key))
            #expect(!outcome.errors.contains(FilmServer.key))
        }
    }

    @Test("A web page means an unavailable source, and a count without films an empty answer")
    func oddAnswers() async throws {
        try await FilmServer.with { films in
            films.onKOFIC("/movie/searchMovieList.json", [:], try FilmServer.fixture("yts/challenge.html"))
            films.onYTS("/list_movies.json", [:], try FilmServer.fixture("yts/count-without-movies.json"))
            let result = try await films.result("movies/search", #"{"query": "x"}"#)
            #expect(result["sources"]?[0]?["status"]?.string == "error")
            #expect(result["sources"]?[0]?["error"]?["kind"]?.string == "unavailable")
            #expect(result["sources"]?[1]?["status"]?.string == "empty")
            #expect(result["movies"]?.count == 0)
        }
    }

    @Test("A film is looked up by its KOFIC id and found at the other source by title and year")
    func getMovie() async throws {
        try await FilmServer.with { films in
            films.onKOFIC(
                "/movie/searchMovieInfo.json",
                ["movieCd": "2024A101"],
                try FilmServer.fixture("kofic/info.json")
            )
            films.onYTS("/list_movies.json", [:], try FilmServer.fixture("yts/list.json"))
            films.onYTS("/movie_details.json", ["movie_id": "990100001"], try FilmServer.fixture("yts/details.json"))
            let result = try await films.result("movies/get", #"{"id": "kofic:2024A101"}"#)
            let movie = try #require(result["movie"])
            #expect(movie["id"]?.string == "imdb:tt99000001")
            #expect(movie["runtimeMinutes"]?.int == 117)
            #expect(movie["provenance"]?["runtimeMinutes"]?[0]?.string == "kofic")
            #expect(movie["directors"]?[0]?["nameEn"]?.string == "GO Eun-byeol")
            #expect(movie["certifications"]?[0]?["label"]?.string == "12세이상관람가")
            #expect(JSONValue(movie)["countries"] == ["KR", "FR"])
            #expect(movie["match"]?["confidence"]?.double.map { $0 > 0.8 } == true)
        }
    }

    @Test("Related films are found by the source's own id")
    func related() async throws {
        try await FilmServer.with { films in
            films.onYTS(
                "/movie_suggestions.json",
                ["movie_id": "990100001"],
                try FilmServer.fixture("yts/suggestions.json")
            )
            let result = try await Program.result(films.arguments, "movies/related", #"{"id": "yts:990100001"}"#)
            #expect(result["movies"]?[0]?["title"]?.string == "The Thirteenth Well")
            #expect(result["movies"]?.count == 2)
        }
    }
}

/// Both kinds of sources on a local server, with a configuration that points to it.
struct FilmServer {
    static let key = "0123456789abcdef0123456789abcdef"
    static let kofic = "/kobisopenapi/webservice/rest"
    static let yts = "/api/v2"

    let server: ScriptedServer
    /// The arguments that run the program with a `providers.yaml` that uses the server.
    var arguments: [String] = []

    static func with(
        settings: String = "settings: { languages: [ko, en], deadline: 5s }",
        _ body: (FilmServer) async throws -> Void
    ) async throws {
        try await ScriptedServer.withFolder { server, folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(configuration(origin: server.origin, settings: settings), to: file)
            try await body(FilmServer(server: server, arguments: ["--config", file, "--trust"]))
        }
    }

    static let environment = ["KOFIC_API_KEY": key]

    /// Calls a method, with KOFIC's key, and returns its result.
    func result(_ method: String, _ params: String = "{}", options: [String] = []) async throws -> JSONElement {
        try await Program.result(arguments + options, method, params, environment: Self.environment)
    }

    private static func configuration(origin: String, settings: String) -> String {
        """
        version: 1
        \(settings)
        providers:
          - { id: kofic, extends: kofic, base_url: "\(origin)\(kofic)" }
          - { id: yts, extends: yts, base_url: "\(origin)\(yts)" }
        """
    }

    /// Sets the answers of one of KOFIC's resources.
    func onKOFIC(_ path: String, _ query: [String: String] = [:], _ answers: ScriptedAnswer...) {
        server.on(ScriptedRoute(FilmServer.kofic + path, query: query)) { _, use in
            answers[min(use, answers.count - 1)]
        }
    }

    /// Sets the answers of one of the YTS-style API's resources.
    func onYTS(_ path: String, _ query: [String: String] = [:], _ answers: ScriptedAnswer...) {
        server.on(ScriptedRoute(FilmServer.yts + path, query: query)) { _, use in
            answers[min(use, answers.count - 1)]
        }
    }

    /// Returns an answer of `Tests/Fixtures` about invented films.
    static func fixture(_ name: String) throws -> ScriptedAnswer {
        try answer(file: ProjectFiles.root + "/Tests/Fixtures/" + name)
    }

    /// Returns a recorded answer of the real APIs.
    static func sample(_ name: String) throws -> ScriptedAnswer {
        try answer(file: try #require(ProjectFiles.samples) + "/" + name)
    }

    private static func answer(file: String) throws -> ScriptedAnswer {
        let body = try ProjectFiles.read(file)
        let type = file.hasSuffix(".html") ? "text/html" : "application/json;charset=utf-8"
        return .reply(200, headers: [("Content-Type", type)], body: body)
    }
}

/// The reason that is shown if the recorded answers are missing.
let needsSamples: Comment = "needs the recorded answers of ../shared/samples (or MARQUEE_SHARED)"
