import ArgumentParser
import JSON
import JSONRPC
import MovieDomain
import MovieService
import Platform

/// An error of a method, as the commands print it.
struct CallFailure {
    private let error: RPCError
    private let data: JSONElement?
    /// The options and arguments that gave the parameters, by the names of these; `nil` if the user wrote these names.
    private let spellings: [String: String]?
    private let dataFile: String?

    init(_ error: RPCError, _ spellings: [String: String]?, dataFile: String? = nil) throws {
        (self.error, self.spellings, self.dataFile) = (error, spellings, dataFile)
        data = try error.data.map { try JSONDocument($0.jsonBytes).root }
    }

    /// The message with its source, a hint, and when to try again, one line each.
    var text: String {
        let source = data["provider"]?.string.map { "\($0): " } ?? ""
        let lines = [
            "error: " + (message.contains(source) ? "" : source) + message,
            data["hint"]?.string.map { "hint: \($0)" },
            data["retryAfterSeconds"]?.int.map { "try again in \($0) s" },
        ]
        let films = data["films"].list.compactMap { FoundFilm($0) }.map { "  " + $0.choice }
        return (lines.compactMap(\.self) + films).map(\.printable).joined(separator: "\n")
    }

    /// The message, which names the option or the argument that gave a parameter.
    private var message: String {
        guard let spellings, error.code == .invalidParams, error.message.hasPrefix(scalars: Self.mark) else {
            return error.message
        }
        let message = String(error.message.dropFirst(Self.mark.count))
        guard let field = data["field"]?.string, message.hasPrefix(scalars: field + ": ") else { return message }
        let name = String(field.prefix { $0 != "[" && $0 != "." })
        if let dataFile, name == "library" {
            let place = field.dropFirst(name.count).drop { $0 == "." }
            return "\(dataFile): " + (place.isEmpty ? "" : "\(place): ") + message.dropFirst(field.count + 2)
        }
        return spellings[name].map { $0 + message.dropFirst(field.count) } ?? message
    }

    private static let mark = "Invalid params: "

    /// A line for each source that could answer, if there are several.
    var sources: String? {
        let sources = data["sources"].list.filter { $0["status"]?.string != "unsupported" }
        return sources.count > 1 ? sources.map { ProviderLines.line($0) }.joined(separator: "\n") : nil
    }

    /// Whether a key or a login is missing.
    var lacksKey: Bool { data["kind"].words == "disabled" }

    /// Whether no source could be reached.
    var isUnreachable: Bool { data["kind"].words == "unavailable" }

    /// The source of which a key is missing that could be kept; `nil` if there is none.
    var sourceWithoutKey: String? {
        lacksKey && error.message.hasSuffix(scalars: " is not set") ? data["provider"]?.string : nil
    }

    /// The error as scripts read it: `{"error": {"code": …, "message": …, "data": …}}`.
    var json: String {
        let code = JSONValue.number(JSONNumber(error.code.rawValue))
        let shown: JSONValue = ["code": code, "message": .string(error.message), "data": error.data ?? .null]
        return (["error": shown] as JSONValue).jsonText
    }

    /// `usage` for a mistake in the call, `dataError` for one in its file or for a title that several films have,
    /// `noInput` for a film that does not exist, and `unavailable` for a failed source, which may recover.
    var exitCode: ExitCode {
        switch data["kind"].words {
        case "ambiguous": return .dataError
        case "not_found": return .noInput
        default: break
        }
        return switch error.code {
        case .invalidParams where dataFile != nil: .dataError
        case .methodNotFound, .invalidParams, .invalidRequest: .usage
        case .internalError: .software
        default: .unavailable
        }
    }
}
