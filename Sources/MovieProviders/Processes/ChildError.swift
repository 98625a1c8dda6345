import ProviderLanguage

/// An error that a child process answered with.
struct ChildError: Hashable, Sendable {
    /// JSON-RPC's.
    var code: Int
    var message: String
    /// `data.kind`.
    var kind: FaultKind?
    /// `data.retryAfterSeconds`.
    var retryAfterSeconds: Int?
}
