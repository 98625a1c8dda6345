#if canImport(Glibc)
import Glibc
import Synchronization

/// Linux's signal for the death of the parent, as a belt where a process cannot be waited for.
///
/// The kernel sends it when the *thread* ends that spawned us, and a client may well spawn from a thread of short life.
/// So it must never end the process by itself: it only makes the watching thread look whether there is another parent now,
/// which there is only when the whole process has died. It is SIGURG, whose standard effect is none.
enum ParentDeathSignal {
    private static let option: Int32 = 1  // PR_SET_PDEATHSIG
    private static let pipe = WakePipe()
    private static let writing = Atomic<Int32>(-1)

    /// The descriptor to poll for the signal; −1 where there is none.
    static var number: Int32 { pipe?.number ?? -1 }

    /// Asks for the signal, if that process is our parent.
    ///
    /// The request belongs to the calling thread and ends with it.
    static func arm(for identifier: Int32) {
        guard getppid() == identifier, let pipe else { return }
        writing.store(pipe.writingNumber, ordering: .sequentiallyConsistent)
        _ = signal(SIGURG) { _ in ParentDeathSignal.received() }
        typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        guard let symbol = unsafe dlsym(nil, "prctl") else { return }
        _ = unsafe unsafeBitCast(symbol, to: Control.self)(option, UInt(SIGURG), 0, 0, 0)
        // The parent may have died before the request was made.
        if getppid() != identifier { pipe.wake() }
    }

    /// Whether the signal has come since the last time, and meant what it says.
    static func hasStruck(_ identifier: Int32) -> Bool {
        guard let pipe, writing.load(ordering: .sequentiallyConsistent) >= 0 else { return false }
        pipe.clear()
        return getppid() != identifier
    }

    /// Runs inside of the signal handler: only what POSIX calls async-signal-safe.
    private static func received() {
        let before = errno
        var byte: UInt8 = 1
        _ = unsafe write(writing.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = before
    }
}
#endif
