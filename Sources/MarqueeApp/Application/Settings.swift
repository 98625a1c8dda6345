import JSON
import JSONRPC
import Logging
import MovieDomain

/// How a session treats its client, as the command line says it.
struct ServeSettings: Equatable {
    /// `nil` takes it from the first bytes.
    var framing: RPCFraming?
    /// The process with whose end the session ends.
    var clientProcessID: Int32?
    var requiresInitialize = false
    /// Where the traffic is written to.
    var traceFile: String?
    /// An editor that its user has suspended reads again later, so this is long.
    var stallTimeout = Duration.seconds(600)
    var maximumMessageBytes = 10 << 20
    var maximumInFlight = 256
    var maximumBatch = 1_000

    /// The same for the server.
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

/// What one run of the program is to work with, as the command line says it.
struct EngineSettings: Equatable {
    /// `nil` is the standard place.
    var configurationFile: String?
    var recording: RecordingChoice?
    /// The time to take for now; `nil` is the clock's, or the recording's.
    var moment: Timestamp?
    /// Where answers are kept between runs; `nil` is the standard place.
    var cacheFolder: String?
    /// Where the user's library is kept; `nil` is the standard place.
    var dataFolder: String?
    /// Whether the definitions that are named may use whatever they say.
    var trustsDefinitions = false
    /// Whether answers and matches are kept beyond the end of the program.
    var keepsAnswers = true
    var logLevel: Logger.Level = .notice

    /// Which recorded answers take the network's place.
    enum RecordingChoice: Equatable {
        case demo
        case folder(String)
    }
}

/// The version of this program, as `--version`, `User-Agent` and `rpc.discover` give it.
enum MarqueeVersion {
    static let current = "0.1.0"
    static let userAgent = "marquee/\(current)"
}
