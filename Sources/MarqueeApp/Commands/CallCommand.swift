import ArgumentParser
import JSON
import JSONRPC
import MovieService
import Platform

/// `marquee call`: one method call, answered on stdout.
struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call one method and print its answer: a table on a terminal, JSON in a pipe.",
        discussion: """
            Parameters are a JSON object or NAME=VALUE pairs:

              marquee call movies/search '{"query": "Parasite", "year": 2019}'
              marquee call movies/search query=Parasite year=2019
            """
    )

    @OptionGroup var engine: EngineOptions

    @Option(help: "table or json (standard: table on a terminal, json in a pipe).")
    var format: AnswerFormat?

    @Argument(help: "The method, such as boxOffice/daily.")
    var method: String

    @Argument(help: "Its parameters.")
    var parameters: [String] = []

    func run() async throws {
        try await OneCall(settings: engine.settings, method: method, parameters: parameters, format: format).run()
    }
}

/// The parameters of `marquee call`: one JSON object, or `NAME=VALUE` pairs.
struct CallParameters {
    /// `nil` where none were given.
    let element: JSONElement?

    init(_ words: [String], of method: String) throws {
        guard let first = words.first else {
            element = nil
            return
        }
        let isObject = words.count == 1 && first.drop(while: \.isWhitespace).hasPrefix("{")
        element = try isObject ? CallParameters.object(first) : CallParameters.pairs(words, of: method)
    }

    private static func object(_ text: String) throws -> JSONElement {
        do {
            return try JSONDocument(text).root
        } catch {
            throw ValidationError("the parameters are not JSON: \(error)")
        }
    }

    /// The parameters as an object, each value in the type that the method declares for it.
    ///
    /// So `limit=5` is a number and `query=2012` a text; a list may be written with commas, `providers=kofic,yts`.
    private static func pairs(_ words: [String], of method: String) throws -> JSONElement {
        let declared = MethodDeclaration.all.first { $0.name == method }?.parameters ?? []
        var members: [JSONValue.Member] = []
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
                throw ValidationError("expected NAME=VALUE or one JSON object, not '\(word)'")
            }
            let name = String(word[..<equals])
            guard !members.contains(where: { $0.name == name }) else {
                throw ValidationError("'\(name)' is given twice")
            }
            let text = String(word[word.index(after: equals)...])
            let shape = declared.first { $0.name == name }?.schema.shape
            members.append(JSONValue.Member(name, value(text, shape)))
        }
        return try JSONDocument(JSONValue.object(members).jsonBytes).root
    }

    private static func value(_ text: String, _ shape: Schema.Shape?) -> JSONValue {
        switch shape {
        case .text, .choice: return .string(text)
        case .list where !text.hasPrefix("["):
            return .array(text.split(separator: ",").map { .string(String($0)) })
        default: break
        }
        do throws(JSONError) {
            return JSONValue(try JSONDocument(text).root)
        } catch {
            return .string(text)
        }
    }
}

/// One method call outside of any connection, with its answer printed on stdout.
struct OneCall {
    var settings: EngineSettings
    var method: String
    /// A JSON object or `NAME=VALUE` pairs, as the command line has them.
    var parameters: [String]
    /// `nil` is a table on a terminal, JSON in a pipe.
    var format: AnswerFormat?

    /// Calls and prints.
    ///
    /// - Throws: `ExitCode` where the call fails, after its error has been printed.
    func run() async throws {
        try show(try await reply())
    }

    private func reply() async throws -> RPCReply {
        let call = RPCCall(method: method, params: try CallParameters(parameters, of: method).element)
        return try await reportingFailures {
            try SystemLimits.check(for: settings)
            return try await Application.run(settings, kinds: Marquee.kinds) { application in
                _ = try await application.configuration.load()
                return await application.handler.handle(call)
            }
        }
    }

    private func show(_ reply: RPCReply) throws {
        switch reply {
        case .result(let bytes):
            try show(bytes)
        case .failure(let error):
            let failure = CallFailure(error)
            if !isTable { StandardOutput.write(failure.json) }
            StandardError.write(failure.text)
            throw failure.exitCode
        }
    }

    private var isTable: Bool { (format ?? (StandardOutput.isTerminal ? .table : .json)) == .table }

    private func show(_ result: [UInt8]) throws {
        let text =
            isTable
            ? AnswerTable(answer: try JSONDocument(result).root).text : String(decoding: result, as: UTF8.self)
        guard StandardOutput.write(text) else { throw ExitCode.inputOutput }
    }
}

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

/// How an answer is printed.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json
}
