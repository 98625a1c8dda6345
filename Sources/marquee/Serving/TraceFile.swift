import JSONRPC
import Logging

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Opens the file that `--trace` names.
enum TraceFile {
    /// A recorder for it, or `nil` and a warning where it cannot be opened: the session is worth more than its trace.
    ///
    /// The file is its owner's alone, since it holds what was searched for; an old one is replaced.
    static func recorder(
        at path: String,
        masking mask: @escaping @Sendable ([UInt8]) -> [UInt8],
        logger: Logger
    ) -> TrafficRecorder? {
        // Non-blocking, since opening a pipe that nobody reads would wait for a reader.
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
        guard file >= 0 else {
            let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
            logger.warning("no trace is written: \(path): \(reason)")
            return nil
        }
        var status = stat()
        if unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG { fchmod(file, 0o600) }
        return TrafficRecorder(file: file, masking: mask) { logger.warning("\(path): \($0)") }
    }
}
