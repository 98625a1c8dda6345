package import JSON

/// A step in the life of a call, for a log.
package enum RPCCallEvent: Sendable {
    /// A request came, or a notification where the id is nil.
    case received(method: String, id: RPCID?, params: JSONElement?)
    /// A request was answered, with an error where there is a code.
    case answered(method: String, id: RPCID, code: RPCErrorCode?, duration: Duration)
    /// A request was taken back in the way that leaves it without answer.
    case withdrawn(method: String, id: RPCID)
}

extension RPCCallEvent: CustomStringConvertible {
    /// One sentence, without anything of the message's content but its method and its id.
    package var description: String {
        switch self {
        case .received(let method, let id?, _): "request \(method) (\(id))"
        case .received(let method, nil, _): "notification \(method)"
        case .answered(let method, let id, let code?, let duration):
            "answered \(method) (\(id)) with error \(code.rawValue) in \(duration.milliseconds) ms"
        case .answered(let method, let id, nil, let duration):
            "answered \(method) (\(id)) in \(duration.milliseconds) ms"
        case .withdrawn(let method, let id): "\(method) (\(id)) was taken back"
        }
    }
}

extension Duration {
    /// Whole milliseconds.
    fileprivate var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
