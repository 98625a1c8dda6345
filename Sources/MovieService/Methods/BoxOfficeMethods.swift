import JSON
import MovieAggregation
import MovieDomain

private enum BoxOfficeParameters {
    static let providers = Parameter<[ProviderID]>.defaulted(
        "providers",
        .list(of: .provider).showing(["kofic"]),
        to: [],
        "The sources of the figures, by their ids in `providers.yaml`; by default, all that have a box office. "
            + "The first one with entries is used."
    )
}

extension NamedDay {
    /// The day of a box office; `nil` is the last complete one at the source.
    fileprivate func ofBoxOffice(in context: MethodContext) throws(ServiceError) -> CalendarDate? {
        self == .yesterday ? nil : date(on: try context.catalogue.today)
    }

    /// The day of a trend.
    fileprivate func ofTrend(in context: MethodContext) throws(ServiceError) -> ShowTrend.Day {
        try ofBoxOffice(in: context).map(ShowTrend.Day.date) ?? .yesterday
    }
}

extension MethodDeclaration {
    static let boxOfficeDaily = boxOffice(
        "boxOffice/daily",
        span: Parameter(always: .day),
        summary: "Returns the box office of one day.",
        description: """
            Sources are asked one after another, in the order of `providers.yaml`, until one has entries, because \
            figures from different sources are not comparable. `sources` lists only the sources that were asked. Use \
            `providers` to choose another one. A day that is not over yet has no entries. With `enrich`, an entry \
            with a certain match at other sources also has their poster, synopsis, and names. A call with a \
            `partialResultToken` receives the ranking at once, and then each entry as soon as it is enriched, in \
            order of rank, and again after a wait for a turn at a source.
            """,
        example: MethodExample(
            "the first of a day",
            ["date": "2019-06-01", "limit": 1],
            result: ExampleFilms.dailyBoxOffice
        )
    )

    static let boxOfficeWeekly = boxOffice(
        "boxOffice/weekly",
        date: .dayOfWeek,
        span: .defaulted(
            "span",
            .choice(of: [.week, .weekend, .weekdays]),
            to: .week,
            "Monday to Sunday, Friday to Sunday, or Monday to Thursday."
        ),
        summary: "Returns the box office of a week, a weekend, or the weekdays.",
        description: """
            The period is the one that contains `date`; `yesterday` selects the last complete one. For a period that \
            is not over yet, the figures are those so far, and `sources` has a remark. `enrich` and `providers` work \
            as for `boxOffice/daily`.
            """,
        example: MethodExample(
            "the first of a weekend",
            ["date": "2019-06-01", "span": "weekend", "limit": 1],
            result: ExampleFilms.weekendBoxOffice
        )
    )

    private static func boxOffice(
        _ name: String,
        date: ParameterKind<NamedDay> = .day,
        span: Parameter<BoxOfficeSpan>,
        summary: String,
        description: String,
        example: @escaping @autoclosure @Sendable () -> MethodExample
    ) -> MethodDeclaration {
        MethodDeclaration(
            name,
            summary: summary,
            description: description,
            example: example(),
            parameters: Parameter<NamedDay>.defaulted(
                "date",
                date,
                to: .yesterday,
                written: "yesterday",
                "A day of the period; `yesterday` is the last complete one at the source."
            ),
            span,
            Parameter<String?>.optional(
                "region",
                .words.showing("서울시", "0105001"),
                "A region, by name or code; see `vocabulary/list`."
            ),
            Parameter<BoxOfficeQuery.Nationality?>.optional(
                "nationality",
                .choice,
                "Only films of the source's country, or only foreign ones."
            ),
            Parameter<BoxOfficeQuery.Category?>.optional(
                "category",
                .choice,
                "Only art-house films, or only the others."
            ),
            Parameter<Int?>.optional(
                "limit",
                .integer(1...100),
                "The maximum number of entries; by default, all."
            ),
            Parameter<Bool>.defaulted(
                "enrich",
                .flag,
                to: false,
                "Look up every entry at the other sources, too; entries without a certain match are unchanged."
            ),
            BoxOfficeParameters.providers,
            MovieParameters.look,
            asking: {
                context,
                day,
                span,
                region,
                nationality,
                category,
                limit,
                enrich,
                providers,
                look async throws(ServiceError) in
                var query = BoxOfficeQuery(span: span, date: try day.ofBoxOffice(in: context))
                (query.region, query.nationality, query.category, query.limit) = (region, nationality, category, limit)
                var boxOffice = ShowBoxOffice(query: query, enrich: enrich)
                boxOffice.providers = providers
                boxOffice.languages = look.languages
                // Sources are asked one after another until one has entries.
                return try await context.run(boxOffice, sourceCount: 1, imageWidth: look.imageWidth)
            }
        )
    }

    static let boxOfficeTrend = MethodDeclaration(
        "boxOffice/trend",
        summary: "Shows how films did at the box office, day by day.",
        description: """
            Cached days cost nothing. The others are requested in parallel, the latest first, as far as the time and \
            the source's quota allow. Missing days are in `gaps`, with the reason. If you call again, only these are \
            requested. A film has no figures for a day on which it is not in the source's list. All days come from \
            one source: the first one, in the order of `providers.yaml`, that has a list for any of them, or the one \
            in `providers`. A range has at most 366 days.
            """,
        example: MethodExample(
            "the first film of two days",
            ["from": "2019-05-31", "to": "2019-06-01", "limit": 1],
            result: ExampleFilms.trend
        ),
        parameters: Parameter<[MovieID]>.defaulted(
            "ids",
            .list(of: .movieID).showing(["kofic:20183782"]),
            to: [],
            "Any ids of the films; by default, the top films of `date`."
        ),
        Parameter<NamedDay?>.optional(
            "date",
            .day,
            "The day whose top films are shown; by default, the last of the range."
        ),
        Parameter<Int>.defaulted("limit", .integer(1...100), to: 10, "The number of top films."),
        Parameter<NamedDay?>.optional("from", .start, "The first day; by default, six days before `to`."),
        Parameter<Int?>.optional(
            "days",
            .integer(1...ShowTrend.mostDays),
            "The number of days up to `to`, in place of `from`."
        ),
        Parameter<NamedDay>.defaulted(
            "to",
            .end,
            to: .yesterday,
            written: "yesterday",
            "The last day; `yesterday` as for `boxOffice/daily`."
        ),
        BoxOfficeParameters.providers,
        MovieParameters.look,
        asking: {
            context,
            ids,
            date,
            limit,
            from,
            days,
            to,
            providers,
            look async throws(ServiceError) in
            if from != nil, days != nil {
                throw .parameters(InvalidParameters("expected one of from and days, got both", field: "days"))
            }
            var trend = ShowTrend()
            if let days { trend.days = days }
            (trend.ids, trend.limit, trend.providers) = (ids, limit, providers)
            trend.languages = look.languages
            trend.date = try date?.ofTrend(in: context)
            trend.from = try from?.ofTrend(in: context)
            trend.to = try to.ofTrend(in: context)
            // Sources are asked one after another until one has lists.
            var result = try await context.ask(sourceCount: 1) { [trend] catalogue, _ async throws(CallError) in
                try await trend.run(in: catalogue)
            }
            if let width = look.imageWidth {
                for place in result.series.indices {
                    result.series[place].movie.facts.images.changeEach { $0 = $0.atWidth(width) }
                }
            }
            return result
        }
    )
}
