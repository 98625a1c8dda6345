import JSON
import MarqueeTestKit
import Platform
import Testing

/// Two clients with one library, which tell each other of changes and must not keep each other busy.
@Suite("Clients side by side on one library", .timeLimit(.minutes(15)))
struct SharedLibraryTests {
    /// How long nobody types.
    private static let idling = Duration.seconds(StressRun.isWanted ? 10 : 3)

    /// The number of messages with a method in a trace.
    private static func count(_ method: String, in trace: String) throws -> Int {
        try ProjectFiles.text(trace).split(separator: "\n").count { line in
            try JSONDocument(String(line)).root["message"]?["method"]?.string == method
        }
    }

    private static func newsOfCards(in trace: String) throws -> Int {
        // What follows the last line break is under way.
        let lines = try ProjectFiles.text(trace).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return try lines.count { line in
            let message = try JSONDocument(String(line)).root["message"]
            guard message?["method"]?.string == "library/changed" else { return false }
            return message?["params"]?["changed"]?.elements.contains { $0.string == "cards" } == true
        }
    }

    private static func bookmark(_ command: [String]) async throws {
        let outcome = try await Program.run(
            // A line of JSON, whatever the client of the command speaks.
            command.dropFirst().map { $0 == "header" ? "line" : $0 },
            lines: [Talk.request(1, "bookmarks/add", #"{"id":"imdb:tt9000013"}"#)]
        )
        #expect(outcome.outputText.contains(#""bookmarked":true"#), "\(outcome.outputText)\(outcome.errors)")
    }

    @Test("Two clients that repeat what they show at each change are told of each change once")
    func plain() async throws {
        try await SlowSource.with(.untilCancelled) { source in
            let arguments = Array(try source.command(framing: "line").dropFirst()) + ["--trust"]
            let traces = [1, 2].map { source.folder + "/trace\($0)" }
            let plans = try traces.map { try Program.plan(arguments + ["--trace", $0]) }
            try await RunningProcess.withProcess(plans[0]) { first in
                try await RunningProcess.withProcess(plans[1]) { second in
                    let film = #"{"id":"imdb:tt9000011"}"#
                    for process in [first, second] {
                        _ = try await process.answer("movies/search", #"{"query":"quick","remember":false}"#)
                        _ = try await process.answer("bookmarks/list")
                    }
                    _ = try await first.answer("bookmarks/add", film)
                    let news = try await second.readJSON()
                    #expect(news["method"]?.string == "library/changed")
                    #expect(news["params"]?["changed"]?.description == #"["bookmarks"]"#)
                    let ids = news["params"]?["ids"]?.elements.compactMap(\.string) ?? []
                    #expect(Set(ids).isSuperset(of: ["imdb:tt9000011", "early:1", "late:1"]), "\(ids)")
                    // Each repeats what it shows at each notification, as clients do.
                    async let mine: Void = Self.answerChanges(of: first, with: film)
                    async let theirs: Void = Self.answerChanges(of: second, with: film)
                    first.send(Talk.request(7, "cards/put", #"{"id":"imdb:tt9000011","stars":3}"#))
                    _ = try await holdsEventually { try Self.newsOfCards(in: traces[1]) > 0 }
                    try await Task.sleep(for: Self.idling)
                    for process in [first, second] { process.send(Talk.shutdown) }
                    _ = try await (mine, theirs)
                }
            }
            // Details of the film that come after the card are a change of their own, for both.
            let news = try traces.map { try Self.newsOfCards(in: $0) }
            #expect((0...1).contains(news[0]) && (1...2).contains(news[1]), "\(news)")
            // The details of the film, which either process may store, are news once more.
            #expect(try traces.allSatisfy { try Self.count("library/changed", in: $0) <= 3 })
        }
    }

    @Test("A client that adds a film by what is known of it is told of the details that come later")
    func ownDetails() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("/films", .json(#"{"films":[{"id":"1","title":"Lamp"}]}"#))
            let isAnswered = ConditionLock(false)
            defer { isAnswered.withLock { $0 = true } }
            server.on("/film") { _, _ in
                _ = isAnswered.wait { $0 ? true : nil }
                return .json(#"{"film":{"id":"1","title":"Lamp","minutes":90}}"#)
            }
            let text = """
                version: 1
                providers:
                  - id: shop
                    base_url: "\(server.origin)"
                    allow_http: true
                    operations:
                      search:
                        get: /films
                        query: { q: "${input.query}" }
                        rows: films
                        item: { ids: { shop: id }, title: title }
                      lookup:
                        by: [shop]
                        get: /film
                        query: { id: "${input.ids.shop}" }
                        rows: film
                        item: { ids: { shop: id }, title: title, runtime: { path: minutes, unit: min } }
                """
            try ProjectFiles.write(text, to: scene.configuration)
            let plan = try Program.plan(scene.arguments + ["--data-dir", scene.folder + "/data"])
            try await RunningProcess.withProcess(plan) { process in
                _ = try await process.answer("movies/search", #"{"query":"lamp"}"#)
                process.send(Talk.request(1, "bookmarks/add", #"{"id":"shop:1"}"#))
                var messages = [try await process.readJSON()]
                isAnswered.withLock { $0 = true }
                messages.append(try await process.readJSON())
                #expect(messages[0]["result"]?["movie"]?["runtimeMinutes"] == nil, "\(messages)")
                #expect(messages[1]["method"]?.string == "library/changed", "\(messages)")
                #expect(messages[1]["params"]?["changed"]?.description == #"["bookmarks"]"#)
                #expect(messages[1]["params"]?["ids"]?.description == #"["shop:1"]"#)
                let kept = try await process.answer("bookmarks/list")["result"]?["movies"]?[0]
                #expect(kept?["runtimeMinutes"]?.int == 90, "\(String(describing: kept))")
            }
        }
    }

    /// Asks for a film, searches, and stores at each notification what is there, until the answer to `shutdown`.
    private static func answerChanges(of process: RunningProcess, with film: String) async throws {
        while true {
            let message = try await process.readJSON()
            if message["id"]?.int == 8 { return }
            guard message["method"]?.string == "library/changed" else { continue }
            process.send(
                Talk.request(1, "movies/get", film),
                Talk.request(2, "movies/search", #"{"query":"quick"}"#),
                Talk.request(3, "bookmarks/add", film)
            )
        }
    }

    @Test("Queries, and changes that change nothing, are no news for another process")
    func noNews() async throws {
        try await SlowSource.with(.untilCancelled) { source in
            let arguments = Array(try source.command(framing: "line").dropFirst()) + ["--trust"]
            let film = #"{"id":"imdb:tt9000011"}"#
            try await RunningProcess.withProcess(try Program.plan(arguments)) { other in
                _ = try await other.answer("bookmarks/add", film)
                try await RunningProcess.withProcess(try Program.plan(arguments)) { watching in
                    _ = try await watching.answer("bookmarks/list")
                    for _ in 0..<2 {
                        _ = try await other.answer("movies/search", #"{"query":"quick"}"#)
                        for method in ["bookmarks/add", "movies/get"] { _ = try await other.answer(method, film) }
                        _ = try await other.answer("history/remove", #"{"query":"quick"}"#)
                        _ = try await other.answer("library/refresh", #"{"olderThan":0}"#)
                    }
                    _ = try await other.answer("lists/add", #"{"id":"imdb:tt9000012","list":"Best"}"#)
                    let news = try await watching.readJSON()["params"]
                    #expect(news?["changed"]?.description == #"["lists"]"#)
                    #expect(news?["ids"]?.elements.contains { $0.string == "imdb:tt9000011" } == false)
                    #expect(news?["revision"]?.int ?? 0 > 0)
                }
            }
        }
    }

    @Test(
        "Two Neovims that idle ask no source, and show a bookmark of another program where the cursor stays",
        .enabled(if: ClientHost.neovim.isInstalled, "needs nvim, of Debian's package neovim")
    )
    func neovims() async throws { try await Self.playIdling(.neovim) }

    @Test(
        "Two Vims that idle ask no source, and show a bookmark of another program where the cursor stays",
        .enabled(if: ClientHost.vim.isInstalled, "needs vim, of Debian's package vim-nox")
    )
    func vims() async throws { try await Self.playIdling(.vim) }

    @Test(
        "Two Emacs that idle ask no source, and show a bookmark of another program where the cursor stays",
        .enabled(if: ClientHost.emacs.isInstalled, "needs emacs, of Debian's package emacs-nox")
    )
    func emacs() async throws { try await Self.playIdling(.emacs) }

    @Test(
        "Two VS Codes that idle ask no source, and show a bookmark of another program where the cursor stays",
        .enabled(if: ClientHost.node.isInstalled, "needs node, of Debian's package nodejs")
    )
    func visualStudioCode() async throws { try await Self.playIdling(.node) }

    private static func playIdling(_ host: ClientHost) async throws {
        try await SlowSource.with(.untilCancelled) { source in
            let command = try source.command(framing: host.framing) + ["--trust"]
            try await ProjectFiles.withTemporaryFolder { folder in
                let traces = [source.folder + "/trace", folder + "/trace"]
                @Sendable func play(
                    _ home: String,
                    _ trace: String,
                    and other: String
                ) async throws -> [String: [String]] {
                    try await host.play(
                        "idling",
                        command: command + ["--trace", trace],
                        in: home
                    ) { shown in
                        try await ClientHost.waitForFile(shown + ".ready")
                        try await ClientHost.waitForFile(other + "/shown.ready")
                        try await Task.sleep(for: idling)
                        for trace in traces { #expect(try count("movies/search", in: trace) == 2) }
                        if home == folder { try await bookmark(command) }
                        try ProjectFiles.write("", to: shown + ".idled")
                    }
                }
                async let one = play(source.folder, traces[0], and: folder)
                async let other = play(folder, traces[1], and: source.folder)
                let films = SlowSource.quickFilms.enumerated().map { $0 == 2 ? "★" + $1.dropFirst() : $1 }
                for seen in [try await one, try await other] {
                    #expect(seen["list"] == ["quick", "22 films"] + films, "\(seen)")
                    #expect(seen["cursor"] == [SlowSource.quickFilms[7]])
                }
                for trace in traces {
                    #expect(try count("movies/search", in: trace) == 2)
                    #expect(try count("library/changed", in: trace) == 1)
                }
            }
        }
    }

    // MARK: The end of the program

    @Test(
        "A call of the Python client after the end of the program fails at once",
        .enabled(if: ClientHost.python.isInstalled, "needs python3")
    )
    func callAfterEnd() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let command = [try #require(ProjectFiles.builtProduct()), "--framing", "line", "--demo"]
            let seen = try await ClientHost.python.play("end", command: command, in: folder)
            #expect(seen["waiting"] == ["marquee ended with -9"])
            #expect(seen["later"] == ["marquee ended with -9"])
        }
    }

    @Test(
        "A program that writes no message ends the calls of the Python client",
        .enabled(if: ClientHost.python.isInstalled, "needs python3")
    )
    func noMessage() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let command = ["/bin/sh", "-c", "echo nonsense; exec cat"]
            let seen = try await ClientHost.python.play("nonsense", command: command, in: folder)
            #expect(seen["later"]?.first?.hasPrefix("marquee cannot be understood") == true, "\(seen)")
        }
    }
}
