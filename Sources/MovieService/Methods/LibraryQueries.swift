import JSON
import MovieAggregation
import MovieDomain

// MARK: - Filters and orders

/// Parameters of the methods that list films of the library.
enum LibraryParameters {
    /// The order and the filters of a list; films with cards were all watched.
    static func query(
        _ sorts: [LibraryQuery.Sort],
        _ summary: String,
        ofCards isOfCards: Bool = false
    ) -> Parameter<LibraryQuery> {
        Parameter<LibraryQuery>(
            .defaulted("sort", .choice(of: sorts), to: sorts[0], summary),
            direction,
            Parameter<String?>.optional("query", .words, "Words in a title or a comment."),
            genre,
            years,
            maximumMinutes,
            Parameter<Double?>.optional("minimumStars", .stars, "Your own stars, at least."),
            tag,
            liked,
            isOfCards ? Parameter(always: nil) : watched,
            seed
        ) { sort, direction, text, genre, years, minutes, stars, tag, liked, watched, seed in
            var query = LibraryQuery(sort: sort, text: text)
            (query.direction, query.genre, query.years) = (direction, genre.map(GenreName.init), years)
            (query.maximumMinutes, query.minimumStars) = (minutes, stars)
            (query.tag, query.isLiked, query.isWatched) = (tag, liked, watched)
            query.seed = seed ?? (sort == .random ? Int.random(in: 0...999_999_999) : 0)
            return query
        }
    }

    private static let direction = Parameter<ListQuery.Order?>.optional(
        "direction",
        .choice,
        "By default, the newest, the best, the shortest, or the first of the alphabet comes first."
    )
    private static let genre = Parameter<String?>.optional(
        "genre",
        .words.naming(.genre).showing("drama", "science-fiction"),
        "A genre's slug, its name in Korean or English, or a source's own word."
    )
    private static let maximumMinutes = Parameter<Int?>.optional(
        "maximumMinutes",
        .integer(CallRange.minutes),
        "The maximum running time."
    )
    private static let tag = Parameter<String?>.optional(
        "tag",
        .words.naming(.tag).showing("cinema"),
        "A tag on your card."
    )
    private static let liked = Parameter<Bool?>.optional("liked", .flag, "Whether you like the film.")
    private static let watched = Parameter<Bool?>.optional(
        "watched",
        .flag,
        "Whether you have watched the film, which is whether it has a card."
    )
    private static let seed = Parameter<Int?>.optional(
        "seed",
        .integer(0...999_999_999),
        "For the sort `random`: the same seed gives the same order; the answer has the one that was used."
    )

    /// The years of the films: one, or a range.
    private static let years = Parameter<ClosedRange<Int>?>(
        Parameter<Int?>.optional("year", .integer(CallRange.years), "The year of the film."),
        Parameter<Int?>.optional("fromYear", .integer(CallRange.years), "The first year of a range."),
        Parameter<Int?>.optional("toYear", .integer(CallRange.years), "The last year of a range.")
    ) { year, from, to throws(ServiceError) in
        if let year, from != nil || to != nil {
            let message = "year: \(year) is given with a range of years"
            var problem = InvalidParameters(message, field: "year")
            problem.expected = "either year, or fromYear and toYear"
            throw .parameters(problem)
        }
        if let from, let to, from > to {
            var problem = InvalidParameters("toYear: \(to) is before \(from), the first year", field: "toYear")
            problem.expected = "a year from \(from)"
            throw .parameters(problem)
        }
        return year == nil && from == nil && to == nil ? nil : (year ?? from ?? .min)...(year ?? to ?? .max)
    }

    /// What the methods say of orders, and of the films that a filter cannot judge.
    static let filtering =
        " Films without what they are sorted by are last. A film "
        + "that lacks what a filter looks at, such as its running time, is left out; `lacking` counts these films."
}

extension LibraryQuery.Sort: WireChoice {}

extension LibraryQuery {
    /// The seed that the answer has.
    var shownSeed: Int? { sort == .random ? seed : nil }
}
extension MethodContext {
    /// Returns one page of what matches a query; a genre that no film has must be one of the list.
    func find<Entry>(
        _ query: LibraryQuery,
        _ request: PageRequest,
        _ select: (any LibraryStore, LibraryQuery, Range<Int>) async throws(LibraryError) -> LibraryPage<Entry>
    ) async throws(ServiceError) -> (entries: [Entry], lacking: LackingFields, seed: Int?, page: Page) {
        try checked { () throws(CallError) in
            _ = try request.checked()
            try query.check()
        }
        var query = query
        if let seed = request.seed { query.seed = seed }
        let found = try await library { [query] library async throws(LibraryError) in
            try await select(library, query, (request.end - request.limit)..<request.end)
        }
        if found.total == 0 { try await check(query.genre) }
        var next = PageCursor(page: request.page + 1, limit: request.limit)
        next.seed = query.shownSeed
        let page = Page(
            page: request.page,
            limit: request.limit,
            totalItems: found.total,
            next: next,
            hasMore: request.end < found.total
        )
        return (found.entries, LackingFields(counts: found.lacking), query.shownSeed, page)
    }

    /// Refuses a genre that is neither in the list nor at any film.
    private func check(_ genre: GenreName?) async throws(ServiceError) {
        guard let genre, !genre.isListed else { return }
        let own = try await library { library async throws(LibraryError) in try await library.genres() }
        guard !genre.isIn(Array(own)) else { return }
        let known = Genre.allCases.flatMap { [$0.rawValue, $0.name(in: ["ko"]), $0.name(in: ["en"])] } + own.sorted()
        var problem = InvalidParameters("genre: no film in your library has the genre \(genre.slug)", field: "genre")
        problem.expected = "a genre"
        problem.hint =
            NearestName.hint(for: genre.slug, among: known)
            ?? "The genres are: \(Genre.allCases.map(\.rawValue).joined(separator: ", "))."
        throw .parameters(problem)
    }
}

/// The numbers of films that a filter could not judge, by what they lack.
struct LackingFields: Sendable {
    var counts: [LibraryQuery.Field: Int] = [:]

    static let seedSummary = "The seed of the sort `random`; `page.next` has it, too."

    /// The member of an answer that has the numbers.
    static func field<Answer>(_ fields: @escaping @Sendable (Answer) -> LackingFields) -> WireField<Answer> {
        .nonEmpty(
            "lacking",
            { answer in
                let counts = fields(answer).counts
                return CountMap(LibraryQuery.Field.allCases.map { ($0.rawValue, counts[$0] ?? 0) })
            },
            as: Schema(.map(of: .count)),
            "The number of films that match apart from a `genre`, `year`, `runtime`, or `stars` that they lack, so that "
                + "they are left out."
        )
    }
}

/// Counts by name, without those that are 0.
struct CountMap: WireValue, Collection {
    private let counts: [(name: String, count: Int)]

    init(_ counts: [(name: String, count: Int)]) { self.counts = counts.filter { $0.count > 0 } }

    static var wireSchema: Schema { Schema(.map(of: .count)) }

    var startIndex: Int { counts.startIndex }
    var endIndex: Int { counts.endIndex }

    func index(after place: Int) -> Int { place + 1 }

    subscript(place: Int) -> (name: String, count: Int) { counts[place] }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for (name, count) in counts { writer.member(name, count) }
        }
    }
}

// MARK: - Statistics

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
