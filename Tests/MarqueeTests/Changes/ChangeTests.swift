import JSON
import MarqueeTestKit
import Testing

@Suite("cache/watch, cache/changed and cache/clear, through the program")
struct ChangeTests {
    /// A source that is stale as soon as it has answered, and says so itself.
    private static func answer(_ title: String) -> ScriptedAnswer {
        .json(
            #"{"results":[{"id":"1","name":"\#(title)"}]}"#,
            headers: [("Cache-Control", "max-age=0, stale-while-revalidate=600")]
        )
    }

    /// Talks to a program whose one source answers `/search` with these titles, one after the other.
    private static func talk(
        _ answers: [ScriptedAnswer],
        cache: String = "",
        _ body: @Sendable (ScriptedServer, RunningProcess) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            defer { server.stop() }
            server.on("/search") { _, use in answers[min(use, answers.count - 1)] }
            let definition = """
                version: 1
                providers:
                  - id: shelf
                    base_url: "\(server.origin)"
                    operations:
                      search:
                        get: /search
                        query: { q: "${input.query}" }
                        \(cache)
                        rows: results
                        item: { ids: { shelf: id }, title: { path: name, language: en, required: true } }
                """
            try ProjectFiles.write(definition, to: folder + "/providers.yaml")
            let plan = try Program.plan(["--config", folder + "/providers.yaml", "--cache-dir", folder + "/cache"])
            try await RunningProcess.withProcess(plan) { try await body(server, $0) }
        }
    }

    private static let search = #"{"query":"harbour"}"#

    /// The title and the status of the answer to a search.
    private static func searched(_ id: Int, _ process: RunningProcess) async throws -> String {
        process.send(Talk.request(id, "movies/search", search))
        let line = try await process.readLine(upTo: .seconds(120))
        let result = try JSONDocument(Array(line.utf8)).root["result"]
        let title = result?["movies"]?[0]?["title"]?.string ?? line
        return "\(title) \(result?["sources"]?[0]?["status"]?.string ?? "")"
    }

    @Test("A client that asked is told once that the stale answer it was given has a newer one, and gets that")
    func told() async throws {
        try await Self.talk([Self.answer("The Old Harbour"), Self.answer("The New Harbour")]) { _, process in
            process.send(Talk.request(1, "cache/watch"))
            try await process.expectLine(#"{"jsonrpc":"2.0","result":{"enabled":true},"id":1}"#)
            #expect(try await Self.searched(2, process) == "The Old Harbour ok")
            #expect(try await Self.searched(3, process) == "The Old Harbour stale")
            try await process.expectLine(#"{"jsonrpc":"2.0","method":"cache/changed","params":{"provider":"shelf"}}"#)
            #expect(try await Self.searched(4, process) == "The New Harbour stale")
            process.closeInput()
            // What is fetched behind the last call is the same again: nothing more is said.
            #expect(try await process.readToEnd(upTo: .seconds(120)) == [])
        }
    }

    @Test("Nobody is told who did not ask, or who asked no longer", arguments: [[], ["{}", #"{"enabled":false}"#]])
    func untold(watches: [String]) async throws {
        try await Self.talk([Self.answer("The Old Harbour"), Self.answer("The New Harbour")]) { server, process in
            for (index, params) in watches.enumerated() {
                process.send(Talk.request(10 + index, "cache/watch", params))
                _ = try await process.readLine(upTo: .seconds(120))
            }
            #expect(try await Self.searched(1, process) == "The Old Harbour ok")
            #expect(try await Self.searched(2, process) == "The Old Harbour stale")
            #expect(await server.waitForLog { $0.requests.count == 2 })
            process.closeInput()
            #expect(try await process.readToEnd(upTo: .seconds(120)) == [])
        }
    }

    @Test("Only true and false say whether to watch")
    func wrongParameters() async throws {
        let answers = try await Program.answers(
            ["--demo"],
            [
                Talk.request(1, "cache/watch", #"{"enabled":"yes"}"#),
                Talk.request(2, "cache/watch", #"{"enable":true}"#),
            ]
        )
        #expect(answers[1]?["error"]?["data"]?["field"]?.string == "enabled")
        #expect(answers[2]?["error"]?["data"]?["field"]?.string == "enable")
    }

    @Test("cache/clear drops the answers in memory too: the next call asks the source")
    func clear() async throws {
        let answers = [
            ScriptedAnswer.json(#"{"results":[{"id":"1","name":"The Old Harbour"}]}"#),
            ScriptedAnswer.json(#"{"results":[{"id":"1","name":"The New Harbour"}]}"#),
        ]
        try await Self.talk(answers, cache: "cache: { ttl: 1h }") { server, process in
            #expect(try await Self.searched(1, process) == "The Old Harbour ok")
            #expect(try await Self.searched(2, process) == "The Old Harbour ok")
            #expect(server.log.requests.count == 1)
            process.send(Talk.request(3, "cache/clear"))
            _ = try await process.readLine(upTo: .seconds(120))
            #expect(try await Self.searched(4, process) == "The New Harbour ok")
            #expect(server.log.requests.count == 2)
        }
    }
}
