import ArgumentParser

/// `marquee serve`: speaks JSON-RPC on the standard streams until the client closes them.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Speak JSON-RPC 2.0 on stdin and stdout (this is what marquee does without a subcommand)."
    )

    @OptionGroup var engine: EngineOptions

    @OptionGroup var serving: ServeOptions

    func run() async throws {
        try await ServeSession(composition: Composition(engine.settings), settings: serving.settings).run()
    }
}
