import ArgumentParser
import MovieDomain

struct ProvidersCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers",
        abstract: "Show the state of the configured sources: what they need, and what is left of their quotas.",
        discussion: """
            The same as: marquee call providers/status

            Sends no requests. Quotas are counted over all processes of the user, and so are requests, answers from \
            the cache, and what could not be read, over the last seven days. An editor's process adds what it counts \
            every minute and when it ends. Latencies are those of one process.
            """
    )

    @OptionGroup var engine: EngineOptions

    @Option(help: "table or json (default: table on a terminal, json elsewhere).")
    var format: AnswerFormat?

    @Argument(
        help: "A source, by its id in providers.yaml (default: all).",
        completion: .custom(Completions.providers)
    )
    var provider: String?

    func run(kinds: [ProviderKind]) async throws {
        let parameters = provider.map { ["provider=\($0)"] } ?? []
        let call = OneCall(
            settings: engine.settings,
            kinds: kinds,
            method: "providers/status",
            parameters: parameters,
            format: format
        )
        try await call.run()
    }
}
