import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Lines to stderr that are left out where nobody takes them.
final class StandardErrorLines: Sendable {
    static let shared = StandardErrorLines()

    /// How long a reader may take before lines are left out.
    private static let patience: Int32 = 200

    /// How many lines were left out since the last one that was written.
    private let missing = Mutex(0)

    /// Writes a line, or counts it.
    func write(_ line: String) {
        missing.withLock { missing in
            // Who was late once is not waited for again until there is room.
            guard hasRoom(within: missing == 0 ? Self.patience : 0) else {
                missing += 1
                return
            }
            if missing > 0 { StandardError.write("(\(missing) lines of the log are missing here)") }
            missing = 0
            StandardError.write(line)
        }
    }

    private func hasRoom(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&request, 1, milliseconds) != 0
    }
}
