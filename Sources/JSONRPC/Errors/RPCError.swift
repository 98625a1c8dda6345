package import JSON

/// The error member of a response (JSON-RPC 2.0 section 5.1).
package struct RPCError: Error, Sendable, Hashable {
    /// What kind of failure it is.
    package var code: RPCErrorCode
    /// One short sentence.
    package var message: String
    /// More about it, or nil.
    package var data: JSONValue?

    /// An error of the given code and message.
    package init(code: RPCErrorCode, message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// −32700, with the message of the specification.
    package static let parseError = RPCError(code: .parseError, message: "Parse error")
    /// −32600, with the message of the specification.
    package static let invalidRequest = RPCError(code: .invalidRequest, message: "Invalid Request")
    /// −32601, with the message of the specification.
    package static let methodNotFound = RPCError(code: .methodNotFound, message: "Method not found")
    /// −32602, with the message of the specification.
    package static let invalidParams = RPCError(code: .invalidParams, message: "Invalid params")
    /// −32603, with the message of the specification.
    package static let internalError = RPCError(code: .internalError, message: "Internal error")
    /// −32002: the session needs `initialize` first.
    package static let serverNotInitialized = RPCError(code: .serverNotInitialized, message: "Server not initialized")
    /// −32800: the client asked for it.
    package static let requestCancelled = RPCError(code: .requestCancelled, message: "Request cancelled")
    /// −32802: the server is stopping.
    package static let serverCancelled = RPCError(code: .serverCancelled, message: "Server cancelled")

    /// The error for a message above the limit; `data.limit` is in bytes.
    static func messageTooLarge(limit: Int) -> RPCError {
        RPCError(
            code: .messageTooLarge,
            message: "Message too large",
            data: ["kind": "message_too_large", "limit": .number(JSONNumber(limit))]
        )
    }
}
