import JSON
import MovieDomain

extension MethodDeclaration {
    static let boxOfficeDaily = MethodDeclaration(
        "boxOffice/daily",
        MethodDocumentation(
            summary: "Gives the box office of one day.",
            description: """
                A day that is not over yet has no entries. With `enrich`, an entry that is surely known to other sources \
                has their poster, synopsis and names too.
                """,
            result: MethodResult(.boxOfficeResult),
            failures: FailureKind.ofSources,
            example: MethodExample(
                "the first of a day",
                ["date": "2019-06-01", "limit": 1],
                result: ExampleFilms.dailyBoxOffice
            )
        ),
        keeping: .whereDayIsWritten,
        parameters: BoxOfficeParameters.date,
        BoxOfficeParameters.region,
        BoxOfficeParameters.nationality,
        BoxOfficeParameters.category,
        BoxOfficeParameters.limit,
        BoxOfficeParameters.enrich,
        handler: { context, day, region, nationality, category, limit, enrich async throws(ServiceFailure) in
            var query = BoxOfficeQuery(span: .day, date: day.date)
            query.region = region
            query.nationality = nationality
            query.category = category
            query.limit = limit
            return try await context.showBoxOffice(ShowBoxOffice.Request(query: query, enrich: enrich))
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
            result: MethodResult(.boxOfficeResult),
            failures: FailureKind.ofSources,
            example: MethodExample(
                "the first of a weekend",
                ["date": "2019-06-01", "span": "weekend", "limit": 1],
                result: ExampleFilms.weekendBoxOffice
            )
        ),
        keeping: .whereDayIsWritten,
        parameters: BoxOfficeParameters.date,
        BoxOfficeParameters.span,
        BoxOfficeParameters.region,
        BoxOfficeParameters.nationality,
        BoxOfficeParameters.category,
        BoxOfficeParameters.limit,
        BoxOfficeParameters.enrich,
        handler: { context, day, span, region, nationality, category, limit, enrich async throws(ServiceFailure) in
            var query = BoxOfficeQuery(span: span, date: day.date)
            query.region = region
            query.nationality = nationality
            query.category = category
            query.limit = limit
            return try await context.showBoxOffice(ShowBoxOffice.Request(query: query, enrich: enrich))
        }
    )
}

extension MethodContext {
    /// The sources are asked one after the other, until one has entries.
    fileprivate func showBoxOffice(
        _ request: ShowBoxOffice.Request
    ) async throws(ServiceFailure) -> BoxOfficeResult {
        try await run(sourceCount: 1) { catalogue, observer async throws(UseCaseFailure) in
            try await ShowBoxOffice(catalogue: catalogue).run(request, onAnswer: observer)
        }
    }
}
