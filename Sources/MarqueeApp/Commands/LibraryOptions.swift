import ArgumentParser
import JSON
import MovieDomain

/// `show` of bookmarks and cards.
struct ShowFilmCommand: MethodCommand {
    static let methods = ["movies/get"]
    static let configuration = view(
        named: "show",
        "Show a film with what you have said about it.",
        """
          marquee bookmarks show parasite
          marquee cards show parasite
        """
    )

    @Option(Self["timeout"]) var timeout: ParameterValue?
    @Option(Self["languages"]) var languages: ParameterValue?
    @Argument(Self["id"]) var film: [ParameterValue] = []
    @OptionGroup var options: CallOptions

    func validate() throws {
        if film.isEmpty { throw ValidationError("expected a film; try: marquee bookmarks show parasite") }
    }
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
    @Option(Command["tag"]) var tag: ParameterValue?
    @Option(Command["liked"], help: "Whether you like the film: true or false.") var liked: ParameterValue?
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
