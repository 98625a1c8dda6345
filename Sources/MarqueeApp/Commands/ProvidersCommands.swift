import ArgumentParser
import MovieDomain
import Platform

struct ProvidersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers",
        abstract: "Show the configured sources; add and remove one.",
        discussion: """
              marquee providers
              marquee providers kofic
              marquee providers add 'https://api.example.org/search?q=parasite'

            `marquee check` shows what each source reaches, and `marquee login` keeps its key.
            """,
        subcommands: [ListProvidersCommand.self, AddProviderCommand.self, RemoveProviderCommand.self],
        defaultSubcommand: ListProvidersCommand.self
    )
}

struct ListProvidersCommand: MethodCommand {
    static let methods = ["providers/status"]
    static let configuration = view(
        named: "list",
        "Show the state of the configured sources: what they need, and their remaining quotas.",
        """
        Sends no requests. Quotas are counted across all processes of the user. So are requests, cache hits, and \
        unreadable values, over the last seven days. A running server adds its counts every minute and when it \
        ends. Latencies cover one process.

          marquee providers
          marquee providers list kofic
        """,
        oldWords: ["show"]
    )

    @Argument(Self["provider"]) var provider: ParameterValue?
    @OptionGroup var options: CallOptions

    func validate() throws {
        guard let word = provider?.text, ["status", "all", "health", "state", "quota"].contains(word) else { return }
        throw ValidationError("'\(word)' is not a source; did you mean: \(CommandSuggestion.line(["providers"]))")
    }
}

struct AddProviderCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a source to your providers.yaml, from an answer of its API or from a definition.",
        discussion: """
            The same as: marquee new --add SAMPLE, which has more options

              marquee providers add 'https://api.example.org/search?q=parasite'
              marquee providers add films.yaml
            """
    )

    @Option(name: .customLong("id"), help: "The source's id (default: derived from the host name).")
    var provider: String?

    @Flag(name: .shortAndLong, help: "Say yes without being asked.")
    var yes = false

    @Argument(help: "A URL, a file with a response, or a definition.", completion: .file())
    var sample: String

    func run(kinds: [ProviderKind]) async throws {
        let id = provider.map { ["--id", $0] } ?? []
        try await NewCommand.parse(["--add"] + id + (yes ? ["--yes"] : []) + [sample]).run(kinds: kinds)
    }
}

struct RemoveProviderCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a source from your providers.yaml.",
        discussion: """
              marquee providers remove films
              marquee providers remove films --yes

            You see its lines first, and the file as it was is kept beside it.
            """
    )

    @Flag(name: .shortAndLong, help: "Say yes without being asked.")
    var yes = false

    @Argument(help: "The id of the source.", completion: .custom(Completions.providers))
    var provider: String

    func run(kinds: [ProviderKind]) async throws {
        try DefinitionFile(RunContext(EngineSettings(), kinds: kinds)).remove(provider, yes: yes)
    }
}
