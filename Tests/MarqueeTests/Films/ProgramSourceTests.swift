import JSON
import MarqueeTestKit
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("Provider processes, through the program")
struct ProgramSourceTests {
    private static let shelf = ProjectFiles.root + "/docs/providers/shelf"
    /// The user's environment, of which child processes get only PATH, HOME, and LANG.
    private static let environment = ["PATH": ProjectFiles.environment("PATH") ?? "/usr/bin:/bin", "SECRET": "hidden"]

    /// Talks to a program with the documented shelf in its own folder; `definition` replaces the shelf's file.
    private static func talk(
        _ definition: String? = nil,
        mode: String = "600",
        _ body: @Sendable (RunningProcess, String) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let script =
                #"cp "$1"/* "$2"/ && chmod go-w "$2"/* && cd "$2" && { [ -z "$3" ] || printf '%s' "$3" > providers.yaml; } && chmod "$4" providers.yaml"#
            let copy = ProcessPlan("/bin/sh", ["-c", script, "sh", shelf, folder, definition ?? "", mode])
            #expect(try await ProcessOutcome.of(copy).status == .exited(0))
            let arguments = ["--config", folder + "/providers.yaml", "--trust", "--no-cache"]
            let plan = try Program.plan(arguments, environment: environment)
            try await RunningProcess.withProcess(plan) { try await body($0, folder) }
        }
    }

    private static func result(
        _ process: RunningProcess,
        _ method: String,
        _ params: String = "{}"
    ) async throws -> JSONElement {
        let answer = try await process.answer(method, params)
        return try #require(answer["result"] ?? answer["error"], "\(answer)")
    }

    @Test("The documented example can search, list, and look up, and its messages appear in our log")
    func example() async throws {
        try await Self.talk { process, _ in
            let found = try await Self.result(process, "movies/search", #"{"query":"LANTERN"}"#)
            #expect(
                found["movies"]?.elements.compactMap { $0["title"]?.string } == [
                    "The Lantern Keeper", "Lantern Street",
                ]
            )
            #expect(found["page"]?["totalItems"]?.int == 2)
            #expect(found["movies"]?[0]?["ids"]?.jsonText == #"{"imdb":"tt9900001","shelf":"a1"}"#)
            #expect(found["movies"]?[0]?["ratings"]?[0]?["scale"]?.int == 5)
            let listed = try await Self.result(process, "movies/list", #"{"page":2,"limit":2}"#)
            #expect(listed["movies"]?.elements.compactMap { $0["ids"]?["shelf"]?.string } == ["a2"])
            let film = try await Self.result(process, "movies/get", #"{"id":"shelf:a2"}"#)
            #expect(film["movie"]?["titles"]?[0]?.jsonText == #"{"text":"바닷가의 여름","language":"ko"}"#)
            let none = try await Self.result(process, "movies/get", #"{"id":"shelf:zz"}"#)
            #expect(none["data"]?["kind"]?.string == "not_found")
            let status = try await Self.result(process, "providers/status")["providers"]?[0]
            #expect(status?["process"]?.jsonText == #"{"state":"running","restarts":0}"#)
            #expect(status?["requests"]?["sent"]?.int == 4)
            #expect(status?["status"]?.string == "ok")
            try await process.waitForErrors(containing: "notice: shelf: the shelf is open")
            process.closeInput()
            try await process.expectExit(.exited(0))
        }
    }

    @Test("How a provider process ended is known even if the program was started with SIGCHLD ignored")
    func ignoredEnd() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            let definition = """
                version: 1
                providers:
                  - { id: broken, kind: process, command: [sh, -c, "exit 4"], operations: [search] }
                """
            try ProjectFiles.write(definition, to: file)
            let binary = try #require(ProjectFiles.builtProduct())
            let call = ["call", "movies/search", "query=x", "--config", file, "--trust", "--no-cache"]
            let script = #"trap "" CHLD; exec "$0" "$@""#
            let plan = ProcessPlan("/bin/sh", ["-c", script, binary] + call, environment: Self.environment)
            let outcome = try await ProcessOutcome.of(plan)
            #expect(outcome.errors.contains("sh ended with exit code 4"), "\(outcome.errors)")
        }
    }

    @Test("A failing provider process is reported with its last message and its restarts")
    func failing() async throws {
        let definition = """
            version: 1
            providers:
              - { id: broken, kind: process, command: [sh, -c, 'echo "no $SECRET module" >&2; exit 4'], operations: [search],
                  restart: { attempts: 1, backoff: 1ms..1ms } }
              - { id: shelf, kind: process, command: [python3, shelf.py], operations: [search] }
            """
        try await Self.talk(definition) { process, _ in
            for _ in 0..<2 {
                let found = try await Self.result(process, "movies/search", #"{"query":"street"}"#)
                #expect(found["movies"]?[0]?["title"]?.string == "Lantern Street")
                #expect(found["sources"]?[1]?["status"]?.string == "ok")
                #expect(found["sources"]?[0]?["status"]?.string == "error")
                #expect(found["sources"]?[0]?["error"]?["message"]?.string == "sh ended with exit code 4")
                // The child process got none of our other variables.
                #expect(found["sources"]?[0]?["error"]?["hint"]?.string == "its last output: no  module")
            }
            let third = try await Self.result(process, "movies/search", #"{"query":"street"}"#)
            #expect(third["sources"]?[0]?["status"]?.string == "circuit_open")
            let status = try await Self.result(process, "providers/status")["providers"]?[0]
            #expect(status?["process"]?.jsonText == #"{"state":"failed","restarts":1}"#)
            #expect(status?["status"]?.string == "down")
            #expect(status?["reason"]?.string == "its program failed 2 times in a row")
            #expect((status?["retryAfterSeconds"]?.int ?? 0) > 200)
        }
    }

    @Test("A provider process keeps to its limits, and its tests run without starting it")
    func limitsAndTests() async throws {
        let definition = """
            version: 1
            providers:
              - id: shelf
                kind: process
                command: [python3, shelf.py]
                limits: { concurrent: 1, rate: 1/1m }
                operations: [search]
                tests:
                  - name: one film
                    operation: search
                    input: { query: lamp }
                    body: { rows: [{ ids: { shelf: b2 }, title: The Lamp, year: 2011 }], total: 1 }
                    expect: { count: 1, first: { title: The Lamp, year: 2011 } }
                  - { name: no rows, operation: search, input: { query: x }, body: { films: [] }, expect: { error: malformed } }
            """
        try await Self.talk(definition) { process, folder in
            let found = try await Self.result(process, "movies/search", #"{"query":"street"}"#)
            #expect(found["movies"]?[0]?["title"]?.string == "Lantern Street")
            let second = try await Self.result(process, "movies/search", #"{"query":"keeper"}"#)
            #expect(second["data"]?["kind"]?.string == "rate_limited", "\(second)")
            let test = try await Program.run(["test", folder + "/providers.yaml"])
            #expect(test.outputText == "ok   shelf: one film\nok   shelf: no rows\n", "\(test.errors)")
        }
    }

    @Test("A provider process can have a quota, error rules, and cached answers")
    func policies() async throws {
        let definition = """
            version: 1
            providers:
              - id: shelf
                kind: process
                command: [python3, counted.py]
                cache: { ttl: 1h }
                limits: { quota: 3/day, quota_time_zone: UTC }
                errors:
                  - when: { path: state, is: closed }
                    kind: unavailable
                    message: words
                operations: [search]
                tests:
                  - name: closed
                    operation: search
                    input: { query: x }
                    body: { state: closed, words: the shelf is closed }
                    expect: { error: unavailable }
            """
        // Each answer is numbered, so that its title shows whether it is cached.
        let script = """
            import json, sys
            count = 0
            for line in sys.stdin:
                call = json.loads(line)
                if "id" not in call: continue
                count += 1
                if call["params"]["query"] == "closed": result = {"state": "closed", "words": "the shelf is closed"}
                else: result = {"rows": [{"ids": {"shelf": "a1"}, "title": "Lantern %d" % count}], "total": 1}
                print(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": result}), flush=True)
            """
        try await Self.talk(definition) { process, folder in
            try ProjectFiles.write(script, to: folder + "/counted.py")
            for _ in 0..<2 {
                let found = try await Self.result(process, "movies/search", #"{"query":"lantern"}"#)
                #expect(found["movies"]?[0]?["title"]?.string == "Lantern 1", "\(found)")
            }
            let closed = try await Self.result(process, "movies/search", #"{"query":"closed"}"#)
            #expect(closed["data"]?["kind"]?.string == "unavailable", "\(closed)")
            #expect(closed["message"]?.string?.contains("the shelf is closed") == true, "\(closed)")
            let third = try await Self.result(process, "movies/search", #"{"query":"lantern lamp"}"#)
            #expect(third["movies"]?[0]?["title"]?.string == "Lantern 3", "\(third)")
            let fourth = try await Self.result(process, "movies/search", #"{"query":"keeper"}"#)
            #expect(fourth["data"]?["kind"]?.string == "quota", "\(fourth)")
            let status = try await Self.result(process, "providers/status")["providers"]?[0]
            #expect(status?["status"]?.string == "quota_exhausted")
            #expect(status?["cache"]?["hits"]?.int == 1)
            let test = try await Program.run(["test", folder + "/providers.yaml"])
            #expect(test.outputText == "ok   shelf: closed\n", "\(test.errors)")
        }
    }

    #if os(Linux)
    @Test("A provider process cannot read our environment from the system")
    func environmentOfParent() async throws {
        let script = #"cat "/proc/$PPID/environ" >&2 && echo open >&2 || echo denied >&2; exit 4"#
        let definition = """
            version: 1
            providers:
              - { id: nosy, kind: process, command: [sh, -c, '\(script)'], operations: [search],
                  restart: { attempts: 1, backoff: 1ms..1ms } }
            """
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(definition, to: file)
            var plan = try Program.plan(["--config", file, "--trust", "--no-cache"], environment: Self.environment)
            // The superuser can read every process, unless it drops its capabilities.
            if geteuid() == 0 {
                plan = ProcessPlan(
                    "/usr/bin/setpriv",
                    ["--bounding-set=-all", plan.executable] + plan.arguments,
                    environment: Self.environment
                )
            }
            try await RunningProcess.withProcess(plan) { process in
                let found = try await Self.result(process, "movies/search", #"{"query":"street"}"#)
                let hint = try #require(found["data"]?["hint"]?.string, "\(found)")
                #expect(hint.contains("denied"), "\(hint)")
            }
        }
    }
    #endif

    @Test("A definition that others can write runs no process")
    func untrusted() async throws {
        try await Self.talk(mode: "666") { process, folder in
            let source = try await Self.result(process, "providers/list")["providers"]?[0]
            #expect(source?["status"]?.string == "disabled")
            let file = folder + "/providers.yaml"
            let reason =
                "other users can write \(file) (mode 666), and so replace the program; run: chmod go-w \(file)"
            #expect(source?["reason"]?.string == reason)
            try await process.waitForErrors(containing: "\(file):4:5: 'shelf' is disabled: \(reason)")
            process.closeInput()
            try await process.expectExit(.exited(0))
        }
    }

    @Test(
        "A process is not run if others can write its program, its script, or the script's folder",
        arguments: [
            ("[python3, tools/shelf.py]", "chmod 777 tools/shelf.py", "tools/shelf.py", "777"),
            ("[python3, FOLDER/tools/shelf.py]", "chmod 666 tools/shelf.py", "tools/shelf.py", "666"),
            ("[FOLDER/tools/shelf]", "chmod 777 tools/shelf", "tools/shelf", "777"),
            ("[sh, --init=tools/shelf.py]", "chmod 666 tools/shelf.py", "tools/shelf.py", "666"),
            ("[env, 'PYTHONPATH=/none:tools', sh]", "chmod 777 tools", "tools", "777"),
            ("[sh], env: { ENV: ./tools/shelf.py }", "chmod 666 tools/shelf.py", "tools/shelf.py", "666"),
            ("[sh], env: { PYTHONPATH: 'FOLDER/tools:/none' }", "chmod 777 tools", "tools", "777"),
            // A module json.py could be put beside the script.
            ("[python3, tools/shelf.py]", "chmod 777 tools", "tools", "777"),
            ("[python3, -B, tools/shelf.py]", "chmod 1777 tools", "tools", "1777"),
            (
                "[sh, deep/down/run.sh]", "mkdir -p deep/down && echo exit > deep/down/run.sh && chmod 777 deep",
                "deep", "777"
            ),
            ("[python3, tools]", "chmod 757 tools", "tools", "757"),
        ]
    )
    func writable(_ command: String, _ preparation: String, _ culprit: String, _ mode: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let script =
                #"mkdir tools && cp "$1/shelf.py" tools/ && printf '#!/bin/sh\n' > tools/shelf && chmod 755 tools/* && "#
            let plan = ProcessPlan("/bin/sh", ["-c", script + preparation, "sh", Self.shelf], workingDirectory: folder)
            #expect(try await ProcessOutcome.of(plan).status == .exited(0))
            let file = folder + "/providers.yaml"
            let program = command.replacing("FOLDER", with: folder)
            try ProjectFiles.write(
                "version: 1\nproviders: [{ id: shelf, kind: process, command: \(program), operations: [search] }]",
                to: file
            )
            let arguments = ["--trust", "--no-cache", "--config", file]
            let source = try await Program.result(arguments, "providers/list", environment: Self.environment)[
                "providers"
            ]?[0]
            #expect(source?["status"]?.string == "disabled")
            let reason = source?["reason"]?.string ?? ""
            #expect(reason.contains("\(folder)/\(culprit) (mode \(mode))"), "\(reason)")
        }
    }

    @Test("No process is run while a recording is replayed")
    func replay() async throws {
        let arguments = ["--demo", "--config", Self.shelf + "/providers.yaml"]
        let listed = try await Program.result(arguments, "providers/list")
        #expect(listed["providers"]?[0]?["reason"]?.string == "no programs run while a recording is replayed")
    }

    @Test(
        "A process that ignores signals still ends when the program ends",
        arguments: ["", Talk.shutdown + "\n" + Talk.exit]
    )
    func stubborn(_ ending: String) async throws {
        let definition = """
            version: 1
            providers:
              - { id: deaf, kind: process, command: [sh, deaf.sh], operations: [search], timeout: 1s }
            """
        try await Self.talk(definition) { process, folder in
            // The script holds a lock as long as it or a child process of it runs.
            let deaf = """
                trap '' TERM HUP INT; exec 9>lock; flock 9
                sleep 600 & setsid sleep 600 & setsid sh -c 'sleep 600; true' &
                echo locked >&2; sleep 600; sleep 600
                """
            try ProjectFiles.write(deaf, to: folder + "/deaf.sh")
            process.send(Talk.request(1, "movies/search", #"{"query":"x"}"#))
            _ = try await process.readLine()
            try await process.waitForErrors(containing: "deaf: locked")
            if !ending.isEmpty { process.send(ending) }
            process.closeInput()
            _ = try await process.waitForExit()
            let lock = ProcessPlan("/usr/bin/flock", ["-w", "60", folder + "/lock", "/bin/true"])
            #expect(try await ProcessOutcome.of(lock).status == .exited(0))
        }
    }
}
