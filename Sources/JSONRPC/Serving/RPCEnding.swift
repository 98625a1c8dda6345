package import JSON
import Platform

/// How a session ended.
package enum RPCEnding: Sendable, Hashable, CustomStringConvertible {
    /// The client closed the input, and everything was answered.
    case endOfInput
    /// The client sent `exit`; as in the LSP base protocol, the code is 0 after `shutdown` and otherwise 1.
    case exit(code: Int32)
    /// ``RPCServer/stop(within:)`` was called, and everything was answered.
    case stopped
    /// The client's process has ended or never existed.
    case clientGone(processID: Int32)
    /// The other end of the output is closed.
    case outputClosed
    /// The client has read nothing for longer than the stall timeout.
    case stalled
    /// Reading failed, with this error number.
    case inputFailed(errno: Int32)
    /// Writing failed, with this error number.
    case outputFailed(errno: Int32)
    /// Too many messages in a row were not JSON.
    case tooManyParseErrors
    /// The system has no thread or no descriptor left.
    case unavailable(errno: Int32)

    /// The exit code, as in sysexits.
    package var exitCode: Int32 {
        switch self {
        case .endOfInput, .stopped: 0
        case .exit(let code): code
        // The same as for `exit` without `shutdown`; nothing is left to see it.
        case .clientGone: 1
        case .outputClosed, .stalled, .inputFailed, .outputFailed: 74
        case .tooManyParseErrors: 65
        case .unavailable: 69
        }
    }

    package var description: String {
        switch self {
        case .endOfInput: "the client closed the input"
        case .exit(let code): code == 0 ? "the client sent exit" : "the client sent exit without shutdown"
        case .stopped: "the server was stopped"
        case .clientGone(let number): "the client's process \(number) is no longer running"
        case .outputClosed: "the client closed the output"
        case .stalled: "the client has stopped reading"
        case .inputFailed(let number): "reading failed: \(SystemError.words(of: number))"
        case .outputFailed(let number): "writing failed: \(SystemError.words(of: number))"
        case .tooManyParseErrors: "the client sent too many messages in a row that are not JSON"
        case .unavailable(let number): "no thread or descriptor left: \(SystemError.words(of: number))"
        }
    }
}

/// An event in the traffic that deserves a line in the log.
package enum RPCDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The first bytes have shown the framing.
    case framing(RPCFraming)
    /// A message is not JSON or exceeds its limits.
    case unparsable(JSONError)
    /// A stretch of the stream is not a message; the value is the reason.
    case badFraming(String)
    /// A response that belongs to no request arrived and was ignored.
    case unexpectedResponse
    /// A notification was dropped because the session is in the wrong phase.
    case droppedNotification(method: String)
    /// A notification could not be carried out.
    case failedNotification(method: String, RPCErrorCode)

    /// One sentence, with no more of the message than its method, or one character.
    package var description: String {
        switch self {
        case .framing(.line): "the client sends one message a line"
        case .framing(.header): "the client sends Content-Length headers"
        case .unparsable(let error): "a message is not valid JSON: \(error)"
        case .badFraming(let reason): "the input is out of step: \(reason)"
        case .unexpectedResponse: "a response arrived without a request"
        case .droppedNotification(let method): "the notification \(method) came at the wrong time and was dropped"
        case .failedNotification(let method, let code):
            "the notification \(method) failed (\(code.rawValue)); a request with an id is told why"
        }
    }
}
