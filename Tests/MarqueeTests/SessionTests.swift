import JSON
import MarqueeTestKit
import Testing

@Suite("Sessions with the built program")
struct SessionTests {
    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

    private func framed(_ body: String) -> String {
        "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("Both framings are recognised by themselves and give the same answer")
    func framings() async throws {
        let search = #"{"jsonrpc":"2.0","id":7,"method":"movies/search","params":{"query":"Parasite"}}"#
        let line = try await Program.run(["--demo"], lines: [search])
        let header = try await Program.run(["--demo"], input: Array(framed(search).utf8))
        let body = line.outputText.split(separator: "\n").first.map(String.init) ?? ""
        #expect(body.contains(#""title":"기생충""#))
        let lengths = [line, header].map { $0.status }
        #expect(lengths == [.exited(0), .exited(0)])
        // Durations differ from run to run; everything else is the same.
        let headerBody = String(header.outputText.split(separator: "\r\n\r\n", maxSplits: 1).last ?? "")
        #expect(try JSONDocument(headerBody).root["result"]?["movies"] == JSONDocument(body).root["result"]?["movies"])
        #expect(header.outputText.hasPrefix("Content-Length: \(headerBody.utf8.count)\r\n"))
    }

    @Test("What is in flight when the input ends is answered, and the program exits with 0")
    func drain() async throws {
        let requests = (1...50).map {
            #"{"jsonrpc":"2.0","id":\#($0),"method":"movies/search","params":{"query":"Suzume"}}"#
        }
        let answers = try await Program.answers(["--demo"], requests)
        #expect(answers.count == 50)
        #expect(answers.values.allSatisfy { ($0["result"]?["movies"]?.count ?? 0) > 0 })
    }

    @Test("A batch is answered in its order, notifications in it stay silent")
    func batch() async throws {
        let batch = #"""
            [{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"ping"},1,
            {"jsonrpc":"2.0","id":"b","method":"movies/none"}]
            """#
        let outcome = try await Program.run(["--demo"], lines: [batch.replacingLineEnds])
        let answers = try JSONDocument(outcome.output).root
        #expect(answers.elements.map { $0["id"]?.string } == ["a", nil, "b"])
        #expect(answers[1]?["error"]?["code"]?.int == -32_600)
        #expect(answers[2]?["error"]?["code"]?.int == -32_601)
    }

    @Test(
        "Bad input gets an error that names the field, what was expected and the nearest known word",
        arguments: [
            (#"{"query":"x","yaer":2019}"#, "movies/search", "yaer", "year"),
            (#"{"query":5}"#, "movies/search", "query", "text"),
            (#"{}"#, "movies/search", "query", "query"),
            (#"{"date":"2026-02-30"}"#, "boxOffice/daily", "date", "2026-02-30"),
            (#"{"date":"soon"}"#, "boxOffice/daily", "date", "yesterday"),
            (#"{"nationality":"korean"}"#, "boxOffice/daily", "nationality", "domestic"),
            (#"{"span":"weekendd"}"#, "boxOffice/weekly", "span", "weekend"),
            (#"{"id":"parasite"}"#, "movies/get", "id", "imdb:"),
            (#"{"query":"x","limit":0}"#, "movies/search", "limit", "1"),
            (#"{"query":"x","providers":["kofik"]}"#, "movies/search", "providers", "kofic"),
        ]
    )
    func badInput(_ params: String, _ method: String, _ field: String, _ word: String) async throws {
        let request = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
        let error = try #require(try await Program.answers(["--demo"], [request])[1]?["error"])
        #expect(error["code"]?.int == -32_602)
        #expect(error["data"]?["field"]?.string?.hasPrefix(field) == true, "\(error)")
        #expect("\(error)".contains(word), "\(error)")
    }

    @Test("The sources, each with what it can do")
    func providers() async throws {
        let result = try await Program.result(["--demo"], "providers/list")
        let kofic = try #require(result["providers"]?.elements.first { $0["id"]?.string == "kofic" })
        #expect(kofic["status"]?.string == "available")
        let capabilities = kofic["capabilities"]?.elements.compactMap(\.string) ?? []
        #expect(Set(capabilities) == ["daily_box_office", "weekly_box_office", "search", "lookup"])
        let live = try await Program.result([], "providers/list", environment: ["HOME": "/nonexistent"])
        let disabled = try #require(live["providers"]?.elements.first { $0["id"]?.string == "kofic" })
        #expect(disabled["status"]?.string == "disabled")
        #expect(disabled["reason"]?.string == "KOFIC_API_KEY is not set")
    }

    @Test("A recording of one's own answers, its clock stands, and what it does not hold is no empty answer")
    func replay() async throws {
        let arguments = ["--replay", ProjectFiles.root + "/Tests/Fixtures/recording"]
        let result = try await Program.result(arguments, "boxOffice/daily")
        #expect(result["period"]?["from"]?.string == "2024-03-10")
        #expect(result["entries"]?[0]?["movie"]?["title"]?.string == "종이 등대")
        let search = #"{"jsonrpc":"2.0","id":1,"method":"movies/search","params":{"query":"nobody recorded this"}}"#
        let failure = try #require(try await Program.answers(arguments, [search])[1]?["error"])
        #expect(failure["data"]?["kind"]?.string == "unavailable")
        let sources = try #require(failure["data"]?["sources"])
        #expect(sources.elements.map { $0["status"]?.string } == ["error", "error"])
        #expect(sources[0]?["error"]?["message"]?.string?.contains("has no answer for") == true)
    }

    @Test("The films of yesterday's box office with names, posters and ids of the other source")
    func enrichment() async throws {
        let result = try await Program.result(["--demo"], "boxOffice/daily", #"{"limit": 3, "enrich": true}"#)
        let first = try #require(result["entries"]?[0]?["movie"])
        #expect(first["id"]?.string == "imdb:tt10366206")
        #expect(first["title"]?.string == "존 윅 4")
        #expect(first["directors"]?[0]?["nameEn"]?.string == "Chad Stahelski")
        #expect(first["images"]?.count ?? 0 > 0)
        #expect(first["provenance"]?["images"]?[0]?.string == "yts")
    }
}

extension String {
    fileprivate var replacingLineEnds: String { String(map { $0 == "\n" ? " " : $0 }) }
}
