import ArgumentParser
import JSON
import JSONRPC

/// An error of a method as `marquee call` shows it, and the exit code that goes with it.
struct CallFailure {
    private let error: RPCError

    init(_ error: RPCError) {
        self.error = error
    }

    /// What happened, and what can be done about it.
    var text: String {
        let hint = error.data?["hint"].flatMap { hint in
            if case .string(let text) = hint { text } else { nil }
        }
        return "error: \(error.message)" + (hint.map { "\nhint: \($0)" } ?? "")
    }

    /// Our own mistake in asking is usage; a source's failure is something that may pass.
    var exitCode: ExitCode {
        switch error.code {
        case .methodNotFound, .invalidParams, .invalidRequest: .usage
        case .internalError: .software
        default: .unavailable
        }
    }
}
