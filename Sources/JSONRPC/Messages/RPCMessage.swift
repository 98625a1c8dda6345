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

    private init(code: RPCErrorCode, _ message: String, kind: String, reason: String) {
        self.init(code: code, message: message, data: ["kind": .string(kind), "reason": .string(reason)])
    }

    /// −32601 for a method whose name JSON-RPC reserves, with the message of the specification.
    static let reservedMethod = RPCError(
        code: .methodNotFound,
        "Method not found",
        kind: "method_not_found",
        reason: "names that begin with rpc. are reserved, and rpc.discover is the only one here"
    )
    /// −32602, with the message of the specification.
    package static let invalidParams = RPCError(code: .invalidParams, message: "Invalid params")
    /// −32002: the session requires `initialize` first.
    package static let serverNotInitialized = RPCError(
        code: .serverNotInitialized,
        "Server not initialized",
        kind: "not_initialized",
        reason: "expected the request initialize before any other"
    )
    /// −32800: the client cancelled the request.
    package static let requestCancelled = RPCError(
        code: .requestCancelled,
        "Request cancelled",
        kind: "cancelled",
        reason: "the client cancelled the request"
    )
    /// −32800: the client ended the session.
    package static let requestEnded = RPCError(
        code: .requestCancelled,
        "Request cancelled",
        kind: "cancelled",
        reason: "the client sent exit before the request was answered"
    )
    /// −32802: the server is stopping.
    package static let serverCancelled = RPCError(
        code: .serverCancelled,
        "Server cancelled",
        kind: "server_cancelled",
        reason: "the server ended before the request did"
    )

    /// Returns −32700, with the message of the specification; `data.reason` says in words what was expected and found.
    static func parseError(_ reason: String) -> RPCError {
        RPCError(code: .parseError, "Parse error", kind: "parse_error", reason: reason)
    }

    /// Returns −32603, with the message of the specification; `data.reason` says what failed, `data.hint` what helps.
    package static func internalError(_ reason: String, hint: String) -> RPCError {
        RPCError(
            code: .internalError,
            message: "Internal error",
            data: ["kind": "internal_error", "reason": .string(reason), "hint": .string(hint)]
        )
    }

    /// Returns −32600; `data.reason` says why the request is refused.
    ///
    /// The message is that of the specification, unless the dialect of the client has one of its own.
    package static func invalidRequest(_ reason: String, message: String = "Invalid Request") -> RPCError {
        RPCError(code: .invalidRequest, message, kind: "invalid_request", reason: reason)
    }

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

    /// The document has changed, so that the answer would be about an older text (LSP base protocol).
    package static let contentModified = RPCErrorCode(rawValue: -32_801)

    /// A message above the byte limit; a code of Marquee, outside every reserved range.
    package static let messageTooLarge = RPCErrorCode(rawValue: -31_000)
}

/// The id of a request, kept as the token that the client wrote.
///
/// An id is echoed byte for byte, so `1`, `1.0`, and `"1"` are three ids, and 20 digits stay 20 digits.
package struct RPCID: Sendable, Hashable {
    /// The JSON text; nearly all ids are short enough for a string without an allocation.
    private let token: String

    /// Creates an id from its JSON text: a number, a quoted string, or `null`, already validated.
    package init(token: some Collection<UInt8>) {
        self.token = String(decoding: token, as: UTF8.self)
    }

    /// Creates an id from an element, or returns `nil` if it is not a number, a string, or `null`.
    init?(_ element: JSONElement) {
        switch element.kind {
        case .string, .number, .null: token = element.textString
        default: return nil
        }
    }

    /// The id `null`, which answers messages that have no id of their own.
    package static let null = RPCID(token: "null".utf8)

    /// Whether the id is `null`, which identifies no request.
    package var isNull: Bool { token == "null" }

    /// Whether the id is a string or an integer, as MCP requires.
    package var isStringOrInteger: Bool {
        if token.utf8.first == UInt8(ascii: "\"") { return true }
        return token.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    }

    var count: Int { token.utf8.count }

    /// Appends the token to a frame, which must have room for it.
    func append(to frame: inout OutputSpan<UInt8>) {
        let isContiguous: Void? = unsafe token.utf8.withContiguousStorageIfAvailable { unsafe frame.append($0.span) }
        if isContiguous == nil { for byte in token.utf8 { frame.append(byte) } }
    }

    /// Compares bytes, because `String` treats a precomposed and a decomposed `é` as equal.
    package static func == (left: RPCID, right: RPCID) -> Bool { left.token.utf8.elementsEqual(right.token.utf8) }

    package func hash(into hasher: inout Hasher) {
        for byte in token.utf8 { hasher.combine(byte) }
    }
}

extension RPCID: CustomStringConvertible {
    package var description: String { token }
}

extension RPCID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self.init(token: String(value).utf8) }
}
