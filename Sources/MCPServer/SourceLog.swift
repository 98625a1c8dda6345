import JSON
import JSONRPC

/// Reports the sources of a call by `notifications/message` to a client that asked for log messages.
struct SourceLog {
    private let request: MCPRequest

    init(_ request: MCPRequest) {
        self.request = request
    }

    /// Sends a message for each source; `sources` is the member of that name in the answer.
    func note(_ sources: JSONElement?) {
        guard let wanted = request.logLevel, let sources else { return }
        for source in sources.elements {
            let level = Self.level(of: source["status"]?.string ?? "")
            guard level >= wanted else { continue }
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("level", level.rawValue)
                writer.member("logger", "marquee")
                writer.member("data", source)
            }
            request.call.notify("notifications/message", params: writer.bytes)
        }
    }

    private static func level(of status: String) -> LogLevel {
        switch status {
        case "ok", "empty": .debug
        case "unsupported", "disabled": .info
        case "stale": .notice
        default: .warning
        }
    }
}
