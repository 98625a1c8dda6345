/// A notification by which a client takes a request back.
package struct RPCCancellationRule: Sendable, Hashable {
    /// The notification's method.
    package let method: String
    /// The member of its params that holds the request's id.
    package let idMember: String
    /// Whether the request is still answered, with −32800.
    package let isAnswered: Bool
    /// A method whose requests cannot be taken back, or nil.
    package let exemptMethod: String?

    /// `$/cancelRequest` of the LSP base protocol: every request is answered.
    package static let languageServer = RPCCancellationRule(
        method: "$/cancelRequest",
        idMember: "id",
        isAnswered: true,
        exemptMethod: nil
    )
    /// `notifications/cancelled` of MCP: nothing more is said about the request, and `initialize` goes on.
    package static let modelContext = RPCCancellationRule(
        method: "notifications/cancelled",
        idMember: "requestId",
        isAnswered: false,
        exemptMethod: "initialize"
    )
}
