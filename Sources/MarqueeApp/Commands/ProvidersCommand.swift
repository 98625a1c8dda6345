import ArgumentParser

/// `marquee providers`: how the configured sources are doing.
struct ProvidersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers",
        abstract: "Show the configured sources: what is missing for them, what is left of their quotas, how they fare.",
        discussion: """
            The same as: marquee call providers/status

            Asks no source. Quotas are counted over all processes of the user; the other figures are of one process, \
            so an editor's own are seen by calling providers/status there.
            """
    )

    @OptionGroup var engine: EngineOptions

    @Option(help: "table or json (standard: table on a terminal, json in a pipe).")
    var format: AnswerFormat?

    @Argument(help: "One source, by its name in providers.yaml; all where it is not given.")
    var provider: String?

    func run() async throws {
        let parameters = provider.map { ["provider=\($0)"] } ?? []
        let call = OneCall(
            settings: engine.settings,
            method: "providers/status",
            parameters: parameters,
            format: format
        )
        try await call.run()
    }
}
