import JSON
import MarqueeTestKit
import Testing

@Suite("Statistics of sources from several processes")
struct ProviderCountTests {
    private static let film = #"{"id":"1","title":"Pier","year":"soon"}"#
    private static let search = Talk.request(1, "movies/search", #"{"query":"x"}"#)
    private static let status = Talk.request(2, "providers/status")

    private func with(
        status: Int = 200,
        _ body: (ScriptedServer, [String]) async throws -> Void
    ) async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("*", .json(#"{"films":[\#(Self.film),{"id":"2"}]}"#, status: status))
            let text = """
                version: 1
                providers:
                  - id: shelf
                    base_url: "\(server.origin)"
                    operations:
                      search:
                        get: /films
                        query: { q: "${input.query}" }
                        cache: { ttl: 1h }
                        rows: films
                        item: { ids: { shelf: id }, title: { path: title, required: true }, year: year }
                """
            try ProjectFiles.write(text, to: folder + "/providers.yaml")
            let arguments = ["--config", folder + "/providers.yaml", "--trust", "--data-dir", folder + "/data"]
            try await body(server, arguments + ["--cache-dir", folder + "/cache"])
        }
    }

    @Test("A process reports what others counted in the past week, until `cache/clear`")
    func nextProcess() async throws {
        try await with { server, arguments in
            for _ in 1...2 { _ = try await Program.answers(arguments, [Self.search]) }
            let result = try await Program.result(arguments, "providers/status")
            let shelf = try #require(result["providers"]?[0])
            #expect(shelf["requests"]?["sent"]?.int == 0)
            let week = try #require(shelf["week"], "\(shelf)")
            #expect(week["requests"]?["sent"]?.int == 1)
            #expect(week["cache"]?["hits"]?.int == 1)
            #expect(week["cache"]?["misses"]?.int == 1)
            #expect(week["mapping"]?["rows"]?.int == 4)
            #expect(week["mapping"]?["droppedRows"]?.int == 2)
            let failures = week["mapping"]?["failures"]
            let failure: JSONValue = ["operation": "search", "field": "year", "count": 2, "examplePath": "year"]
            #expect(failures.map { JSONValue($0) } == [failure])
            let table = try await Program.run(["providers", "--format", "table"] + arguments)
            #expect(String(decoding: table.output, as: UTF8.self).contains("50 %"), "\(table)")
            _ = try await Program.result(arguments, "cache/clear")
            let cleared = try await Program.result(arguments, "providers/status")
            #expect(cleared["providers"]?[0]?["week"]?["mapping"]?["rows"]?.int == 0)
        }
    }

    @Test("A source all of whose requests failed is `failing`")
    func failing() async throws {
        try await with(status: 401) { _, arguments in
            try await RunningProcess.withProcess(try Program.plan(arguments)) { process in
                process.send(Self.search)
                _ = try await process.readLine()
                process.send(Self.status)
                let answer = try JSONDocument(try await process.readLine()).root
                let shelf = answer["result"]?["providers"]?[0]
                #expect(shelf?["status"]?.string == "failing", "\(answer)")
                #expect(shelf?["reason"]?.string?.hasPrefix("its calls have failed since ") == true, "\(answer)")
            }
        }
    }

    @Test("Each event is counted once although a process asks several times and reloads")
    func once() async throws {
        try await with { server, arguments in
            let answers = try await Program.answers(
                arguments,
                [Self.search, Self.status, Talk.request(3, "providers/reload"), Talk.request(4, "providers/status")]
            )
            #expect(answers.count == 4)
            let first = try await Program.result(arguments, "providers/status")
            let second = try await Program.result(arguments, "providers/status")
            for result in [first, second] {
                #expect(result["providers"]?[0]?["week"]?["mapping"]?["rows"]?.int == 2)
                #expect(result["providers"]?[0]?["week"]?["requests"]?["sent"]?.int == 1)
            }
        }
    }

    @Test("With --no-cache nothing is counted for, or reported from, other processes")
    func noCache() async throws {
        try await with { server, arguments in
            _ = try await Program.answers(arguments + ["--no-cache"], [Self.search])
            let alone = try await Program.result(arguments + ["--no-cache"], "providers/status")
            #expect(alone["providers"]?[0]?["week"] == nil)
            let result = try await Program.result(arguments, "providers/status")
            #expect(result["providers"]?[0]?["week"]?["requests"]?["sent"]?.int == 0)
        }
    }
}
