import JSON
import MarqueeTestKit
import Testing

@testable import MarqueeApp

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Session traces and their replay")
struct TraceTests {
    private static let session = [
        Talk.initialize(processID: "1999999999"), Talk.request(2, "movies/search", #"{"query":"Parasite"}"#), "{oops",
        "[\(Talk.ping),7]", Talk.request(3, "movies/serch"), Talk.shutdown,
    ]

    /// Records a session with the demo and passes the trace to `body`.
    private func record(
        _ input: String,
        _ body: (_ file: String, _ records: [JSONElement]) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/session.ndjson"
            let outcome = try await Program.run(["--demo", "--trace", file], input: Array(input.utf8))
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let text = try String(contentsOfFile: file, encoding: .utf8)
            try await body(file, try text.split(separator: "\n").map { try JSONDocument(String($0)).root })
        }
    }

    @Test("The trace has one record per message and is readable only by its owner")
    func records() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/old"
            try String(repeating: "old\n", count: 100).write(toFile: file, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
            _ = try await Program.run(["--demo", "--trace", file], lines: [Talk.ping])
            let records = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            #expect(records.count == 2)
            #expect(records[0].hasSuffix(#""direction":"in","framing":"line","message":\#(Talk.ping)}"#))
            #expect(
                records[1].hasSuffix(
                    #""direction":"out","framing":"line","message":{"jsonrpc":"2.0","result":{},"id":1}}"#
                )
            )
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test(
        "A long message of escapes, in or out of JSON, loses nothing of what follows",
        arguments: [#"""#, "\\", "\u{1}"]
    )
    func escapes(_ character: String) async throws {
        let text = String(repeating: character, count: StressRun.isWanted ? 500_000 : 50_000)
        let stray = Talk.request(1, "movies/search", #"{"query":\#(text.jsonText)}"#)
        try await record("\(stray)\n{\(text)\n\(Talk.ping)\n") { _, records in
            #expect(records.count == 6)
            #expect(records.contains { $0["text"]?.string == "{" + text })
            #expect(records.contains { $0["message"]?["method"]?.string == "ping" })
        }
    }

    @Test("A key that a client sends is not in the trace")
    func secrets() async throws {
        try await FilmServer.with { films in
            try await ProjectFiles.withTemporaryFolder { folder in
                let file = folder + "/trace"
                let outcome = try await Program.run(
                    films.arguments + ["--trace", file],
                    lines: [Talk.request(1, "movies/get", #"{"id":"x\#(FilmServer.key)"}"#), "junk \(FilmServer.key)"],
                    environment: FilmServer.environment
                )
                #expect(outcome.status == .exited(0))
                let trace = try String(contentsOfFile: file, encoding: .utf8)
                #expect(!trace.contains(FilmServer.key))
                #expect(trace.contains(#"{"id":"x***"}"#))
                #expect(trace.contains(#""text":"junk ***""#))
            }
        }
    }

    @Test(
        "A trace file that cannot be written causes only a warning",
        arguments: ["/dev/null/trace", "/dev/full", "/dev"]
    )
    func unwritable(_ file: String) async throws {
        let outcome = try await Program.run(["--demo", "--trace", file], lines: [Talk.ping, Talk.ping])
        #expect(outcome.status == .exited(0))
        #expect(outcome.output.count { $0 == UInt8(ascii: "\n") } == 2)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.errors.contains(file))
    }

    @Test("A replayed session gives the same answers", arguments: [false, true])
    func replay(_ isHeader: Bool) async throws {
        // With headers, the input has garbage between two frames.
        let input =
            isHeader
            ? Self.session.dropLast().map(Talk.framed).joined() + "hello\r\n\r\n"
                + Self.session.suffix(1).map(Talk.framed).joined()
            : Self.session.map { $0 + "\n" }.joined()
        let living = input.replacing("1999999999", with: "null")
        let fitting = isHeader ? Self.reframed(living) : living
        try await record(fitting) { file, records in
            // The recorded client no longer runs, which must not end the replay.
            let trace = try String(contentsOfFile: file, encoding: .utf8)
            try trace.replacing(#""processId":null"#, with: #""processId":1999999999"#)
                .write(toFile: file, atomically: true, encoding: .utf8)
            let outcome = try await Program.run(["replay-trace", "--demo", file], lines: [])
            #expect(outcome.status == .exited(0), "\(outcome.outputText)")
            let count = isHeader ? 8 : 7
            #expect(
                outcome.outputText == "\(count) answers: \(count) equal, 0 different, 0 missing, 0 not in the trace\n"
            )
            #expect(records.count { $0["direction"]?.string == "in" } == (isHeader ? 7 : 6))
        }
    }

    @Test("A different answer is reported with its path, and the exit code is 65")
    func difference() async throws {
        try await record(Self.session.map { $0 + "\n" }.joined().replacing("1999999999", with: "null")) { file, _ in
            let trace = try String(contentsOfFile: file, encoding: .utf8)
            try trace.replacing(#""year":2019"#, with: #""year":2018"#)
                .write(toFile: file, atomically: true, encoding: .utf8)
            let outcome = try await Program.run(["replay-trace", "--demo", file], lines: [])
            #expect(outcome.status == .exited(65))
            #expect(
                outcome.outputText == """
                    id 2 movies/search: result.movies[0].year: 2018 in the trace, 2019 now
                    7 answers: 6 equal, 1 different, 0 missing, 0 not in the trace

                    """
            )
            let binary = try #require(ProjectFiles.builtProduct())
            let other = try await Program.run(
                ["replay-trace", file, "--paced", "--", binary, "--demo", "--framing", "line"],
                lines: []
            )
            #expect(other.outputText == outcome.outputText)
        }
    }

    @Test("The time between two messages is right across the end of a month")
    func endOfMonth() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let records = ["2026-11-30T23:59:59.750000Z", "2026-12-01T00:00:00.250000Z", "2027-01-01T00:00:00Z"].map {
                #"{"time":"\#($0)","direction":"in","framing":"line","message":{"jsonrpc":"2.0","method":"told"}}"#
            }
            let file = folder + "/session.ndjson"
            try ProjectFiles.write(records.joined(separator: "\n"), to: file)
            #expect(try Trace(file: file).steps.map(\.seconds) == [0, 0.5, 31 * 86_400 + 0.25])
        }
    }

    @Test("`replay-trace` fails for a silent or missing server and for an invalid or missing trace")
    func failures() async throws {
        try await record(Talk.ping + "\n") { file, _ in
            let mute = try await Program.run(
                ["replay-trace", file, "--patience", "50ms", "--", "/bin/sleep", "60"],
                lines: []
            )
            #expect(mute.status == .exited(65))
            #expect(mute.outputText.contains("id 1 ping: no answer\n1 answers: 0 equal, 0 different, 1 missing"))
            let nobody = try await Program.run(["replay-trace", file, "--", "/nonexistent"], lines: [])
            #expect(nobody.status == .exited(69))
            #expect(try await Program.run(["replay-trace", "/nonexistent"], lines: []).status == .exited(74))
            let other = try await Program.run(["replay-trace", ProjectFiles.root + "/README.md"], lines: [])
            #expect(other.status == .exited(65))
            #expect(other.errors.contains("README.md:1: expected a record of a trace"))
        }
    }

    /// Returns the frames with lengths that fit their changed bodies.
    private static func reframed(_ input: String) -> String {
        input.split(separator: "Content-Length: ").map { piece in
            let body = piece.split(separator: "\r\n\r\n", maxSplits: 1)[1]
            return body.hasSuffix("hello\r\n\r\n")
                ? Talk.framed(String(body.dropLast("hello\r\n\r\n".count))) + "hello\r\n\r\n"
                : Talk.framed(String(body))
        }.joined()
    }
}

@Suite("Log")
struct LogTests {
    private static let search = Talk.request(7, "movies/search", #"{"query":"Parasite"}"#)

    @Test("At the default level, a normal session logs nothing")
    func quiet() async throws {
        let outcome = try await Program.run(["--demo"], lines: [Self.search])
        #expect(outcome.errors == "")
    }

    @Test("The level debug logs definitions, sources, framing, and calls, but not their parameters")
    func debug() async throws {
        let outcome = try await Program.run(
            ["--log-level", "debug", "--config", ProjectFiles.root + "/providers.yaml", "--demo"],
            lines: [Self.search]
        )
        for text in [
            "definitions: \(ProjectFiles.root)/providers.yaml", "answers: the built-in recording",
            "the client sends one message a line", "provider kofic: available", "provider itunes: disabled in ",
            "request movies/search (7)", "answered movies/search (7) in ", "the client closed the input",
        ] {
            #expect(outcome.errors.contains(text), "\(text)\n\(outcome.errors)")
        }
        #expect(!outcome.errors.contains("Parasite"))
        let pattern = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z marquee (debug|info): .+/#
        for line in outcome.errors.split(separator: "\n") { #expect(line.wholeMatch(of: pattern) != nil, "\(line)") }
    }

    @Test("The level trace logs parameters without secrets, and the level debug logs a missing key")
    func trace() async throws {
        try await FilmServer.with { films in
            let ask = Talk.request(7, "movies/get", #"{"id":"x:\#(FilmServer.key)","languages":["en"]}"#)
            let outcome = try await Program.run(
                films.arguments + ["--log-level", "trace"],
                lines: [ask],
                environment: FilmServer.environment
            )
            #expect(
                outcome.errors.contains(#"request movies/get (7): {"id":"x:***","languages":["en"]}"#),
                "\(outcome.errors)"
            )
            #expect(!outcome.errors.contains(FilmServer.key))
            let keyless = try Program.plan(films.arguments + ["--log-level", "debug"])
            try await RunningProcess.withProcess(keyless) { process in
                try await process.waitForErrors(containing: "provider kofic: KOFIC_API_KEY is not set")
            }
        }
    }

    @Test("H7: An unread log does not block answers")
    func unreadLog() async throws {
        // The child of the shell writes its log to a pipe whose reader sleeps.
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
