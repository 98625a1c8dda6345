import JSON
import MarqueeTestKit
import Testing

@Suite("An answer without its envelope is no empty one: the built program and KOFIC, YTS and OMDb")
struct MissingEnvelopeTests {
    private static let daily = "/boxoffice/searchDailyBoxOfficeList.json"

    @Test(
        "A box office without what its list stands in is malformed, and asked for again at once",
        arguments: [
            "{}", "[]", #"{"results":{}}"#, #"{"boxOfficeResult":null}"#, #"{"boxOfficeResult":[]}"#,
            #"{"boxOfficeResult":{"dailyBoxOfficeList":{}}}"#, #"{"boxOfficeResult":{"dailyBoxOfficeList":"none"}}"#,
            #"{"boxOfficeResult":{"dailyBoxOfficeList":[{}]}}"#,
        ]
    )
    func boxOffice(_ body: String) async throws {
        try await FilmServer.with { films, arguments in
            films.onKOFIC(Self.daily, [:], .json(body))
            let call = #"{"date": "2024-03-10"}"#
            let lines = [1, 2].map { #"{"jsonrpc":"2.0","id":\#($0),"method":"boxOffice/daily","params":\#(call)}"# }
            let outcome = try await Program.run(arguments, lines: lines, environment: FilmServer.environment)
            for line in outcome.outputText.split(separator: "\n") {
                let answer = try JSONDocument(String(line)).root
                let sources = answer["result"]?["sources"] ?? answer["error"]?["data"]?["sources"]
                let kofic = sources?.elements.first { $0["provider"]?.string == "kofic" }
                #expect(kofic?["status"]?.string == "error", "\(line)")
                #expect(kofic?["error"]?["kind"]?.string == "malformed", "\(line)")
            }
            #expect(films.server.log.requests.count == 2)
        }
    }

    @Test(
        "A day without figures is empty, and kept as briefly as one that has not settled",
        arguments: [#"{"boxOfficeResult":{"dailyBoxOfficeList":[]}}"#, #"{"boxOfficeResult":{"boxofficeType":"x"}}"#]
    )
    func emptyDay(_ body: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try await FilmServer.with { films, arguments in
                films.onKOFIC(Self.daily, ["targetDt": "20240309"], .json(body))
                films.onKOFIC(Self.daily, [:], try FilmServer.fixture("kofic/daily.json"))
                // Within the half hour of a day that has not settled, after it, and on the next day.
                let times = ["2024-05-01T10:00:00Z", "2024-05-01T10:20:00Z", "2024-05-01T10:40:00Z"]
                for (day, asked) in [("2024-03-09", [1, 1, 2]), ("2024-03-10", [3, 3, 3])] {
                    for (time, count) in zip(times, asked) {
                        let result = try await Program.result(
                            arguments + ["--cache-dir", folder, "--now", time],
                            "boxOffice/daily",
                            #"{"date": "\#(day)"}"#,
                            environment: FilmServer.environment
                        )
                        let status = day == "2024-03-09" ? "empty" : "ok"
                        #expect(result["sources"]?[0]?["status"]?.string == status, "\(day) at \(time)")
                        #expect(films.server.log.requests.count == count, "\(day) at \(time)")
                    }
                }
            }
        }
    }

    @Test("A film that is looked up in an answer without a film is malformed, not unknown")
    func lookups() async throws {
        let cases = [
            ("kofic:20249999", "{}", "malformed"), ("kofic:20249999", #"{"movieInfoResult":{}}"#, nil),
            ("kofic:20249999", #"{"movieInfoResult":{"movieInfo":{}}}"#, "malformed"),
            ("kofic:20249999", #"{"movieInfoResult":{"movieInfo":{"movieCd":"","movieNm":""}}}"#, nil),
            ("yts:9", #"{"status":"ok","data":{"movie":{}}}"#, "malformed"),
            ("yts:9", #"{"status":"ok","data":{"movie":{"id":0,"title":null}}}"#, nil),
        ]
        for (id, body, kind) in cases {
            try await FilmServer.with { films, arguments in
                films.server.on("*", .json(body))
                let request = #"{"jsonrpc":"2.0","id":1,"method":"movies/get","params":{"id":"\#(id)"}}"#
                let outcome = try await Program.run(arguments, lines: [request], environment: FilmServer.environment)
                let answer = try JSONDocument(outcome.output).root
                let sources = answer["error"]?["data"]?["sources"] ?? answer["result"]?["sources"]
                let own = sources?.elements.first { id.hasPrefix($0["provider"]?.string ?? "-") }
                #expect(own?["error"]?["kind"]?.string == kind, "\(id) \(body): \(answer)")
                if kind == nil { #expect(own?["status"]?.string == "empty", "\(id) \(body): \(answer)") }
            }
        }
    }
}
