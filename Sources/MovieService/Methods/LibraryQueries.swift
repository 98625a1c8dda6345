import JSON
import MovieAggregation
import MovieDomain

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
        "Whether you have watched the film."
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

    /// What the methods say about orders, and about the films that a filter cannot judge.
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
