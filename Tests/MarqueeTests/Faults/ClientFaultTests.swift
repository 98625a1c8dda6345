import JSON
import MarqueeTestKit
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Client faults against the built program")
struct ClientFaultTests {
    private static let pong = #"{"jsonrpc":"2.0","result":{},"id":1}"#

    /// Runs the program with other kinds of standard streams, and sends a ping if the input is one of ours.
    private func outcome(input: ProcessPlan.Stream, output: ProcessPlan.Stream) async throws -> ProcessOutcome {
        var plan = try Program.plan(["--demo"])
        plan.input = input
        plan.output = output
        return try await ProcessOutcome.of(plan, input: Array((Talk.ping + "\n").utf8))
    }

    @Test("C24: A killed program has written whole frames and at most the beginning of one more")
    func killed() async throws {
        let search = Talk.request(2, "movies/search", #"{"query":"Suzume"}"#)
        for bytes in [1, 3_000, 77_777, 200_000] {
            try await RunningProcess.withProcess(try Program.plan(["--demo"])) { program in
                program.write(String(repeating: Talk.ping + "\n" + search + "\n", count: 3_000))
                var written = try await program.read(bytes)
                program.signal(SIGKILL)
                written += try await program.readToEnd()
                try await program.expectExit(.signalled(SIGKILL))
                let lines = written.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                for line in lines.dropLast() { #expect(throws: Never.self) { try JSONDocument(Array(line)) } }
                let rest = String(decoding: lines.last ?? [], as: UTF8.self)
                #expect(rest.isEmpty || rest.hasPrefix(String(#"{"jsonrpc":"2.0","#.prefix(rest.utf8.count))))
            }
        }
    }

    @Test("C25: Input and output can be files, as in a script")
    func files() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let (input, output) = (folder + "/in", folder + "/out")
            try ProjectFiles.write(Talk.ping + "\n" + Talk.request(8, "shutdown"), to: input)
            let outcome = try await outcome(input: .file(input), output: .file(output))
            #expect(outcome.status == .exited(0))
            let written = try ProjectFiles.text(output)
            #expect(written == Self.pong + "\n" + #"{"jsonrpc":"2.0","result":null,"id":8}"# + "\n")
        }
    }

    @Test("C25: Empty input from /dev/null ends quietly, and output to /dev/null succeeds")
    func null() async throws {
        let silent = try await outcome(input: .null, output: .pipe)
        #expect(silent.status == .exited(0))
        #expect(silent.outputText == "" && silent.errors == "")
        #expect(try await outcome(input: .pipe, output: .null).status == .exited(0))
    }

    @Test("C25: Sockets work like pipes")
    func sockets() async throws {
        let outcome = try await outcome(input: .socket, output: .socket)
        #expect(outcome.outputText == Self.pong + "\n")
        #expect(outcome.status == .exited(0))
    }

    @Test("C25: A terminal works, and its end-of-file ends the session")
    func terminal() async throws {
        let terminal = try PseudoTerminal()
        var plan = try Program.plan(["--demo"])
        (plan.input, plan.output) = (.file(terminal.path), .file(terminal.path))
        try await RunningProcess.withProcess(plan) { program in
            let answer = await terminal.talk(Talk.ping + "\n")
            #expect(answer == Self.pong + "\n")
            terminal.write("\u{4}")
            try await program.expectExit(.exited(0))
        }
    }

    @Test("C25: A closed stream is named, with code 74", arguments: ["input", "output"])
    func closed(_ name: String) async throws {
        let isInput = name == "input"
        let outcome = try await outcome(input: isInput ? .closed : .pipe, output: isInput ? .pipe : .closed)
        #expect(outcome.status == .exited(74))
        #expect(outcome.outputText == "")
        #expect(outcome.errors.contains("standard \(name) is closed"), "\(outcome.errors)")
    }

    @Test("C25: A folder as input and a full disk as output are reported, with code 74")
    func unusable() async throws {
        let folder = try await outcome(input: .file("/tmp"), output: .pipe)
        #expect(folder.status == .exited(74))
        #expect(folder.errors.contains("reading failed: Is a directory"), "\(folder.errors)")
        guard ProjectFiles.isReadable("/dev/full") else { return }
        let full = try await outcome(input: .pipe, output: .file("/dev/full"))
        #expect(full.status == .exited(74))
        #expect(full.errors.contains("writing failed: No space left on device"), "\(full.errors)")
    }
}

@Suite("Stress: a client that does not read")
struct BackPressureTests {
    private static let count = ProjectFiles.environment("MARQUEE_LONG") == "1" ? 1_000_000 : 40_000

    /// Returns requests with long ids, so that the long responses soon fill the output buffer.
    private static func requests(from start: Int) -> String {
        let tail = String(repeating: "-", count: 240)
        return (start..<(start + 500)).map { #"{"jsonrpc":"2.0","id":"\#($0)\#(tail)","method":"ping"}"# + "\n" }
            .joined()
    }

    @Test("C5: If the client does not read, input stops and memory stays small; later all is answered")
    func unread() async throws {
        var plan = try Program.plan(["--demo"])
        plan.readsOutput = false
        try await RunningProcess.withProcess(plan) { program in
            for start in stride(from: 0, to: Self.count, by: 500) {
                program.write(Self.requests(from: start))
            }
            let unread = try await standstill(of: program)
            #expect(unread > 0)
            if let peak = program.peakResidentBytes { #expect(peak < 150 << 20, "\(peak >> 20) MiB") }
            program.startReading()
            program.closeInput()
            let output = try await program.readToEnd(upTo: .patience)
            #expect(output.count { $0 == UInt8(ascii: "\n") } == Self.count)
            try await program.expectExit(.exited(0))
        }
    }

    /// Waits until the program has read nothing for 0.6 seconds, and returns the number of bytes that it has not read.
    private func standstill(of program: RunningProcess) async throws -> Int {
        var last = -1
        var quiet = 0
        for _ in 0..<3_000 where quiet < 30 {
            let now = program.unwrittenCount
            quiet = now == last ? quiet + 1 : 0
            last = now
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(quiet == 30, "the program goes on reading")
        return last
    }
}
