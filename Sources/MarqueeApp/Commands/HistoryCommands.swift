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
              marquee history clear
            """,
        subcommands: [ListHistoryCommand.self, RemoveQueryCommand.self, ClearHistoryCommand.self],
        defaultSubcommand: ListHistoryCommand.self
    )
}

struct ListHistoryCommand: MethodCommand {
    static let methods = ["history/list"]
    static let configuration = view(named: "list", "List the searches that found something, newest first.")

    @Argument(Self["prefix"]) var prefix: ParameterValue?
    @OptionGroup var paging: PageOptions<Self>
    @OptionGroup var options: CallOptions
}

struct RemoveQueryCommand: MethodCommand {
    static let methods = ["history/remove"]
    static let configuration = view(named: "remove", "Remove a query from the history.")

    @Argument(Self["query"]) var query: [ParameterValue] = []
    @OptionGroup var options: CallOptions

    func validate() throws {
        if query.isEmpty { throw ValidationError("expected a query, as marquee history lists them") }
    }
}

struct ClearHistoryCommand: MethodCommand {
    static let methods = ["history/clear"]
    static let configuration = view(named: "clear", "Remove all queries from the history.")

    @OptionGroup var options: CallOptions
}
