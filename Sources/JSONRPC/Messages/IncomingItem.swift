/// One object of a message.
enum IncomingItem {
    /// A request or, without an id, a notification.
    case call(IncomingCall)
    /// A response to something; nobody answers those.
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
