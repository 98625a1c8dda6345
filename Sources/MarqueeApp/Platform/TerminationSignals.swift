import JSONRPC
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs `run`; the first SIGTERM or SIGINT meanwhile calls `stop`, a second one ends the process at once.
///
/// A signal handler may do next to nothing, so it writes one byte to a pipe, and a thread that waits there calls `stop`.
func withTerminationSignals<Result>(
    stop: @escaping @Sendable () -> Void,
    run: () async -> Result
) async -> Result {
    guard let reading = TerminationSignals.openPipe() else { return await run() }
    _ = PlainThread.start {
        if TerminationSignals.waitForByte(on: reading) { stop() }
    }
    TerminationSignals.install()
    return await run()
}

/// What the signal handler needs; it is reached before a handler can run, so that nothing is made inside of one.
private enum TerminationSignals {
    private static let writing = Atomic<Int32>(-1)
    private static let count = Atomic<Int>(0)

    /// The end that a thread waits at; `nil` where the system has no descriptor left.
    static func openPipe() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        writing.store(ends[1], ordering: .sequentiallyConsistent)
        count.store(0, ordering: .sequentiallyConsistent)
        return ends[0]
    }

    static func waitForByte(on descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        while true {
            let result = unsafe read(descriptor, &byte, 1)
            if result < 0, errno == EINTR { continue }
            return result == 1
        }
    }

    static func install() {
        for number in [SIGTERM, SIGINT] {
            _ = signal(number) { TerminationSignals.received($0) }
        }
    }

    /// Runs inside of the signal handler: only what POSIX calls async-signal-safe.
    private static func received(_ number: Int32) {
        guard count.add(1, ordering: .sequentiallyConsistent).oldValue == 0 else { _exit(128 + number) }
        let before = errno
        var byte: UInt8 = 1
        _ = unsafe write(writing.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = before
    }
}
