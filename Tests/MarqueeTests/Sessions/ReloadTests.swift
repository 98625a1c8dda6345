import Foundation
import JSON
import MarqueeTestKit
import Testing

@Suite("Edited definitions, through the program")
struct ReloadTests {
    @Test("An edit takes effect between two calls, and a watching client is told what changed")
    func edit() async throws {
        try await ReloadScene.play { scene in
            #expect(try await scene.titles() == ["first"])
            try ProjectFiles.write(scene.definitions("second"), to: scene.file)
            let change = try await scene.notification()
            #expect(change["inForce"]?.bool == true)
            #expect(change["file"]?.string == scene.file)
            #expect(change["changed"]?.jsonText == #"["one","two"]"#)
            #expect(change["settingsChanged"]?.bool == false)
            #expect(try await scene.titles() == ["second"])
            try scene.replace(scene.definitions("second", ids: ["three", "two"]))
            let other = try await scene.notification()
            #expect(other["added"]?.jsonText == #"["three"]"#)
            #expect(other["removed"]?.jsonText == #"["one"]"#)
            #expect(other["changed"]?.jsonText == "[]")
            let found = try await scene.result("movies/search", #"{"query":"x"}"#)
            #expect(found["sources"]?.elements.compactMap { $0["provider"]?.string } == ["three", "two"])
            try await scene.process.waitForErrors(containing: "applied; added: three; removed: one")
        }
    }

    @Test("A file with a mistake changes nothing, and the mistake and its correction are announced")
    func mistake() async throws {
        try await ReloadScene.play { scene in
            try ProjectFiles.write(scene.definitions("second") + "  - { id: one }\n", to: scene.file)
            let change = try await scene.notification()
            #expect(change["inForce"]?.bool == false)
            #expect(change["changed"]?.jsonText == "[]")
            let problems = try #require(change["diagnostics"])
            #expect(problems[0]?["severity"]?.string == "error")
            #expect(problems[0]?["line"]?.int == 19)
            #expect(problems[0]?["file"]?.string == scene.file)
            #expect(try await scene.titles() == ["first"])
            try ProjectFiles.write(scene.definitions("first"), to: scene.file)
            let mended = try await scene.notification()
            #expect(mended["inForce"]?.bool == true)
            #expect(mended["changed"]?.jsonText == "[]")
            try await scene.process.waitForErrors(containing: "not applied; the previous definitions stay in force")
        }
    }

    @Test("A file that is removed or replaced by a folder changes nothing", arguments: ["rm", "mkdir"])
    func gone(_ way: String) async throws {
        try await ReloadScene.play { scene in
            let script = way == "rm" ? "rm \"$1\"" : "rm \"$1\"; mkdir \"$1\""
            _ = try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", script, "sh", scene.file]))
            let change = try await scene.notification()
            #expect(change["inForce"]?.bool == false)
            let words = way == "rm" ? "there is no such file" : "not a regular file"
            #expect(change["diagnostics"]?[0]?["message"]?.string == words)
            #expect(try await scene.titles() == ["first"])
        }
    }

    @Test("Clients that don't watch are not notified, but the log reports the edit")
    func untold() async throws {
        try await ReloadScene.play(watches: false) { scene in
            #expect(try await scene.titles() == ["first"])
            try scene.replace(scene.definitions("second"))
            try await scene.process.waitForErrors(containing: "applied; changed: one, two")
            #expect(try await scene.titles() == ["second"])
            scene.process.closeInput()
            #expect(try await scene.process.readToEnd() == [])
        }
    }

    @Test("`providers/reload` applies changes and reports mistakes, or that nothing changed")
    func reload() async throws {
        try await ReloadScene.play(watches: false) { scene in
            let none = try await scene.result("providers/reload")
            #expect(none["inForce"]?.bool == true)
            #expect(none["changed"]?.jsonText == "[]")
            try scene.replace("version: 1\nproviders: [}\n")
            let broken = try await scene.result("providers/reload")
            #expect(broken["inForce"]?.bool == false)
            #expect(broken["diagnostics"]?[0]?["line"]?.int == 2)
            try scene.replace(scene.definitions("second", settings: "settings: { deadline: 4s }\n"))
            // This call or the watcher may apply the change first.
            _ = try await scene.result("providers/reload")
            #expect(try await scene.titles() == ["second"])
            try await scene.process.waitForErrors(containing: "applied; changed: one, two; other settings")
        }
    }

    @Test("Edits are noticed in a link's target and in a replaced folder of links")
    func links() async throws {
        try await ReloadScene.play { scene in
            let script = """
                cd "$1" && mkdir v1 v2 && cp providers.yaml v1 && sed s/first/second/ providers.yaml > v2/providers.yaml
                ln -s v1 ..data && rm providers.yaml && ln -s ..data/providers.yaml providers.yaml
                """
            _ = try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", script, "sh", scene.folder]))
            // The content is the same, whether or not the file was missing for a moment.
            #expect(try await scene.result("providers/reload")["changed"]?.jsonText == "[]")
            let exchange = #"cd "$1" && ln -s v2 ..new && mv -T ..new ..data"#
            _ = try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", exchange, "sh", scene.folder]))
            #expect(try await scene.notification()["changed"]?.jsonText == #"["one","two"]"#)
            #expect(try await scene.titles() == ["second"])
            try ProjectFiles.write(scene.definitions("third"), to: scene.folder + "/v2/providers.yaml")
            #expect(try await scene.notification()["changed"]?.jsonText == #"["one","two"]"#)
            #expect(try await scene.titles() == ["third"])
        }
    }

    @Test("The user's own file is used as soon as it and its folder are created")
    func created() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let environment = ["XDG_CONFIG_HOME": folder + "/config", "XDG_CACHE_HOME": folder, "HOME": folder]
            let plan = try Program.plan(["--no-cache"], environment: environment)
            try await RunningProcess.withProcess(plan) { process in
                let scene = ReloadScene(
                    folder: folder + "/config/marquee",
                    server: try ScriptedServer(),
                    process: process
                )
                defer { scene.server.stop() }
                scene.server.on("/search") { _, _ in .json(#"{"results":[{"id":"1"}]}"#) }
                let before = try await scene.result("providers/list")["providers"]?.elements.compactMap {
                    $0["id"]?.string
                }
                let script = #"mkdir -p "$1" && printf '%s' "$2" > "$1/providers.yaml""#
                let write = ["-c", script, "sh", scene.folder, scene.definitions("mine")]
                _ = try await ProcessOutcome.of(ProcessPlan("/bin/sh", write))
                let change = try await scene.notification()
                #expect(change["file"]?.string == scene.file)
                #expect(change["added"]?.jsonText == #"["one","two"]"#)
                #expect(change["removed"]?.elements.compactMap(\.string) == before)
                #expect(try await scene.titles() == ["mine"])
            }
        }
    }

    @Test("An unchanged source keeps its process on a reload, and that of a changed source ends")
    func keeping() async throws {
        try await ReloadScene.play { scene in
            // Each answer contains the id of the child process that gave it.
            let script = #"""
                while read -r line; do
                  id=$(expr "$line" : '.*"id":\([0-9]*\),"method":"provider')
                  [ -z "$id" ] || printf '{"jsonrpc":"2.0","id":%s,"result":{"rows":[{"title":"%s"}]}}\n' "$id" "$$"
                done
                """#
            try ProjectFiles.write(script, to: scene.folder + "/child.sh")
            let kept = "  - { id: kept, kind: process, command: [sh, child.sh], operations: [search] }\n"
            let other = "  - { id: other, kind: process, command: [sh, child.sh], operations: [search], timeout: "
            try scene.replace("version: 1\nproviders:\n\(kept)\(other)5s }\n")
            _ = try await scene.notification()
            let before = try await Self.childs(scene)
            try scene.replace("version: 1\nproviders:\n\(other)6s }\n\(kept)")
            #expect(try await scene.notification()["changed"]?.jsonText == #"["other"]"#)
            let after = try await Self.childs(scene)
            #expect(after["kept"] == before["kept"])
            #expect(after["other"] != before["other"])
            let status = try await scene.result("providers/status")["providers"]
            // Statistics are kept by the source's id.
            #expect(status?.elements.compactMap { $0["requests"]?["sent"]?.int } == [2, 2])
            let gone = try #require(before["other"])
            let wait = ProcessPlan("/bin/sh", ["-c", "while kill -0 \(gone) 2>&-; do sleep 0.02; done"])
            #expect(try await ProcessOutcome.of(wait).status == .exited(0))
        }
    }

    /// Returns the ids of the processes that answer for the sources.
    private static func childs(_ scene: ReloadScene) async throws -> [String: String] {
        var childs: [String: String] = [:]
        for id in ["kept", "other"] {
            let found = try await scene.result("movies/search", #"{"query":"x","providers":["\#(id)"]}"#)
            childs[id] = found["movies"]?[0]?["title"]?.string
        }
        return childs
    }

    @Test("During 200 edits, 1,000 calls are each answered by one version of the definitions")
    func storm() async throws {
        try await ReloadScene.play { scene in
            var seen: [String: Int] = [:]
            for edit in 0..<200 {
                let base = 10 + edit * 5
                for id in base..<(base + 5) { scene.process.send(Talk.request(id, "movies/search", #"{"query":"x"}"#)) }
                try Self.edit(scene, "v\(edit)", inHalves: edit.isMultiple(of: 2))
                var open = Set(base..<(base + 5))
                while !open.isEmpty {
                    let message = try await scene.next()
                    if message["method"] != nil {
                        // A writer that is held up in the middle of a file may be noticed.
                        let isWhole = !edit.isMultiple(of: 2)
                        #expect(message["params"]?["inForce"]?.bool == true || !isWhole, "\(message)")
                        continue
                    }
                    open.remove(try #require(message["id"]?.int))
                    let result = try #require(message["result"], "\(message)")
                    let titles = ReloadScene.titles(in: result)
                    #expect(titles.count == 1, "\(titles)")
                    #expect(result["sources"]?.elements.map { $0["status"]?.string } == ["ok", "ok"])
                    seen[titles.first ?? "", default: 0] += 1
                }
                // Edits in quick succession are applied together, so wait here until one has been applied.
                while edit % 20 == 19, try await scene.lastTitle() != "v\(edit)" {}
            }
            #expect(seen.values.reduce(0, +) == 1_000)
            #expect(seen.count >= 10)
        }
    }

    /// Rewrites the file, either by replacing it or by truncating and filling it in two steps.
    private static func edit(_ scene: ReloadScene, _ title: String, inHalves: Bool) throws {
        let text = scene.definitions(title)
        guard inHalves else { return try scene.replace(text) }
        let file = try FileHandle(forWritingTo: URL(filePath: scene.file))
        try file.truncate(atOffset: 0)
        let bytes = Data(text.utf8)
        try file.write(contentsOf: bytes.prefix(bytes.count / 2))
        try file.write(contentsOf: bytes.dropFirst(bytes.count / 2))
        try file.close()
    }
}

extension ReloadScene {
    /// Returns the title that a search gives now, and skips notifications before it.
    func lastTitle() async throws -> String? {
        process.send(Talk.request(7, "movies/search", #"{"query":"x"}"#))
        while true {
            let message = try await next()
            if let result = message["result"] { return ReloadScene.titles(in: result).first }
        }
    }
}

/// A program whose definitions are edited while it runs, with two sources that each return one film.
struct ReloadScene: Sendable {
    let folder: String
    let server: ScriptedServer
    let process: RunningProcess

    var file: String { folder + "/providers.yaml" }

    /// Definitions in which both sources name their film `title`.
    func definitions(_ title: String, ids: [String] = ["one", "two"], settings: String = "") -> String {
        Self.definitions(title, ids: ids, settings: settings, at: server.origin)
    }

    private static func definitions(_ title: String, ids: [String], settings: String, at origin: String) -> String {
        let providers = ids.map { id in
            """
              - id: \(id)
                base_url: "\(origin)"
                operations:
                  search:
                    get: /search
                    query: { q: "${input.query}" }
                    rows: results
                    item: { ids: { film: id }, title: { value: "\(title)" } }
            """
        }
        return "version: 1\n\(settings)providers:\n" + providers.joined(separator: "\n") + "\n"
    }

    /// Runs `body` with definitions whose title is `first`.
    static func play(watches: Bool = true, _ body: @Sendable (ReloadScene) async throws -> Void) async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/search") { _, _ in .json(#"{"results":[{"id":"1"}]}"#) }
            let text = definitions("first", ids: ["one", "two"], settings: "", at: server.origin)
            try ProjectFiles.write(text, to: folder + "/providers.yaml")
            let plan = try Program.plan(["--config", folder + "/providers.yaml", "--trust", "--no-cache"])
            try await RunningProcess.withProcess(plan) { process in
                let scene = ReloadScene(folder: folder, server: server, process: process)
                if !watches { _ = try await scene.result("providers/watch", #"{"enabled":false}"#) }
                // Wait until the definitions are read, because an earlier mistake would be one at the start.
                _ = try await scene.result("providers/list")
                try await body(scene)
            }
        }
    }

    func next() async throws -> JSONElement {
        try await process.readJSON()
    }

    /// Expects a notification next and returns its parameters.
    func notification() async throws -> JSONElement {
        let message = try await next()
        #expect(message["method"]?.string == "providers/changed", "\(message)")
        return try #require(message["params"])
    }

    /// Returns the result of one request, whose response must be the next message.
    func result(_ method: String, _ params: String = "{}") async throws -> JSONElement {
        let answer = try await process.answer(method, params)
        return try #require(answer["result"], "\(answer)")
    }

    /// Returns the titles that a search gives: a single one if all sources have the same version.
    func titles() async throws -> [String] {
        Self.titles(in: try await result("movies/search", #"{"query":"x"}"#))
    }

    /// Returns the distinct titles in the answer to a search.
    static func titles(in result: JSONElement) -> [String] {
        let titles = result["movies"]?.elements.flatMap {
            $0["titles"]?.elements.compactMap { $0["text"]?.string } ?? []
        }
        return Set(titles ?? []).sorted()
    }

    /// Replaces the definitions with another file, as most editors do.
    func replace(_ text: String) throws {
        try ProjectFiles.write(text, to: file + ".new")
        #expect(rename(file + ".new", file) == 0)
    }
}
