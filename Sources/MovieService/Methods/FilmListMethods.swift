import JSON
import MovieAggregation
import MovieDomain

/// The order and the filters of a list of films at the sources, as a call names them.
private struct FilmListRequest {
    var query = ListQuery(window: RowWindow(count: 0))
    /// The first and the last day of release.
    var days: (first: NamedDay?, last: NamedDay?)

    /// The query, with its days on a day.
    func query(on today: CalendarDate) -> ListQuery {
        var query = query
        (query.firstDay, query.lastDay) = (days.first?.date(on: today), days.last?.date(on: today))
        return query
    }

    static let parameters = Parameter<FilmListRequest>(
        Parameter<ListQuery.Kind?>.optional(
            "kind",
            .choice,
            "A list that the sources maintain, in its own order; not with `sort` or `direction`."
        ),
        Parameter<ListQuery.Sort?>.optional("sort", .choice, "The sort key; by default, the source's own order."),
        Parameter<ListQuery.Order?>.optional(
            "direction",
            .choice,
            "By default, ascending for titles and descending otherwise."
        ),
        Parameter<String?>.optional(
            "genre",
            .genre.showing("drama", "science-fiction"),
            "A genre's slug, or its name in Korean or English."
        ),
        Parameter<String?>.optional("withoutGenre", .genre.showing("horror"), "A genre that the film is not of."),
        Parameter<Double?>.optional("minimumRating", .number(CallRange.ratings), "The minimum rating, out of 10."),
        Parameter<Int?>.optional(
            "minimumVotes",
            .integer(CallRange.votes),
            "The minimum number of votes for the rating."
        ),
        Parameter<Int?>.optional("year", .integer(CallRange.years), "The year of the release."),
        Parameter<NamedDay?>.optional("from", .start, "The first day of the release."),
        Parameter<NamedDay?>.optional("to", .end, "The last day of the release."),
        Parameter<Int?>.optional("minimumMinutes", .integer(CallRange.minutes), "The minimum running time."),
        Parameter<Int?>.optional("maximumMinutes", .integer(CallRange.minutes), "The maximum running time."),
        Parameter<String?>.optional(
            "country",
            .region.showing("KR"),
            "The country of production, by code or name."
        ),
        Parameter<String?>.optional(
            "originalLanguage",
            .language.showing("ko"),
            "The language in which the film was made."
        ),
        Parameter<String?>.optional("director", .words.showing("봉준호"), "The name of a director."),
        Parameter<MovieID?>.optional(
            "person",
            .personID.showing("tmdb:21684"),
            "A person who worked on the film, by an id of the listing source: `tmdb:21684`."
        ),
        Parameter<[String]>.defaulted(
            "services",
            .list(of: .words.naming(.service)).showing(["Netflix", "wavve"]),
            to: [],
            "Services of which one has the film in `region`, by their names, also in Korean."
        ),
        Parameter<String?>.optional(
            "region",
            .region.showing("KR"),
            "The country whose cinemas a `kind` is about, or that of the `services`."
        ),
        Parameter<String?>.setting("region", .region)
    ) {
        kind,
        sort,
        direction,
        genre,
        otherGenre,
        rating,
        votes,
        year,
        first,
        last,
        minimumMinutes,
        maximumMinutes,
        country,
        language,
        director,
        person,
        services,
        region,
        home in
        var request = FilmListRequest(days: (first, last))
        (request.query.kind, request.query.sort, request.query.order) = (kind, sort, direction)
        (request.query.genre, request.query.withoutGenre) = (genre, otherGenre)
        (request.query.minimumRating, request.query.minimumVotes) = (rating, votes)
        (request.query.minimumMinutes, request.query.maximumMinutes) = (minimumMinutes, maximumMinutes)
        (request.query.year, request.query.country, request.query.originalLanguage) = (year, country, language)
        (request.query.director, request.query.person) = (director, person)
        request.query.services = services.map(ServiceName.init)
        // What is popular is so everywhere, and some sources know no countries.
        let isLocal = !services.isEmpty || kind == .nowPlaying || kind == .upcoming
        request.query.region = region ?? (isLocal ? home : nil)
        return request
    }
}

extension MethodDeclaration {
    static let moviesList = MethodDeclaration(
        "movies/list",
        summary: "Lists films in a given order, without a query.",
        description:
            "A source that cannot apply a filter is reported as `unsupported`; it never returns unfiltered films.",
        example: MethodExample(
            "the best science fiction",
            ["sort": "rating", "direction": "descending", "genre": "science-fiction", "limit": 1],
            result: ExampleFilms.shortPage
        ),
        parameters: FilmListRequest.parameters,
        MovieParameters.adult,
        MovieParameters.paging(),
        MovieParameters.providers,
        MovieParameters.look,
        asking: { context, request, adult, page, providers, look async throws(ServiceError) in
            var context = context
            context.showsAdult = adult
            var list = ListMovies(page: page)
            list.query = request.query(on: try context.catalogue.today)
            list.query.languages = look.languages
            list.providers = providers
            return try await context.run(list, asking: providers, imageWidth: look.imageWidth)
        }
    )

    static let moviesTrending = MethodDeclaration(
        "movies/trending",
        summary: "Lists trending films.",
        example: MethodExample("today's first", ["window": "day", "limit": 1], result: ExampleFilms.shortPage),
        parameters: Parameter<ListQuery.Trend>.defaulted("window", .choice, to: .day, "The period of the trend."),
        MovieParameters.adult,
        MovieParameters.paging(),
        MovieParameters.providers,
        MovieParameters.look,
        asking: { context, trend, adult, page, providers, look async throws(ServiceError) in
            var context = context
            context.showsAdult = adult
            var list = ListMovies(page: page)
            (list.query.trending, list.query.languages) = (trend, look.languages)
            list.providers = providers
            return try await context.run(list, asking: providers, imageWidth: look.imageWidth)
        }
    )
}

extension ListQuery.Kind: WireChoice {}
extension ListQuery.Sort: WireChoice {}
extension ListQuery.Order: WireChoice {}
extension ListQuery.Trend: WireChoice {}
