import MarqueeTestKit
import Testing

@Suite("Shell client in docs/clients/shell.sh", .enabled(if: ClientHost.path(of: "jq") != nil, "needs jq"))
struct ShellClientTests {
    private static let film = "  기생충 (2019) · Parasite\n"

    private static func plan(_ arguments: [String], _ environment: [String: String]) throws -> ProcessPlan {
        let base = [
            "PATH": ProjectFiles.environment("PATH") ?? "", "HOME": "/dev/null", "LANG": "C.UTF-8",
            "MARQUEE": try #require(ProjectFiles.builtProduct()),
        ]
        return ProcessPlan(
            "/bin/sh",
            [ClientHost.clients + "/shell.sh"] + arguments,
            environment: base.merging(environment) { $1 }
        )
    }

    /// Runs the client without a key.
    private static func run(_ arguments: String..., input: String = "") async throws -> ProcessOutcome {
        try await ProcessOutcome.of(try plan(arguments, [:]), input: Array(input.utf8))
    }

    @Test("Without a key, the client shows recorded films")
    func demo() async throws {
        #expect(try await Self.run("search", "Parasite").outputText == Self.film)
        #expect(try await Self.run("bookmark", "imdb:tt6751668").outputText == "★ 기생충 (2019) · Parasite\n")
        #expect(try await Self.run("bookmarks").outputText == "")
        let details = try await Self.run("show", "imdb:tt6751668").outputText
        #expect(details.hasPrefix("---\ntitle: \"기생충\"\nalso: [\"Parasite\"]\nyear: 2019\n"), "\(details)")
        // The poster's path, or its URL if no folder for files can be created.
        #expect(details.contains("\nposter: \""), "\(details)")
        #expect(details.contains("\n# 기생충 (2019)\n\nA family"))
        let typed = try await Self.run(input: "Parasite\n").outputText
        #expect(typed.hasSuffix("\n1 film\n" + Self.film), "\(typed)")
    }

    @Test("Titles are completed from the films of earlier searches, also for bash")
    func completed() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try await SlowSource.with(.untilCancelled) { source in
                let options = try source.command(framing: "line").dropFirst(3).joined(separator: " ")
                let environment = ["MARQUEE_OPTIONS": options, "HOME": folder]
                for arguments in [
                    ["search", "quick"], ["suggest", "qui"], ["complete", "shell.sh", "qui", "search"],
                    ["complete", "shell.sh", "qui", "show"],
                ] {
                    let outcome = try await ProcessOutcome.of(try Self.plan(arguments, environment))
                    #expect(outcome.status == .exited(0), "\(arguments): \(outcome.errors)")
                    switch (arguments[0], arguments.last) {
                    case ("search", _): #expect(outcome.outputText.contains("Quick"))
                    case (_, "show"): #expect(outcome.outputText == "")
                    default: #expect(outcome.outputText.lowercased().hasPrefix("qui"), "\(outcome.outputText)")
                    }
                }
            }
        }
    }

    @Test("What a source puts in a title is neither run by a shell nor seen by a terminal")
    func hostileTitles() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let program = folder + "/marquee"
            let answer = #"{"suggestions":[{"title":"Up$(touch x) 업\n\u001b[31m"}]}"#
            try ProjectFiles.write("#!/bin/sh\nprintf '%s' '\(answer)'\n", to: program)
            _ = try await ProcessOutcome.of(ProcessPlan("/bin/chmod", ["+x", program]))
            let plan = try Self.plan(["suggest", "Up"], ["MARQUEE": program])
            #expect(try await ProcessOutcome.of(plan).outputText == "Up$(touch x) 업  [31m\n")
            let completion = try Self.plan(["complete", "shell.sh", "Up", "search"], ["MARQUEE": program])
            #expect(try await ProcessOutcome.of(completion).outputText == "Up\\$\\(touch\\ x\\)\\ 업\\ \\ \\[31m\n")
        }
    }

    @Test("An unknown film or command prints an error and exits with a failure")
    func failures() async throws {
        let unknown = try await Self.run("show", "imdb:tt9999999")
        #expect(unknown.outputText == "")
        #expect(unknown.errors.contains("error: "), "\(unknown.errors)")
        #expect(unknown.status != .exited(0))
        let mistyped = try await Self.run("serch", "Parasite")
        #expect(mistyped.errors == "shell.sh: expected search, show, suggest, bookmark or bookmarks, found serch\n")
        #expect(mistyped.status == .exited(64))
    }

    @Test("A search prints all its pages")
    func paging() async throws {
        try await SlowSource.with(.untilCancelled) { source in
            let options = try source.command(framing: "line").dropFirst(3).joined(separator: " ")
            let outcome = try await ProcessOutcome.of(try Self.plan(["search", "quick"], ["MARQUEE_OPTIONS": options]))
            #expect(outcome.outputText == SlowSource.quickFilms.map { $0 + "\n" }.joined())
        }
    }

    @Test("Typing the next line cancels the older search")
    func typing() async throws {
        try await SlowSource.with(.untilCancelled) { source in
            let options = try source.command(framing: "line").dropFirst(3).joined(separator: " ")
            let plan = try Self.plan([], ["MARQUEE_OPTIONS": options])
            try await RunningProcess.withProcess(plan) { process in
                try await Self.type(process)
                #expect(await source.server.waitForLog { $0.closedByPeerCount > 0 })
                try await Self.expectNewer(process)
            }
        }
    }

    @Test(
        "An older answer that arrives too late is not shown",
        .enabled(if: ClientHost.python.isInstalled, "needs python3")
    )
    func lostCancellation() async throws {
        try await SlowSource.with(.untilReleased) { source in
            let (older, deaf) = (source.folder + "/older", source.folder + "/deaf")
            let command = try source.command(framing: "line")
            let relay =
                #"exec python3 \#(ClientHost.scripts)/deaf.py \#(older) "\#(SlowSource.lateFilm)" \#(command[0]) "$@""#
            try ProjectFiles.write("#!/bin/sh\n\(relay)\n", to: deaf)
            _ = try await ProcessOutcome.of(ProcessPlan("/bin/chmod", ["+x", deaf]))
            let options = command.dropFirst(3).joined(separator: " ")
            let plan = try Self.plan([], ["MARQUEE_OPTIONS": options, "MARQUEE": deaf])
            try await RunningProcess.withProcess(plan) { process in
                try await Self.type(process)
                while try await process.readLine() != "20 films" {}
                source.release()
                try await ClientHost.waitForFile(older)
                process.closeInput()
                let rest = String(decoding: try await process.readToEnd(), as: UTF8.self)
                #expect(rest == SlowSource.quickFilms.prefix(20).map { $0 + "\n" }.joined())
                #expect(try await process.waitForExit() == .exited(0))
            }
        }
    }

    /// Types a slow search, reads the part that has arrived, and types another search.
    private static func type(_ process: RunningProcess) async throws {
        process.send("slow")
        try await process.expectLine("1 film so far…")
        try await process.expectLine("  Early film (2001)")
        process.send("quick")
    }

    private static func expectNewer(_ process: RunningProcess) async throws {
        process.closeInput()
        let rest = String(decoding: try await process.readToEnd(), as: UTF8.self)
        let films = SlowSource.quickFilms.prefix(20).map { $0 + "\n" }.joined()
        #expect(rest.hasSuffix("20 films\n" + films), "\(rest)")
        #expect(!rest.contains("Early film") && !rest.contains(SlowSource.lateFilm))
        #expect(try await process.waitForExit() == .exited(0))
    }
}
