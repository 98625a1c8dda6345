import JSON
import MarqueeTestKit
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Host faults")
struct HostFaultTests {
    #if os(Linux)
    static let isLinux = true
    #else
    static let isLinux = false
    #endif

    @Test("H1: A signal after shutdown ends the program with 0", arguments: [SIGTERM, SIGINT])
    func signalAfterShutdown(_ signal: Int32) async throws {
        try await RunningProcess.withProcess(try Program.plan(["--demo"])) { program in
            program.send(Talk.initialize(), Talk.shutdown)
            _ = try await program.readLine()
            try await program.expectLine(#"{"jsonrpc":"2.0","result":null,"id":8}"#)
            program.signal(signal)
            try await program.expectExit(.exited(0))
        }
    }

    @Test("H1: A signal during the start ends the program, in order or by the signal")
    func signalAtStart() async throws {
        for pause in [0, 1, 4, 16, 64] {
            try await RunningProcess.withProcess(try Program.plan(["--demo"])) { program in
                try await Task.sleep(for: .milliseconds(pause))
                program.signal(SIGTERM)
                let status = try await program.waitForExit()
                #expect([.exited(0), .signalled(SIGTERM)].contains(status))
                #expect(program.unreadOutput == [])
            }
        }
    }

    @Test(
        "H3: With too few descriptors the program reports it and ends; with enough it answers",
        arguments: [16, 32, 256]
    )
    func descriptors(_ limit: Int) async throws {
        try await FaultSession.with { session in
            let outcome = try await session.run(try session.plan(FaultSession.shell("ulimit -n \(limit)")))
            #expect(outcome.violations() == [], "\(outcome.errors)")
            #expect(outcome.status == .exited(limit < 256 ? 69 : 0), "\(outcome.errors)")
            if limit < 256 {
                #expect(outcome.errors == "error: only \(limit) files may be open (ulimit -n), and 256 are needed\n")
            }
            let demo = try await session.run(try session.plan(FaultSession.shell("ulimit -n \(limit)"), demo: true))
            #expect(demo.violations() == [], "\(demo.errors)")
            #expect(demo.status == .exited(limit < 24 ? 69 : 0), "\(demo.errors)")
            var call = try session.plan(FaultSession.shell("ulimit -n \(limit)"))
            call.arguments = call.arguments.prefix(3) + ["call", "--demo", "movies/search", "query=Parasite"]
            let answer = try await ProcessOutcome.of(call)
            #expect(answer.status == .exited(limit < 24 ? 69 : 0), "\(answer.errors)")
        }
    }

    @Test("H3: A soft limit of descriptors is raised")
    func descriptorsRaised() async throws {
        try await FaultSession.with { session in
            let outcome = try await session.run(try session.plan(FaultSession.shell("ulimit -S -n 20")))
            #expect(outcome.violations() == [], "\(outcome.errors)")
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
        }
    }

    @Test(
        "H4: With too little memory the program reports it and ends; with enough it answers",
        .enabled(if: isLinux, "other systems do not limit address space"),
        arguments: [400_000, 2_000_000]
    )
    func memory(_ limit: Int) async throws {
        try await FaultSession.with { session in
            let outcome = try await session.run(try session.plan(FaultSession.shell("ulimit -v \(limit)")))
            #expect(outcome.violations() == [], "\(outcome.errors)")
            #expect(outcome.status == .exited(limit < 1_000_000 ? 69 : 0), "\(outcome.errors)")
            if limit < 1_000_000 {
                #expect(
                    outcome.errors == "error: only 390 MiB of memory may be mapped (ulimit -v), and 1536 are needed\n"
                )
            }
        }
    }

    @Test(
        "H4: With too little data or stack the program reports it and ends; with enough it answers",
        .enabled(if: isLinux && ProjectFiles.isExecutable("/usr/bin/prlimit"), "needs prlimit"),
        arguments: [
            ("--data", 12 << 20, "only 12 MiB of data are allowed (ulimit -d), and 40 are needed"),
            ("--data", 28 << 20, "only 28 MiB of data are allowed (ulimit -d), and 40 are needed"),
            ("--data", 256 << 20, nil),
            ("--stack", 64 << 10, "only 64 KiB of stack are allowed (ulimit -s), and 96 are needed"),
            ("--stack", 96 << 10, nil), ("--stack", 256 << 10, nil),
        ]
    )
    func dataAndStack(_ option: String, _ limit: Int, _ complaint: String?) async throws {
        var plan = try Program.plan(["--demo"])
        plan.arguments = ["\(option)=\(limit)", plan.executable] + plan.arguments
        plan.executable = "/usr/bin/prlimit"
        let requests = [Talk.ping, Talk.request(2, "movies/search", #"{"query":"parasite"}"#)]
        let outcome = try await ProcessOutcome.of(plan, input: Array((requests.joined(separator: "\n") + "\n").utf8))
        #expect(outcome.status == .exited(complaint == nil ? 0 : 69), "\(outcome.errors)")
        #expect(outcome.errors == (complaint.map { "error: \($0)\n" } ?? ""))
        #expect(outcome.output.count { $0 == UInt8(ascii: "\n") } == (complaint == nil ? 2 : 0))
    }

    @Test("H12: A preloaded library that changes the environment leaves the arguments alone", .enabled(if: isLinux))
    func preloaded() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let source = """
                #include <stdlib.h>
                __attribute__((constructor)) static void begin(void) { setenv("SET_BEFORE_MAIN", "1", 1); }
                """
            try ProjectFiles.write(source, to: folder + "/early.c")
            let compile = "-shared -fPIC -o early.so early.c"
            let line = "cd '\(folder)' && (cc \(compile) || clang \(compile))"
            let path = ["PATH": ProjectFiles.environment("PATH") ?? "/usr/bin:/bin"]
            let compiled = try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", line], environment: path))
            if compiled.status != .exited(0) { try Test.cancel("needs a C compiler") }
            let environment = ["LD_PRELOAD": folder + "/early.so"]
            let outcome = try await Program.run(["--demo"], lines: [Talk.ping], environment: environment)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(outcome.outputText == #"{"jsonrpc":"2.0","result":{},"id":1}"# + "\n")
            let mistake = try await Program.run(["--nonsense"], environment: environment)
            #expect(mistake.status == .exited(64) && mistake.errors.contains("--nonsense"), "\(mistake.errors)")
        }
    }

    @Test(
        "H5: If the system refuses threads, the program reports it and ends",
        .enabled(if: isLinux, "needs prlimit"),
        arguments: [1, 2, 3, 4, 6]
    )
    func threads(_ limit: Int) async throws {
        // The superuser has no limit of processes. The other runs of the test, and other test runs, count for other users.
        let number = 200_000 + Int(getpid()) * 8 + limit
        let user = geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=\(number)", "--clear-groups"] : []
        let launcher = user + ["/usr/bin/prlimit", "--nproc=\(limit)"]
        let plan = try Program.plan(["--demo"])
        let probe = ProcessPlan(launcher[0], launcher.dropFirst() + [plan.executable, "--version"])
        guard ProjectFiles.isExecutable(launcher[0]), try await ProcessOutcome.of(probe).status != .exited(126) else {
            try Test.cancel("needs setpriv and prlimit, and a program that every user may run")
        }
        var limited = plan
        limited.executable = launcher[0]
        limited.arguments = launcher.dropFirst() + [plan.executable] + plan.arguments
        let outcome = try await ProcessOutcome.of(limited, input: Array((Talk.ping + "\n").utf8))
        #expect(outcome.status == .exited(69), "\(outcome.errors)")
        let needed = limit < 5 ? 4 : 12
        #expect(outcome.errors == "error: the system refuses threads (ulimit -u): \(needed) are needed\n")
        #expect(outcome.output == [])
    }

    @Test(
        "H11: Without /proc, which the library for threads reads, the program reports it and ends",
        .enabled(
            if: isLinux && geteuid() == 0 && ProjectFiles.isExecutable("/usr/bin/unshare"),
            "needs root and unshare"
        ),
        arguments: [["--version"], ["--demo"]]
    )
    func withoutProcesses(_ arguments: [String]) async throws {
        var plan = try Program.plan(arguments)
        let line = "mount -t tmpfs none /proc || exit 111; exec \"$0\" \"$@\""
        plan.arguments = ["--mount", "sh", "-c", line, plan.executable] + plan.arguments
        plan.executable = "/usr/bin/unshare"
        let outcome = try await ProcessOutcome.of(plan, input: Array((Talk.ping + "\n").utf8))
        if [.exited(111), .exited(1)].contains(outcome.status) { try Test.cancel("needs the right to mount") }
        #expect(outcome.status == .exited(69), "\(outcome.errors)")
        let reason = "/proc does not list this process, and the library for threads needs that: mount /proc"
        #expect(outcome.errors == "error: \(reason)\n")
        #expect(outcome.output == [])
    }

    @Test(
        "H6: Every request is answered on one processor that another program keeps busy",
        .enabled(if: isLinux && ProjectFiles.isExecutable("/usr/bin/taskset"), "needs taskset")
    )
    func processor() async throws {
        try await FaultSession.with { session in
            let line = """
                cpu=$(taskset -pc $$ | sed 's/.*: //; s/[,-].*//'); taskset -pc $cpu $$ >/dev/null
                sh -c 'while :; do :; done' & busy=$!; "$0" "$@"; code=$?; kill $busy; exit $code
                """
            let outcome = try await session.run(try session.plan(["/bin/sh", "-c", line]))
            #expect(outcome.violations() == [], "\(outcome.errors)")
            #expect(outcome.status == .exited(0))
        }
    }

    @Test(
        "H7: Every request is answered if stderr is closed or full",
        arguments: [ProcessPlan.Stream.closed, .file("/dev/full")]
    )
    func errorStream(_ stream: ProcessPlan.Stream) async throws {
        try await FaultSession.with { session in
            var plan = try session.plan()
            plan.arguments += ["--log-level", "trace"]
            plan.errors = stream
            let outcome = try await session.run(plan)
            #expect(outcome.violations() == [])
            #expect(outcome.status == .exited(0))
        }
    }

    @Test(
        "H8: Requests are answered without HOME and TMPDIR, in the C locale, and in a deleted folder",
        arguments: ["true", "export LC_ALL=C LANG=C", #"mkdir "$GONE" && cd "$GONE" && rmdir "$GONE""#]
    )
    func surroundings(_ line: String) async throws {
        try await FaultSession.with { session in
            let gone = ["GONE": session.folder + "/gone"]
            for demo in [true, false] {
                let outcome = try await session.run(
                    try session.plan(FaultSession.shell(line), demo: demo, environment: gone)
                )
                #expect(outcome.violations() == [], "\(outcome.errors)")
                #expect(outcome.status == .exited(0))
                // On a busy machine, another connection may hold the cache for too long.
                let errors = outcome.errors.split(separator: "\n").filter { !$0.contains("was not released in time") }
                #expect(errors == [])
            }
            var plan = try session.plan(FaultSession.shell(line), environment: gone)
            plan.arguments = plan.arguments.prefix(3) + ["call", "--demo", "movies/search", "query=기생충"]
            let outcome = try await ProcessOutcome.of(plan)
            #expect(outcome.outputText.contains(#""title":"기생충""#), "\(outcome.errors)")
        }
    }

    @Test("H9: After SIGSTOP and SIGCONT, the program answers an expired request with a timeout")
    func stopped() async throws {
        try await FaultSession.with { session in
            session.server.on(ScriptedRoute("/never"), .silence)
            let text = try ProjectFiles.text(session.file)
            try ProjectFiles.write(
                text.replacing("get: /search", with: "get: /never").replacing("20s", with: "400ms"),
                to: session.file
            )
            try await RunningProcess.withProcess(try session.plan()) { program in
                program.send(Talk.request(5, "movies/search", #"{"query":"x"}"#))
                let isAsked = await session.server.waitForLog { !$0.requests.isEmpty }
                try #require(isAsked)
                program.signal(SIGSTOP)
                try await Task.sleep(for: .milliseconds(800))
                program.signal(SIGCONT)
                let answer = try await program.readJSON()
                #expect(answer["id"]?.int == 5)
                #expect(answer["error"]?["data"]?["kind"]?.string == "timeout", "\(answer)")
                program.send(Talk.ping)
                try await program.expectLine(#"{"jsonrpc":"2.0","result":{},"id":1}"#)
                program.closeInput()
                try await program.expectExit(.exited(0))
            }
        }
    }
}

/// Long runs of `make stress` in which `strace` lets single system calls fail.
@Suite(
    "Stress: failing system calls",
    .serialized,
    .enabled(if: ProjectFiles.environment("MARQUEE_LONG") == "1", "only where MARQUEE_LONG is 1"),
    .enabled(if: ProjectFiles.isExecutable("/usr/bin/strace"), "needs strace")
)
struct SystemCallFaultTests {
    static let strace = "/usr/bin/strace"

    /// The system calls of a session, except those for memory and threads, whose failure the runtime cannot handle.
    static let calls = [
        "read", "write", "openat", "close", "pread64", "pwrite64", "fdatasync", "ftruncate", "fcntl", "flock",
        "newfstatat", "mkdir", "unlink", "access", "socket", "connect", "getsockopt", "setsockopt", "getsockname",
        "getpeername", "poll", "dup2", "pipe2", "clock_nanosleep", "fchown", "geteuid", "getpid", "ioctl",
        "prlimit64", "readlink", "getrandom", "sched_getaffinity", "prctl", "rt_sigaction", "sigaltstack",
        "socketpair", "sendto", "recvfrom", "bind", "recvmsg",
    ]

    /// Calls of the event loops in our libraries, which end the process if one fails.
    static let eventCalls = [
        "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "eventfd2", "timerfd_create", "timerfd_settime",
    ]

    /// Which calls fail, close together at first because the calls at the start are all different.
    static let turns = [1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 17, 23, 31, 41, 53, 71, 97, 131]

    @Test(
        "Stress: One failure of each system call breaks no promise of a session with a source and a cache",
        arguments: calls + eventCalls
    )
    func withSource(_ call: String) async throws { try await torture(call, demo: false) }

    @Test(
        "Stress: One failure of each system call breaks no promise of a session with the recording",
        arguments: calls + eventCalls
    )
    func overRecording(_ call: String) async throws { try await torture(call, demo: true) }

    private func torture(_ call: String, demo: Bool) async throws {
        try await FaultSession.with { session in
            let count = try await self.count(call, session, demo: demo)
            for turn in Self.turns where turn <= count {
                try await session.shell("rm -rf '\(session.folder)/cache'")
                let outcome = try await session.run(
                    try session.plan(Self.failing(call, "error=EIO:when=\(turn)", session), demo: demo)
                )
                let isBelow = try Self.hitLibraries(session)
                let found = outcome.violations(
                    mayDie: isBelow,
                    // The failing write may be that of the reason itself, and the system reports a trap.
                    mayBeSilent: call == "write" || isBelow
                )
                #expect(found == [], "\(call) \(turn): \(outcome.errors.suffix(300))")
                if !demo { try await session.expectWholeCache("\(call) \(turn)") }
            }
        }
    }

    @Test(
        "S2: Failing reads, writes, and syncs of the cache stop no answer, and single ones damage no file",
        arguments: ["pread64", "pwrite64", "fdatasync", "ftruncate"]
    )
    func cacheFaults(_ call: String) async throws {
        try await FaultSession.with { session in
            _ = try await session.run(try session.plan())
            for when in ["1", "2", "3", "5", "8", "13", "1+", "4+"] {
                let outcome = try await session.run(
                    try session.plan(Self.failing(call, "error=EIO:when=\(when)", session))
                )
                // The program loader reads with the same call.
                if outcome.status == .exited(127) { continue }
                #expect(outcome.violations() == [], "\(call) \(when): \(outcome.errors)")
                #expect(outcome.status == .exited(0))
                if !when.hasSuffix("+") { try await session.expectWholeCache("\(call) \(when)") }
            }
        }
    }

    /// Returns how often the busiest thread makes the call, because `when` counts per thread.
    private func count(_ call: String, _ session: FaultSession, demo: Bool) async throws -> Int {
        let log = session.folder + "/calls"
        let launcher = [Self.strace, "-f", "-qq", "-e", "trace=\(call)", "-o", log]
        let outcome = try await session.run(try session.plan(launcher, demo: demo))
        #expect(outcome.violations() == [])
        let text = try ProjectFiles.text(log)
        var counts: [Substring: Int] = [:]
        for line in text.split(separator: "\n") where line.contains("\(call)(") {
            counts[line.prefix { $0 != " " }, default: 0] += 1
        }
        return counts.values.max() ?? 0
    }

    private static func failing(_ call: String, _ fault: String, _ session: FaultSession) -> [String] {
        [strace, "-f", "-y", "-qq", "-e", "trace=\(call)", "-o", log(session), "-e", "inject=\(call):\(fault)"]
    }

    private static func log(_ session: FaultSession) -> String { session.folder + "/faults" }

    /// Returns whether a call failed that the event loops and thread pools of our libraries make for themselves.
    ///
    /// Only a bug of theirs could let it fail outside this test.
    private static func hitLibraries(_ session: FaultSession) throws -> Bool {
        let text = try ProjectFiles.text(log(session))
        // A call that another thread interrupted is on two lines, of which only the first has its arguments.
        var begun: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let thread = line.prefix { $0 != " " }
            if line.hasSuffix("<unfinished ...>") { begun[thread] = line }
            guard line.hasSuffix("(INJECTED)") else { continue }
            let call = line.contains(" resumed>") ? begun[thread] ?? line : line
            let isOfThread = call.contains("\"/proc/") && call.contains("/stat\"")
            if isOfThread || call.contains("<anon_inode:") { return true }
            if eventCalls.contains(where: { call.contains(" \($0)(") }) { return true }
        }
        return false
    }
}

extension FaultSession {
    fileprivate func shell(_ line: String) async throws {
        let outcome = try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", line]))
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
    }

    /// Expects that no file was moved aside and that the next session reports no damage.
    fileprivate func expectWholeCache(_ fault: String) async throws {
        let listing = try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", "ls '\(folder)'/cache* 2>&1"]))
        #expect(!listing.outputText.contains(".corrupt-"), "\(fault): \(listing.outputText)")
        let next = try await run(try plan())
        #expect(next.violations() == [], "after \(fault): \(next.errors)")
        // The next session may report a busy machine, but not a damaged file.
        #expect(!next.errors.contains("damaged"), "after \(fault): \(next.errors)")
    }
}
