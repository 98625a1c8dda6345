import JSON
import JSONRPC
import MovieService

/// The revisions of MCP whose sessions begin with `initialize`: 2024-11-05 to 2025-11-25.
enum HandshakeEra {
    /// The revision for the session: the requested one if it is known, otherwise the latest of this era.
    static func revision(askedForBy call: RPCCall) throws(RPCError) -> MCPRevision {
        guard let text = call.params?["protocolVersion"]?.string else {
            throw .invalidParams("protocolVersion: expected a text such as \"2025-11-25\"")
        }
        guard let known = MCPRevision(rawValue: text), known.hasHandshake else { return .latestWithHandshake }
        return known
    }

    /// The answer to `initialize`.
    static func welcome(_ revision: MCPRevision, _ info: ServiceInfo) -> [UInt8] {
        let result: JSONValue = [
            "protocolVersion": .string(revision.rawValue),
            "capabilities": ServerFeatures.capabilities(revision),
            "serverInfo": ServerFeatures.implementation(info, revision),
            "instructions": .string(ServerFeatures.instructions),
        ]
        return result.jsonBytes
    }

    static func result(_ result: MCPResult) -> [UInt8] { JSONValue.object(result.members).jsonBytes }

    static func refuseInitialize(_ request: MCPRequest) throws(RPCError) {
        if request.method == "initialize" { throw .invalidRequest("the session has been initialized before") }
    }

    /// The level in a `logging/setLevel` request.
    static func logLevel(_ request: MCPRequest) throws(RPCError) -> LogLevel {
        guard let level = LogLevel(rawValue: try request.text("level")) else {
            let known = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidParams("level: expected one of \(known)")
        }
        return level
    }
}
