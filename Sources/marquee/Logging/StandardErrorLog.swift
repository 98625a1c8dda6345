import JSONRPC
import Logging

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
