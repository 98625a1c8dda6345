import ArgumentParser
import JSON
import MovieDomain
import Platform

struct CardsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards",
        abstract: "List, show, count, add, and remove cards: your stars and comments.",
        discussion: """
              marquee cards --sort stars
              marquee cards add parasite --stars 4.5 --watched yesterday
              marquee cards show parasite
              marquee cards stats --year 2026
              marquee cards remove parasite
            """,
        subcommands: [
            ListCardsCommand.self, ShowFilmCommand.self, CardStatisticsCommand.self, PutCardCommand.self,
            RemoveCardCommand.self,
        ],
        defaultSubcommand: ListCardsCommand.self
    )
}

struct ListCardsCommand: MethodCommand {
    static let methods = ["cards/list"]
    static let configuration = view(
        named: "list",
        "List the cards.",
        """
        Films without what a filter looks at are left out and counted.

          marquee cards list --sort stars
          marquee cards list --liked true --genre 드라마
        """
    )

    @OptionGroup var filter: FilterOptions<Self>
    @OptionGroup var watching: WatchedOptions
    @OptionGroup var options: CallOptions

    func validate() throws {
        // Every card is of a film that was watched.
        if watching.isUnwatched {
            throw ValidationError("an unwatched film has no card; did you mean: marquee bookmarks --unwatched")
        }
    }
}

struct CardStatisticsCommand: MethodCommand {
    static let methods = ["cards/stats"]
    static let configuration = view(
        named: "stats",
        "Count what you have watched: films, hours, stars, genres, and people.",
        """
          marquee cards stats
          marquee cards stats --year 2026
        """
    )

    @Option(Self["year"], help: "The year of the viewings; by default, all.") var year: ParameterValue?
    @Option(Self["limit"]) var limit: ParameterValue?
    @OptionGroup var options: CallOptions
}

struct PutCardCommand: FilmsCommand {
    static let methods = ["cards/put"]
    static let configuration = view(
        named: "add",
        "Write the cards of films; values that you leave out are unchanged.",
        """
          marquee cards add parasite --stars 4.5 --watched yesterday
          marquee cards add parasite --tags cinema --liked true
        """,
        oldWords: ["put"]
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
            let words = films.compactMap(\.text)
            if words.count > 1, let last = words.last, let count = last.starCount {
                let title = words.dropLast().joined(separator: " ")
                let line = CommandSuggestion.line(["cards", "add", title, "--stars", count])
                throw ValidationError("'\(last.printable)' is not a film; did you mean: \(line)")
            }
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
    static let configuration = view(
        named: "remove",
        "Remove the cards of films.",
        """
          marquee cards remove parasite
          marquee cards remove @1 @3
        """
    )

    @Argument(Self["id"]) var films: [ParameterValue] = []
    @OptionGroup var options: CallOptions
}
