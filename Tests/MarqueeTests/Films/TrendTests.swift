import JSON
import MarqueeTestKit
import Platform
import Testing

@Suite("boxOffice/trend, through the program")
struct TrendTests {
    private static let path = FilmServer.kofic + "/boxoffice/searchDailyBoxOfficeList.json"

    /// Returns the list of a day with two films, of which the second grows, or an empty list for a day in `empty`.
    private static func answer(_ day: String, empty: Set<String> = []) -> ScriptedAnswer {
        let number = Int(day.suffix(2)) ?? 0
        func row(_ rank: Int, _ code: String, _ title: String, _ audience: Int) -> String {
            """
            {"rnum":"\(rank)","rank":"\(rank)","rankInten":"0","rankOldAndNew":"OLD","movieCd":"\(code)",\
            "movieNm":"\(title)","openDt":"2024-03-01","salesAmt":"\(audience * 9)","audiCnt":"\(audience)",\
            "audiAcc":"\(audience * 2)","scrnCnt":"10","showCnt":"20"}
            """
        }
        let rows = [row(1, "2024A101", "종이 등대", 5_000 - number), row(2, "2024A102", "열세 번째 우물 <&>", 100 * number)]
        let list = empty.contains(day) ? "" : rows.joined(separator: ",")
        return .json(
            #"{"boxOfficeResult":{"boxofficeType":"일별","showRange":"\#(day)~\#(day)","dailyBoxOfficeList":[\#(list)]}}"#
        )
    }

    private static func day(_ request: ReceivedRequest) -> String {
        request.query.first { $0.name == "targetDt" }?.value ?? ""
    }

    /// Runs a test with its own home folder, so that fetched days stay cached for its next run.
    private static func withScene(
        _ body: (FilmServer, _ arguments: [String], _ environment: [String: String]) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try await FilmServer.with(settings: "settings: { languages: [ko, en], deadline: 20s }") { films in
                let environment = ["HOME": folder, "PATH": "/usr/bin:/bin", "KOFIC_API_KEY": FilmServer.key]
                try await body(films, films.arguments + ["--now", "2024-03-20T12:00:00+09:00"], environment)
            }
        }
    }

    @Test("A trend lists films by day, names the gaps, and requests no cached day again")
    func series() async throws {
        try await Self.withScene { films, arguments, environment in
            films.server.on(ScriptedRoute(Self.path)) { request, _ in
                let day = Self.day(request)
                return day == "20240303" ? .reply(500) : Self.answer(day, empty: ["20240304"])
            }
            let params = #"{"from": "2024-03-01", "to": "2024-03-05", "limit": 2}"#
            let result = try await Program.result(arguments, "boxOffice/trend", params, environment: environment)
            let series = try #require(result["series"])
            #expect(series.count == 2)
            #expect(series[0]?["movie"]?["id"]?.string == "kofic:2024A101")
            let days = try #require(series[1]?["days"])
            #expect(days.elements.map { $0["date"]?.string } == ["2024-03-01", "2024-03-02", "2024-03-05"])
            #expect(days.elements.map { $0["audience"]?["count"]?.int } == [100, 200, 500])
            #expect(days[0]?["sales"]?["amount"]?.int == 900)
            #expect(days[0]?["rank"]?.int == 2)
            let gaps = try #require(result["gaps"])
            #expect(gaps.elements.map { $0["date"]?.string } == ["2024-03-03", "2024-03-04"])
            #expect(gaps.elements.map { $0["status"]?.string } == ["error", "empty"])
            #expect(gaps[0]?["reason"]?.string?.isEmpty == false)
            #expect(result["period"]?["from"]?.string == "2024-03-01")

            let before = films.server.log.requests.count
            let again = try await Program.result(arguments, "boxOffice/trend", params, environment: environment)
            #expect(again["series"]?.count == 2)
            let asked = Set(films.server.log.requests.dropFirst(before).map(Self.day))
            #expect(asked.isSubset(of: ["20240303", "20240304"]), "\(asked)")
        }
    }

    @Test("Days beyond the quota are gaps, and a later call requests only those days")
    func quota() async throws {
        try await Self.withScene { films, arguments, environment in
            films.server.on(ScriptedRoute(Self.path)) { request, _ in Self.answer(Self.day(request)) }
            let file = try #require(arguments.firstIndex(of: "--config").map { arguments[$0 + 1] })
            let text = String(decoding: try FileSystem.local.read(file, 1 << 20).get(), as: UTF8.self)
            let limited = text.replacing("extends: kofic,", with: "extends: kofic, limits: { quota: 2/day },")
            try ProjectFiles.write(limited, to: file)
            let params = #"{"from": "2024-03-01", "to": "2024-03-05", "limit": 1}"#
            let result = try await Program.result(arguments, "boxOffice/trend", params, environment: environment)
            let gaps = result["gaps"]?.elements.map { $0["status"]?.string }
            #expect(gaps == Array(repeating: "quota_exhausted", count: 3))
            #expect(result["series"]?[0]?["days"]?.count == 2)
            #expect(result["sources"]?[0]?["status"]?.string == "quota_exhausted")
            #expect(films.server.log.requests.count == 2)

            try ProjectFiles.write(text, to: file)
            let rest = try await Program.result(arguments, "boxOffice/trend", params, environment: environment)
            #expect(rest["gaps"]?.count == 0)
            #expect(rest["series"]?[0]?["days"]?.count == 5)
            #expect(films.server.log.requests.count == 5)
            #expect(Set(films.server.log.requests.map(Self.day)).count == 5)
        }
    }

    @Test("A trend can select a film by id, and lists ids without entries as absent")
    func ids() async throws {
        try await Self.withScene { films, arguments, environment in
            films.server.on(ScriptedRoute(Self.path)) { request, _ in Self.answer(Self.day(request)) }
            films.server.on(ScriptedRoute(FilmServer.kofic + "/movie/searchMovieInfo.json")) { _, _ in
                ScriptedAnswer.json(#"{"movieInfoResult": {"movieInfo": {"movieCd": "", "movieNm": ""}}}"#)
            }
            let params = #"{"ids": ["kofic:2024A102", "kofic:nowhere"], "from": "2024-03-01", "to": "2024-03-03"}"#
            let result = try await Program.result(arguments, "boxOffice/trend", params, environment: environment)
            #expect(result["series"]?.count == 1)
            #expect(result["series"]?[0]?["days"]?.count == 3)
            #expect(result["absent"]?.elements.map(\.string) == ["kofic:nowhere"])
        }
    }

    @Test(
        "An invalid range is refused with its field and the reason",
        arguments: [
            (#"{"from": "2024-03-05", "to": "2024-03-01"}"#, "from", "is after to"),
            (#"{"from": "2024-03-01", "to": "2024-03-25"}"#, "to", "is in the future"),
            (#"{"from": "2014-03-01", "to": "2024-03-01"}"#, "from", "at most 366"),
            (#"{"from": "2024-03-01", "to": "2024-03-03", "date": "2024-02-01"}"#, "date", "is not between"),
            (#"{"from": "2024-02-30"}"#, "from", "is not a day of the calendar"),
            (#"{"limit": 0}"#, "limit", "from 1 to 100"),
        ]
    )
    func ranges(_ params: String, _ field: String, _ words: String) async throws {
        try await Self.withScene { films, arguments, environment in
            let error = try await Program.error(arguments, "boxOffice/trend", params, environment: environment)
            #expect(error["code"]?.int == -32602)
            #expect(error["data"]?["field"]?.string == field)
            #expect(error["message"]?.string?.contains(words) == true, "\(error)")
            #expect(films.server.log.requests.isEmpty)
        }
    }

    @Test("If every day fails, the call fails with the kind of the failure")
    func allFailed() async throws {
        try await Self.withScene { films, arguments, environment in
            films.server.on(ScriptedRoute(Self.path), .reply(500))
            let params = #"{"from": "2024-03-01", "to": "2024-03-02"}"#
            let error = try await Program.error(arguments, "boxOffice/trend", params, environment: environment)
            #expect(error["data"]?["kind"]?.string == "unavailable")
        }
    }

    @Test("`marquee trend` draws a line for a film, and an SVG file with escaped titles")
    func drawing() async throws {
        try await Self.withScene { films, arguments, environment in
            films.server.on(ScriptedRoute(Self.path)) { request, _ in Self.answer(Self.day(request)) }
            let terminal = try PseudoTerminal()
            let command = ["trend"] + arguments + ["--from", "2024-03-01", "--to", "2024-03-05"]
            var plan = try Program.plan(command, environment: environment)
            plan.output = .file(terminal.path)
            let (text, status) = try await terminal.screen(of: plan)
            #expect(status == .exited(0), "\(text)")
            let line = try #require(text.split(separator: "\n").first { $0.contains("열세 번째") })
            #expect(line.contains("500"))
            #expect(text.contains("2024-03-01 to 2024-03-05, audience a day; the highest bar is "))
            #expect(text.contains("03-01") && text.contains("03-05") && text.contains("last"))

            let file = (environment["HOME"] ?? "") + "/trend.svg"
            let written = try await Program.run(command + ["--svg", file], environment: environment)
            #expect(written.status == .exited(0), "\(written.errors)")
            let svg = String(decoding: try FileSystem.local.read(file, 1 << 20).get(), as: UTF8.self)
            #expect(svg.hasPrefix("<svg") && svg.hasSuffix("</svg>\n"))
            #expect(svg.contains("열세 번째 우물 &lt;&amp;&gt;"))
            #expect(svg.count { $0 == "<" } == svg.count { $0 == ">" })
            let refused = try await Program.run(command + ["--svg", file], environment: environment)
            #expect(refused.status == .exited(74))
            #expect(refused.errors.contains("--force overwrites it"))
        }
    }
}
