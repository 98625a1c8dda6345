import ArgumentParser
import JSON
import MovieDomain
import MovieService
import Platform
import ProviderLanguage

struct BookmarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookmarks",
        abstract: "List, add, and remove bookmarks, and show where to watch them and when they come out.",
        discussion: """
              marquee bookmarks
              marquee bookmarks --unwatched --genre drama --minutes 100 --sort random
              marquee bookmarks add imdb:tt6751668
              marquee bookmarks remove imdb:tt6751668
              marquee bookmarks offers --region KR --services Netflix,wavve
              marquee bookmarks upcoming --region KR --ics releases.ics
            """,
        subcommands: [
            ListBookmarksCommand.self, AddBookmarkCommand.self, RemoveBookmarkCommand.self,
            BookmarkOffersCommand.self, UpcomingBookmarksCommand.self,
        ],
        defaultSubcommand: ListBookmarksCommand.self
    )
}

struct ListBookmarksCommand: MethodCommand {
    static let methods = ["bookmarks/list"]
    static let configuration = view(
        named: "list",
        "List the bookmarked films.",
        "Films without what a filter looks at are left out and counted."
    )

    @OptionGroup var filter: FilterOptions<Self>
    @OptionGroup var watching: WatchedOptions
    @OptionGroup var options: CallOptions

    func run(kinds: [ProviderKind]) async throws { try await call(adding: [watching.value], kinds: kinds).run() }
}

struct AddBookmarkCommand: FilmsCommand {
    static let methods = ["bookmarks/add"]
    static let configuration = view(named: "add", "Bookmark films.")

    @Option(Self["timeout"]) var timeout: ParameterValue?
    @Argument(Self["id"]) var films: [ParameterValue] = []
    @OptionGroup var options: CallOptions
}

struct RemoveBookmarkCommand: FilmsCommand {
    static let methods = ["bookmarks/remove"]
    static let configuration = view(named: "remove", "Remove bookmarks.")

    @Argument(Self["id"]) var films: [ParameterValue] = []
    @OptionGroup var options: CallOptions
}

/// The options of the commands that list films of the library.
struct FilterOptions<Command: MethodCommand>: ParsableArguments {
    @Option(Command["sort"]) var sort: ParameterValue?
    @Option(Command["direction"]) var direction: ParameterValue?
    @Option(Command["query"]) var query: ParameterValue?
    @Option(Command["genre"]) var genre: ParameterValue?
    @Option(Command["year"]) var year: ParameterValue?
    @Option(Command["fromYear"]) var fromYear: ParameterValue?
    @Option(Command["toYear"]) var toYear: ParameterValue?
    @Option(Command["maximumMinutes"], as: "minutes") var minutes: ParameterValue?
    @Option(Command["minimumStars"], as: "stars") var stars: ParameterValue?
    @Option(Command["seed"]) var seed: ParameterValue?
    @OptionGroup var paging: PageOptions<Command>
}

/// The options that tell films with a card from those without.
struct WatchedOptions: ParsableArguments {
    @Flag(name: .customLong("watched"), help: "Only films that you have watched, so that you have a card of them.")
    var isWatched = false

    @Flag(name: .customLong("unwatched"), help: "Only films that you have not watched.")
    var isUnwatched = false

    func validate() throws {
        if isWatched, isUnwatched { throw ValidationError("expected one of --watched and --unwatched") }
    }

    var value: ParameterValue? { isWatched || isUnwatched ? ParameterValue("watched", .bool(isWatched)) : nil }
}

struct CardsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards",
        abstract: "List, count, write, and remove cards: your stars and comments.",
        discussion: """
              marquee cards --sort stars
              marquee cards put imdb:tt6751668 --stars 4.5 --watched 2026-11-20 --comment 'The stairs!'
              marquee cards stats --year 2026
              marquee cards remove imdb:tt6751668
            """,
        subcommands: [
            ListCardsCommand.self, CardStatisticsCommand.self, PutCardCommand.self, RemoveCardCommand.self,
        ],
        defaultSubcommand: ListCardsCommand.self
    )
}

struct ListCardsCommand: MethodCommand {
    static let methods = ["cards/list"]
    static let configuration = view(named: "list", "List the cards.")

    @OptionGroup var filter: FilterOptions<Self>
    @Option(Self["tag"]) var tag: ParameterValue?
    @Option(Self["liked"]) var liked: ParameterValue?
    @OptionGroup var options: CallOptions
}

struct CardStatisticsCommand: MethodCommand {
    static let methods = ["cards/stats"]
    static let configuration = view(
        named: "stats",
        "Count what you have watched: films, hours, stars, genres, and people."
    )

    @Option(Self["year"], help: "The year of the viewings; by default, all.") var year: ParameterValue?
    @Option(Self["limit"]) var limit: ParameterValue?
    @OptionGroup var options: CallOptions
}

struct PutCardCommand: FilmsCommand {
    static let methods = ["cards/put"]
    static let configuration = view(
        named: "put",
        "Write the cards of films; values that you leave out are unchanged."
    )

    @Option(Self["timeout"]) var timeout: ParameterValue?
    @Option(Self["stars"]) var stars: ParameterValue?

    @Option(Self["comment"], help: "What you think of it; an empty text removes the comment.")
    var comment: ParameterValue?

    @Option(
        Self["watchedOn"],
        as: "watched",
        help: "The day you watched it, in place of the last one; or all days, separated by commas."
    )
    var watched: ParameterValue?

    @Flag(help: "You have watched it, whatever else is known.")
    var seen = false

    @Flag(Self["rewatch"]) var rewatch = false
    @Option(Self["removeDay"]) var removeDay: ParameterValue?
    @Option(Self["tags"]) var tags: ParameterValue?
    @Option(Self["liked"], help: "Whether you like it: true or false.") var liked: ParameterValue?

    @Option(
        Self["seenBefore"],
        help: "Whether you had watched it before the first day on the card, too: true or false."
    )
    var seenBefore: ParameterValue?

    @Flag(Self["unbookmark"]) var unbookmark = false
    @Option(Self["ifRevision"]) var ifRevision: ParameterValue?

    @Option(
        help: "What to remove from the card, separated by commas: \(Self.removable.joined(separator: ", ")).",
        completion: .list(Self.removable)
    )
    var clear: String?

    @Argument(Self["id"]) var films: [ParameterValue] = []
    @OptionGroup var options: CallOptions

    private static let removable = ["stars", "comment", "watched", "tags"]

    /// The parameters that are `null`, because the values are to be removed.
    private var removed: [ParameterValue] {
        get throws {
            try (clear ?? "").split(scalar: ",").map { word in
                let name = String(word.trimmed)
                guard Self.removable.contains(name) else {
                    let hint = NearestName.hint(for: name, among: Self.removable) ?? ""
                    let expected = Self.removable.joined(separator: ", ")
                    throw ValidationError("--clear: expected \(expected), found '\(name.printable)'. \(hint)")
                }
                return ParameterValue(name == "watched" ? "watchedOn" : name, .null, spelling: "--clear")
            }
        }
    }

    func validate() throws {
        try checkFilms()
        let removed = try removed
        if let twice = removed.first(where: { one in [stars, comment, watched, tags].contains { $0?.name == one.name } }
        ) {
            throw ValidationError("\(twice.name) cannot be set and cleared in one call")
        }
        let isGiven =
            [stars, comment, watched, removeDay, tags, liked, seenBefore].contains { $0 != nil }
            || seen || rewatch || unbookmark
        guard isGiven || !removed.isEmpty else {
            throw ValidationError(
                "nothing to write; give --stars, --comment, --watched, --tags, --liked, --remove-day, --seen, or --clear"
            )
        }
    }

    func run(kinds: [ProviderKind]) async throws {
        let seen = self.seen ? ParameterValue("watched", true, spelling: "--seen") : nil
        try await runEach(adding: try removed + [seen], kinds: kinds)
    }
}

struct RemoveCardCommand: FilmsCommand {
    static let methods = ["cards/remove"]
    static let configuration = view(named: "remove", "Remove the cards of films.")

    @Argument(Self["id"]) var films: [ParameterValue] = []
    @OptionGroup var options: CallOptions
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

struct ShowListsCommand: MethodCommand {
    static let methods = ["lists/list"]
    static let configuration = view(named: "list", "Show the names of your lists.")

    @OptionGroup var paging: PageOptions<Self>
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

/// The options of the commands that ask sources about the bookmarks.
struct BookmarkSourceOptions<Command: MethodCommand>: ParsableArguments {
    @Option(Command["timeout"]) var timeout: ParameterValue?
    @Option(Command["region"]) var region: ParameterValue?
    @Option(Command["providers"]) var providers: ParameterValue?
    @OptionGroup var paging: PageOptions<Command>

    /// Returns the country of the locale, and says so, if neither the command nor the settings name one.
    func home(_ engine: EngineOptions) throws -> ParameterValue? {
        guard region == nil else { return nil }
        if let home = try engine.homeRegion() { return home.announce() }
        guard try RunContext(engine.settings).userSettings()[.region].isEmpty else { return nil }
        throw CommandError("expected a country: add --region KR, or run once: marquee config set region KR", .usage)
    }
}

struct BookmarkOffersCommand: MethodCommand {
    static let methods = ["bookmarks/offers"]
    static let configuration = view(
        named: "offers",
        "Show which bookmarked films can be watched in a country now, and where.",
        "Films whose offers are not known come last."
    )

    @OptionGroup var asked: BookmarkSourceOptions<Self>
    @Option(Self["services"]) var services: ParameterValue?
    @Option(Self["kinds"]) var kinds: ParameterValue?
    @OptionGroup var options: CallOptions

    func run(kinds: [ProviderKind]) async throws {
        try await call(adding: [asked.home(options.engine)], kinds: kinds).run()
    }
}

struct UpcomingBookmarksCommand: MethodCommand {
    static let methods = ["bookmarks/upcoming"]
    static let configuration = view(
        named: "upcoming",
        "Show when bookmarked films come out in a country, or write these days to a calendar file.",
        """
        With --ics, all bookmarks are looked up, and FILE gets an event for each day. Films whose days are not \
        known are named on standard error. An existing FILE is left alone, unless you pass --force.
        """
    )

    @OptionGroup var asked: BookmarkSourceOptions<Self>
    @Option(Self["from"]) var from: ParameterValue?
    @Option(Self["to"]) var to: ParameterValue?

    @Option(help: "Write the days as iCalendar to this file.", completion: .file(extensions: ["ics"]))
    var ics: String?

    @Flag(help: "Overwrite an existing file.")
    var force = false
    @OptionGroup var options: CallOptions

    func validate() throws {
        if force, ics == nil { throw ValidationError("--force is for --ics only") }
        if ics != nil, asked.paging.isGiven {
            throw ValidationError("--ics is about all bookmarks; leave out --page, --limit, and --cursor")
        }
    }

    func run(kinds: [ProviderKind]) async throws {
        let home = try asked.home(options.engine)
        guard let ics else { return try await call(adding: [home], kinds: kinds).run() }
        let output = ics == "-" ? nil : ics
        if let output { try OutputFile(path: output).check(isForced: force) }
        let (format, limit) = (ParameterValue("format", "ics"), ParameterValue("limit", 1_000))
        let answer = try await call(adding: [format, limit, home], kinds: kinds).answer()
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
        let count = answer["releases"].list.count
        CommandErrors.write("\(count) release \(count == 1 ? "day" : "days") written to \(output.printable)")
    }
}
