import JSON
import MarqueeTestKit
import Testing

@testable import MarqueeApp

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Trust in definitions")
struct TrustTests {
    /// A folder with definitions, a home folder without any, and a source with one film.
    private struct Scene {
        let folder: String
        let server: ScriptedServer

        var file: String { folder + "/films.yaml" }
        var list: String { folder + "/data/marquee/trust.json" }
        var environment: [String: String] {
            [
                "HOME": folder + "/home", "XDG_DATA_HOME": folder + "/data", "FILMS_KEY": "4711-0815-key",
                "FILMS_URL": server.origin,
                "AWS_SECRET_ACCESS_KEY": "not-for-films", "PATH": ProjectFiles.environment("PATH") ?? "/usr/bin:/bin",
            ]
        }

        static func with(_ body: (Scene) async throws -> Void) async throws {
            try await ScriptedServer.withFolder { server, folder in
                server.on("*", .json(#"{"results":[{"name":"A film","year":2019}]}"#))
                try await body(Scene(folder: folder, server: server))
            }
        }

        func write(
            _ more: String = #"auth: { kind: bearer, value: "${env.FILMS_KEY}" }"#,
            at address: String? = nil,
            to path: String? = nil
        ) throws {
            try ProjectFiles.write(
                """
                version: 1
                providers:
                  - id: films
                    base_url: \(address ?? server.origin)
                    \(more)
                    operations:
                      search:
                        get: /search
                        query: { q: "${input.query}" }
                        rows: results
                        item: { title: { path: name, required: true }, year: year }
                """,
                to: path ?? file
            )
        }

        func run(_ arguments: String..., input: String = "") async throws -> ProcessOutcome {
            try await Program.run(arguments, input: Array(input.utf8), environment: environment)
        }

        /// Returns the status of the only provider and the reason for it.
        func standing(_ arguments: String...) async throws -> (status: String?, reason: String?) {
            let listed = try await Program.result(
                ["--no-cache"] + arguments,
                "providers/list",
                environment: environment
            )["providers"]?[0]
            return (listed?["status"]?.string, listed?["reason"]?.string)
        }
    }

    @Test("Whether definitions are trusted is decided by what was read of them, whatever the file contains by then")
    func decidedByContent() async throws {
        try await Scene.with { scene in
            try scene.write()
            let approved = try ProjectFiles.read(scene.file)
            #expect(try await scene.run("trust", "--yes", scene.file).status == .exited(0))
            try scene.write("headers: { X-Key: \"${env.AWS_SECRET_ACCESS_KEY}\" }")
            let edited = try ProjectFiles.read(scene.file)
            var settings = EngineSettings()
            (settings.configurationFile, settings.dataFolder) = (scene.file, scene.folder + "/data/marquee")
            let context = RunContext(settings)
            #expect(!DefinitionTrust.isUntrusted(approved, at: .file(scene.file), context))
            #expect(DefinitionTrust.isUntrusted(edited, at: .file(scene.file), context))
        }
    }

    @Test("What a process left that was killed while it wrote the list is removed with the next change")
    func leftovers() async throws {
        try await Scene.with { scene in
            try scene.write()
            #expect(try await scene.run("trust", "--yes", scene.file).status == .exited(0))
            for name in [".marquee-4711-1", ".marquee-4711-23", ".bak", ".4711-1"] {
                try ProjectFiles.write("{", to: scene.list + name)
            }
            #expect(try await scene.run("trust", "--revoke", scene.file).status == .exited(0))
            let left = [".marquee-4711-1", ".marquee-4711-23", ".bak", ".4711-1"].filter {
                ProjectFiles.isReadable(scene.list + $0)
            }
            #expect(left == [".bak", ".4711-1"])
        }
    }

    @Test("Definitions from elsewhere neither read what a key has fetched nor use up its quota")
    func cacheOfItsOwn() async throws {
        try await Scene.with { scene in
            let other = scene.folder + "/other.yaml"
            for (file, more) in [(scene.file, #"auth: { kind: bearer, value: "${env.FILMS_KEY}" }"#), (other, "")] {
                try scene.write("limits: { quota: 2/day }\n    " + more, to: file)
                let text = try ProjectFiles.text(file)
                try ProjectFiles.write(text.replacing("rows:", with: "cache: { ttl: 1h }\n        rows:"), to: file)
            }
            func source(_ file: String, _ query: String, _ options: String...) async throws -> JSONElement? {
                let words = ["call", "movies/search", "query=\(query)", "--config", file] + options
                let outcome = try await Program.run(words, environment: scene.environment)
                let answer = try JSONDocument(outcome.outputText).root
                return (answer["sources"] ?? answer["error"]?["data"]?["sources"])?[0]
            }
            #expect(try await source(scene.file, "a", "--trust")?["fromCache"]?.bool == false)
            for query in ["a", "b"] {
                #expect(try await source(other, query)?["fromCache"]?.bool == false)
            }
            #expect(try await source(other, "c")?["status"]?.string == "quota_exhausted")
            #expect(try await source(other, "a")?["fromCache"]?.bool == true)
            #expect(try await source(scene.file, "b", "--trust")?["status"]?.string == "ok")
        }
    }

    @Test("`cache/clear` also clears the cache of definitions that are not trusted")
    func clearedCache() async throws {
        try await Scene.with { scene in
            try scene.write("title: Films")
            let text = try ProjectFiles.text(scene.file)
            try ProjectFiles.write(text.replacing("rows:", with: "cache: { ttl: 1h }\n        rows:"), to: scene.file)
            func isFromCache() async throws -> Bool? {
                let outcome = try await scene.run("call", "movies/search", "query=a", "--config", scene.file)
                return try JSONDocument(outcome.outputText).root["sources"]?[0]?["fromCache"]?.bool
            }
            #expect(try await isFromCache() == false)
            #expect(try await isFromCache() == true)
            let cleared = try await scene.run("call", "cache/clear").outputText
            #expect(cleared.contains(#""removed":1"#), "\(cleared)")
            #expect(try await isFromCache() == false)
        }
    }

    @Test("The cache of a file that is trusted, or edited, while the program runs is the right one after a reload")
    func cacheAfterReload() async throws {
        try await Scene.with { scene in
            try scene.write()
            let plan = try Program.plan(["--config", scene.file], environment: scene.environment)
            try await RunningProcess.withProcess(plan) { process in
                func answer(_ id: Int, _ method: String) async throws -> JSONElement {
                    process.send(Talk.request(id, method))
                    while true {
                        let line = try await process.readJSON()
                        if line["id"]?.int == id { return line }
                    }
                }
                func cache(_ id: Int) async throws -> String {
                    _ = try await answer(id, "providers/reload")
                    return try await answer(id + 1, "cache/stats")["result"]?["file"]?.string ?? ""
                }
                #expect(try await cache(1).hasSuffix("/marquee/untrusted/cache.sqlite"))
                #expect(try await scene.run("trust", "--yes", scene.file).status == .exited(0))
                #expect(try await cache(3).hasSuffix("/.cache/marquee/cache.sqlite"))
                try scene.write("title: Films")
                #expect(try await cache(5).hasSuffix("/marquee/untrusted/cache.sqlite"))
                process.closeInput()
                try await process.expectExit(.exited(0))
            }
        }
    }

    @Test("A file that only reads this machine shows images of other hosts only after it is trusted")
    func imagesElsewhere() async throws {
        try await Scene.with { scene in
            try scene.write("image_hosts: ['*']")
            let image =
                #"title: { path: name, required: true }, images: { template: "https://x.example/told-${row.year}" }"#
            let text = try ProjectFiles.text(scene.file)
            try ProjectFiles.write(text.replacing("title: { path: name, required: true }", with: image), to: scene.file)
            let words = ["call", "movies/search", "query=a", "--format", "json", "--config", scene.file]
            let before = try await Program.run(words, environment: scene.environment)
            #expect(before.outputText.contains("A film") && !before.outputText.contains("told"), "\(before.outputText)")
            #expect(before.errors.contains("warning: films: search: 'images' at "), "\(before.errors)")
            let after = try await Program.run(words + ["--trust"], environment: scene.environment)
            #expect(after.outputText.contains("https://x.example/told-2019"), "\(after.outputText)")
        }
    }

    @Test("A file that uses a variable is disabled until it is trusted, and again after a change")
    func consent() async throws {
        try await Scene.with { scene in
            try scene.write()
            let before = try await scene.standing("--config", scene.file)
            #expect(before.status == "disabled")
            let checked = try await scene.run("check", scene.file).errors
            #expect(
                checked.contains("films is disabled: it uses FILMS_KEY, and \(scene.file) is not trusted yet; to see")
            )
            let command = "run: marquee trust \(scene.file)"
            #expect(before.reason == "\(scene.file) is not trusted yet; \(command)")
            let arguments = ["--no-cache", "--config", scene.file]
            let query = #"{"query":"film"}"#
            _ = try await Program.error(arguments, "movies/search", query, environment: scene.environment)
            #expect(scene.server.log.connectionCount == 0)

            let unanswered = try await scene.run("trust", scene.file)
            #expect(unanswered.status == .exited(64))
            #expect(unanswered.outputText.contains("  films: host \(scene.server.origin); variable FILMS_KEY\n"))
            #expect(!ProjectFiles.isReadable(scene.list))

            #expect(try await scene.run("trust", "--yes", scene.file).status == .exited(0))
            #expect(try await scene.standing("--config", scene.file).status == "available")
            let shown = try await scene.run("trust", "--list")
            #expect(shown.outputText.contains("  films: host \(scene.server.origin); variable FILMS_KEY\n"))
            #expect(!shown.outputText.contains("no longer trusted"))
            #expect(try await !scene.run("check", scene.file).errors.contains("disabled"))
            let mode = try await ProcessOutcome.of(ProcessPlan("/usr/bin/stat", ["-c", "%a", scene.list]))
            #expect(mode.outputText == "600\n")

            try scene.write(#"headers: { X-Key: "${env.FILMS_KEY}" }"#)
            let after = try await scene.standing("--config", scene.file)
            #expect(after.reason == "\(scene.file) has changed since it was trusted; \(command)")
            let changed = try await scene.run("trust", "--list").outputText
            #expect(changed.contains("): no longer trusted, because it has changed; "), "\(changed)")

            try scene.write()
            #expect(try await scene.run("trust", "--revoke", scene.file).status == .exited(0))
            #expect(try await scene.standing("--config", scene.file).status == "disabled")
        }
    }

    @Test("A file whose address is in a variable works after it is trusted")
    func variableAddress() async throws {
        try await Scene.with { scene in
            try scene.write("", at: #""${env.FILMS_URL}""#)
            #expect(try await scene.standing("--config", scene.file).status == "disabled")
            _ = try await scene.run("trust", "--yes", scene.file)
            #expect(try await scene.standing("--config", scene.file).status == "available")
            let answer = try await Program.result(
                ["--no-cache", "--config", scene.file],
                "movies/search",
                #"{"query": "film"}"#,
                environment: scene.environment
            )
            #expect(answer["movies"]?[0]?["title"]?.string == "A film")
        }
    }

    @Test(
        "On a terminal, `marquee trust` asks, and `n` or an empty line refuses",
        arguments: [("y", true), ("n", false), ("", false)]
    )
    func question(_ answer: String, _ isTrusted: Bool) async throws {
        try await Scene.with { scene in
            try scene.write()
            let terminal = try PseudoTerminal()
            var plan = try Program.plan(["trust", scene.file], environment: scene.environment)
            plan.input = .file(terminal.path)
            try await RunningProcess.withProcess(plan) { program in
                try await program.waitForErrors(containing: "Trust it with this? [y/N] ")
                terminal.write(answer + "\n")
                try await program.expectExit(.exited(isTrusted ? 0 : 77))
            }
            #expect(ProjectFiles.isReadable(scene.list) == isTrusted)
        }
    }

    @Test("Trust does not apply to a copy, and a trust list that others can write is ignored")
    func place() async throws {
        try await Scene.with { scene in
            try scene.write()
            #expect(try await scene.run("trust", "--yes", scene.file).status == .exited(0))
            let copy = scene.folder + "/copy.yaml"
            try scene.write(to: copy)
            #expect(try await scene.standing("--config", copy).status == "disabled")
            #expect(try await ProcessOutcome.of(ProcessPlan("/bin/chmod", ["666", scene.list])).status == .exited(0))
            let standing = try await scene.standing("--config", scene.file)
            #expect(standing.status == "disabled")
            #expect(standing.reason?.contains("other users could have written it (mode 666)") == true)
        }
    }

    @Test("A process is not run before its definition is trusted")
    func programs() async throws {
        try await Scene.with { scene in
            let process = """
                version: 1
                providers:
                  - { id: shelf, kind: process, command: [sh, -c, "touch \(scene.folder)/ran; exit 1"], operations: [search] }
                """
            try ProjectFiles.write(process, to: scene.file)
            let standing = try await scene.standing("--config", scene.file)
            #expect(standing.status == "disabled")
            #expect(standing.reason?.hasPrefix("\(scene.file) is not trusted yet") == true)
            let question = Talk.request(1, "movies/search", #"{"query":"x"}"#)
            for trusted in [[], ["--trust"]] {
                let arguments = ["--no-cache", "--config", scene.file] + trusted
                _ = try await Program.answers(arguments, [question], environment: scene.environment)
                #expect(ProjectFiles.isReadable(scene.folder + "/ran") == !trusted.isEmpty)
            }
        }
    }

    @Test("A program whose environment is another one than was trusted is not run")
    func programEnvironment() async throws {
        try await Scene.with { scene in
            let process = """
                version: 1
                providers:
                  - id: shelf
                    kind: process
                    command: [sh, -c, "exit 1"]
                    env: { ENV: ./films.sh }
                    operations: [search]
                """
            try ProjectFiles.write(process, to: scene.file)
            let shown = try await scene.run("trust", "--yes", scene.file).outputText
            #expect(shown.contains(#"; env ["ENV=./films.sh"]"#), "\(shown)")
            #expect(try await scene.standing("--config", scene.file).status == "available")
            // As a list that was edited, or was written before the environment was remembered.
            try ProjectFiles.write(try ProjectFiles.text(scene.list).replacing("./films.sh", with: "x"), to: scene.list)
            let standing = try await scene.standing("--config", scene.file)
            #expect(standing.reason?.contains("it may now do more than you allowed") == true, "\(standing)")
        }
    }

    @Test(
        "A machine that is named by its address is asked only after the file is trusted",
        arguments: [
            ("[\"ORIGIN\", \"https://films.example\"]", "", "ORIGIN", " besides https://films.example"),
            ("ORIGIN", "image_hosts: [films.example]", "ORIGIN", " besides films.example"),
            ("https://films.example", "image_hosts: [10.0.0.7]", "10.0.0.7", ""),
            ("https://films.example", "images_base: ORIGIN/i", "ORIGIN", " besides https://films.example"),
            ("http://10.0.0.7", "allow_http: true", "http://10.0.0.7", ""),
            (
                "ORIGIN",
                "auth: { kind: token, from: { post: /in, path: t } }",
                "ORIGIN", " with POST"
            ),
        ]
    )
    func machines(_ address: String, _ keys: String, _ shown: String, _ circumstance: String) async throws {
        try await Scene.with { scene in
            let origin = scene.server.origin
            try scene.write(keys.replacing("ORIGIN", with: origin), at: address.replacing("ORIGIN", with: origin))
            let before = try await scene.standing("--config", scene.file)
            #expect(before.status == "disabled")
            let machine = shown.replacing("ORIGIN", with: origin)
            let reason =
                "it asks \(machine) by its address\(circumstance), and \(scene.file) is not trusted yet; to see "
            #expect(try await scene.run("check", scene.file).errors.contains(reason), "\(before)")
            let picture = #"{"url":"\#(machine.hasPrefix("http") ? "" : "https://")\#(machine)/i/a.png","data":true}"#
            let arguments = ["--no-cache", "--config", scene.file]
            let refused = try await Program.error(arguments, "images/get", picture, environment: scene.environment)
            #expect(refused["data"]?["kind"]?.string == "invalid_params", "\(refused)")
            #expect(scene.server.log.connectionCount == 0)
            #expect(try await scene.run("trust", "--yes", scene.file).outputText.contains(machine))
            #expect(try await scene.standing("--config", scene.file).status == "available")
        }
    }

    @Test("A secret's file that is a link is shown, trusted, and remembered as the file that it leads to")
    func linkedSecret() async throws {
        try await Scene.with { scene in
            try #require(mkdir(scene.folder + "/home", 0o700) == 0)
            for name in ["vault", "other"] {
                try ProjectFiles.write("4711-0815-key\n", to: scene.folder + "/home/" + name)
                try #require(chmod(scene.folder + "/home/" + name, 0o600) == 0)
            }
            let link = scene.folder + "/films.key"
            try #require(symlink("home/vault", link) == 0)
            try scene.write(#"auth: { kind: bearer, value: "${file.films.key}" }"#)
            let shown = try await scene.run("trust", "--yes", scene.file).outputText
            #expect(shown.contains("file \(scene.folder)/home/vault\n"), "\(shown)")
            #expect(try await scene.run("check", scene.file).errors.contains("file \(scene.folder)/home/vault\n"))
            #expect(try await scene.standing("--config", scene.file).status == "available")
            try #require(unlink(link) == 0 && symlink("home/other", link) == 0)
            let standing = try await scene.standing("--config", scene.file)
            #expect(standing.reason?.contains("it may now do more than you allowed") == true, "\(standing)")
        }
    }

    @Test("The user's own definitions, and those that only name hosts, work without trust")
    func own() async throws {
        try await Scene.with { scene in
            let home = scene.folder + "/home/.config/marquee"
            #expect(try await ProcessOutcome.of(ProcessPlan("/bin/mkdir", ["-p", home])).status == .exited(0))
            try scene.write(to: home + "/providers.yaml")
            try scene.write(to: home + "/other.yaml")
            try scene.write("title: Films")
            #expect(try await scene.standing().status == "available")
            #expect(try await scene.standing("--config", home + "/other.yaml").status == "available")
            #expect(try await scene.standing("--config", scene.file).status == "available")
            let trusted = try await scene.run("trust", scene.file)
            #expect(trusted.status == .exited(0))
            #expect(trusted.errors.contains("it uses nothing of yours, and works without being trusted"))
            try scene.write()
            #expect(try await scene.standing("--config", scene.file).status == "disabled")
            #expect(try await scene.standing("--config", scene.file, "--trust").status == "available")
            #expect(try await scene.standing("--config", scene.file, "--demo").reason?.contains("trust") != true)
        }
    }

    @Test("Trust given while the program runs takes effect after a reload")
    func live() async throws {
        try await Scene.with { scene in
            try scene.write()
            let plan = try Program.plan(["--no-cache", "--config", scene.file], environment: scene.environment)
            try await RunningProcess.withProcess(plan) { process in
                process.send(Talk.request(1, "providers/list"))
                #expect(try await process.readLine().contains("disabled"))
                try await process.waitForErrors(containing: ": 'films' is disabled: it uses FILMS_KEY")
                #expect(try await scene.run("trust", "--yes", scene.file).status == .exited(0))
                process.send(Talk.request(2, "providers/reload"))
                var line = ""
                while !line.contains(#""id":2"#) { line = try await process.readLine() }
                process.send(Talk.request(3, "providers/list"))
                while !line.contains(#""id":3"#) { line = try await process.readLine() }
                #expect(line.contains(#""status":"available""#), "\(line)")
                process.closeInput()
                try await process.expectExit(.exited(0))
            }
        }
    }

    @Test("A variable or file without the provider's name must be listed in `secrets`")
    func names() async throws {
        try await Scene.with { scene in
            let cases: [(String, String?)] = [
                (#"headers: { X: "${env.FILMS_KEY}", Y: "${env.FILMS}" }"#, nil),
                (#"headers: { X: "${file./run/secrets/films.key}", Y: "${file.films-token}" }"#, nil),
                (#"headers: { X: "${env.FILMSTAR_KEY}" }"#, "secrets: [FILMSTAR_KEY]"),
                (#"headers: { X: "${env.AWS_SECRET_ACCESS_KEY}" }"#, "secrets: [AWS_SECRET_ACCESS_KEY]"),
                (#"headers: { X: "${file./films/id_rsa}" }"#, "secrets: [/films/id_rsa]"),
                ("secrets: [AWS_SECRET_ACCESS_KEY]\n    headers: { X: \"${env.AWS_SECRET_ACCESS_KEY}\" }", nil),
            ]
            for (more, hint) in cases {
                try scene.write(more)
                let outcome = try await scene.run("check", scene.file)
                #expect(outcome.status == .exited(hint == nil ? 0 : 78), "\(more): \(outcome.outputText)")
                if let hint { #expect(outcome.outputText.contains("if 'films' may use it, write \(hint)")) }
            }
        }
    }

    @Test("A secret's file lies beside the definitions, and is shown, trusted, and read at the same path")
    func secretFile() async throws {
        try await Scene.with { scene in
            try scene.write(#"auth: { kind: bearer, value: "${file.films.key}" }"#)
            let file = scene.folder + "/films.key"
            #expect(try await scene.run("trust", "--yes", scene.file).outputText.contains("file \(file)\n"))
            let before = try await scene.standing("--config", scene.file)
            #expect(before.status == "disabled")
            #expect(before.reason?.contains("\(file): there is no such file") == true, "\(before)")
            try ProjectFiles.write("4711-0815-key\n", to: file)
            try #require(chmod(file, 0o600) == 0)
            #expect(try await scene.standing("--config", scene.file).status == "available")
        }
    }

    @Test("`check` lists what each provider may reach, with control characters escaped")
    func reach() async throws {
        try await Scene.with { scene in
            try ProjectFiles.write(
                """
                version: 1
                providers:
                  - id: films
                    base_url: ["https://a.example:8443/v1", "https://b.example", "https://b.example/v2"]
                    auth: { kind: basic, username: "${env.FILMS_USER}", password: "${file./run/secrets/films}" }
                    operations: { search: { get: /s, query: { q: "${input.query}" }, rows: r, item: { title: t } } }
                  - { id: shelf, kind: process, command: [sh, -c, "x\\n  y: host z\\u202e"], operations: [search], env: { K: "${env.SHELF}", M: "a\\n  z" } }
                  - id: pictures
                    base_url: https://c.example
                    images_base: https://d.example/w500
                    image_hosts: [c.example, e.example, "*"]
                    operations: { search: { get: /s, query: { q: "${input.query}" }, rows: r, item: { title: t } } }
                """,
                to: scene.file
            )
            let outcome = try await scene.run("check", scene.file)
            #expect(outcome.status == .exited(0), "\(outcome.outputText)")
            let films = "hosts https://a.example:8443, https://b.example; variable FILMS_USER; file /run/secrets/films"
            #expect(outcome.errors.contains("\n  films: \(films)\n"), "\(outcome.errors)")
            let program = #"["sh","-c","x\n  y: host z"# + "\u{FFFD}" + #""]; env ["K=${env.SHELF}","M=a\n  z"]"#
            #expect(outcome.errors.contains("\n  shelf: variable SHELF; program \(program)\n"), "\(outcome.errors)")
            #expect(outcome.errors.contains("host https://c.example; images https://d.example, e.example\n"))
        }
    }
}
