import JSON
import MarqueeTestKit
import Testing

@Suite("Main job with recorded answers of the real APIs", .enabled(if: ProjectFiles.samples != nil, needsSamples))
struct RealAnswerTests {
    private func boxOffice(_ sample: String, _ method: String, _ params: String) async throws -> JSONElement {
        var result: JSONElement?
        try await FilmServer.with { films in
            films.onKOFIC("/boxoffice/searchDailyBoxOfficeList.json", [:], try FilmServer.sample(sample))
            films.onKOFIC("/boxoffice/searchWeeklyBoxOfficeList.json", [:], try FilmServer.sample(sample))
            result = try await films.result(method, params)
        }
        return try #require(result)
    }

    @Test(
        "Recorded days at the Korean box office have the right first entry",
        arguments: [
            ("kofic/daily-20120101.json", "2012-01-01", "미션임파서블:고스트프로토콜", 353_274, 2_776_060_500, -13.0),
            ("kofic/daily-20220105.json", "2022-01-05", "경관의 피", 64_050, 584_559_330, 100.0),
            ("kofic/daily-20221214.json", "2022-12-14", "아바타: 물의 길", 359_031, 4_189_094_718, 100.0),
            ("kofic/daily-20230423.json", "2023-04-23", "존 윅 4", 113_983, 1_198_147_388, -18.4),
        ]
    )
    func daily(
        _ sample: String,
        _ date: String,
        _ title: String,
        _ audience: Int,
        _ sales: Int,
        _ change: Double
    ) async throws {
        let result = try await boxOffice(sample, "boxOffice/daily", #"{"date": "\#(date)"}"#)
        let first = try #require(result["entries"]?[0])
        #expect(result["entries"]?.count == 10)
        #expect(first["rank"]?.int == 1)
        #expect(first["movie"]?["title"]?.string == title)
        #expect(first["audience"]?["count"]?.int == audience)
        #expect(first["sales"]?["amount"]?.int == sales)
        #expect(first["sales"]?["changePercent"]?.double == change)
        #expect(first["sales"]?["currency"]?.string == "KRW")
    }

    @Test("A recorded weekend has a sum beyond 32 bits, trimmed titles, and a film of 1994")
    func weekly() async throws {
        let result = try await boxOffice(
            "kofic/weekly-20111230.json",
            "boxOffice/weekly",
            #"{"date": "2012-01-01", "span": "weekend"}"#
        )
        #expect(result["period"]?["from"]?.string == "2011-12-30")
        #expect(result["period"]?["to"]?.string == "2012-01-01")
        #expect(result["entries"]?[0]?["sales"]?["amount"]?.int == 7_840_509_500)
        let movies = result["entries"]?.elements.compactMap { $0["movie"] } ?? []
        #expect(movies.contains { $0["releaseDate"]?.string?.hasPrefix("1994-") == true })
        #expect(movies.allSatisfy { $0["title"]?.string?.last != " " })
        let sales = result["entries"]?.elements.compactMap { $0["sales"]?["changePercent"]?.double } ?? []
        #expect(sales.contains(11_149.8))
        let audiences = result["entries"]?.elements.compactMap { $0["audience"]?["changePercent"]?.double } ?? []
        #expect(audiences.contains(-47))
    }

    @Test("A recorded day without figures is empty, and a blank release date is omitted")
    func empty() async throws {
        let empty = try await boxOffice("kofic/daily-empty.json", "boxOffice/daily", #"{"date": "2025-11-10"}"#)
        #expect(empty["entries"]?.count == 0)
        #expect(empty["sources"]?[0]?["status"]?.string == "empty")
        let blank = try await boxOffice(
            "kofic/daily-opendt-space-reconstructed.json",
            "boxOffice/daily",
            #"{"date": "2026-06-10"}"#
        )
        #expect(blank["entries"]?[0]?["movie"]?["releaseDate"] == nil)
        #expect(blank["entries"]?[0]?["audience"]?["count"]?.int == 2_000)
        #expect(blank["entries"]?[0]?["rank"]?.int == 9)
    }

    @Test("Recorded searches of both sources have their totals, codes with letters, and dates")
    func search() async throws {
        try await FilmServer.with { films in
            films.onKOFIC("/movie/searchMovieList.json", [:], try FilmServer.sample("kofic/movielist-2023.json"))
            films.onYTS("/list_movies.json", [:], try FilmServer.sample("yts/list-2023.json"))
            let kofic = try await films.result("movies/search", #"{"query": "필름", "providers": ["kofic"]}"#)
            #expect(kofic["page"]?["totalItems"]?.int == 95_043)
            let lettered = kofic["movies"]?.elements.first { $0["ids"]?["kofic"]?.string == "2023C165" }
            #expect(lettered != nil)
            let niku = try #require(kofic["movies"]?.elements.first { $0["ids"]?["kofic"]?.string == "20210846" })
            #expect(niku["releaseDate"]?.string == "2023-04-27")
            #expect(JSONValue(niku)["countries"] == ["JP"])
            let first = try #require(kofic["movies"]?.elements.first { $0["ids"]?["kofic"]?.string == "20231091" })
            #expect(first["releaseDate"] == nil)
            #expect(first["year"]?.int == 2_021)
            #expect(JSONValue(first)["countries"] == ["IN", "FR", "US"])

            let yts = try await Program.result(
                films.arguments,
                "movies/search",
                #"{"query": "shao", "providers": ["yts"]}"#
            )
            #expect(yts["movies"]?.count == 8)
            let shao = try #require(yts["movies"]?[0])
            #expect(shao["id"]?.string == "imdb:tt15743130")
            #expect(shao["runtimeMinutes"] == nil)
            #expect(shao["ratings"]?[0]?["value"]?.double == 7.2)
        }
    }

    @Test("A recorded KOFIC film has its titles, dates, and people")
    func lookup() async throws {
        try await FilmServer.with { films in
            films.onKOFIC("/movie/searchMovieInfo.json", [:], try FilmServer.sample("kofic/movieinfo-20124079.json"))
            films.onYTS("/list_movies.json", [:], try FilmServer.sample("yts/list-empty-no-movies-key-2026.json"))
            let result = try await films.result("movies/get", #"{"id": "kofic:20124079"}"#)
            let movie = try #require(result["movie"])
            #expect(movie["title"]?.string == "광해, 왕이 된 남자")
            #expect(movie["titles"]?.elements.contains { $0["text"]?.string == "Masquerade" } == true)
            #expect(movie["runtimeMinutes"]?.int == 131)
            #expect(movie["releaseDate"]?.string == "2012-09-13")
            #expect(movie["year"]?.int == 2_012)
            #expect(movie["directors"]?[0]?["nameEn"]?.string == "CHOO Chang-min")
            #expect(movie["cast"]?[0]?["name"]?.string == "이병헌")
            #expect(movie["cast"]?[0]?["character"]?.string == "광해/하선")
        }
    }

    @Test("A recorded YTS-style film has its id, and its related films are found")
    func details() async throws {
        try await FilmServer.with { films in
            films.onYTS("/movie_details.json", [:], try FilmServer.sample("yts/details-22735.json"))
            films.onYTS("/movie_suggestions.json", [:], try FilmServer.sample("yts/suggestions-2026.json"))
            let movie = try await Program.result(films.arguments, "movies/get", #"{"id": "yts:22735"}"#)["movie"]
            #expect(movie?["id"]?.string == "imdb:tt11921004")
            #expect(movie?["runtimeMinutes"] == nil)
            let related = try await Program.result(films.arguments, "movies/related", #"{"id": "yts:22735"}"#)
            #expect(related["movies"]?.elements.map { $0["year"]?.int } == [2_015, 2_013])
        }
    }
}

@Suite("APIs with unusual answers, through the program")
struct StrangeAPITests {
    private static let definitions = ["cinema-feed", "shelves", "figures"]

    private static func path(_ name: String) -> String {
        "\(ProjectFiles.root)/Tests/Fixtures/definitions/\(name).yaml"
    }

    /// Runs `body` with a server and a definition whose base URLs point to it.
    private func with(
        _ name: String,
        _ body: (ScriptedServer, _ arguments: [String]) async throws -> Void
    ) async throws {
        try await ScriptedServer.withFolder { server, folder in
            let text = try ProjectFiles.text(Self.path(name))
                .split(separator: "\n", omittingEmptySubsequences: false)
                .map { line in
                    guard let scheme = line.firstRange(of: "base_url: https://"),
                        let slash = line[scheme.upperBound...].firstIndex(of: "/")
                    else { return String(line) }
                    return "    base_url: \(server.origin)\(line[slash...])"
                }
                .joined(separator: "\n")
            try ProjectFiles.write(text, to: folder + "/\(name).yaml")
            try await body(server, ["--config", folder + "/\(name).yaml", "--trust", "--no-cache"])
        }
    }

    @Test("The definitions of unusual APIs pass `marquee check` and `marquee test`", arguments: definitions)
    func check(_ name: String) async throws {
        for command in ["check", "test"] {
            let outcome = try await Program.run([command, Self.path(name)])
            #expect(outcome.status == .exited(0), "\(outcome.outputText)")
        }
    }

    @Test("Next links are followed, nested rows are flattened, and the end is known")
    func nestedPages() async throws {
        try await with("shelves") { server, arguments in
            func film(_ key: String) -> String { #"{"film":{"key":"\#(key)","names":{"main":"Film \#(key)"}}}"# }
            func page(_ shelves: [[String]], next: String?) -> ScriptedAnswer {
                let shelves = shelves.map { #"{"page":{"items":[\#($0.map(film).joined(separator: ","))]}}"# }
                let cursor = next.map { #"{"next":{"href":"\#($0)"}}"# } ?? "null"
                return .json(#"{"catalogue":{"shelves":[\#(shelves.joined(separator: ","))],"cursor":\#(cursor)}}"#)
            }
            server.on(ScriptedRoute("/api/browse", query: ["from": "2"]), page([["d"], []], next: nil))
            server.on("/api/browse", page([["a", "b"], ["c"]], next: "/api/browse?from=2"))
            let list = try await Program.result(arguments, "movies/list", #"{"limit":10}"#)
            #expect(list["movies"]?.elements.compactMap { $0["ids"]?["shelves"]?.string } == ["a", "b", "c", "d"])
            #expect(list["page"]?["hasMore"]?.bool == false)
            #expect(server.log.requests.map(\.target) == ["/api/browse", "/api/browse?from=2"])
        }
    }

    @Test("A page is taken from numbered pages with grouped rows")
    func groups() async throws {
        try await with("shelves") { server, arguments in
            for sheet in 0..<3 {
                let keys = (sheet * 4..<min(sheet * 4 + 4, 11)).map {
                    #"{"key":"\#($0)","names":{"main":"Film number \#($0)"}}"#
                }
                let groups = [keys.prefix(1), keys.dropFirst()].map { #"{"hits":[\#($0.joined(separator: ","))]}"# }
                server.on(
                    ScriptedRoute("/api/find", query: ["sheet": "\(sheet)", "per_sheet": "4", "q": "film"]),
                    .json(#"{"result":{"count":{"all":11},"groups":[\#(groups.joined(separator: ","))]}}"#)
                )
            }
            let page = try await Program.result(arguments, "movies/search", #"{"query":"film","page":2,"limit":5}"#)
            #expect(page["movies"]?.elements.compactMap { $0["ids"]?["shelves"]?.string } == ["5", "6", "7", "8", "9"])
            #expect(page["page"]?["totalItems"]?.int == 11)
            #expect(page["page"]?["hasMore"]?.bool == true)
        }
    }

    @Test("JSON made from XML is read with single children, attributes, and texts beside them")
    func madeFromXML() async throws {
        try await with("cinema-feed") { server, arguments in
            server.on(
                ScriptedRoute("/catalogue/find", query: ["phrase": "well"]),
                .json(
                    ##"{"feed":{"entry":{"@id":"f1","@type":"film","title":{"@lang":"en","#text":"Well"},"year":{"@approx":"no","#text":"2024"},"length":"PT1H41M","genres":{"genre":"Horror"},"credits":{"person":{"@role":"director","#text":"Pyo Na-mu"}}}}}"##
                )
            )
            server.on(
                ScriptedRoute("/catalogue/find", query: ["phrase": "none"]),
                .json(##"{"error":{"@code":"404","#text":"nothing there"}}"##)
            )
            let found = try await Program.result(arguments, "movies/search", #"{"query":"well"}"#)
            let movie = try #require(found["movies"]?.elements.first)
            #expect(movie["title"]?.string == "Well")
            #expect(movie["year"]?.int == 2024)
            #expect(movie["runtimeMinutes"]?.int == 101)
            #expect(movie["genres"]?.elements.compactMap(\.string) == ["horror"])
            #expect(movie["directors"]?.elements.compactMap { $0["name"]?.string } == ["Pyo Na-mu"])
            let none = try await Program.result(arguments, "movies/search", #"{"query":"none"}"#)
            #expect(none["movies"]?.elements.count == 0)
            #expect(none["sources"]?.elements.first?["status"]?.string == "empty")
        }
    }

    @Test("Numbers in several formats and durations in words are read")
    func formats() async throws {
        try await with("figures") { server, arguments in
            server.on(
                "/v2/chart/20240310",
                .json(
                    #"{"chart":[{"place":"1.","move":"±0","visitors":"1.234.567","visitors_total":"12 345 678","gross":"$1,234,567.89","share":"41,2 %","screens":"812","id":7,"film":"Brunnen","laenge":"1h 41m","note":"7,4/10","stimmen":"1'234"}]}"#
                )
            )
            let chart = try await Program.result(arguments, "boxOffice/daily", #"{"date":"2024-03-10"}"#)
            let entry = try #require(chart["entries"]?.elements.first)
            #expect(entry["rank"]?.int == 1)
            #expect(entry["rankChange"]?.int == 0)
            #expect(entry["audience"]?["count"]?.int == 1_234_567)
            #expect(entry["audience"]?["total"]?.int == 12_345_678)
            #expect(entry["sales"]?["amount"]?.int == 1_234_567)
            #expect(entry["sales"]?["currency"]?.string == "USD")
            #expect(entry["sales"]?["share"]?.double == 41.2)
            #expect(entry["movie"]?["runtimeMinutes"]?.int == 101)
            #expect(entry["movie"]?["ratings"]?.elements.first?["value"]?.double == 7.4)
            #expect(entry["movie"]?["ratings"]?.elements.first?["votes"]?.int == 1234)
        }
    }
}
