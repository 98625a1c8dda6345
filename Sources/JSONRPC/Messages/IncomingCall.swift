import JSON

/// A request or notification that is structurally valid.
struct IncomingCall {
    /// The method's name.
    let method: String
    /// An array or object; nil where absent or `null`.
    let params: JSONElement?
    /// Nil for a notification.
    let id: RPCID?
    /// How many bytes it holds on to.
    let byteCount: Int
}
