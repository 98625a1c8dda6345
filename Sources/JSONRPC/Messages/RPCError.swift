package import JSON

/// The error member of a response (JSON-RPC 2.0 section 5.1).
package struct RPCError: Error, Sendable, Hashable {
    package var code: RPCErrorCode
    package var message: String
    /// Details of the error, or `nil`.
    package var data: JSONValue?

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
    /// −32002: the session requires `initialize` first.
    package static let serverNotInitialized = RPCError(code: .serverNotInitialized, message: "Server not initialized")
    /// −32800: the client cancelled the request.
    package static let requestCancelled = RPCError(code: .requestCancelled, message: "Request cancelled")
    /// −32802: the server is stopping.
    package static let serverCancelled = RPCError(code: .serverCancelled, message: "Server cancelled")

    /// Returns the error for an answer that does not fit into its batch; `data.limit` is in bytes.
    static func batchTooLarge(limit: Int) -> RPCError {
        RPCError(
            code: .messageTooLarge,
            message: "The answers of the batch are too large; ask for this one alone",
            data: ["kind": "batch_too_large", "limit": .number(JSONNumber(limit))]
        )
    }

    /// Returns the error for a message above the limit; `data.limit` is in bytes.
    static func messageTooLarge(limit: Int) -> RPCError {
        RPCError(
            code: .messageTooLarge,
            message: "Message too large",
            data: ["kind": "message_too_large", "limit": .number(JSONNumber(limit))]
        )
    }
}

/// A JSON-RPC error code: any integer, with names for those of the protocol itself.
///
/// JSON-RPC 2.0 section 5.1 reserves −32768…−32000, and the LSP base protocol −32899…−32800. The codes of an
/// application lie outside both ranges.
package struct RPCErrorCode: RawRepresentable, Sendable, Hashable {
    /// The integer in `error.code`.
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The bytes are not JSON.
    package static let parseError = RPCErrorCode(rawValue: -32_700)
    /// The JSON is not a request object.
    package static let invalidRequest = RPCErrorCode(rawValue: -32_600)
    package static let methodNotFound = RPCErrorCode(rawValue: -32_601)
    /// The parameters do not fit the method.
    package static let invalidParams = RPCErrorCode(rawValue: -32_602)
    /// An error inside the server.
    package static let internalError = RPCErrorCode(rawValue: -32_603)

    /// A request before `initialize` (LSP base protocol).
    package static let serverNotInitialized = RPCErrorCode(rawValue: -32_002)
    /// The client cancelled the request (LSP base protocol).
    package static let requestCancelled = RPCErrorCode(rawValue: -32_800)
    /// The server gave up the request, for instance because it is stopping (LSP base protocol).
    package static let serverCancelled = RPCErrorCode(rawValue: -32_802)

    /// A message above the byte limit; a code of Marquee, outside every reserved range.
    package static let messageTooLarge = RPCErrorCode(rawValue: -31_000)
}
