import MarqueeTestKit
import Testing

@Suite("What the program logs")
struct LogTests {
    private static let search = Talk.request(7, "movies/search", #"{"query":"Parasite"}"#)

    @Test("At the usual level nothing about a session that is in order")
    func quiet() async throws {
        let outcome = try await Program.run(["--demo"], lines: [Self.search])
        #expect(outcome.errors == "")
    }

    @Test("At debug: what it works with, the sources, the framing and every call; not what was asked")
    func debug() async throws {
        let outcome = try await Program.run(
            ["--log-level", "debug", "--config", ProjectFiles.root + "/providers.yaml", "--demo"],
            lines: [Self.search]
        )
        for text in [
            "definitions: \(ProjectFiles.root)/providers.yaml", "answers: the recording that is built in",
            "the client sends one message a line", "provider kofic: available", "provider itunes: switched off",
            "request movies/search (7)", "answered movies/search (7) in ", "the client closed the input",
        ] {
            #expect(outcome.errors.contains(text), "\(text)\n\(outcome.errors)")
        }
        #expect(!outcome.errors.contains("Parasite"))
        let pattern = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z marquee (debug|info): .+/#
        for line in outcome.errors.split(separator: "\n") { #expect(line.wholeMatch(of: pattern) != nil, "\(line)") }
    }

    @Test("At trace also what was asked, without secrets; a source without its key says so")
    func trace() async throws {
        try await FilmServer.with { _, arguments in
            let ask = Talk.request(7, "movies/get", #"{"id":"x:\#(FilmServer.key)","languages":["en"]}"#)
            let outcome = try await Program.run(
                arguments + ["--log-level", "trace"],
                lines: [ask],
                environment: FilmServer.environment
            )
            #expect(
                outcome.errors.contains(#"request movies/get (7): {"id":"x:***","languages":["en"]}"#),
                "\(outcome.errors)"
            )
            #expect(!outcome.errors.contains(FilmServer.key))
            let keyless = try await Program.run(arguments + ["--log-level", "debug"], lines: [])
            #expect(keyless.errors.contains("provider kofic: KOFIC_API_KEY is not set"))
        }
    }

    @Test("H7: a log that nobody reads holds nothing up")
    func unreadLog() async throws {
        // The shell's child writes its log into a pipe whose reader sleeps as long as it lives.
        let binary = try #require(ProjectFiles.builtProduct())
        let script = #"exec 3>&1; { "$0" --demo --log-level trace 2>&1 >&3 3>&-; echo "code $?" >&3; } | sleep 60"#
        try await RunningProcess.withProcess(
            ProcessPlan("/bin/sh", ["-c", script, binary], environment: ["PATH": "/usr/bin:/bin"])
        ) { shell in
            shell.write(String(repeating: Talk.ping + "\n", count: 3_000))
            shell.closeInput()
            for _ in 0..<3_000 {
                try await shell.expectLine(#"{"jsonrpc":"2.0","result":{},"id":1}"#)
            }
            try await shell.expectLine("code 0")
        }
    }
}
