import ArgumentParser
import JSON
import MovieAggregation
import MovieDomain
import MovieService
import Platform
import ProviderLanguage

struct BookmarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookmarks",
        abstract: "List, show, add, and remove bookmarks, and tell where to watch them and when they come out.",
        discussion: """
              marquee bookmarks
              marquee bookmarks --unwatched --genre drama --minutes 100 --sort random
              marquee bookmarks add parasite 'john wick'
              marquee bookmarks remove parasite
              marquee bookmarks offers --region KR --services Netflix,wavve
              marquee bookmarks upcoming --region KR --ics releases.ics
            """,
        subcommands: [
            ListBookmarksCommand.self, ShowFilmCommand.self, AddBookmarkCommand.self, RemoveBookmarkCommand.self,
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
        """
        Films without what a filter looks at are left out and counted.

          marquee bookmarks list --unwatched --minutes 100
          marquee bookmarks list --genre 스릴러 --sort year
        """
    )

    @OptionGroup var filter: FilterOptions<Self>
    @OptionGroup var watching: WatchedOptions
    @OptionGroup var options: CallOptions

    func run(kinds: [ProviderKind]) async throws { try await call(adding: [watching.value], kinds: kinds).run() }
}

struct AddBookmarkCommand: FilmsCommand {
    static let methods = ["bookmarks/add"]
    static let configuration = view(
        named: "add",
        "Bookmark films.",
        """
          marquee bookmarks add parasite
          marquee bookmarks add @1 @3 'john wick'
        """
    )

    @Option(Self["timeout"]) var timeout: ParameterValue?
    @Argument(Self["id"]) var films: [ParameterValue] = []
    @OptionGroup var options: CallOptions
}

struct RemoveBookmarkCommand: FilmsCommand {
    static let methods = ["bookmarks/remove"]
    static let configuration = view(
        named: "remove",
        "Remove bookmarks.",
        """
          marquee bookmarks remove parasite
          marquee bookmarks remove @1 @3
        """
    )

    @Argument(Self["id"]) var films: [ParameterValue] = []
    @OptionGroup var options: CallOptions
}

/// The options of the commands that ask sources about the bookmarks.
struct BookmarkSourceOptions<Command: MethodCommand>: ParsableArguments {
    @Option(Command["timeout"]) var timeout: ParameterValue?
    @Option(Command["region"]) var region: ParameterValue?
    @Option(Command["providers"]) var providers: ParameterValue?
    @OptionGroup var paging: PageOptions<Command>

    /// Returns the country of the locale, and tells the user, if neither the command nor the settings name one.
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
        """
        Films whose offers are not known come last.

          marquee bookmarks offers --region KR
          marquee bookmarks offers --services Netflix,wavve --kinds stream
        """
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

          marquee bookmarks upcoming --region KR
          marquee bookmarks upcoming --ics releases.ics --force
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
        let answer = try await call(adding: [format, limit, home], kinds: kinds).answer(as: BookmarkReleasesResult.self)
        // A calendar without these days would take them out of the calendars that subscribe to it.
        let unknown = answer.unknown
        if answer.count == 0, !unknown.isEmpty, unknown.allSatisfy({ $0.status == .unanswered }) {
            throw CommandError("no source answers; \(output ?? "the calendar") was not written", .unavailable)
        }
        for film in unknown {
            CommandErrors.write("\(film.status.rawValue): \(film.title ?? "")".printable)
        }
        if answer.page.hasMore == true {
            CommandErrors.write("warning: only the newest 1000 bookmarks were looked up")
        }
        let text = Array((answer.text ?? "").utf8)
        guard let output else { return try CommandOutput.print(bytes: text) }
        try FileSystem.local.write(text, output).get()
        CommandErrors.write(
            "\(answer.count) release \(answer.count == 1 ? "day" : "days") written to \(output.printable)"
        )
        if unknown.contains(where: { $0.status == .unanswered }) { throw ExitCode.partly }
    }
}
