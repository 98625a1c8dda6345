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

    @OptionGroup var options: CallOptions

    @Argument(help: "A source, by its id in providers.yaml (default: all).", completion: .custom(Completions.providers))
    var provider: String?

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("providers/status", ["provider": provider], kinds: kinds)
    }
}
