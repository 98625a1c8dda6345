import JSON
import MarqueeTestKit
import Testing

@Suite("APIs of odd shapes, asked by the program")
struct StrangeAPITests {
    private static let definitions = ["cinema-feed", "shelves", "figures"]

    private static func path(_ name: String) -> String {
        "\(ProjectFiles.root)/Tests/Fixtures/definitions/\(name).yaml"
    }

    /// Runs `body` with a server and a definition whose hosts lead there.
    private func with(
        _ name: String,
        _ body: (ScriptedServer, _ arguments: [String]) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            defer { server.stop() }
            let text = String(decoding: try ProjectFiles.read(Self.path(name)), as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
                .map { line in
                    guard let scheme = line.firstRange(of: "base_url: https://"),
                        let slash = line[scheme.upperBound...].firstIndex(of: "/")
                    else { return String(line) }
                    return "    base_url: \(server.origin)\(line[slash...])"
                }
                .joined(separator: "\n")
            try ProjectFiles.write(text, to: folder + "/\(name).yaml")
            try await body(server, ["--config", folder + "/\(name).yaml", "--no-cache"])
        }
    }

    @Test("Their definitions pass `marquee check` and `marquee test`", arguments: definitions)
    func check(_ name: String) async throws {
        for command in ["check", "test"] {
            let outcome = try await Program.run([command, Self.path(name)])
            #expect(outcome.status == .exited(0), "\(outcome.outputText)")
        }
    }

    @Test("Pages in pages: links are followed, shelves are taken apart, and the end is known")
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

    @Test("Pages by number whose rows stand in groups: the second page of five")
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

    @Test("JSON made from XML: one child or several, attributes, texts beside them, rows that are no films")
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

    @Test("Numbers in three formats, durations in words")
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
