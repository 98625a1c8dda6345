#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A pipe whose ends are neither inherited nor among the standard streams.
struct ChildPipe {
    let readEnd: Int32
    let writeEnd: Int32

    /// Throws the system's error number.
    init() throws(ChildFailure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .notStarted(SystemWords.last) }
        let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        for end in ends { _ = close(end) }
        guard moved.allSatisfy({ $0 >= 0 }) else {
            let words = SystemWords.last
            for end in moved where end >= 0 { _ = close(end) }
            throw .notStarted(words)
        }
        (readEnd, writeEnd) = (moved[0], moved[1])
    }

    /// Reading from and writing to this end waits for nobody.
    static func setNonBlocking(_ end: Int32) {
        let flags = fcntl(end, F_GETFL)
        _ = fcntl(end, F_SETFL, flags | O_NONBLOCK)
    }

    func closeBoth() {
        _ = close(readEnd)
        _ = close(writeEnd)
    }
}
