import MarqueeTestKit
import Testing

/// Replays the sessions that `docs/clients/your-own.md` shows.
@Suite("Exchanges in docs/clients")
struct ClientPageTests {
    /// A block of the page: its requests and responses, line by line.
    struct Session: Sendable {
        var name: String
        var lines: [String] = []
    }

    private static let page = ClientHost.clients + "/your-own.md"

    private static func sessions() throws -> [Session] {
        let text = try ProjectFiles.text(page)
        var sessions: [Session] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInside = line.hasPrefix("```session ")
                if isInside { sessions.append(Session(name: String(line.dropFirst("```session ".count)))) }
            } else if isInside {
                sessions[sessions.count - 1].lines.append(String(line))
            }
        }
        return sessions
    }

    @Test("Every shown session gets exactly the shown answers")
    func exchanges() async throws {
        let sessions = try Self.sessions()
        #expect(sessions.count == 7)
        for session in sessions {
            switch session.name {
            case "demo": try await Self.play(session, arguments: ["--demo"])
            case "slow":
                try await SlowSource.with(.untilCancelled) { source in
                    try await Self.play(session, arguments: Array(try source.command(framing: "line").dropFirst()))
                }
            case "changing": try await Self.playChanging(session)
            default: Issue.record("unknown session \(session.name)")
            }
        }
    }

    /// Plays a session with one source whose answer is stale on arrival.
    private static func playChanging(_ session: Session) async throws {
        try await ScriptedServer.withFolder { server, folder in
            let answers = ["The Old Harbour", "The New Harbour"].map { title in
                ScriptedAnswer.json(
                    #"{"films":[{"id":"1","title":"\#(title)"}]}"#,
                    headers: [("Cache-Control", "max-age=0, stale-while-revalidate=600")]
                )
            }
            server.on("/films") { _, use in answers[min(use, 1)] }
            let definitions = """
                version: 1
                providers:
                  - id: harbours
                    base_url: "\(server.origin)"
                    allow_http: true
                    operations:
                      search:
                        get: /films
                        query: { q: "${input.query}" }
                        rows: films
                        item: { ids: { harbours: id }, title: { path: title, required: true } }
                """
            try ProjectFiles.write(definitions, to: folder + "/providers.yaml")
            let files = ["--cache-dir", folder + "/cache", "--data-dir", folder + "/data"]
            try await play(session, arguments: ["--config", folder + "/providers.yaml"] + files)
        }
    }

    private static func play(_ session: Session, arguments: [String]) async throws {
        try await RunningProcess.withProcess(try Program.plan(arguments)) { process in
            var expected: [String] = []
            for line in session.lines {
                let text = String(line.dropFirst(2))
                if line.hasPrefix("← ") {
                    expected.append(text)
                    continue
                }
                try await receive(expected, from: process)
                expected = []
                if line.hasPrefix("⇒ ") {
                    let outcome = try await Program.run(arguments, lines: [text])
                    #expect(outcome.status == .exited(0))
                } else {
                    #expect(line.hasPrefix("→ "), "\(line)")
                    process.send(text)
                }
            }
            try await receive(expected, from: process)
            if session.lines.last?.contains(#""exit""#) == true { try await process.expectExit(.exited(0)) }
        }
    }

    /// Expects these messages next, in any order because parts arrive in the order in which the sources answer.
    private static func receive(_ expected: [String], from process: RunningProcess) async throws {
        var left = expected
        for _ in expected {
            let line = try await process.readLine()
            let found = left.firstIndex { ReadmeTests.Exchange(request: "", reply: $0).isAnswered(by: line) }
            #expect(found != nil, "\(line)\nis none of\n\(left.joined(separator: "\n"))")
            if let found { left.remove(at: found) }
        }
    }

    // MARK: Recipes

    @Test(
        "The recipe for jsonrpc.el prints a film",
        .enabled(if: ClientHost.emacs.isInstalled, "needs emacs, of Debian's emacs-nox")
    )
    func emacsRecipe() async throws {
        let output = try await Self.run(recipe: "elisp", with: .emacs, arguments: { ["-Q", "--batch", "-l", $0] })
        #expect(output.contains("기생충 (2019)\n"), "\(output)")
    }

    @Test("The recipe for vim.lsp prints a film", .enabled("needs nvim 0.8 or later") { try await hasLanguageClient() })
    func neovimRecipe() async throws {
        let output = try await Self.run(recipe: "lua", with: .neovim) { path in
            let wait = #"+lua vim.wait(30000, function() return vim.fn.execute("messages"):find("2019") end)"#
            return ["--headless", "-u", "NONE", "-i", "NONE", "-S", path, wait, "+qall!"]
        }
        #expect(output.contains("기생충 (2019)"), "\(output)")
    }

    private static func hasLanguageClient() async throws -> Bool {
        guard let path = ClientHost.path(of: "nvim") else { return false }
        let version = try await ProcessOutcome.of(ProcessPlan(path, ["--version"])).outputText
        return !["v0.5", "v0.6", "v0.7"].contains { version.hasPrefix("NVIM \($0)") }
    }

    /// Runs the page's code block in this language, with the program as `marquee` in the `PATH`.
    private static func run(
        recipe language: String,
        with host: ClientHost,
        arguments: @Sendable (_ path: String) -> [String]
    ) async throws -> String {
        let text = try ProjectFiles.text(page)
        let start = try #require(text.firstRange(of: "```\(language)\n"))
        let end = try #require(text[start.upperBound...].firstRange(of: "```"))
        let recipe = String(text[start.upperBound..<end.lowerBound])
        let binary = try #require(ProjectFiles.builtProduct())
        return try await ProjectFiles.withTemporaryFolder { folder in
            let path = folder + "/recipe." + (language == "lua" ? "lua" : "el")
            try ProjectFiles.write(recipe, to: path)
            _ = try await ProcessOutcome.of(ProcessPlan("/bin/ln", ["-s", binary, folder + "/marquee"]))
            let outcome = try await ProcessOutcome.of(
                ProcessPlan(
                    try #require(ClientHost.path(of: host.program)),
                    arguments(path),
                    environment: [
                        "PATH": folder + ":" + (ProjectFiles.environment("PATH") ?? ""), "HOME": folder,
                        "LANG": "C.UTF-8", "TERM": "xterm",
                    ],
                    workingDirectory: folder
                )
            )
            return outcome.outputText + outcome.errors
        }
    }
}
