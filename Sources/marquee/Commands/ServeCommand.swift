import ArgumentParser

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
        try await ServeSession(composition: Composition(engine.settings), framing: framing.framing).run()
    }
}
