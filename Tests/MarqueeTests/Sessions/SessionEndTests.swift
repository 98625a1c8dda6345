import JSON
import MarqueeTestKit
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("End of the built program")
struct SessionEndTests {
    /// Runs `body` while the program waits for a source that never answers.
    private func duringCall(_ body: (RunningProcess) async throws -> Void) async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.on(ScriptedRoute("/search"), .silence)
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(Self.configuration(server.origin), to: file)
            try await RunningProcess.withProcess(try Program.plan(["--config", file])) { program in
                program.send(Talk.request(5, "movies/search", #"{"query":"x"}"#))
                let isAsked = await server.waitForLog { !$0.requests.isEmpty }
                try #require(isAsked)
                try await body(program)
            }
        }
    }

    private static func configuration(_ origin: String) -> String {
        """
        version: 1
        settings: { deadline: 60s }
        providers:
          - id: films
            base_url: \(origin)
            timeout: 60s
            operations:
              search:
                get: /search
                query: { q: "${input.query}" }
                rows: results
                item: { title: { path: name, required: true } }
        """
    }

    private static func error(_ code: Int, _ message: String, _ kind: String, _ reason: String) -> String {
        #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)","#
            + #""data":{"kind":"\#(kind)","reason":"\#(reason)"}},"id":5}"#
    }

    private static let cancelled = error(
        -32_800,
        "Request cancelled",
        "cancelled",
        "the client sent exit before the request was answered"
    )

    @Test("`exit` cancels open calls with -32800, and its code shows whether `shutdown` came first")
    func exitDuringCall() async throws {
        try await duringCall { program in
            program.send(Talk.exit)
            try await program.expectLine(Self.cancelled)
            try await program.expectExit(.exited(1))
        }
        try await duringCall { program in
            program.send(Talk.shutdown, Talk.exit)
            try await program.expectLine(#"{"jsonrpc":"2.0","result":null,"id":8}"#)
            try await program.expectLine(Self.cancelled)
            try await program.expectExit(.exited(0))
        }
    }

    @Test(
        "`exit` ends the program after a body that is shorter than its Content-Length",
        arguments: [1_000, 9_000_000]
    )
    func exitBehindWrongLength(_ length: Int) async throws {
        try await RunningProcess.withProcess(try Program.plan([])) { program in
            program.write("Content-Length: \(length)\r\n\r\n\(Talk.ping)" + Talk.framed(Talk.exit))
            try await program.expectExit(.exited(1))
        }
    }

    @Test(
        "H1: After a signal, a call that does not end gets -32802, and the program exits with 0",
        arguments: [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU]
    )
    func signalDuringCall(_ signal: Int32) async throws {
        try await duringCall { program in
            program.signal(signal)
            let reason = "the server ended before the request did"
            try await program.expectLine(Self.error(-32_802, "Server cancelled", "server_cancelled", reason))
            try await program.expectExit(.exited(0))
        }
    }

    @Test("H1: A program that is to survive the end of its terminal does")
    func ignoredSignal() async throws {
        var plan = try Program.plan(["--demo"])
        plan.arguments = ["-c", #"trap '' HUP; exec "$0" "$@""#, plan.executable] + plan.arguments
        plan.executable = "/bin/sh"
        try await RunningProcess.withProcess(plan) { program in
            program.send(Talk.ping)
            _ = try await program.readLine()
            program.signal(SIGHUP)
            program.send(Talk.ping)
            try await program.expectLine(#"{"jsonrpc":"2.0","result":{},"id":1}"#)
        }
    }

    @Test("H1: A second signal ends the program without an answer")
    func secondSignal() async throws {
        try await duringCall { program in
            // Two signals before the first one is handled count as one. A shell sends them, because other tests may
            // keep this process busy for longer than the open calls may last.
            let signals = "for i in $(seq 200); do kill -TERM \(program.identifier) || exit 0; sleep 0.03; done"
            _ = try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", signals]))
            try await program.expectExit(.exited(128 + SIGTERM))
            #expect(program.unreadOutput == [])
        }
    }

    @Test("H1: A signal ends an idle program with 0", arguments: [SIGTERM, SIGINT])
    func signalWhileIdle(_ signal: Int32) async throws {
        try await RunningProcess.withProcess(try Program.plan(["--demo"])) { program in
            program.send(Talk.ping)
            _ = try await program.readLine()
            program.signal(signal)
            try await program.expectExit(.exited(0))
        }
    }

    @Test("C4: If the client closes the output, the program logs one line and exits with 74")
    func outputClosed() async throws {
        for count in [0, 30_000] {
            var plan = try Program.plan(["--demo"])
            plan.readsOutput = false
            try await RunningProcess.withProcess(plan) { program in
                program.write(String(repeating: Talk.ping + "\n", count: count))
                program.closeOutputUnread()
                try await program.expectExit(.exited(74))
                #expect(program.errors.split(separator: "\n").count == 1, "\(program.errors)")
                #expect(program.errors.contains("the client closed the output"))
            }
        }
    }

    @Test("C5: If the client does not read for the stall timeout, the program exits with 74")
    func stalled() async throws {
        var plan = try Program.plan(["--demo", "--stall-timeout", "150ms"])
        plan.readsOutput = false
        try await RunningProcess.withProcess(plan) { program in
            program.write(String(repeating: Talk.ping + "\n", count: 300_000))
            try await program.expectExit(.exited(74))
            #expect(program.errors.contains("the client has stopped reading"))
        }
    }

    @Test("H2: The program ends with the client's process, named as an option or in `initialize`")
    func clientProcess() async throws {
        for isOption in [true, false] {
            try await RunningProcess.withProcess(ProcessPlan("/bin/cat")) { client in
                let arguments = isOption ? ["--stdio", "--clientProcessId=\(client.identifier)"] : ["--stdio"]
                try await RunningProcess.withProcess(try Program.plan(arguments)) { program in
                    program.send(isOption ? Talk.ping : Talk.initialize(processID: "\(client.identifier)"))
                    _ = try await program.readLine()
                    client.signal(SIGKILL)
                    try await program.expectExit(.exited(1))
                    let line = "the client's process \(client.identifier) is no longer running"
                    #expect(program.errors.contains(line), "\(program.errors)")
                }
            }
        }
    }

    @Test("A client process that is not running ends the program, and invalid ids are refused")
    func noClientProcess() async throws {
        try await RunningProcess.withProcess(try Program.plan(["--clientProcessId", "2000000000"])) { program in
            try await program.expectExit(.exited(1))
            #expect(program.errors.contains("the client's process 2000000000 is no longer running"))
        }
        for wrong in ["0", "-7", "x"] {
            #expect(try await Program.run(["--clientProcessId=\(wrong)"]).status == .exited(64))
        }
    }
}
