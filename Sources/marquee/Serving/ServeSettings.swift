import JSON
import JSONRPC

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
