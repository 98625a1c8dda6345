import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs `run`; the first SIGTERM or SIGINT meanwhile calls `stop`, and a second one ends the process at once.
///
/// A signal handler may do very little, so it writes one byte to a pipe, and a thread that waits there calls `stop`.
package func withTerminationSignals<Result>(
    stop: @escaping @Sendable () -> Void,
    run: () async -> Result
) async -> Result {
    TerminationSignals.install(stop)
    return await run()
}

/// The state of the signal handler, initialized before a handler can run, so that a handler allocates nothing.
private enum TerminationSignals {
    private static let writing = Atomic<Int32>(-1)
    private static let count = Atomic<Int>(0)

    /// Does nothing if the system has no descriptor or thread left; then a signal ends the process as usual.
    static func install(_ stop: @escaping @Sendable () -> Void) {
        do {
            let pipe = try Pipe()
            writing.store(pipe.writeEnd.number, ordering: .sequentiallyConsistent)
            count.store(0, ordering: .sequentiallyConsistent)
            try SystemThread.start {
                if hasByte(pipe.readEnd) { stop() }
            }
        } catch {
            return
        }
        for number in [SIGTERM, SIGINT] {
            _ = signal(number) { TerminationSignals.received($0) }
        }
    }

    private static func hasByte(_ descriptor: FileDescriptor) -> Bool {
        var byte: [UInt8] = [0]
        do { return try descriptor.read(into: &byte) == 1 } catch { return false }
    }

    /// Runs inside the signal handler, so it calls only functions that POSIX declares async-signal-safe.
    private static func received(_ number: Int32) {
        guard count.add(1, ordering: .sequentiallyConsistent).oldValue == 0 else { _exit(128 + number) }
        let before = errno
        var byte: UInt8 = 1
        _ = unsafe write(writing.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = before
    }
}
