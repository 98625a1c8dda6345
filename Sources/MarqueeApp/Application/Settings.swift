import JSON
import JSONRPC
import Logging
import MovieDomain

/// How a session treats its client.
struct ServeSettings: Equatable {
    /// `nil` detects it from the first bytes.
    var framing: RPCFraming?
    /// The session ends when this process ends.
    var clientProcessID: Int32?
    var requiresInitialize = false
    var traceFile: String?
    /// Long, because a suspended editor reads again later.
    var stallTimeout = Duration.seconds(600)
    var maximumMessageBytes = 10 << 20
    var maximumInFlight = 256
    var maximumBatch = 1_000

    var configuration: RPCServerConfiguration {
        var configuration = RPCServerConfiguration()
        configuration.framing = framing
        configuration.clientProcessID = clientProcessID
        configuration.requiresInitialize = requiresInitialize
        configuration.stallTimeout = stallTimeout
        configuration.messageLimits.maximumBytes = maximumMessageBytes
        configuration.maximumInFlight = maximumInFlight
        configuration.maximumBatch = maximumBatch
        return configuration
    }
}

/// What one run of the program works with.
struct EngineSettings: Equatable {
    /// `nil` is the standard location, as for the folders below.
    var configurationFile: String?
    var recording: RecordingChoice?
    /// Replaces the current time; `nil` is the clock's, or the recording's.
    var moment: Timestamp?
    var cacheFolder: String?
    var dataFolder: String?
    /// Whether answers and matches are kept in files.
    var keepsAnswers = true
    var logLevel: Logger.Level = .notice

    enum RecordingChoice: Equatable {
        case demo
        case folder(String)
    }
}

enum MarqueeVersion {
    static let current = "0.1.0"
    static let userAgent = "marquee/\(current)"
}
