import ArgumentParser
import JSON
import JSONRPC
import MovieService

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
    var format: Format?

    @Argument(help: "The method, such as boxOffice/daily.")
    var method: String

    @Argument(help: "Its parameters.")
    var parameters: [String] = []

    enum Format: String, ExpressibleByArgument, CaseIterable { case table, json }

    func run() async throws {
        try show(try await reply())
    }

    private func reply() async throws -> RPCReply {
        let call = RPCCall(method: method, params: try CallParameters(parameters, of: method).element)
        let composition = Composition(engine.settings)
        return try await reportingFailures {
            try await composition.withService { handler in await handler.reply(to: call) }
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
