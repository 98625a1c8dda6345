import Logging

extension Logger {
    /// A log to stderr, where an editor's users look for it; stdout belongs to the protocol.
    init(marqueeLevel level: Logger.Level) {
        self.init(label: "marquee") { _ in StandardErrorLog() }
        logLevel = level
    }
}
