import JSON
import MarqueeTestKit
import Testing

@Suite("Answers without their envelope, from KOFIC, YTS, and TVmaze")
struct MissingEnvelopeTests {
    private static let daily = "/boxoffice/searchDailyBoxOfficeList.json"

    @Test(
        "A box office without its envelope is malformed, and the next call asks again",
        arguments: [
            "{}", "[]", #"{"results":{}}"#, #"{"boxOfficeResult":null}"#, #"{"boxOfficeResult":[]}"#,
            #"{"boxOfficeResult":{"dailyBoxOfficeList":{}}}"#, #"{"boxOfficeResult":{"dailyBoxOfficeList":"none"}}"#,
            #"{"boxOfficeResult":{"dailyBoxOfficeList":[{}]}}"#,
        ]
    )
    func boxOffice(_ body: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try await FilmServer.with { films in
                films.onKOFIC(Self.daily, [:], .json(body))
                for count in 1...2 {
                    let error = try await Program.error(
                        films.arguments + ["--cache-dir", folder],
                        "boxOffice/daily",
                        #"{"date":"2024-03-10"}"#,
                        environment: FilmServer.environment
                    )
                    #expect(error["data"]?["kind"]?.string == "malformed", "\(error)")
                    #expect(error["data"]?["provider"]?.string == "kofic", "\(error)")
                    #expect(films.server.log.requests.count == count)
                }
            }
        }
    }

    @Test(
        "A day without figures is empty, and cached as briefly as an unsettled day",
        arguments: [#"{"boxOfficeResult":{"dailyBoxOfficeList":[]}}"#, #"{"boxOfficeResult":{"boxofficeType":"x"}}"#]
    )
    func emptyDay(_ body: String) async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on(ScriptedRoute(Self.daily, query: ["targetDt": "20240309"]), .json(body))
            server.on("*", try FilmServer.fixture("kofic/daily.json"))
            let file = folder + "/providers.yaml"
            let cache = "{ ttl: 1ms, stale_if_error: 1s, settled_after: 36h, settled_ttl: 90d }"
            let text = """
                version: 1
                providers:
                  - id: kofic
                    extends: kofic
                    base_url: "\(server.origin)"
                    operations: { daily_box_office: { cache: \(cache) } }
                """
            try ProjectFiles.write(text, to: file)
            for (day, status, asked) in [("2024-03-09", "empty", [1, 2]), ("2024-03-10", "ok", [3, 3])] {
                for count in asked {
                    let result = try await Program.result(
                        ["--config", file, "--trust", "--cache-dir", folder + "/cache"],
                        "boxOffice/daily",
                        #"{"date": "\#(day)"}"#,
                        environment: FilmServer.environment
                    )
                    #expect(result["sources"]?[0]?["status"]?.string == status, "\(day)")
                    #expect(server.log.requests.count == count, "\(day)")
                }
            }
        }
    }

    @Test("A lookup is malformed without a film, but empty for the API's own form of an unknown film")
    func lookups() async throws {
        let cases = [
            ("kofic:20249999", "{}", "malformed"), ("kofic:20249999", #"{"movieInfoResult":{}}"#, nil),
            ("kofic:20249999", #"{"movieInfoResult":{"movieInfo":{}}}"#, "malformed"),
            ("kofic:20249999", #"{"movieInfoResult":{"movieInfo":{"movieCd":"","movieNm":""}}}"#, nil),
            ("yts:9", #"{"status":"ok","data":{"movie":{}}}"#, "malformed"),
            ("yts:9", #"{"status":"ok","data":{"movie":{"id":0,"title":null}}}"#, nil),
        ]
        for (id, body, kind) in cases {
            try await FilmServer.with { films in
                films.server.on("*", .json(body))
                let answer = try await Program.answer(
                    films.arguments,
                    "movies/get",
                    #"{"id":"\#(id)"}"#,
                    environment: FilmServer.environment
                )
                let sources = answer["error"]?["data"]?["sources"] ?? answer["result"]?["sources"]
                let own = sources?.elements.first { id.hasPrefix($0["provider"]?.string ?? "-") }
                #expect(own?["error"]?["kind"]?.string == kind, "\(id) \(body): \(answer)")
                if kind == nil { #expect(own?["status"]?.string == "empty", "\(id) \(body): \(answer)") }
            }
        }
    }

    @Test(
        "A search answer with another document's shape is malformed",
        arguments: ["yts", "tvmaze"],
        [
            "{}", #"{"results":{}}"#, #"{"unrelated":1}"#, #"[{"unrelated":1}]"#, #"{"status":"ok"}"#,
            #"{"status":"ok","data":[]}"#,
        ]
    )
    func searches(_ provider: String, _ body: String) async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("*", .json(body))
            let file = folder + "/providers.yaml"
            let source = "{ id: \(provider), extends: \(provider), base_url: \"\(server.origin)\" }"
            try ProjectFiles.write("version: 1\nproviders: [\(source)]\n", to: file)
            let arguments = ["--config", file, "--trust", "--no-cache"]
            let error = try await Program.error(arguments, "movies/search", #"{"query":"x"}"#)
            #expect(error["data"]?["kind"]?.string == "malformed", "\(error)")
        }
    }
}
