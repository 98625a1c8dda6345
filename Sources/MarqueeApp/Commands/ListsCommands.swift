import ArgumentParser
import JSON
import MovieDomain
import MovieService
import Platform

struct ListsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists",
        abstract: "List, show, fill, rename, and remove your own lists of films.",
        discussion: """
              marquee lists
              marquee lists add 'Best of 2019' parasite
              marquee lists show 'Best of 2019'
              marquee lists remove 'Best of 2019' --all
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
    static let configuration = view(
        named: "list",
        "List the names of your lists.",
        """
          marquee lists
          marquee lists list --format json
        """
    )

    @OptionGroup var paging: PageOptions<Self>
    @OptionGroup var options: CallOptions
}

struct ShowListCommand: MethodCommand {
    static let methods = ["lists/films"]
    static let configuration = view(
        named: "show",
        "Show the films of a list.",
        """
          marquee lists show 'Best of 2019'
          marquee lists show 'Best of 2019' --unwatched --sort runtime
        """
    )

    @OptionGroup var filter: FilterOptions<Self>
    @OptionGroup var watching: WatchedOptions
    @Argument(Self["list"]) var list: ParameterValue
    @OptionGroup var options: CallOptions

    func run(kinds: [ProviderKind]) async throws { try await call(adding: [watching.value], kinds: kinds).run() }
}

struct AddToListCommand: ListFilmsCommand {
    static let methods = ["lists/add"]
    static let configuration = view(
        named: "add",
        "Put films in a list, which is created if there is none of that name.",
        """
          marquee lists add 'Best of 2019' parasite
          marquee lists add 'Best of 2019' parasite --position 1
        """
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

    func run(kinds: [ProviderKind]) async throws {
        try await checkOrder(kinds)
        try await runEach(kinds: kinds)
    }
}

struct RemoveFromListCommand: ListFilmsCommand {
    static let methods = ["lists/remove", "lists/delete"]
    static let configuration = view(
        named: "remove",
        "Remove films from a list, or the list itself.",
        """
          marquee lists remove 'Best of 2019' parasite
          marquee lists remove 'Best of 2019' --all

        The bookmarks and cards of the films stay.
        """
    )

    @Flag(help: "Remove the list with all its films.")
    var all = false

    @Argument(Self["list"]) var list: ParameterValue
    @Argument(Self["id"]) var films: [ParameterValue] = []
    @OptionGroup var options: CallOptions

    func validate() throws {
        if all, !films.isEmpty { throw ValidationError("expected films of the list, or --all, not both") }
        if !all, films.isEmpty {
            let line = CommandSuggestion.line(["lists", "remove", list.text ?? "LIST", "--all"])
            throw ValidationError("expected a film of the list, or --all for all of it; did you mean: \(line)")
        }
    }

    func run(kinds: [ProviderKind]) async throws {
        guard all else {
            try await checkOrder(kinds)
            return try await runEach(kinds: kinds)
        }
        try await call("lists/delete", kinds: kinds).run()
    }
}

/// A command with a list and films of it.
protocol ListFilmsCommand: FilmsCommand {
    var list: ParameterValue { get }
}

extension ListFilmsCommand {
    /// Refuses the film before the list: `lists add parasite 'Best of 2019'`, where only the latter is a list.
    func checkOrder(_ kinds: [ProviderKind]) async throws {
        guard films.count == 1, let film = films[0].text, let list = list.text, film != list else { return }
        var call = CommandCall(settings: options.engine.settings, kinds: kinds, method: "lists/list", format: .json)
        call.isQuiet = true
        call.parameters = try JSONDocument(Array(#"{"limit":10000}"#.utf8)).root
        let names: [String]
        do {
            names = try await call.answer(as: ListsResult.self).lists.map { $0.name.lowercased() }
        } catch {
            // The call itself says what is wrong with the library.
            return
        }
        guard names.contains(film.lowercased()), !names.contains(list.lowercased()) else { return }
        let line = CommandSuggestion.line(["lists", Self.configuration.commandName ?? "", film, list])
        throw CommandError("'\(film)' is the list; did you mean: \(line)".printable, .usage)
    }
}

struct RenameListCommand: MethodCommand {
    static let methods = ["lists/rename"]
    static let configuration = view(
        named: "rename",
        "Give a list another name.",
        """
          marquee lists rename 'Best of 2019' 2019
          marquee lists rename 2019 'Nineteen, the best'
        """
    )

    @Argument(Self["list"]) var list: ParameterValue
    @Argument(Self["name"], as: "new-name") var newName: ParameterValue
    @OptionGroup var options: CallOptions
}

/// The old word for `lists remove --all`, for one version.
struct DeleteListCommand: MethodCommand {
    static let methods = ["lists/delete"]
    static let configuration = CommandConfiguration(commandName: "delete", shouldDisplay: false)

    @Argument(Self["list"]) var list: ParameterValue
    @OptionGroup var options: CallOptions
}
