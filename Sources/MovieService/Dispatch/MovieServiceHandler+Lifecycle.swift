import JSON
import JSONRPC

extension MovieServiceHandler {
    /// The answers of the LSP base protocol's own requests; `nil` for every other one.
    ///
    /// When they may come is the connection's business; their parameters are the client's business.
    func lifecycleReply(to call: RPCCall) -> RPCReply? {
        switch call.method {
        // With a protocol version it is the handshake of another protocol.
        case "initialize" where call.params?["protocolVersion"] == nil:
            .result(InitializeResult(info: document.info, methods: document.methods.map(\.name)).jsonBytes)
        case "shutdown": .result(JSONValue.null.jsonBytes)
        default: nil
        }
    }
}
