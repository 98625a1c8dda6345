import ArgumentParser
import MovieDomain

struct ListsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists",
        abstract: "Show, fill, rename, and delete your own lists of films.",
        discussion: """
              marquee lists
              marquee lists add 'Best of 2019' imdb:tt6751668
              marquee lists show 'Best of 2019'
            """,
        subcommands: [
            ShowListsCommand.self, ShowListCommand.self, AddToListCommand.self, RemoveFromListCommand.self,
            RenameListCommand.self, DeleteListCommand.self,
        ],
        defaultSubcommand: ShowListsCommand.self
    )
}

struct ShowListsCommand: MethodCommand {
    static let methods = ["lists/list"]
    static let configuration = view(named: "list", "Show the names of your lists.")

    @OptionGroup var options: CallOptions
}

struct ShowListCommand: MethodCommand {
    static let methods = ["lists/films"]
    static let configuration = view(named: "show", "Show the films of a list.")

    @OptionGroup var filter: FilterOptions<Self>
    @OptionGroup var watching: WatchedOptions
    @Argument(Self["list"]) var list: ParameterValue
    @OptionGroup var options: CallOptions

    func run(kinds: [ProviderKind]) async throws { try await call(adding: [watching.value], kinds: kinds).run() }
}

struct AddToListCommand: FilmsCommand {
    static let methods = ["lists/add"]
    static let configuration = view(
        named: "add",
        "Put films in a list, which is created if there is none of that name."
    )

    @Option(Self["timeout"]) var timeout: ParameterValue?

    @Option(
        Self["position"],
        help: "The place of the film, from 1; by default, the end. A film of the list is moved there."
    )
    var position: ParameterValue?

    @Argument(Self["list"]) var list: ParameterValue
    @Argument(Self["id"]) var films: [ParameterValue] = []
    @OptionGroup var options: CallOptions

    func validate() throws {
        try checkFilms()
        if position != nil, films.count > 1 { throw ValidationError("--position is for one film") }
    }
}

struct RemoveFromListCommand: FilmsCommand {
    static let methods = ["lists/remove"]
    static let configuration = view(named: "remove", "Remove films from a list.")

    @Argument(Self["list"]) var list: ParameterValue
    @Argument(Self["id"]) var films: [ParameterValue] = []
    @OptionGroup var options: CallOptions
}

struct RenameListCommand: MethodCommand {
    static let methods = ["lists/rename"]
    static let configuration = view(named: "rename", "Give a list another name.")

    @Argument(Self["list"]) var list: ParameterValue
    @Argument(Self["name"], as: "new-name") var newName: ParameterValue
    @OptionGroup var options: CallOptions
}

struct DeleteListCommand: MethodCommand {
    static let methods = ["lists/delete"]
    static let configuration = view(
        named: "delete",
        "Delete a list; the bookmarks and cards of its films stay."
    )

    @Argument(Self["list"]) var list: ParameterValue
    @OptionGroup var options: CallOptions
}
