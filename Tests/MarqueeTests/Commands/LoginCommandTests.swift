import JSON
import MarqueeTestKit
import MovieService
import Platform
import Testing

@Suite("marquee login")
struct LoginCommandTests {
    private static let key = "l0ng-and-secret"

    /// Calls `body` with a home whose definitions have one source that takes one key.
    private static func withArchive(
        _ body: (_ folder: String, _ environment: [String: String]) async throws -> Void
    ) async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.on("/films") { request, _ in
            guard request.header("X-Key") == key else { return .json(#"{"error":"no such key"}"#, status: 401) }
            return .json(#"{"films":[{"id":"1","title":"Grey Pier"}]}"#)
        }
        let definitions = """
            version: 1
            providers:
              - id: archive
                base_url: "http://127.0.0.1:\(server.port)"
                allow_http: true
                retry: { attempts: 1 }
                auth: { kind: api_key, in: header, name: X-Key, value: "${env.ARCHIVE_KEY}" }
                errors: [{ when: { status: 401 }, kind: auth, message: error }]
                operations:
                  search: { get: /films, query: { q: "${input.query}" }, rows: films, item: { ids: { archive: id }, title: title } }
              - { id: yts, extends: yts, enabled: false }
            """
        try await Program.withHome { folder, environment in
            let file = folder + "/.config/marquee/providers.yaml"
            try FileSystem.local.write(Array(definitions.utf8), file).get()
            try await body(folder + "/.config/marquee/keys.json", environment)
        }
    }

    @Test("A key that works is kept for its user alone, is used, and is removed; one that is refused is not kept")
    func keys() async throws {
        try await Self.withArchive { file, environment in
            let refused = try await Program.run(["login", "archive"], lines: ["wr0ng-key"], environment: environment)
            #expect(refused.status == .exited(77))
            #expect(refused.errors.contains("archive refuses the key, which was not kept"), "\(refused.errors)")
            let kept = try await Program.run(["login", "archive"], lines: [Self.key], environment: environment)
            #expect(kept.status == .exited(0), "\(kept.errors)")
            #expect(kept.errors == "archive: the key works, and is kept in \(file)\n")
            #expect(FileSystem.local.permissions(file) == 0o600)
            let again = try await Program.run(["login", "archive"], lines: ["wr0ng-key"], environment: environment)
            #expect(again.status == .exited(77))
            let found = try await Program.run(["search", "pier"], environment: environment)
            #expect(found.status == .exited(0) && found.outputText.contains("Grey Pier"), "\(found.errors)")
            let other = environment.merging(["ARCHIVE_KEY": "wr0ng-key"]) { $1 }
            let first = try await Program.run(["search", "lamp"], environment: other)
            #expect(first.status == .exited(77), "a variable goes before what is kept")
            let gone = try await Program.run(["logout", "archive"], environment: environment)
            #expect(gone.status == .exited(0), "\(gone.errors)")
            let none = try await Program.run(["search", "quay"], environment: environment)
            #expect(none.errors.contains("ARCHIVE_KEY is not set"), "\(none.errors)")
            for outcome in [refused, kept, again, found, gone] {
                #expect(!(outcome.outputText + outcome.errors).contains(Self.key))
            }
        }
    }

    @Test("A server takes a key from the moment it is kept")
    func server() async throws {
        try await Self.withArchive { _, environment in
            let plan = try Program.plan([], environment: environment)
            try await RunningProcess.withProcess(plan) { process in
                let before = try await process.answer("movies/search", #"{"query":"pier"}"#)
                #expect(before["error"] != nil)
                let kept = try await Program.run(["login", "archive"], lines: [Self.key], environment: environment)
                #expect(kept.status == .exited(0), "\(kept.errors)")
                process.send(Talk.request(2, "providers/reload"))
                while try await process.readJSON()["id"]?.int != 2 {}
                let after = try await process.answer("movies/search", #"{"query":"pier"}"#)
                #expect(after["result"]["movies"].list.count == 1, "\(after)")
            }
        }
    }

    @Test(
        "What is no key, or no source, is answered in a line",
        arguments: [
            (["login", "archive"], "", 65, "expected ARCHIVE_KEY, found no key"),
            (["login", "yts"], "x\n", 64, "yts needs no key"),
            (["login", "archiv"], "x\n", 66, "there is no provider 'archiv'; did you mean: marquee login archive"),
            (["logout", "archive"], "", 66, "no key of archive is kept"),
        ] as [([String], String, Int32, String)]
    )
    func slips(_ words: [String], _ input: String, _ status: Int32, _ expected: String) async throws {
        try await Self.withArchive { _, environment in
            let outcome = try await Program.run(words, input: Array(input.utf8), environment: environment)
            #expect(outcome.status == .exited(status) && outcome.errors.contains(expected), "\(outcome.errors)")
        }
    }

    @Test("A file of keys that others can read is not used, and says why")
    func readable() async throws {
        try await Self.withArchive { file, environment in
            let text = Array(#"{"version":1,"keys":{"ARCHIVE_KEY":"\#(Self.key)"}}"#.utf8)
            try FileSystem.local.write(text, file).get()
            let outcome = try await Program.run(["search", "pier"], environment: environment)
            let mode = FileSystem.local.permissions(file) ?? 0
            #expect(mode & 0o077 == 0 || outcome.errors.contains("can be read by others; run: chmod 600"))
        }
    }

    @Test("Ctrl-C ends the question, and nothing is kept")
    func interrupt() async throws {
        try await Self.withArchive { file, environment in
            let terminal = try PseudoTerminal()
            var plan = try Program.plan(["login", "archive"], environment: environment)
            (plan.input, plan.errors) = (.file(terminal.path), .file(terminal.path))
            let (text, status) = try await terminal.screen(of: plan, reply: (question: "shown):", answer: "ab\u{3}"))
            #expect(status == .exited(130), "\(text)")
            #expect(FileSystem.local.read(file, 1_000) == .failure(FileFailure(path: file, reason: .missing)))
        }
    }

    @Test("At a terminal, nothing of a key is shown")
    func terminal() async throws {
        try await Self.withArchive { file, environment in
            let terminal = try PseudoTerminal()
            var plan = try Program.plan(["login", "archive"], environment: environment)
            (plan.input, plan.errors) = (.file(terminal.path), .file(terminal.path))
            let typed = (question: "shown):", answer: "typo\u{15}\(Self.key)x\u{7F}\n")
            let (text, status) = try await terminal.screen(of: plan, reply: typed)
            #expect(status == .exited(0), "\(text)")
            #expect(text.contains("ARCHIVE_KEY (nothing is shown):") && !text.contains("l0ng"), "\(text)")
            #expect(FileSystem.local.read(file, 1_000) != .failure(FileFailure(path: file, reason: .missing)))
        }
    }
}
