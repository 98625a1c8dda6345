import ArgumentParser
import MovieDomain
import MovieService

struct BookmarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookmarks",
        abstract: "List, add, and remove bookmarks.",
        discussion: """
              marquee bookmarks
              marquee bookmarks add imdb:tt6751668
              marquee bookmarks remove imdb:tt6751668
            """,
        subcommands: [ListCommand<Bookmarks>.self, AddBookmarkCommand.self, RemoveCommand<Bookmarks>.self],
        defaultSubcommand: ListCommand<Bookmarks>.self
    )
}

/// A part of the library whose entries are listed and removed in the same way: its methods, and words for help.
protocol LibraryPart {
    static var methods: String { get }
    static var entries: String { get }
    static var entry: String { get }
}

enum Bookmarks: LibraryPart {
    static let (methods, entries, entry) = ("bookmarks", "the bookmarked films", "a bookmark")
}

enum Cards: LibraryPart {
    static let (methods, entries, entry) = ("cards", "the cards", "the card of a film")
}

struct ListCommand<Part: LibraryPart>: DefinitionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: "List \(Part.entries).")
    }

    @OptionGroup var options: CallOptions
    @OptionGroup var listing: ListOptions

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("\(Part.methods)/list", listing.parameters, kinds: kinds)
    }
}

struct RemoveCommand<Part: LibraryPart>: DefinitionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "remove", abstract: "Remove \(Part.entry).")
    }

    @OptionGroup var options: CallOptions
    @OptionGroup var film: FilmArgument

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("\(Part.methods)/remove", ["id": film.id], kinds: kinds)
    }
}

struct AddBookmarkCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Bookmark a film.")

    @OptionGroup var options: CallOptions
    @OptionGroup var timeout: TimeoutOption
    @OptionGroup var film: FilmArgument

    func run(kinds: [ProviderKind]) async throws {
        let command = ["bookmarks", "add", film.id]
        try await options.run(
            "bookmarks/add",
            ["id": film.id, "timeout": timeout.seconds],
            as: command,
            kinds: kinds
        )
    }
}

/// The options of the commands that list films of the library.
struct ListOptions: ParsableArguments {
    @Option(
        help: "The sort key: date, stars (cards only), or title.",
        completion: .list(LibraryQuery.Order.allCases.map(\.rawValue))
    )
    var order: String?

    @Option(help: "Words in a title or a comment.")
    var query: String?

    @OptionGroup var paging: PageOptions

    var parameters: GivenParameters { ["order": order, "query": query] + paging.parameters }
}

struct CardsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards",
        abstract: "List, write, and remove cards: your stars and comments.",
        discussion: """
              marquee cards --order stars
              marquee cards put imdb:tt6751668 --stars 4.5 --watched 2026-11-20 --comment 'The stairs!'
              marquee cards remove imdb:tt6751668
            """,
        subcommands: [ListCommand<Cards>.self, PutCardCommand.self, RemoveCommand<Cards>.self],
        defaultSubcommand: ListCommand<Cards>.self
    )
}

struct PutCardCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "put",
        abstract: "Write the card of a film; values that you leave out are unchanged."
    )

    @OptionGroup var options: CallOptions
    @OptionGroup var timeout: TimeoutOption

    @Option(help: "From 0 to 5, in steps of 0.5.")
    var stars: String?

    @Option(help: "What you think of it; an empty text removes the comment.")
    var comment: String?

    @Option(help: "The day you watched it, such as 2026-11-20; it replaces the last day.")
    var watched: String?

    @Flag(help: "You watched it again on that day; the other days stay.")
    var rewatch = false

    @Option(help: "What to remove from the card: stars, comment, or watchedOn, separated by commas.")
    var clear: String?

    @OptionGroup var film: FilmArgument

    func run(kinds: [ProviderKind]) async throws {
        try await options.run(
            "cards/put",
            [
                "id": film.id, "stars": stars, "comment": comment, "watchedOn": watched,
                "rewatch": rewatch ? "true" : nil, "clear": clear, "timeout": timeout.seconds,
            ],
            as: ["cards", "put", film.id],
            kinds: kinds
        )
    }
}

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

struct FilmListArgument: ParsableArguments {
    @Argument(help: "The name of the list.")
    var list: String
}

struct ShowListsCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the names of your lists.")

    @OptionGroup var options: CallOptions

    func run(kinds: [ProviderKind]) async throws { try await options.run("lists/list", [:], kinds: kinds) }
}

struct ShowListCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the films of a list.")

    @OptionGroup var options: CallOptions
    @OptionGroup var paging: PageOptions
    @OptionGroup var name: FilmListArgument

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("lists/films", ["list": name.list] + paging.parameters, kinds: kinds)
    }
}

struct AddToListCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Put a film in a list, which is created if there is none of that name."
    )

    @OptionGroup var options: CallOptions
    @OptionGroup var timeout: TimeoutOption

    @Option(help: "The place of the film, from 1; by default, the end. A film of the list is moved there.")
    var position: Int?

    @OptionGroup var name: FilmListArgument
    @OptionGroup var film: FilmArgument

    func run(kinds: [ProviderKind]) async throws {
        try await options.run(
            "lists/add",
            ["list": name.list, "id": film.id, "position": position, "timeout": timeout.seconds],
            as: ["lists", "add", name.list, film.id],
            kinds: kinds
        )
    }
}

struct RemoveFromListCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a film from a list.")

    @OptionGroup var options: CallOptions
    @OptionGroup var name: FilmListArgument
    @OptionGroup var film: FilmArgument

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("lists/remove", ["list": name.list, "id": film.id], kinds: kinds)
    }
}

struct RenameListCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give a list another name.")

    @OptionGroup var options: CallOptions
    @OptionGroup var name: FilmListArgument

    @Argument(help: "The new name.")
    var newName: String

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("lists/rename", ["list": name.list, "name": newName], kinds: kinds)
    }
}

struct DeleteListCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a list; the bookmarks and cards of its films stay."
    )

    @OptionGroup var options: CallOptions
    @OptionGroup var name: FilmListArgument

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("lists/delete", ["list": name.list], kinds: kinds)
    }
}

struct HistoryCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List searches that found something, newest first, or remove them.",
        discussion: "The same as: marquee call history/list, history/remove, or history/clear"
    )

    @OptionGroup var options: CallOptions

    @Option(help: "The maximum number of queries.")
    var limit: Int?

    @Option(help: "Remove this query.")
    var remove: String?

    @Flag(help: "Remove all queries.")
    var clear = false

    @Argument(help: "The beginning of the query.")
    var prefix: String?

    func validate() throws {
        if [prefix != nil || limit != nil, remove != nil, clear].count(where: { $0 }) > 1 {
            throw ValidationError("expected one of PREFIX, --remove, and --clear")
        }
    }

    func run(kinds: [ProviderKind]) async throws {
        if let remove { return try await options.run("history/remove", ["query": remove], kinds: kinds) }
        if clear { return try await options.run("history/clear", [:], kinds: kinds) }
        try await options.run("history/list", ["prefix": prefix, "limit": limit], kinds: kinds)
    }
}
