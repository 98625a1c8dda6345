import ArgumentParser
import JSON
import JSONRPC

/// An error of a method as `marquee call` shows it, and the exit code that goes with it.
struct CallFailure {
    private let error: RPCError

    init(_ error: RPCError) {
        self.error = error
    }

    /// What happened, where, and what can be done about it; fit for a terminal, whatever a source may have put into it.
    var text: String {
        let lines = [
            "error: " + (detail("provider").map { "\($0): " } ?? "") + error.message,
            detail("hint").map { "hint: \($0)" },
            seconds.map { "try again in \($0) s" },
        ]
        return lines.compactMap(\.self).map(\.printable).joined(separator: "\n")
    }

    /// The error as scripts read it: `{"error": {"code": …, "message": …, "data": …}}`.
    var json: String {
        let members: [JSONValue.Member] = [
            .init("code", .number(JSONNumber(error.code.rawValue))), .init("message", .string(error.message)),
            .init("data", error.data ?? .null),
        ]
        return JSONValue.object([.init("error", .object(members))]).jsonText
    }

    /// Our own mistake in asking is usage; a source's failure is something that may pass.
    var exitCode: ExitCode {
        switch error.code {
        case .methodNotFound, .invalidParams, .invalidRequest: .usage
        case .internalError: .software
        default: .unavailable
        }
    }

    private func detail(_ name: String) -> String? {
        if case .string(let text)? = error.data?[name] { text } else { nil }
    }

    private var seconds: Int? {
        if case .number(let number)? = error.data?["retryAfterSeconds"] { number.int } else { nil }
    }
}
