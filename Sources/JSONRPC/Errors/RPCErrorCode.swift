/// A JSON-RPC error code: any integer, with names for those that the wire itself uses.
///
/// JSON-RPC 2.0 section 5.1 reserves −32768…−32000; the LSP base protocol adds −32899…−32800. Codes of an
/// application lie outside both.
package struct RPCErrorCode: RawRepresentable, Sendable, Hashable {
    /// The integer that stands in `error.code`.
    package let rawValue: Int

    /// A code with the given integer.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The bytes are not JSON.
    package static let parseError = RPCErrorCode(rawValue: -32_700)
    /// The JSON is not a request object.
    package static let invalidRequest = RPCErrorCode(rawValue: -32_600)
    /// No such method.
    package static let methodNotFound = RPCErrorCode(rawValue: -32_601)
    /// The parameters do not fit the method.
    package static let invalidParams = RPCErrorCode(rawValue: -32_602)
    /// The server failed in a way that is its own fault.
    package static let internalError = RPCErrorCode(rawValue: -32_603)

    /// A request before `initialize` (LSP base protocol).
    package static let serverNotInitialized = RPCErrorCode(rawValue: -32_002)
    /// The client cancelled the request (LSP base protocol).
    package static let requestCancelled = RPCErrorCode(rawValue: -32_800)
    /// The server gave the request up, for instance because it is stopping (LSP base protocol).
    package static let serverCancelled = RPCErrorCode(rawValue: -32_802)
    /// The request was well-formed and could not be done (LSP base protocol).
    package static let requestFailed = RPCErrorCode(rawValue: -32_803)

    /// A message above the byte limit; our own code, outside every reserved range.
    package static let messageTooLarge = RPCErrorCode(rawValue: -31_000)
}
