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

    /// Whether a person reads it, who sees a line for each source.
    var isTable = false
    /// The film that was asked for, as it was written; `nil` if there is none.
    var film: String?

    /// What the command line may have meant; `nil` if it is not known.
    var suggestion: CommandSuggestion?

    /// The message with its source, a hint, when to try again, and what each source says, one line each.
    ///
    /// What is wrong is said once: sources with the same trouble share a line, and one that the message names has none.
    var text: String {
        if let mistake { return "error: \(mistake)".printable }
        let troubles = Trouble.all(in: data["sources"].list)
        let (head, isComplete) = self.head(troubles)
        let lines =
            ["error: " + head] + (data["hint"]?.string.map(shown) ?? [])
            + (data["retryAfterSeconds"]?.int.map { ["try again in \($0) s"] } ?? [])
        let films = data["films"].list.compactMap { FoundFilm($0) }.map { "  " + $0.choice }
        let rest = isComplete || !isTable ? [] : troubles.filter { !head.contains(scalars: $0.reason) }.map(\.line)
        return (lines + films + rest).map(\.printable).joined(separator: "\n")
    }

    /// Returns a hint; a person gets each of several commands on a line of its own.
    private func shown(_ hint: String) -> [String] {
        guard isTable, let first = hint.firstRange(scalars: ": marquee "), hint.contains(scalars: "; marquee ") else {
            return ["hint: " + hint]
        }
        let commands = hint[first.upperBound...].replacing(scalars: "; marquee ", with: "\n").split(scalar: "\n")
        return ["hint: \(hint[..<first.lowerBound]):"] + commands.map { "  marquee \($0)" }
    }

    /// A mistake in the command line with the line that was meant, or with the help; `nil` if it is another failure.
    private var mistake: String? {
        guard let suggestion, dataFile == nil, exitCode == .usage else { return nil }
        let hint = data["hint"]?.string ?? ""
        if error.code == .methodNotFound {
            guard let name = data["method"]?.string, let match = hint.prefixMatch(of: /Did you mean "?([a-zA-Z\/$]+)/),
                let line = suggestion.line(replacing: name, with: String(match.1))
            else { return nil }
            return "there is no method '\(name)'; did you mean: \(line)"
        }
        if let name = data["field"]?.string, spellings == nil, message.hasSuffix(scalars: "\(name) is missing"),
            let example = suggestion.exampleOfCall
        {
            return "\(name) is missing; try: \(example)"
        }
        let near = hint.wholeMatch(of: /Did you mean "([^"]+)"\?/).map { String($0.1) }
        if let name = data["field"]?.string, let near, let line = suggestion.line(renaming: name, to: near),
            message.contains(scalars: "there is no parameter")
        {
            return "there is no parameter '\(name)'; did you mean: \(line)"
        }
        let parts = message.wholeMatch(of: /(.*); did you mean ([^ ?]+)\?/)
        let words = parts.map { String($0.1) } ?? message
        let received = data["received"]?.string.map(Self.unquoted)
        let isOfParts = data["field"]?.string?.hasPrefix(scalars: "include") ?? false
        let meant =
            parts.map { String($0.2) } ?? near
            ?? message.firstMatch(of: /[ ]may be ([0-9-]+) or/).map { String($0.1) }
            ?? (data["field"]?.string == "stars" ? received?.starsOfTen : nil)
            ?? (isOfParts ? received.flatMap(ForeignCommand.part) : nil)
        // An ambiguous day has no value of its own in the error.
        let value = received ?? message.firstMatch(of: /([^ ]+) may be[ ]/).map { String($0.1) }
        if let meant, let line = suggestion.line(replacing: parts == nil ? value : nil, with: meant) {
            return "\(words); did you mean: \(line)"
        }
        guard hint.isEmpty, parts == nil, spellings != nil else { return nil }
        return "\(message); see: \(CommandSuggestion.line(suggestion.help))"
    }

    private static func unquoted(_ json: String) -> String {
        json.count > 1 && json.hasPrefix(scalars: "\"") ? String(json.dropFirst().dropLast()) : json
    }

    /// The first line, and whether it says everything that is to be said about the sources.
    private func head(_ troubles: [Trouble]) -> (text: String, isComplete: Bool) {
        if let film = idWithoutSource {
            let takers = Set(data["sources"].list.compactMap { $0["reason"]?.string }.flatMap(Self.namespaces)).sorted()
            let ids = takers.isEmpty ? "" : "; they take those of \(takers.joined(separator: ", "))"
            return ("no source takes the id \(film)\(ids)", true)
        }
        if let only = troubles.first, troubles.count == 1 {
            return ("\(only.names): \(only.reason)", true)
        }
        let source = data["provider"]?.string.map { "\($0): " } ?? ""
        guard let first = troubles.first(where: { message.contains(scalars: $0.reason) }),
            let reasons = message.firstRange(scalars: ": \(first.sources[0]): ")
        else { return ((message.contains(scalars: source) ? "" : source) + message, false) }
        let head = String(message[..<reasons.lowerBound])
        if isTable { return (head, false) }
        let named = troubles.filter { message.contains(scalars: $0.reason) }.map { "\($0.names): \($0.reason)" }
        return ("\(head): \(named.joined(separator: "; "))", true)
    }

    /// The id that was asked for, if it is of no kind that a source takes.
    private var idWithoutSource: String? {
        guard data["kind"].words == "unsupported", let film, case .id = FilmReference(film) else { return nil }
        let reasons = data["sources"].list.compactMap { $0["reason"]?.string }
        return reasons.contains { !Self.namespaces(in: $0).isEmpty } ? film : nil
    }

    /// The kinds of ids that a source takes, as it says in a report: `tmdb takes only ids of tmdb and imdb, …`.
    private static func namespaces(in reason: String) -> [String] {
        guard let match = reason.firstMatch(of: /takes only ids of ([^,]+),/) else { return [] }
        return String(match.1).split(scalar: " ").map(String.init).filter { $0 != "and" }
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
    /// `noInput` for what does not exist, `refused` for a key, and `unavailable` for a failed source, which may recover.
    var exitCode: ExitCode {
        switch data["kind"].words {
        case "ambiguous": return .dataError
        case "not_found": return .noInput
        case "auth", "disabled": return .refused
        case "unsupported" where idWithoutSource != nil: return .noInput
        // A name that none of the user's lists, or no source, has.
        case "invalid_params" where data["received"] == nil && ["list", "provider"].contains(data["field"].words):
            return .noInput
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

/// What is wrong with a source, or with several in the same way.
private struct Trouble {
    var sources: [String]
    let status: String
    let reason: String

    var names: String { sources.joined(separator: ", ") }
    /// The trouble on a line of its own: `kofic: disabled: KOFIC_API_KEY is not set`.
    var line: String { "\(names): \(status): \(reason)" }

    /// Returns the troubles of sources, in order; those that cannot do what was asked, or have nothing, have none.
    static func all(in reports: [JSONElement]) -> [Trouble] {
        var troubles: [Trouble] = []
        for report in reports where report["status"]?.string != "unsupported" {
            let page = report["error"]["page"]?.int.map { "page \($0): " } ?? ""
            let reason = report["reason"]?.string ?? report["error"]["message"]?.string.map { page + $0 } ?? ""
            guard !reason.isEmpty else { continue }
            let (source, status) = (report["provider"].words, report["status"].words)
            if let place = troubles.firstIndex(where: { $0.reason == reason && $0.status == status }) {
                troubles[place].sources.append(source)
            } else {
                troubles.append(Trouble(sources: [source], status: status, reason: reason))
            }
        }
        return troubles
    }
}
