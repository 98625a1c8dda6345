import MarqueeTestKit
import Testing

/// Single system calls fail, by `strace`; long runs of `make stress`.
@Suite(
    "Stress: system calls that fail",
    .serialized,
    .enabled(if: ProjectFiles.environment("MARQUEE_LONG") == "1", "only where MARQUEE_LONG is 1"),
    .enabled(if: ProjectFiles.isExecutable("/usr/bin/strace"), "needs strace")
)
struct SystemCallFaultTests {
    static let strace = "/usr/bin/strace"

    /// The calls of a session, without those for memory and threads, where the runtime has no choice.
    static let calls = [
        "read", "write", "openat", "close", "pread64", "pwrite64", "fdatasync", "ftruncate", "fcntl", "flock",
        "newfstatat", "mkdir", "unlink", "access", "socket", "connect", "getsockopt", "setsockopt", "getsockname",
        "getpeername", "poll", "dup2", "pipe2", "clock_nanosleep", "fchown", "geteuid", "getpid", "ioctl",
        "prlimit64", "readlink", "getrandom", "sched_getaffinity", "prctl", "rt_sigaction", "sigaltstack",
        "socketpair", "sendto", "recvfrom", "bind", "recvmsg",
    ]

    /// Calls of the event loops below us, which end the process where one fails.
    static let eventCalls = [
        "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "eventfd2", "timerfd_create", "timerfd_settime",
    ]

    /// Some of the calls of a session, close together at first: those of the start are all different.
    static let turns = [1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 17, 23, 31, 41, 53, 71, 97, 131]

    @Test("Stress: each call fails once in a session with a source and a cache", arguments: calls + eventCalls)
    func withSource(_ call: String) async throws { try await torture(call, demo: false) }

    @Test("Stress: each call fails once in a session over the recording", arguments: calls + eventCalls)
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
                    // The reason may be what could not be written, and the system reports a trap.
                    mayBeSilent: call == "write" || isBelow
                )
                #expect(found == [], "\(call) \(turn): \(outcome.errors.suffix(300))")
                if !demo { try await session.expectWholeCache("\(call) \(turn)") }
            }
        }
    }

    @Test(
        "S2: reads, writes and syncs of the cache that fail, once or from then on: answers come, and no file is moved aside",
        arguments: ["pread64", "pwrite64", "fdatasync", "ftruncate"]
    )
    func cacheFaults(_ call: String) async throws {
        try await FaultSession.with { session in
            _ = try await session.run(try session.plan())
            for when in ["1", "2", "3", "5", "8", "13", "1+", "4+"] {
                let outcome = try await session.run(
                    try session.plan(Self.failing(call, "error=EIO:when=\(when)", session))
                )
                // The loader of programs reads with the same call.
                if outcome.status == .exited(127) { continue }
                #expect(outcome.violations() == [], "\(call) \(when): \(outcome.errors)")
                #expect(outcome.status == .exited(0))
                if !when.hasSuffix("+") { try await session.expectWholeCache("\(call) \(when)") }
            }
        }
    }

    /// How often the busiest thread makes the call, which is what `when` counts.
    private func count(_ call: String, _ session: FaultSession, demo: Bool) async throws -> Int {
        let log = session.folder + "/calls"
        let launcher = [Self.strace, "-f", "-qq", "-e", "trace=\(call)", "-o", log]
        let outcome = try await session.run(try session.plan(launcher, demo: demo))
        #expect(outcome.violations() == [])
        let text = try String(decoding: ProjectFiles.read(log), as: UTF8.self)
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

    /// Whether a call failed that the event loops and thread pools below us make for themselves, where nothing but a
    /// mistake of theirs could let it fail.
    private static func hitLibraries(_ session: FaultSession) throws -> Bool {
        let text = try String(decoding: ProjectFiles.read(log(session)), as: UTF8.self)
        // A call that another thread's interrupted stands on two lines: the first says on what it was made.
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

    /// Nothing was moved aside, and the next session finds nothing to complain of.
    fileprivate func expectWholeCache(_ fault: String) async throws {
        let listing = try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", "ls '\(folder)'/cache* 2>&1"]))
        #expect(!listing.outputText.contains(".corrupt-"), "\(fault): \(listing.outputText)")
        let next = try await run(try plan())
        #expect(next.violations() == [], "after \(fault): \(next.errors)")
        // A busy machine may be told of; a file that is not whole may not.
        #expect(!next.errors.contains("damaged"), "after \(fault): \(next.errors)")
    }
}
