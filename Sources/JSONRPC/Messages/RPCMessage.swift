import JSON

/// One object of a message.
enum IncomingItem {
    /// A request or, without an id, a notification.
    case call(RPCCall)
    /// A response; those are not answered.
    case response
    /// No valid request; the id where it could be trusted, else `null`.
    case invalid(RPCID)
}

extension IncomingItem {
    /// Whether it has a place in a batch's answer.
    var wantsAnswer: Bool {
        switch self {
        case .call(let call): call.id != nil
        case .response: false
        case .invalid: true
        }
    }
}

/// What the bytes of one message turned out to be.
enum IncomingMessage {
    /// A lone object, or something that should have been one.
    case single(IncomingItem)
    /// An array of at least one item, in order.
    case batch([IncomingItem])
    /// Not JSON, or more than the limits allow.
    case unparsable(JSONError)
}
