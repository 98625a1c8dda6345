import JSON
import MovieAggregation
import MovieDomain

enum BoxOfficeParameters {
    static let date = Parameter<RequestedDay>.defaulted(
        "date",
        .day.showing("2026-11-19", "20261119", "yesterday"),
        to: .lastComplete,
        "A day of the wanted period; `yesterday` is the last one that is over in the source's time zone."
    )

    static let span = Parameter<BoxOfficeSpan>.defaulted(
        "span",
        .choice(of: [.week, .weekend, .weekdays]),
        to: .week,
        "Monday to Sunday, Friday to Sunday, or Monday to Thursday."
    )

    static let region = Parameter<String?>.optional(
        "region",
        .words.showing("서울시", "0105001"),
        "A region, by its name or its code; `vocabulary/list` names them."
    )

    static let nationality = Parameter<BoxOfficeQuery.Nationality?>.optional(
        "nationality",
        .choice,
        "Only films of the source's own country, or only the others."
    )

    static let category = Parameter<BoxOfficeQuery.Category?>.optional(
        "category",
        .choice,
        "Only art-house films, or only the others."
    )

    static let limit = Parameter<Int?>.optional(
        "limit",
        .integer(1...100),
        "The maximum number of entries; all that the source gives if it is absent."
    )

    static let enrich = Parameter<Bool>.defaulted(
        "enrich",
        .flag,
        to: false,
        "Look every entry up and merge it with what the other sources know; an entry without a sure match stays as it is."
    )
}

/// The day or period of a box office.
enum RequestedDay: Hashable {
    /// The last day or period that is over in the source's time zone.
    case lastComplete
    case date(CalendarDate)

    var date: CalendarDate? {
        switch self {
        case .lastComplete: nil
        case .date(let date): date
        }
    }
}

extension RequestedDay: WireValue {
    static var wireSchema: Schema { ParameterKind<RequestedDay>.day.schema }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .lastComplete: writer.string("yesterday")
        case .date(let date): date.write(to: &writer)
        }
    }
}

extension MethodDeclaration {
    static let boxOfficeDaily = MethodDeclaration(
        "boxOffice/daily",
        MethodDocumentation(
            summary: "Gives the box office of one day.",
            description: """
                A day that is not over yet has no entries. With `enrich`, an entry with a certain match at other sources \
                also has their poster, synopsis and names.
                """,
            failures: ServiceError.Kind.ofSources,
            example: MethodExample(
                "the first of a day",
                ["date": "2019-06-01", "limit": 1],
                result: ExampleFilms.dailyBoxOffice
            )
        ),
        parameters: BoxOfficeParameters.date,
        BoxOfficeParameters.region,
        BoxOfficeParameters.nationality,
        BoxOfficeParameters.category,
        BoxOfficeParameters.limit,
        BoxOfficeParameters.enrich,
        asking: { context, day, region, nationality, category, limit, enrich async throws(ServiceError) in
            var query = BoxOfficeQuery(span: .day, date: day.date)
            (query.region, query.nationality, query.category, query.limit) = (region, nationality, category, limit)
            return try await context.showBoxOffice(query, enrich: enrich)
        }
    )

    static let boxOfficeWeekly = MethodDeclaration(
        "boxOffice/weekly",
        MethodDocumentation(
            summary: "Gives the box office of a week, a weekend, or the weekdays.",
            description: """
                The period is the one that `date` lies in; `yesterday` asks for the last one that is over. `enrich` works \
                as for `boxOffice/daily`.
                """,
            failures: ServiceError.Kind.ofSources,
            example: MethodExample(
                "the first of a weekend",
                ["date": "2019-06-01", "span": "weekend", "limit": 1],
                result: ExampleFilms.weekendBoxOffice
            )
        ),
        parameters: BoxOfficeParameters.date,
        BoxOfficeParameters.span,
        BoxOfficeParameters.region,
        BoxOfficeParameters.nationality,
        BoxOfficeParameters.category,
        BoxOfficeParameters.limit,
        BoxOfficeParameters.enrich,
        asking: { context, day, span, region, nationality, category, limit, enrich async throws(ServiceError) in
            var query = BoxOfficeQuery(span: span, date: day.date)
            (query.region, query.nationality, query.category, query.limit) = (region, nationality, category, limit)
            return try await context.showBoxOffice(query, enrich: enrich)
        }
    )
}

extension MethodContext {
    fileprivate func showBoxOffice(
        _ query: BoxOfficeQuery,
        enrich: Bool
    ) async throws(ServiceError) -> BoxOfficeResult {
        // Sources are asked one after another until one has entries.
        try await run(sourceCount: 1) { catalogue, observer async throws(CallError) in
            let request = ShowBoxOffice.Request(query: query, enrich: enrich)
            return try await ShowBoxOffice(catalogue: catalogue).run(request, onAnswer: observer)
        }
    }
}
