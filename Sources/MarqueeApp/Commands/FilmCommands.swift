import ArgumentParser
import MovieDomain
import MovieService
import Platform

/// The parameters of a call as options give them, in the form `NAME=VALUE`; one that is `nil` is left out.
struct GivenParameters: ExpressibleByDictionaryLiteral {
    private(set) var words: [String]

    init(dictionaryLiteral elements: (String, (any LosslessStringConvertible)?)...) {
        words = elements.compactMap { name, value in value.map { "\(name)=\($0)" } }
    }

    static func + (left: GivenParameters, right: GivenParameters) -> GivenParameters {
        var sum = left
        sum.words += right.words
        return sum
    }
}

/// The options of the commands that make one method call.
struct CallOptions: ParsableArguments {
    @OptionGroup var engine: EngineOptions

    @Option(help: "table or json (default: table on a terminal, json elsewhere).")
    var format: AnswerFormat?

    /// The call, whose parameters are a JSON object or `NAME=VALUE` pairs.
    func call(_ method: String, _ parameters: [String], as command: [String] = [], kinds: [ProviderKind]) -> OneCall {
        OneCall(
            settings: engine.settings,
            kinds: kinds,
            method: method,
            parameters: parameters,
            format: format,
            command: command
        )
    }

    func run(
        _ method: String,
        _ parameters: GivenParameters,
        as command: [String] = [],
        kinds: [ProviderKind]
    ) async throws {
        try await call(method, parameters.words, as: command, kinds: kinds).run()
    }
}

/// The option of the commands that ask sources.
struct TimeoutOption: ParsableArguments {
    // A negative number is a value that the method refuses, rather than an option that takes the place of the value.
    @Option(name: .customLong("timeout"), parsing: .unconditional, help: "The seconds to wait for the sources.")
    var seconds: String?

    /// The time for work of this command after its call, which has refused a value that is no number.
    var duration: Duration { .seconds(seconds.flatMap(Double.init) ?? 8) }
}

/// The options of the commands that ask sources for titles and texts.
struct ProviderOptions: ParsableArguments {
    @OptionGroup var options: CallOptions
    @OptionGroup var timeout: TimeoutOption

    @Option(help: "The languages of titles and texts, best first, such as en,ko.")
    var languages: String?

    /// Makes the call; `command` are the words of the command line without options.
    func run(
        _ method: String,
        _ parameters: GivenParameters,
        as command: [String],
        kinds: [ProviderKind]
    ) async throws {
        let own: GivenParameters = ["timeout": timeout.seconds, "languages": languages]
        try await options.run(method, parameters + own, as: command, kinds: kinds)
    }
}

/// The argument of the commands for one film.
struct FilmArgument: ParsableArguments {
    @Argument(help: "An id of the film, such as imdb:tt6751668.")
    var id: String
}

/// The options of the commands whose answers have pages.
struct PageOptions: ParsableArguments {
    @Option(help: "The page, from 1.")
    var page: Int?

    @Option(help: "The number of entries per page.")
    var limit: Int?

    var parameters: GivenParameters { ["page": page, "limit": limit] }
}

struct SearchCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search for films by words of their titles.",
        discussion: "The same as: marquee call movies/search query=…"
    )

    @OptionGroup var source: ProviderOptions

    @Option(help: "The year of the film.")
    var year: Int?

    @OptionGroup var paging: PageOptions

    @Option(help: "The sources to ask, separated by commas.", completion: .custom(Completions.providers))
    var providers: String?

    @Argument(help: "Words of the title, in any language.")
    var query: [String] = []

    func validate() throws {
        if query.isEmpty { throw ValidationError("expected a title; try: marquee search parasite") }
    }

    func run(kinds: [ProviderKind]) async throws {
        let text = query.joined(separator: " ")
        try await source.run(
            "movies/search",
            ["query": text, "year": year, "providers": providers] + paging.parameters,
            as: ["search", text],
            kinds: kinds
        )
    }
}

struct FilmListCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List popular, trending, or new films, or those of a genre, a year, or a country.",
        discussion: """
            The same as: marquee call movies/list, or movies/trending for trending

              marquee list upcoming
              marquee list --genre drama --rating 7 --sort year
            """
    )

    @OptionGroup var source: ProviderOptions

    @Option(help: "A genre, such as drama or 드라마.")
    var genre: String?

    @Option(help: "The minimum rating, out of 10.")
    var rating: Double?

    @Option(help: "The year of the release.")
    var year: Int?

    @Option(help: "The country where the films were made, such as KR.")
    var country: String?

    @Option(help: "A person who worked on the films, by an id such as tmdb:21684.")
    var person: String?

    @Option(help: "The country whose cinemas a list such as upcoming is about, such as KR.")
    var region: String?

    @Option(
        help: "The order: popularity, rating, year, title, or added.",
        completion: .list(ListQuery.Sort.allCases.map(\.rawValue))
    )
    var sort: String?

    @Option(
        help: "The direction of the order: ascending or descending.",
        completion: .list(["ascending", "descending"])
    )
    var order: String?

    @OptionGroup var paging: PageOptions

    @Option(help: "The sources to ask, separated by commas.", completion: .custom(Completions.providers))
    var providers: String?

    @Argument(
        help: "A list that the sources maintain: popular, top-rated, now-playing, upcoming, or trending.",
        completion: .list(Self.kinds)
    )
    var kind: String?

    func validate() throws {
        guard let kind, !Self.kinds.contains(kind.replacing(scalars: "_", with: "-")) else { return }
        throw ValidationError("expected one of \(Self.kinds.joined(separator: ", ")), found '\(kind.printable)'")
    }

    private static let trending = "trending"
    private static let kinds =
        ListQuery.Kind.allCases.map { $0.rawValue.replacing(scalars: "_", with: "-") } + [trending]

    func run(kinds: [ProviderKind]) async throws {
        let isTrending = kind == Self.trending
        try await source.run(
            isTrending ? "movies/trending" : "movies/list",
            [
                "kind": isTrending ? nil : kind?.replacing(scalars: "-", with: "_"), "genre": genre,
                "minimumRating": rating,
                "year": year, "country": country, "person": person, "region": region, "sort": sort,
                "order": order, "providers": providers,
            ] + paging.parameters,
            as: ["list"] + [kind].compactMap(\.self),
            kinds: kinds
        )
    }
}

struct PeopleCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "people",
        abstract: "Search for people by name, or show one person with all films.",
        discussion: """
            The same as: marquee call people/search query=…, or people/get id=…

              marquee people 봉준호
              marquee people tmdb:21684
            """
    )

    @OptionGroup var source: ProviderOptions
    @OptionGroup var paging: PageOptions

    @Option(help: "The sources to ask, separated by commas.", completion: .custom(Completions.providers))
    var providers: String?

    @Argument(help: "Words of a name, in any script, or the id of one person.")
    var words: [String] = []

    func validate() throws {
        if words.isEmpty { throw ValidationError("expected a name; try: marquee people 봉준호") }
    }

    func run(kinds: [ProviderKind]) async throws {
        let text = words.joined(separator: " ")
        let isID = words.count == 1 && MovieID(parsing: text) != nil
        try await source.run(
            isID ? "people/get" : "people/search",
            [isID ? "id" : "query": text, "providers": providers] + paging.parameters,
            as: ["people", text],
            kinds: kinds
        )
    }
}

struct BoxOfficeCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "boxoffice",
        abstract: "Show the box office of a day or a week.",
        discussion: """
            The same as: marquee call boxOffice/daily, or boxOffice/weekly with --weekly

              marquee boxoffice 2026-11-19 --enrich
              marquee boxoffice --weekly --span weekend
            """
    )

    @OptionGroup var source: ProviderOptions

    @Flag(help: "Show the week that contains the day.")
    var weekly = false

    @Option(help: "The part of the week: week, weekend, or weekdays. Implies --weekly.", completion: .list(Self.spans))
    var span: String?

    @Option(help: "A region, by its name or its code.")
    var region: String?

    @Option(
        help: "Only films of the source's country, or only foreign ones: domestic or foreign.",
        completion: .list(BoxOfficeQuery.Nationality.allCases.map(\.rawValue))
    )
    var nationality: String?

    @Option(
        help: "Only art-house films, or only the others: art or commercial.",
        completion: .list(BoxOfficeQuery.Category.allCases.map(\.rawValue))
    )
    var category: String?

    @Option(help: "The maximum number of films.")
    var limit: Int?

    @Flag(help: "Look up every film at the other sources, too.")
    var enrich = false

    @Option(
        help: "The sources of the figures, separated by commas; the first one with figures is used.",
        completion: .custom(Completions.providers)
    )
    var providers: String?

    @Argument(help: "A day, such as 2026-11-19, or yesterday, the last complete one (the default).")
    var date: String?

    private static let spans = ["week", "weekend", "weekdays"]

    func run(kinds: [ProviderKind]) async throws {
        try await source.run(
            weekly || span != nil ? "boxOffice/weekly" : "boxOffice/daily",
            [
                "date": date, "span": span, "region": region, "nationality": nationality, "category": category,
                "limit": limit, "enrich": enrich ? true : nil, "providers": providers,
            ],
            as: ["boxoffice"],
            kinds: kinds
        )
    }
}

struct MovieCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "movie",
        abstract: "Show everything that the sources know about one film.",
        discussion: """
            The same as: marquee call movies/get id=…

              marquee movie imdb:tt6751668 --include similar,videos
            """
    )

    @OptionGroup var source: ProviderOptions

    @Option(
        help: "Parts to fetch as well, separated by commas.",
        completion: .list(LookupQuery.Part.allCases.map(\.rawValue))
    )
    var include: String?

    @Option(help: "The country for certifications, releases, and where to watch, such as KR.")
    var region: String?

    @Argument(help: "An id of the film, such as imdb:tt6751668 or kofic:20183782.")
    var id: String?

    func validate() throws {
        guard let id else { throw ValidationError("expected the id of a film; try: marquee movie imdb:tt6751668") }
        guard MovieID(parsing: id) == nil, !id.contains(scalars: ":") else { return }
        throw ValidationError(
            "expected an id such as imdb:tt6751668, found '\(id.prefix(64))'; to find a film by its title: "
                + CommandSuggestion.line(["search", id])
        )
    }

    func run(kinds: [ProviderKind]) async throws {
        try await source.run(
            "movies/get",
            ["id": id, "include": include, "region": region],
            as: ["movie", id ?? ""],
            kinds: kinds
        )
    }
}

struct ProvidersCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers",
        abstract: "Show the state of the configured sources: what they need, and their remaining quotas.",
        discussion: """
            The same as: marquee call providers/status

            Sends no requests. Quotas are counted across all processes of the user. So are requests, cache hits, and \
            unreadable values, over the last seven days. A running server adds its counts every minute and when it \
            ends. Latencies cover one process.
            """
    )

    @OptionGroup var options: CallOptions

    @Argument(help: "A source, by its id in providers.yaml (default: all).", completion: .custom(Completions.providers))
    var provider: String?

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("providers/status", ["provider": provider], kinds: kinds)
    }
}
