import MarqueeTestKit
import Platform
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Process harness")
struct ProcessHarnessTests {
    private static func shell(
        _ script: String,
        environment: [String: String] = [:],
        readsOutput: Bool = true
    ) -> ProcessPlan {
        ProcessPlan("/bin/sh", ["-c", script], environment: environment, readsOutput: readsOutput)
    }

    @Test("The outcome of a process has its output, errors, and status")
    func outcome() async throws {
        let plan = Self.shell("cat; echo \"$KEY\"; env | wc -l; echo oops >&2; exit 7", environment: ["KEY": "value"])
        let outcome = try await ProcessOutcome.of(plan, input: Array("in\n".utf8))
        // The number of variables is left open because the shell and `env` add some.
        #expect(outcome.outputText.hasPrefix("in\nvalue\n"))
        #expect(outcome.errors == "oops\n")
        #expect(outcome.status == .exited(7))
    }

    @Test("A process inherits only the three standard descriptors")
    func descriptors() async throws {
        let outcome = try await ProcessOutcome.of(ProcessPlan("/bin/ls", ["/proc/self/fd"]))
        #expect(outcome.outputText.split(separator: "\n").prefix(4) == ["0", "1", "2", "3"])
        #expect(outcome.outputText.split(separator: "\n").count == 4)
    }

    @Test("Lines and header frames are read one by one, however their bytes are split")
    func frames() async throws {
        try await RunningProcess.withProcess(ProcessPlan("/bin/cat")) { process in
            for byte in "one\ntwo\r\n".utf8 { process.write([byte]) }
            let first = try await process.readLine()
            #expect(first == "one")
            #expect(try await process.readLine() == "two")
            process.write("Content-Length: 5\r\nX: y\r\n\r\n{\"a\"}Content-Length: 2\r\n\r\n")
            #expect(try await process.readHeaderFrame() == "{\"a\"}")
            process.write("[]rest")
            #expect(try await process.readHeaderFrame() == "[]")
            #expect(try await process.read(2) == Array("re".utf8))
            process.closeInput()
            #expect(try await process.readToEnd() == Array("st".utf8))
            #expect(try await process.waitForExit() == .exited(0))
        }
    }

    @Test("A line that doesn't arrive in time fails with the remaining output and the errors")
    func timeout() async throws {
        try await RunningProcess.withProcess(Self.shell("printf half; echo why >&2; exec sleep 60")) { process in
            try await process.waitForErrors(containing: "why")
            let failure = await #expect(throws: ProcessHarnessFailure.self) {
                try await process.readLine(upTo: .milliseconds(250))
            }
            #expect(failure?.description.hasPrefix("no line within 0.25 seconds; it runs; output left: half") == true)
            #expect(failure?.description.contains("why") == true)
        }
    }

    @Test("A process that neither reads nor is read can be written to, measured, and killed")
    func stall() async throws {
        let plan = ProcessPlan("/usr/bin/yes", readsOutput: false)
        try await RunningProcess.withProcess(plan) { process in
            process.write([UInt8](repeating: 1, count: 1 << 20))
            #expect(process.unwrittenCount > 0)
            #expect(process.unreadOutput.isEmpty)
            #expect(process.status == nil)
            #if os(Linux)
            // It has a descriptor more while it loads its libraries, and may still grow: the peak is read last.
            while process.descriptorCount != 3 { try await Task.sleep(for: .milliseconds(10)) }
            let resident = process.residentBytes ?? 0
            #expect(resident >= 4_096)
            #expect((process.peakResidentBytes ?? 0) >= resident)
            #expect(process.threadCount == 1)
            #endif
            process.signal(15)
            let status = try await process.waitForExit()
            #expect(status == .signalled(15))
        }
    }

    @Test("A process that a shell starts ends with the harness's process")
    func group() async throws {
        let identifier = try await RunningProcess.withProcess(Self.shell("sleep 60 & echo $!; wait")) { process in
            try await process.readLine()
        }
        let check = try await ProcessOutcome.of(Self.shell("while kill -0 \(identifier) 2>&-; do sleep 0.01; done"))
        #expect(check.status == .exited(0))
    }

    @Test("Closing the output unread ends the process with SIGPIPE")
    func closedOutput() async throws {
        try await RunningProcess.withProcess(Self.shell("exec yes", readsOutput: false)) { process in
            process.closeOutputUnread()
            let status = try await process.waitForExit()
            #expect(status == .signalled(13))
        }
    }

    @Test("Standard streams can be closed, null, or files")
    func streams() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let copy = ProcessPlan(
                "/bin/sh",
                ["-c", "pwd; cat"],
                workingDirectory: folder,
                input: .null,
                output: .file(folder + "/out")
            )
            let copied = try await ProcessOutcome.of(copy)
            #expect(copied.status == .exited(0))
            let read = ProcessPlan("/bin/cat", input: .file(folder + "/out"))
            #expect(try await ProcessOutcome.of(read).outputText == folder + "\n")
            let closed = ProcessPlan("/bin/cat", input: .closed)
            #expect(try await ProcessOutcome.of(closed).status == .exited(1))
        }
    }

    @Test("A missing program throws a system error")
    func missing() {
        #expect(throws: SystemError.self) { try RunningProcess(ProcessPlan("/nowhere/at-all")) }
    }

    @Test("100 processes leave no zombies and no descriptors")
    func leftovers() async throws {
        // Runs in its own process because concurrent tests open files, too.
        await #expect(processExitsWith: .success) { try await ProcessHarnessTests.runMany() }
    }

    private static func runMany() async throws {
        let plan = ProcessPlan("/bin/true")
        #expect(try await ProcessOutcome.of(plan).status == .exited(0))
        let before = ProcessFiles.descriptorCount() ?? 0
        for _ in 0..<100 { #expect(try await ProcessOutcome.of(plan).status == .exited(0)) }
        // Other code in the process has a few descriptors; a leak would be a hundred.
        let isSettled = try await ProcessFiles.waitForDescriptors(fewerThan: before + 10)
        #expect(isSettled)
        #expect(waitpid(-1, nil, WNOHANG) == -1, "no child is left, ended or not")
    }

    @Test("The project's root contains Package.swift, and an unknown product isn't found")
    func root() {
        #expect(ProjectFiles.isReadable(ProjectFiles.root + "/Package.swift"))
        #expect(ProjectFiles.builtProduct("no-such-program") == nil)
    }
}
