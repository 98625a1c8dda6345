import JSON

/// One object of a message.
enum IncomingItem {
    /// A request or, without an id, a notification.
    case call(RPCCall)
    /// A response, which is never answered.
    case response
    /// An invalid request, with its id if the id is trustworthy, or `null`.
    case invalid(RPCID)
}

extension IncomingItem {
    /// Whether the item has a place in the answer to its batch.
    var wantsAnswer: Bool {
        switch self {
        case .call(let call): call.id != nil
        case .response: false
        case .invalid: true
        }
    }
}

/// The result of decoding one message.
enum IncomingMessage {
    /// A single object, or a value that should have been an object.
    case single(IncomingItem)
    /// An array of at least one item, in order.
    case batch([IncomingItem])
    /// Invalid JSON, or JSON that exceeds the limits.
    case unparsable(JSONError)
}
