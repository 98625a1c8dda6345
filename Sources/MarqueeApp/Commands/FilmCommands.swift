import ArgumentParser
import JSON
import MovieAggregation
import MovieDomain
import MovieService
import Platform

struct SearchCommand: MethodCommand {
    static let methods = ["movies/search"]
    static let demonstration = ["search", "parasite"]
    static let configuration = view(
        named: "search",
        "Search for films by words of their titles.",
        """
          marquee search parasite
          marquee search 기생충 --year 2019 --limit 5

        An id, or the address of the page of a film, finds that film.
        """
    )

    @Option(Self["year"]) var year: ParameterValue?
    @Flag(Self["adult"], help: "Show films for adults only, too.") var adult = false
    @Argument(Self["query"]) var query: [ParameterValue] = []
    @OptionGroup var sources: SourceOptions<Self>
    @OptionGroup var paging: PageOptions<Self>
    @OptionGroup var options: CallOptions

    func validate() throws {
        if query.isEmpty { throw ValidationError("expected a title; try: marquee search parasite") }
    }
}

struct FilmListCommand: MethodCommand {
    static let methods = ["movies/list", "movies/trending"]
    static let demonstration = ["list", "popular"]
    static let configuration = view(
        named: "list",
        "List popular, trending, or new films, or those of a genre, a year, or a country.",
        """
          marquee list upcoming
          marquee list --genre drama --rating 7 --sort year
          marquee list --services netflix --region KR --minutes 100
          marquee list --country KR --director 봉준호
        """
    )

    @Option(Self["genre"]) var genre: ParameterValue?
    @Option(Self["withoutGenre"]) var withoutGenre: ParameterValue?
    @Option(Self["minimumRating"], as: "rating") var rating: ParameterValue?
    @Option(Self["minimumVotes"], as: "votes") var votes: ParameterValue?
    @Option(Self["year"]) var year: ParameterValue?
    @Option(Self["from"]) var from: ParameterValue?
    @Option(Self["to"]) var to: ParameterValue?
    @Option(Self["minimumMinutes"]) var minimumMinutes: ParameterValue?
    @Option(Self["maximumMinutes"], as: "minutes") var minutes: ParameterValue?
    @Option(Self["country"]) var country: ParameterValue?
    @Option(Self["originalLanguage"]) var originalLanguage: ParameterValue?
    @Option(Self["director"]) var director: ParameterValue?
    @Option(Self["person"]) var person: ParameterValue?
    @Option(Self["services"]) var services: ParameterValue?

    @Option(
        Self["region"],
        help: "The country whose cinemas a list such as upcoming is about, or that of the services."
    )
    var region: ParameterValue?

    @Flag(Self["adult"], help: "Show films for adults only, too.") var adult = false

    @Option(Self["sort"]) var sort: ParameterValue?

    @Option(Self["direction"]) var direction: ParameterValue?

    // The words of the method have other hyphens, and one of the lists is a method of its own.
    @Argument(
        help: "A list that the sources maintain: popular, top-rated, now-playing, upcoming, or trending.",
        completion: .list(Self.kinds)
    )
    var kind: String?
    @OptionGroup var sources: SourceOptions<Self>
    @OptionGroup var paging: PageOptions<Self>
    @OptionGroup var options: CallOptions

    func validate() throws {
        guard let kind, !Self.kinds.contains(kind.replacing(scalars: "_", with: "-")) else { return }
        throw ValidationError("expected one of \(Self.kinds.joined(separator: ", ")), found '\(kind.printable)'")
    }

    /// Returns the list, or the option, that a word means which is the name of no list; `nil` if it means nothing.
    static func words(meantBy word: String) -> [String]? {
        guard !kinds.contains(word), !word.hasPrefix(scalars: "-") else { return nil }
        if let genre = Genre(name: word) { return ["--genre", genre.rawValue] }
        if let list = otherWords[word.lowercased()] ?? NearestName.nearest(to: word, among: kinds) { return [list] }
        let directions = ["ascending", "descending"].filter { $0.hasPrefix(scalars: word.lowercased()) }
        if word.count > 2, let direction = directions.first { return ["--direction", direction] }
        if let year = Int(word), (1880...2100).contains(year) { return ["--year", word] }
        let country = Country.code(of: word).uppercased()
        return Country.isCode(country) && Country.exists(country) ? ["--country", country] : nil
    }

    private static let trending = "trending"
    private static let otherWords = [
        "top": "top-rated", "best": "top-rated", "toprated": "top-rated", "new": "now-playing", "latest": "now-playing",
        "nowplaying": "now-playing", "soon": "upcoming", "hot": "trending", "인기": "popular", "개봉예정": "upcoming",
    ]
    private static let kinds =
        ListQuery.Kind.allCases.map { $0.rawValue.replacing(scalars: "_", with: "-") } + [trending]

    func run(kinds: [ProviderKind]) async throws {
        if kind == Self.trending { return try await call("movies/trending", kinds: kinds).run() }
        let list = kind.map {
            ParameterValue("kind", .string($0.replacing(scalars: "-", with: "_")), spelling: "KIND")
        }
        let home = services != nil && region == nil ? HomeRegion.current?.announce() : nil
        try await call(adding: [list, home], kinds: kinds).run()
    }
}

struct PeopleCommand: MethodCommand {
    static let methods = ["people/search", "people/get"]
    static let demonstration = ["people", "봉준호"]
    static let configuration = view(
        named: "people",
        "Search for people by name, or show one person with all films.",
        """
          marquee people 봉준호
          marquee people tmdb:21684
        """
    )

    @Argument(help: "Words of a name, in any script, or the id of one person.")
    var words: [String] = []
    @OptionGroup var sources: SourceOptions<Self>
    @OptionGroup var paging: PageOptions<Self>
    @OptionGroup var options: CallOptions

    func validate() throws {
        if words.isEmpty { throw ValidationError("expected a name; try: marquee people 봉준호") }
    }

    func run(kinds: [ProviderKind]) async throws {
        let text = words.joined(separator: " ")
        let isID = words.count == 1 && MovieID(parsing: text) != nil
        let given = ParameterValue(isID ? "id" : "query", .string(text), spelling: isID ? "ID" : "NAME")
        try await call(isID ? "people/get" : "people/search", adding: [given], kinds: kinds).run()
    }
}

struct CollectionCommand: MethodCommand {
    static let methods = ["collections/get"]
    static let demonstration = ["collection", "demo:1"]
    static let configuration = view(
        named: "collection",
        "Show a film and its sequels, in the order of release.",
        """
          marquee collection parasite
          marquee collection --id tmdb:2344
        """
    )

    @Option(Self["id"]) var id: ParameterValue?
    @Flag(Self["adult"], help: "Show films for adults only, too.") var adult = false
    @Argument(Self["film"]) var film: [ParameterValue] = []
    @OptionGroup var sources: SourceOptions<Self>
    @OptionGroup var options: CallOptions

    func validate() throws {
        if film.isEmpty, id == nil { throw ValidationError("expected a film; try: marquee collection parasite") }
    }
}

struct CreditsCommand: MethodCommand {
    static let methods = ["credits/list"]
    static let demonstration = ["credits", "demo:1"]
    static let configuration = view(
        named: "credits",
        "Show the whole cast or crew of a film.",
        """
          marquee credits parasite
          marquee credits parasite --kind crew --limit 100
        """
    )

    @Option(Self["kind"]) var kind: ParameterValue?
    @Argument(Self["id"]) var film: [ParameterValue] = []
    @OptionGroup var sources: SourceOptions<Self>
    @OptionGroup var paging: PageOptions<Self>
    @OptionGroup var options: CallOptions

    func validate() throws {
        if film.isEmpty { throw ValidationError("expected a film; try: marquee credits parasite") }
    }
}

struct BoxOfficeCommand: MethodCommand {
    static let methods = ["boxOffice/daily", "boxOffice/weekly"]
    static let demonstration = ["boxoffice"]
    static let configuration = view(
        named: "boxoffice",
        "Show the box office of a day or a week.",
        """
          marquee boxoffice 2026-11-19 --enrich
          marquee boxoffice --weekly --span weekend
          marquee boxoffice --posters -o posters.html
        """
    )

    @Flag(help: "Show the week that contains the day.")
    var weekly = false

    @Option(
        Self["span"],
        help: "The part of the week: Monday to Sunday, Friday to Sunday, or Monday to Thursday. Implies --weekly."
    )
    var span: ParameterValue?

    @Option(Self["region"]) var region: ParameterValue?
    @Option(Self["nationality"]) var nationality: ParameterValue?
    @Option(Self["category"]) var category: ParameterValue?
    @Option(Self["limit"]) var limit: ParameterValue?
    @Flag(Self["enrich"]) var enrich = false
    @Flag(help: "Show the posters on a terminal that can, or print a page with them. Implies --enrich.")
    var posters = false
    @Option(
        name: [.short, .customLong("output")],
        help: "Write the posters to this file: a page in HTML, or a picture in PNG.",
        completion: .file()
    )
    var output: String?
    @Flag(help: "Overwrite an existing file.")
    var force = false
    @Argument(Self["date"]) var date: ParameterValue?
    @OptionGroup var sources: SourceOptions<Self>
    @OptionGroup var options: CallOptions

    func validate() throws {
        if !posters, output != nil || force { throw ValidationError("--output and --force are for --posters only") }
        if let output { try OutputFile.checkEnding(of: output, ["html", "htm", "png"], "the posters") }
        if !weekly, span == nil, let words = date?.text {
            let period = ForeignCommand.period(words).map { ["boxoffice"] + $0 }
            let month = DayText.isMonth(words) ? ["trend", "--from", words] : nil
            let count = Int(words).flatMap { (1...100).contains($0) ? ["boxoffice", "--limit", words] : nil }
            let isFile = posters && output == nil && words.contains(scalars: ".") && !DayText.isDay(words)
            let file = isFile ? ["boxoffice", "--posters", "-o", words] : nil
            guard let line = period ?? month ?? count ?? file else { return }
            throw ValidationError("'\(words.printable)' is not a day; did you mean: \(CommandSuggestion.line(line))")
        }
    }

    func run(kinds: [ProviderKind]) async throws {
        let method = weekly || span != nil ? "boxOffice/weekly" : "boxOffice/daily"
        guard posters else { return try await call(method, kinds: kinds).run() }
        if let output { try OutputFile(path: output).check(isForced: force) }
        let way = output == nil ? PictureProtocol.ofOutput : nil
        if output == nil, way == nil, CommandOutput.isTerminal {
            let line = CommandSuggestion.line(CurrentProcess.arguments.dropFirst() + ["-o", "posters.html"])
            throw CommandError("this terminal shows no pictures; a page with them: \(line)", .usage)
        }
        let isAsked = enrich ? nil : ParameterValue("enrich", true)
        let call = try call(method, adding: [isAsked], kinds: kinds)
        let sheet = PosterSheet(try await call.answer(as: BoxOfficeResult.self))
        if let way { return try await sheet.show(by: way, with: call) }
        guard let output else { return try CommandOutput.print(sheet.page) }
        let isPicture = output.lowercased().hasSuffix(scalars: ".png")
        guard isPicture else {
            try FileSystem.local.write(Array(sheet.page.utf8), output).get()
            return CommandErrors.write("the posters of \(sheet.films.count) films were written to \(output)".printable)
        }
        let (bytes, count) = try await sheet.picture(with: call)
        guard count > 0 else { throw CommandError("there is no poster, so no picture was written", .unavailable) }
        try FileSystem.local.write(bytes, output).get()
        for film in sheet.films { try CommandOutput.print(film.caption.printable) }
        CommandErrors.write("\(count) of \(sheet.films.count) posters were written to \(output)".printable)
    }
}

struct MovieCommand: MethodCommand {
    static let methods = ["movies/get"]
    static let demonstration = ["movie", "imdb:tt6751668"]
    static let configuration = view(
        named: "movie",
        "Show everything that the sources know about one film.",
        """
          marquee movie 기생충 2019
          marquee movie imdb:tt6751668 --include similar,videos
        """
    )

    @Option(Self["timeout"]) var timeout: ParameterValue?
    @Option(Self["languages"]) var languages: ParameterValue?
    @Option(Self["providers"]) var providers: ParameterValue?
    @Option(Self["include"]) var include: ParameterValue?
    @Option(Self["region"]) var region: ParameterValue?
    @Argument(Self["id"]) var film: [ParameterValue] = []
    @OptionGroup var options: CallOptions

    func validate() throws {
        if film.isEmpty { throw ValidationError("expected a film; try: marquee movie parasite") }
    }
}
