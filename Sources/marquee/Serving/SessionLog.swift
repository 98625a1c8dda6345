import JSON
import JSONRPC
import Logging
import MovieAggregation
import MovieDomain
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What a session writes to its log, and at which level.
struct SessionLog {
    let logger: Logger
    /// Takes secrets out of a message.
    let mask: @Sendable ([UInt8]) -> [UInt8]

    /// A fact about the traffic.
    func note(_ diagnostic: RPCDiagnostic) {
        let level: Logger.Level =
            switch diagnostic {
            case .framing: .debug
            default: .notice
            }
        logger.log(level: level, "\(diagnostic)")
    }

    /// What hears of calls; `nil` where nobody would read it, so that it costs nothing.
    var callEvents: (@Sendable (RPCCallEvent) -> Void)? {
        guard logger.logLevel <= .debug else { return nil }
        let showsParameters = logger.logLevel <= .trace
        return { [logger, mask] event in
            guard showsParameters, case .received(_, _, let params?) = event else { return logger.debug("\(event)") }
            logger.trace("\(event): \(String(decoding: mask(Array(params.text)), as: UTF8.self))")
        }
    }

    /// The sources, once they are known.
    func note(_ catalogue: Catalogue) {
        guard logger.logLevel <= .debug else { return }
        for profile in catalogue.configured.map(\.profile) {
            logger.debug("provider \(profile.id): \(profile.availability.reason ?? "available")")
        }
    }

    /// How the session ended: worth a line to everybody where it is not in order.
    func note(_ ending: RPCEnding) {
        logger.log(level: ending.exitCode == 0 ? .info : .notice, "\(ending)")
    }
}

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

/// A log to stderr, one line an entry: time, level, text.
///
/// It never waits for a reader: where stderr is a pipe that nobody empties, lines are left out and counted, and the session
/// goes on.
struct StandardErrorLog: LogHandler {
    var logLevel: Logger.Level = .notice
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let text = "\(event.message)".replacing("\n", with: "\\n")
        StandardErrorLines.shared.write(
            "\(UTCTime.now.text(digits: 3)) marquee \(event.level.rawValue): \(text)\(details)"
        )
    }
}

extension Logger {
    /// A log to stderr, where an editor's users look for it; stdout belongs to the protocol.
    init(marqueeLevel level: Logger.Level) {
        self.init(label: "marquee") { _ in StandardErrorLog() }
        logLevel = level
    }
}
