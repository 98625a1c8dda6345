import JSON
import MovieAggregation
import MovieDomain

extension MethodDeclaration {
    static let cardsStats = MethodDeclaration(
        "cards/stats",
        summary: "Counts what you have watched: films, viewings, hours, stars, genres, and people.",
        description: """
            Every card is a film that you have watched. With `year`, only the days of that year count; cards without a \
            day are then left out, and counted in `undated`. Whatever a film lacks is left out of a figure, and never \
            counts as zero: `withoutRuntime` and `lacking` say for how many films or viewings that is so. Sends no \
            requests; the films are counted as they were stored.
            """,
        effect: .reads,
        example: MethodExample("a year", ["year": 2026], result: ExampleLibrary.statistics),
        parameters: Parameter<Int?>.optional("year", .integer(CallRange.years), "The year of the viewings."),
        Parameter<Int>.defaulted(
            "limit",
            .integer(1...100),
            to: 10,
            "The maximum number of genres, directors, countries, and tags, the most frequent first."
        ),
        suspending: { context, year, limit async throws(ServiceError) in
            CardStatisticsResult(
                statistics: try await context.statistics(of: year),
                limit: limit,
                languages: try context.catalogue.policy.languages
            )
        }
    )
}

extension MethodContext {
    /// Counts what the user has watched, in a year or in all.
    func statistics(of year: Int?) async throws(ServiceError) -> CardStatistics {
        try checked { () throws(CallError) in try CallRange.check(year, in: CallRange.years, "year") }
        let cards = try await library { library async throws(LibraryError) in try await library.cardOutlooks() }
        return CardStatistics(of: cards, in: year)
    }
}

struct CardStatisticsResult: WireObject {
    var statistics: CardStatistics
    var limit: Int
    /// The languages of the genres' names, best first.
    var languages: [String]

    static let wire = WireDescription<CardStatisticsResult>(
        "CardStatistics",
        "Counts over your cards, or over the viewings of one year.",
        [
            .known("year", \.statistics.year, "The year of the viewings; absent if all cards count."),
            .always("films", \.statistics.films, as: .count, "The films with a card, or those watched in the year."),
            .always(
                "viewings",
                \.statistics.viewings,
                as: .count,
                "The days on these cards; without `year`, also one for each card without a day."
            ),
            .always(
                "undated",
                \.statistics.undated,
                as: .count,
                "The cards without a day. With `year`, they are not among `films`."
            ),
            .always(
                "rewatches",
                \.statistics.rewatches,
                as: .count,
                "The viewings of films that you had watched on an earlier day, in whatever year."
            ),
            .always(
                "minutes",
                \.statistics.minutes,
                as: .count,
                "The running time of all viewings whose film has one."
            ),
            .always(
                "withoutRuntime",
                \.statistics.viewingsWithoutRuntime,
                as: .count,
                "The viewings that `minutes` lacks, because the running time is not known."
            ),
            .known(
                "meanStars",
                { $0.statistics.meanStars?.hundredths },
                as: .number(0...5),
                "Of the films with stars."
            ),
            .always("rated", \.statistics.ratedFilms, as: .count, "The films to which you gave stars."),
            .always("liked", \.statistics.liked, as: .count, "The films that you like."),
            .always("stars", \.histogram, "The number of films for each of the ten steps and 0, the best first."),
            .always(
                "periods",
                \.periods,
                "With `year`, the viewings of each month; otherwise, of each year with a viewing. Cards without a day "
                    + "are in none."
            ),
            .always("genres", { $0.shares(.genres) }, "A film may have several."),
            .always("directors", { $0.shares(.directors) }, "By their names; a film may have several."),
            .always("countries", { $0.shares(.countries) }, "A film may have several."),
            .always("tags", { $0.shares(.tags) }, "Your own; a film may have several."),
            .always("decades", { $0.shares(.decades) }, "Of the films' years, the latest first."),
            .nonEmpty(
                "lacking",
                \.lacking,
                as: Schema(.map(of: .count)),
                "The number of films in none of the `genres`, `directors`, `countries`, or `decades`, because the film's "
                    + "own are not known."
            ),
        ]
    )

    var histogram: [StarCount] {
        (0...10).reversed().map { StarCount(stars: Double($0) / 2, films: statistics.stars[Double($0) / 2] ?? 0) }
    }

    var periods: [PeriodCount] {
        statistics.periods.map { PeriodCount(period: $0.period, viewings: $0.viewings) }
    }

    private var lacking: CountMap {
        CountMap(CardStatistics.Group.allCases.map { ($0.rawValue, statistics.lacking[$0] ?? 0) })
    }

    func shares(_ group: CardStatistics.Group) -> [StatisticsShare] {
        let shares = statistics.shares[group] ?? []
        let shown = group == .decades ? shares.sorted { $0.value > $1.value } : Array(shares.prefix(limit))
        return shown.map { share in
            let genre = group == .genres ? Genre(rawValue: share.value) : nil
            return StatisticsShare(share: share, name: genre?.name(in: languages) ?? share.value)
        }
    }
}

struct StarCount: WireObject {
    var stars: Double
    var films: Int

    static let wire = WireDescription<StarCount>(
        "StarCount",
        "The number of films with some stars.",
        [.always("stars", \.stars, as: .number(0...5)), .always("films", \.films, as: .count)]
    )
}

struct PeriodCount: WireObject {
    var period: String
    var viewings: Int

    static let wire = WireDescription<PeriodCount>(
        "PeriodCount",
        "The number of viewings in a month or a year.",
        [
            .always("period", \.period, "A month such as `2026-11`, or a year."),
            .always("viewings", \.viewings, as: .count),
        ]
    )
}

struct StatisticsShare: WireObject {
    var share: CardStatistics.Share
    var name: String

    static let wire = WireDescription<StatisticsShare>(
        "StatisticsShare",
        "The films that have something in common.",
        [
            .always("value", \.share.value, "A genre's slug, a name, a country's code, or a decade such as `2010s`."),
            .always("name", \.name, "The same for display."),
            .always("films", \.share.films, as: .count),
            .always("viewings", \.share.viewings, as: .count),
            .known("meanStars", { $0.share.meanStars?.hundredths }, as: .number(0...5), "Absent without stars."),
        ]
    )
}

extension Double {
    /// The number rounded to hundredths.
    var hundredths: Double { (self * 100).rounded() / 100 }
}
