import ArgumentParser
import MovieDomain

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the searches that found something, newest first, and remove them.",
        discussion: """
              marquee history
              marquee history par
              marquee history remove parasite
              marquee history remove --all
            """,
        subcommands: [ListHistoryCommand.self, RemoveQueryCommand.self, ClearHistoryCommand.self],
        defaultSubcommand: ListHistoryCommand.self
    )
}

struct ListHistoryCommand: MethodCommand {
    static let methods = ["history/list"]
    static let configuration = view(
        named: "list",
        "List the searches that found something, newest first.",
        """
          marquee history
          marquee history par
        """,
        oldWords: ["show"]
    )

    @Argument(Self["prefix"]) var prefix: ParameterValue?
    @OptionGroup var paging: PageOptions<Self>
    @OptionGroup var options: CallOptions
}

struct RemoveQueryCommand: MethodCommand {
    static let methods = ["history/remove", "history/clear"]
    static let configuration = view(
        named: "remove",
        "Remove a query from the history, or all.",
        """
          marquee history remove parasite
          marquee history remove --all
        """
    )

    @Flag(help: "Remove all queries.")
    var all = false

    @Argument(Self["query"]) var query: [ParameterValue] = []
    @OptionGroup var options: CallOptions

    func validate() throws {
        if query.isEmpty != all { throw ValidationError("expected a query, as marquee history lists them, or --all") }
    }

    func run(kinds: [ProviderKind]) async throws {
        try await call(all ? "history/clear" : "history/remove", kinds: kinds).run()
    }
}

/// The old word for `history remove --all`, for one version.
struct ClearHistoryCommand: MethodCommand {
    static let methods = ["history/clear"]
    static let configuration = CommandConfiguration(commandName: "clear", shouldDisplay: false)

    @OptionGroup var options: CallOptions
}
