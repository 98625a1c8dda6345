package import JSON

/// Something about the traffic that is worth a line in a log.
package enum RPCDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The first bytes have shown the framing.
    case framing(RPCFraming)
    /// A message is not JSON or exceeds its limits.
    case unparsable(JSONError)
    /// A stretch of the stream is no message; says what was wrong.
    case badFraming(String)
    /// A response came, though nothing was asked; it was not answered.
    case unexpectedResponse
    /// A notification was dropped because the session is not in the phase for it.
    case droppedNotification(method: String)

    /// One sentence; of the message's content it has one character at most.
    package var description: String {
        switch self {
        case .framing(.line): "the client sends one message a line"
        case .framing(.header): "the client sends Content-Length headers"
        case .unparsable(let error): "a message is not valid JSON: \(error)"
        case .badFraming(let reason): "the input is out of step: \(reason)"
        case .unexpectedResponse: "a response came that nobody asked for"
        case .droppedNotification(let method): "the notification \(method) came at the wrong time and was dropped"
        }
    }
}
