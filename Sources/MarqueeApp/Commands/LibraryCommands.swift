import ArgumentParser
import JSON
import MovieDomain
import MovieService
import Platform

struct BookmarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookmarks",
        abstract: "List, add, and remove bookmarks, and show where to watch them and when they come out.",
        discussion: """
              marquee bookmarks
              marquee bookmarks --unwatched --genre drama --minutes 100 --order random
              marquee bookmarks add imdb:tt6751668
              marquee bookmarks remove imdb:tt6751668
              marquee bookmarks watch --region KR --services Netflix,wavve
              marquee bookmarks upcoming --region KR --ics releases.ics
            """,
        subcommands: [
            ListBookmarksCommand.self, AddBookmarkCommand.self, RemoveCommand<Bookmarks>.self,
            WatchBookmarksCommand.self, UpcomingBookmarksCommand.self,
        ],
        defaultSubcommand: ListBookmarksCommand.self
    )
}

/// A part of the library whose entries are removed in the same way: its methods, and words for help.
protocol LibraryPart {
    static var methods: String { get }
    static var entry: String { get }
}

enum Bookmarks: LibraryPart {
    static let (methods, entry) = ("bookmarks", "a bookmark")
}

enum Cards: LibraryPart {
    static let (methods, entry) = ("cards", "the card of a film")
}

struct ListBookmarksCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the bookmarked films.")

    @OptionGroup var options: CallOptions
    @OptionGroup var listing: ListOptions
    @OptionGroup var watching: WatchedOptions

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("bookmarks/list", listing.parameters + watching.parameters, kinds: kinds)
    }
}

struct ListCardsCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the cards.")

    @OptionGroup var options: CallOptions
    @OptionGroup var listing: ListOptions

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("cards/list", listing.parameters, kinds: kinds)
    }
}

struct CardStatisticsCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count what you have watched: films, hours, stars, genres, and people.",
        discussion: "The same as: marquee call cards/stats"
    )

    @OptionGroup var options: CallOptions

    @Option(help: "The year of the viewings (default: everything).")
    var year: Int?

    @Option(help: "The maximum number of genres, directors, and countries.")
    var limit: Int?

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("cards/stats", ["year": year, "limit": limit], kinds: kinds)
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
        help: "The sort key: date, stars (cards only), position (lists only), title, year, runtime, or random.",
        completion: .list(LibraryQuery.Order.allCases.map(\.rawValue))
    )
    var order: String?

    @Option(help: "Words in a title or a comment.")
    var query: String?

    @Option(help: "A genre, such as drama or 드라마.")
    var genre: String?

    @Option(help: "The year of the film.")
    var year: Int?

    @Option(help: "The first year of a range.")
    var fromYear: Int?

    @Option(help: "The last year of a range.")
    var toYear: Int?

    @Option(help: "The maximum running time.")
    var minutes: Int?

    @Option(help: "Your own stars, at least.")
    var stars: Double?

    @Option(help: "The seed of the order random; the same seed gives the same order.")
    var seed: Int?

    @OptionGroup var paging: PageOptions

    var parameters: GivenParameters {
        [
            "order": order, "query": query, "genre": genre, "year": year, "fromYear": fromYear, "toYear": toYear,
            "maximumMinutes": minutes, "minimumStars": stars, "seed": seed,
        ] + paging.parameters
    }
}

/// The options that tell films with a card from those without.
struct WatchedOptions: ParsableArguments {
    @Flag(help: "Only films that you have watched, so that you have a card of them.")
    var watched = false

    @Flag(help: "Only films that you have not watched.")
    var unwatched = false

    func validate() throws {
        if watched, unwatched { throw ValidationError("expected one of --watched and --unwatched") }
    }

    var parameters: GivenParameters { ["watched": watched || unwatched ? watched : nil] }
}

struct CardsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards",
        abstract: "List, count, write, and remove cards: your stars and comments.",
        discussion: """
              marquee cards --order stars
              marquee cards put imdb:tt6751668 --stars 4.5 --watched 2026-11-20 --comment 'The stairs!'
              marquee cards stats --year 2026
              marquee cards remove imdb:tt6751668
            """,
        subcommands: [
            ListCardsCommand.self, CardStatisticsCommand.self, PutCardCommand.self, RemoveCommand<Cards>.self,
        ],
        defaultSubcommand: ListCardsCommand.self
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

    @Option(help: "The day you watched it: 2026-11-20, today, or yesterday; it replaces the last day.")
    var watched: String?

    @Flag(help: "You watched it again on that day; the other days stay.")
    var rewatch = false

    @Option(help: "A day to take off the card; the other days stay.")
    var removeDay: String?

    @Flag(help: "Also remove the film's bookmark.")
    var unbookmark = false

    @Option(
        help: "What to remove from the card: stars, comment, or watched, separated by commas.",
        completion: .list(["stars", "comment", "watched"])
    )
    var clear: String?

    @OptionGroup var film: FilmArgument

    /// The parameter has the name of the member, and the option that of `--watched`.
    private var cleared: String? {
        clear.map { text in
            text.split(scalar: ",").map { $0.trimmed == "watched" ? "watchedOn" : String($0.trimmed) }
                .joined(separator: ",")
        }
    }

    func validate() throws {
        let hasParts = stars != nil || comment != nil || watched != nil || removeDay != nil || clear != nil
        guard !hasParts, !rewatch, !unbookmark else { return }
        throw ValidationError("nothing to write; give --stars, --comment, --watched, --remove-day, or --clear")
    }

    func run(kinds: [ProviderKind]) async throws {
        try await options.run(
            "cards/put",
            [
                "id": film.id, "stars": stars, "comment": comment, "watchedOn": watched,
                "rewatch": rewatch ? "true" : nil, "removeDay": removeDay,
                "unbookmark": unbookmark ? "true" : nil, "clear": cleared, "timeout": timeout.seconds,
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
    @OptionGroup var listing: ListOptions
    @OptionGroup var watching: WatchedOptions
    @OptionGroup var name: FilmListArgument

    func run(kinds: [ProviderKind]) async throws {
        let given: GivenParameters = ["list": name.list]
        try await options.run("lists/films", given + listing.parameters + watching.parameters, kinds: kinds)
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

/// The options of the commands that ask sources about the bookmarks.
struct AskedBookmarksOptions: ParsableArguments {
    @OptionGroup var timeout: TimeoutOption

    @Option(help: "The country, such as KR.")
    var region: String?

    @Option(help: "The sources to ask, separated by commas.", completion: .custom(Completions.providers))
    var providers: String?

    var parameters: GivenParameters { ["region": region, "providers": providers, "timeout": timeout.seconds] }

    func validate() throws {
        if region == nil { throw ValidationError("expected a country; add, for example, --region KR") }
    }
}

struct WatchBookmarksCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show which bookmarked films can be watched in a country now, and where.",
        discussion: "The same as: marquee call bookmarks/watch region=…"
    )

    @OptionGroup var options: CallOptions
    @OptionGroup var asked: AskedBookmarksOptions
    @OptionGroup var paging: PageOptions

    @Option(help: "The names of the services, separated by commas (default: all).")
    var services: String?

    @Option(
        help: "The kinds of offers, separated by commas: stream, free, ads, rent, or buy (default: all).",
        completion: .list(["stream", "free", "ads", "rent", "buy"])
    )
    var kinds: String?

    func run(kinds: [ProviderKind]) async throws {
        let given: GivenParameters = ["services": services, "kinds": self.kinds]
        try await options.run("bookmarks/watch", asked.parameters + given + paging.parameters, kinds: kinds)
    }
}

struct UpcomingBookmarksCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "upcoming",
        abstract: "Show when bookmarked films come out in a country, or write these days to a calendar file.",
        discussion: """
            The same as: marquee call bookmarks/upcoming region=…

            With --ics, all bookmarks are looked up, and FILE gets an event for each day. Films whose days are not \
            known are named on standard error. An existing FILE is left alone, unless you pass --force.
            """
    )

    @OptionGroup var options: CallOptions
    @OptionGroup var asked: AskedBookmarksOptions
    @OptionGroup var paging: PageOptions

    @Option(help: "The first day, such as 2026-12-01 (default: today).")
    var from: String?

    @Option(help: "The last day.")
    var to: String?

    @Option(help: "Write the days as iCalendar to this file.", completion: .file(extensions: ["ics"]))
    var ics: String?

    @Flag(help: "Overwrite an existing file.")
    var force = false

    func validate() throws {
        if force, ics == nil { throw ValidationError("--force is for --ics only") }
        if ics != nil, paging.page != nil || paging.limit != nil {
            throw ValidationError("--ics is about all bookmarks; leave out --page and --limit")
        }
    }

    func run(kinds: [ProviderKind]) async throws {
        let given = asked.parameters + ["from": from, "to": to]
        guard let ics else {
            return try await options.run("bookmarks/upcoming", given + paging.parameters, kinds: kinds)
        }
        let output = ics == "-" ? nil : ics
        if let output { try OutputFile(path: output).check(isForced: force) }
        let all: GivenParameters = ["format": "ics", "limit": 1_000]
        let answer = try await options.call("bookmarks/upcoming", (given + all).words, kinds: kinds).answer()
        let unknown = answer["unknown"].list
        // A calendar without these days would take them out of the calendars that subscribe to it.
        if answer["releases"].list.isEmpty, !unknown.isEmpty, unknown.allSatisfy({ $0["status"].words == "unanswered" })
        {
            throw CommandError("no source answers; \(output ?? "the calendar") was not written", .unavailable)
        }
        for film in unknown {
            CommandErrors.write("\(film["status"].words): \(film["movie"]["title"].words)".printable)
        }
        if answer["page"]["hasMore"]?.bool == true {
            CommandErrors.write("warning: only the newest 1000 bookmarks were looked up")
        }
        let text = Array(answer["text"].words.utf8)
        guard let output else { return try CommandOutput.print(bytes: text) }
        try FileSystem.local.write(text, output).get()
        CommandErrors.write("\(answer["releases"].list.count) release days written")
    }
}
