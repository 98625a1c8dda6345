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
        subcommands: [ListBookmarksCommand.self, AddBookmarkCommand.self, RemoveBookmarkCommand.self],
        defaultSubcommand: ListBookmarksCommand.self
    )
}

struct ListBookmarksCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the bookmarked films.")

    @OptionGroup var options: CallOptions
    @OptionGroup var listing: ListOptions

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("bookmarks/list", listing.parameters, kinds: kinds)
    }
}

struct AddBookmarkCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Bookmark a film.")

    @OptionGroup var options: CallOptions
    @OptionGroup var timeout: TimeoutOption
    @OptionGroup var film: FilmArgument

    func run(kinds: [ProviderKind]) async throws {
        let command = ["bookmarks", "add", film.id]
        let parameters: KeyValuePairs = ["id": film.id, "timeout": timeout.seconds]
        try await options.run("bookmarks/add", parameters, as: command, kinds: kinds)
    }
}

struct RemoveBookmarkCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a bookmark.")

    @OptionGroup var options: CallOptions
    @OptionGroup var film: FilmArgument

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("bookmarks/remove", ["id": film.id], kinds: kinds)
    }
}

/// The options of the commands that list films of the library.
struct ListOptions: ParsableArguments {
    @Option(
        help: "What the list is sorted by: date, stars (cards only), or title.",
        completion: .list(LibraryQuery.Order.allCases.map(\.rawValue))
    )
    var order: String?

    @Option(help: "Words in a title or a comment.")
    var query: String?

    @Option(help: "The page, from 1.")
    var page: Int?

    @Option(help: "The number of films per page.")
    var limit: Int?

    var parameters: KeyValuePairs<String, String?> {
        ["order": order, "query": query, "page": page.map(String.init), "limit": limit.map(String.init)]
    }
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
        subcommands: [ListCardsCommand.self, PutCardCommand.self, RemoveCardCommand.self],
        defaultSubcommand: ListCardsCommand.self
    )
}

struct ListCardsCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the cards.")

    @OptionGroup var options: CallOptions
    @OptionGroup var listing: ListOptions

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("cards/list", listing.parameters, kinds: kinds)
    }
}

struct PutCardCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "put",
        abstract: "Write the card of a film; what is not given stays as it is."
    )

    @OptionGroup var options: CallOptions
    @OptionGroup var timeout: TimeoutOption

    @Option(help: "From 0 to 5, in steps of 0.5.")
    var stars: String?

    @Option(help: "What you think of it; an empty text removes the comment.")
    var comment: String?

    @Option(help: "The day you watched it, such as 2026-11-20.")
    var watched: String?

    @OptionGroup var film: FilmArgument

    func run(kinds: [ProviderKind]) async throws {
        try await options.run(
            "cards/put",
            ["id": film.id, "stars": stars, "comment": comment, "watchedOn": watched, "timeout": timeout.seconds],
            as: ["cards", "put", film.id],
            kinds: kinds
        )
    }
}

struct RemoveCardCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove the card of a film.")

    @OptionGroup var options: CallOptions
    @OptionGroup var film: FilmArgument

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("cards/remove", ["id": film.id], kinds: kinds)
    }
}

struct HistoryCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the searches that found something, newest first.",
        discussion: "The same as: marquee call history/list"
    )

    @OptionGroup var options: CallOptions

    @Option(help: "The maximum number of queries.")
    var limit: Int?

    @Argument(help: "The beginning of the query.")
    var prefix: String?

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("history/list", ["prefix": prefix, "limit": limit.map(String.init)], kinds: kinds)
    }
}
