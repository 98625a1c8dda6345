import JSON
import MarqueeTestKit
import Testing

@Suite("A day's calls, through the program: 20 of them, with a source in KOFIC's shape")
struct QuotaTests {
    private static let limit = 20
    private static let daily = "/boxoffice/searchDailyBoxOfficeList.json"
    private static let lookup = "/movie/searchMovieInfo.json"
    private static let search = "/movie/searchMovieList.json"

    /// Talks to a program whose KOFIC gives 20 calls a day, and whose answers of a day at the box office are stale at once.
    private static func talk(
        _ body: @Sendable (FilmServer, RunningProcess) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            defer { server.stop() }
            let films = FilmServer(server: server)
            films.onKOFIC(daily, [:], try FilmServer.fixture("kofic/daily.json"))
            server.on(ScriptedRoute(FilmServer.kofic + lookup)) { request, _ in film(request) }
            films.onKOFIC(search, [:], try FilmServer.fixture("kofic/list.json"))
            let definition = """
                version: 1
                providers:
                  - id: kofic
                    extends: kofic
                    base_url: "\(server.origin)\(FilmServer.kofic)"
                    limits: { quota: \(limit)/day }
                    operations:
                      daily_box_office: { cache: { ttl: 1ms, stale_if_error: 7d, settled_after: 36500d } }
                """
            try ProjectFiles.write(definition, to: folder + "/providers.yaml")
            let plan = try Program.plan(
                ["--config", folder + "/providers.yaml", "--cache-dir", folder + "/cache"],
                environment: FilmServer.environment
            )
            try await RunningProcess.withProcess(plan) { try await body(films, $0) }
        }
    }

    /// The film that is asked for.
    private static func film(_ request: ReceivedRequest) -> ScriptedAnswer {
        let code = request.query.first { $0.name == "movieCd" }?.value ?? ""
        return .json(#"{"movieInfoResult":{"movieInfo":{"movieCd":"\#(code)","movieNm":"종이 등대"}}}"#)
    }

    private static func ask(_ process: RunningProcess, _ method: String, _ params: String) async throws -> JSONElement {
        process.send(Talk.request(1, method, params))
        let line = try await process.readLine(upTo: .seconds(120))
        return try JSONDocument(Array(line.utf8)).root
    }

    /// A day at the box office: the status of its source.
    private static func box(_ process: RunningProcess, day: Int, enrich: Bool = false) async throws -> JSONElement? {
        let date = "2024-03-\(day < 10 ? "0" : "")\(day)"
        let answer = try await ask(process, "boxOffice/daily", #"{"date":"\#(date)","enrich":\#(enrich)}"#)
        return answer["result"]?["sources"]?[0] ?? answer["error"]
    }

    private static func count(_ films: FilmServer, _ path: String) -> Int {
        films.server.log.requests.count { $0.path == FilmServer.kofic + path }
    }

    @Test(
        "When few are left enrichment stops and box offices go on; then it says when more come, and gives old answers"
    )
    func order() async throws {
        try await Self.talk { films, process in
            // A day and its five films each: the tenth call is the last that may enrich.
            for day in 1...3 {
                let source = try await Self.box(process, day: day, enrich: true)
                #expect(source?["status"]?.string == "ok", "\(String(describing: source))")
            }
            let enriching = Self.count(films, Self.lookup) + Self.count(films, Self.search)
            #expect(Self.count(films, Self.daily) == 3)
            #expect(enriching + 3 <= 11, "no enrichment beyond the tenth call: \(enriching)")

            let rest = Self.limit - films.server.log.requests.count
            #expect(rest >= 9)
            for day in 4..<(4 + rest) {
                #expect(try await Self.box(process, day: day)?["status"]?.string == "ok")
            }
            #expect(films.server.log.requests.count == Self.limit)

            let refused = try await Self.box(process, day: 28)
            #expect(refused?["data"]?["kind"]?.string == "quota", "\(String(describing: refused))")
            let seconds = try #require(refused?["data"]?["retryAfterSeconds"]?.int)
            #expect((1...86_400).contains(seconds))
            #expect(refused?["data"]?["sources"]?[0]?["status"]?.string == "quota_exhausted")
            #expect(try await Self.box(process, day: 1)?["status"]?.string == "stale")

            let status = try await Self.ask(process, "providers/status", #"{"provider":"kofic"}"#)
            let quota = status["result"]?["providers"]?[0]?["quota"]
            #expect(quota?["used"]?.int == Self.limit)
            #expect(quota?["left"]?.int == 0)
            #expect(quota?["resetsAt"]?.string?.hasSuffix("T15:00:00Z") == true, "\(String(describing: quota))")
            #expect(films.server.log.requests.count == Self.limit, "nothing was sent beyond it")
        }
    }

    @Test("A lookup that somebody asks for goes on where enrichment has stopped")
    func lookup() async throws {
        try await Self.talk { films, process in
            for day in 1...11 { _ = try await Self.box(process, day: day) }
            _ = try await Self.box(process, day: 1, enrich: true)
            #expect(Self.count(films, Self.lookup) == 0)
            let answer = try await Self.ask(process, "movies/get", #"{"id":"kofic:2024A101"}"#)
            #expect(answer["result"]?["movie"]?["title"]?.string == "종이 등대", "\(answer)")
            #expect(Self.count(films, Self.lookup) == 1)
        }
    }
}
