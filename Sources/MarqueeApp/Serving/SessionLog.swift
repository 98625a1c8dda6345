import JSON
import JSONRPC
import Logging
import MovieAggregation
import MovieDomain
import Platform
import Synchronization

/// Writes the log of a session, each message at its level.
struct SessionLog {
    let logger: Logger
    /// Removes secrets from a message.
    let mask: @Sendable ([UInt8]) -> [UInt8]

    func note(_ diagnostic: RPCDiagnostic) {
        let level: Logger.Level =
            switch diagnostic {
            case .framing: .debug
            default: .notice
            }
        logger.log(level: level, "\(diagnostic)")
    }

    /// The logger of call events; `nil` unless calls are logged.
    var callEvents: (@Sendable (RPCCallEvent) -> Void)? {
        guard logger.logLevel <= .debug else { return nil }
        let showsParameters = logger.logLevel <= .trace
        return { [logger, mask] event in
            guard showsParameters, case .received(_, _, let params?) = event else { return logger.debug("\(event)") }
            logger.trace("\(event): \(String(decoding: mask(Array(params.text)), as: UTF8.self))")
        }
    }

    /// Logs the version, the definitions, and the origin of the answers.
    func noteStart(_ settings: EngineSettings, _ location: ConfigurationLocator.Location) {
        logger.debug("marquee \(MarqueeVersion.current)")
        logger.debug("definitions: \(location.path ?? "built in")")
        switch settings.recording {
        case nil: break
        case .demo: logger.debug("answers: the built-in recording")
        case .folder(let folder): logger.debug("answers: the recording in \(folder)")
        }
    }

    func note(_ catalogue: Catalogue) {
        guard logger.logLevel <= .debug else { return }
        for profile in catalogue.configured.map(\.profile) {
            logger.debug("provider \(profile.id): \(profile.availability.reason ?? "available")")
        }
    }

    /// Logs the end of the session, and a failure at the default level.
    func note(_ ending: RPCEnding) {
        logger.log(level: ending.exitCode == 0 ? .info : .notice, "\(ending)")
    }

    /// What writes all messages to a file, which only the owner can read, because it holds what was searched for.
    ///
    /// If the file cannot be opened, there is a warning and no trace: the session is worth more.
    func recorder(at path: String) -> TrafficRecorder? {
        do throws(SystemError) {
            let file = try FileDescriptor.createPrivateFile(at: path)
            return TrafficRecorder(file: file, masking: mask) { [logger] in logger.warning("\(path): \($0)") }
        } catch {
            logger.warning("no trace is written: \(error)")
            return nil
        }
    }
}

/// Writes lines to stderr; if the reader is too slow, lines are dropped and counted.
final class StandardErrorLines: Sendable {
    static let shared = StandardErrorLines()

    /// How long to wait for the reader.
    private static let patience = Duration.milliseconds(200)

    /// The number of lines dropped since the last written one.
    private let missing = Mutex(0)

    func write(_ line: String) {
        missing.withLock { missing in
            // Don't wait again for a late reader until there is room.
            guard FileDescriptor.standardError.hasRoom(within: missing == 0 ? Self.patience : .zero) else {
                missing += 1
                return
            }
            if missing > 0 { CommandErrors.write("(\(missing) lines of the log are missing here)") }
            missing = 0
            CommandErrors.write(line)
        }
    }
}

/// A log to stderr with one line per entry: time, level, text.
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
        let text = "\(event.message)\(details)".replacing(scalars: "\n", with: "\\n")
        StandardErrorLines.shared.write("\(UTCTime.now.text(digits: 3)) marquee \(event.level.rawValue): \(text)")
    }
}

extension Logger {
    /// A log to stderr, where users of editors look for it; stdout belongs to the protocol.
    init(marqueeLevel level: Logger.Level) {
        self.init(label: "marquee") { _ in StandardErrorLog() }
        logLevel = level
    }
}
