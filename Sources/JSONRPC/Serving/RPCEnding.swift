package import JSON
import Platform

/// How a session ended.
package enum RPCEnding: Sendable, Hashable, CustomStringConvertible {
    /// The client closed its end; everything was answered.
    case endOfInput
    /// The client sent `exit`; the code is the LSP base protocol's: 0 after `shutdown`, else 1.
    case exit(code: Int32)
    /// ``RPCServer/stop(within:)`` was called; everything was answered.
    case stopped
    /// The client's process has ended, or never was.
    case clientGone(processID: Int32)
    /// The other end of the output is closed.
    case outputClosed
    /// The client has read nothing for too long.
    case stalled
    /// Reading failed, with this error number.
    case inputFailed(errno: Int32)
    /// Writing failed, with this error number.
    case outputFailed(errno: Int32)
    /// Too many unparsable messages came in a row.
    case tooManyParseErrors
    /// The system gave no thread or no descriptor.
    case unavailable(errno: Int32)

    /// The exit code for it, after sysexits.
    package var exitCode: Int32 {
        switch self {
        case .endOfInput, .stopped: 0
        case .exit(let code): code
        // As for `exit` without `shutdown`; no one is left to see it.
        case .clientGone: 1
        case .outputClosed, .stalled, .inputFailed, .outputFailed: 74
        case .tooManyParseErrors: 65
        case .unavailable: 69
        }
    }

    package var description: String {
        switch self {
        case .endOfInput: "the client closed the input"
        case .exit(let code): code == 0 ? "the client said exit" : "the client said exit without shutdown"
        case .stopped: "the server was stopped"
        case .clientGone(let number): "the client's process \(number) does not run any more"
        case .outputClosed: "the client closed the output"
        case .stalled: "the client has stopped reading"
        case .inputFailed(let number): "reading failed: \(SystemError.words(of: number))"
        case .outputFailed(let number): "writing failed: \(SystemError.words(of: number))"
        case .tooManyParseErrors: "the client sent too many messages in a row that are not JSON"
        case .unavailable(let number): "no thread or descriptor left: \(SystemError.words(of: number))"
        }
    }
}

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
        case .unexpectedResponse: "a response arrived without a request"
        case .droppedNotification(let method): "the notification \(method) came at the wrong time and was dropped"
        }
    }
}
