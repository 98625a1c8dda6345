import ArgumentParser
import JSONRPC
import Logging

/// `marquee serve`: speaks JSON-RPC on the standard streams until the client closes them.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Speak JSON-RPC 2.0 on stdin and stdout (this is what marquee does without a subcommand)."
    )

    @OptionGroup var engine: EngineOptions

    @Option(help: "How messages are framed: auto, line (one a line) or header (Content-Length, as in LSP).")
    var framing: FramingOption = .auto

    @Flag(help: "Speak on the standard streams; it is the only way, and editors pass the flag.")
    var stdio = false

    func run() async throws {
        let streams = try StandardStreams.takeOver()
        let composition = Composition(options: engine)
        let ending = try await reportingFailures {
            try await composition.withService { handler in
                var configuration = RPCServerConfiguration()
                configuration.framing = framing.framing
                configuration.diagnostics = { composition.logger.notice("\($0)") }
                let server = RPCServer(
                    input: streams.input,
                    output: streams.output,
                    handler: handler,
                    configuration: configuration
                )
                return await withTerminationSignals {
                    server.stop(within: .seconds(5))
                } run: {
                    await server.serve()
                }
            }
        }
        composition.logger.info("\(ending)")
        throw ExitCode(ending.exitCode)
    }
}
