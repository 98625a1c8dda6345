import JSON
import MarqueeTestKit
import Testing

@Suite("Definitions and values whose combination is expensive, through the whole program")
struct HostileDefinitionTests {
    private static let long = String(repeating: "x", count: 1_000)

    /// Item definitions that process the member `r` of a row.
    private static let items =
        [
            "title: r", "title: \"r[?@.id=='x'].n\"", "title: f, genres: 'r[*].l[*]'",
            "title: f, genres: { each: [r, $.r] }",
            "title: { template: '${row.r}${row.r}${row.r}' }", "title: f, genres: { path: r, prefix: '\(long)' }",
            "title: f, runtime: { path: r, unit: duration }", "title: f, cast: { rows: r, item: { name: n } }",
            "title: f, cast: { rows: r, where: { path: '$.r[*].n', is: z }, item: { name: n } }",
            "title: f, cast: { rows: r, where: { path: n, matches: '(y|yy)+$' }, item: { name: n } }",
        ]
        + [
            "strip_html", "unescape_html", "{ split: ' ' }, { prefix: '\(long)' }, { join: ' ' }",
            "{ date: [yyyyMMdd, d MMM yyyy, yyyy-MM-dd] }", "{ extract: '.*.*.*.*=' }", "{ extract: '(a+)+$' }",
            "{ extract: 'a*[zy]' }", "{ replace: { regex: '', with: '\(long)' } }",
            "{ replace: { regex: 'a(?=a*[ax])', with: b } }",
        ].flatMap { ["title: { path: r, then: [\($0)] }", "title: f, genres: { path: r, then: [\($0)] }"] }

    /// Repeats a text so often in a long run; the program that is compiled for tests takes minutes for all of it.
    private static func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: StressRun.isWanted ? count : count / 5)
    }

    private static let values = [
        "\"\(repeated("a", 60_000))\"", "\"\(repeated("9", 20_000))\"", "\"e\(repeated("\u{301}", 20_000))\"",
        "\"\(repeated("<&#", 15_000))\"", "[\(repeated("1,", 11_000))1]",
        "[\(repeated(#"{"id":"x","n":"y","l":[1,2]},"#, 2_000))1]",
    ]

    private func scene(_ body: (FaultScene, ScriptedServer) async throws -> Void) async throws {
        try await FaultScene.withServer { scene, server in
            let sources = Self.items.enumerated().map { number, item in
                """
                  - id: bad\(number)
                    base_url: "\(server.origin)"
                    allow_http: true
                    operations: { search: { get: /, query: { q: "${input.query}" }, rows: ., item: { \(item) } } }
                """
            }
            try scene.configure(deadline: "60s", sources.joined(separator: "\n"))
            try await body(scene, server)
        }
    }

    @Test("Hostile values in every construct stop neither a ping nor the healthy source")
    func beside() async throws {
        try await scene { scene, server in
            try await FaultTalk.with(scene) { talk in
                let program = talk.process
                for (number, value) in Self.values.enumerated() {
                    server.on("*", .json(#"{"f":"film","r":\#(value)}"#))
                    let query = #"{"query":"film \#(number)","limit":100}"#
                    program.send(Talk.request(number * 2 + 1, "movies/search", query))
                    #expect(await server.waitForLog { $0.requests.count > number * Self.items.count })
                    program.send(Talk.request(number * 2 + 2, "ping"))
                    let first = try await program.readJSON()
                    let second = try await program.readJSON()
                    let found = [first, second].first { $0["id"]?.int == number * 2 + 1 }
                    let answer = FaultAnswer(try #require(found?["result"]))
                    answer.expectHealthySource()
                    #expect(answer.whole["sources"]?.count == Self.items.count + 1)
                }
                #expect((program.peakResidentBytes ?? 0) < 150 << 20, "D")
            }
        }
    }

    @Test("While hostile answers are mapped, a call can be cancelled, and a second signal ends the program")
    func ends() async throws {
        try await scene { scene, server in
            server.on("*", .json(#"{"f":"film","r":\#(Self.values[0])}"#))
            let plan = try Program.plan(scene.arguments, environment: FaultScene.environment)
            try await RunningProcess.withProcess(plan) { program in
                program.send(Talk.request(1, "movies/search", #"{"query":"one"}"#))
                #expect(await server.waitForLog { $0.requests.count >= Self.items.count })
                program.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
                let cancelled = try await program.readJSON()
                // The last row may have been mapped before the cancellation arrived.
                let isAnswered = cancelled["result"] != nil
                #expect(isAnswered || cancelled["error"]?["code"]?.int == -32_800, "\(cancelled)")
                program.send(Talk.request(2, "movies/search", #"{"query":"two"}"#))
                #expect(await server.waitForLog { $0.requests.count >= 2 * Self.items.count })
                // SIGTERM and SIGINT, because two signals of one kind may arrive as one.
                program.signal(15)
                program.signal(2)
                _ = try await program.waitForExit()
            }
        }
    }
}
