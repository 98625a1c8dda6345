import ArgumentParser
import JSON
import JSONRPC
import MovieService

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
        let composition = Composition(settings)
        return try await reportingFailures {
            try SystemLimits.check(for: settings)
            return try await composition.withService { handler in
                try await handler.catalogue.prepareOrFail()
                return await handler.reply(to: call)
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
