import HTTPModel
import MovieDomain
import Testing

@testable import MovieProviders

@Suite("Filters and orders of film lists")
struct FilmFilterTests {
    @Test(
        "Sort, order, genre, and rating are sent in the provider's own terms",
        arguments: [
            (ListQuery.Sort.popularity, ListQuery.Order.descending, nil, nil, "sort_by=download_count&order_by=desc"),
            (.added, .ascending, nil, nil, "sort_by=date_added&order_by=asc"),
            (.title, .ascending, "science-fiction", nil, "sort_by=title&order_by=asc&genre=sci-fi"),
            (nil, nil, "drama", 7.5, "genre=drama&minimum_rating=7"),
            (.year, nil, nil, 8, "sort_by=year&minimum_rating=8"), (.rating, nil, nil, nil, "sort_by=rating"),
            (nil, nil, nil, nil, ""),
        ] as [(ListQuery.Sort?, ListQuery.Order?, String?, Double?, String)]
    )
    func lists(
        _ sort: ListQuery.Sort?,
        _ order: ListQuery.Order?,
        _ genre: String?,
        _ rating: Double?,
        _ expected: String
    ) async throws {
        let transport = ScriptedTransport(try Fixture.answer("yts/empty.json"))
        var query = ListQuery(window: RowWindow(count: 5))
        (query.sort, query.order, query.genre, query.minimumRating) = (sort, order, genre, rating)
        let list = try await repository(try bundled("yts"), transport).list(query).value
        #expect(
            transport.requests[0].fields.joined(separator: "&") == expected + (expected.isEmpty ? "" : "&")
                + "page=1&limit=50"
        )
        #expect(list == MovieList(movies: [], totalItems: 0, hasMore: false))
    }

    @Test("Films below the wanted rating are dropped if the provider takes only whole ratings")
    func minimumRating() async throws {
        let transport = ScriptedTransport(try Fixture.answer("yts/list.json"))
        var query = ListQuery(window: RowWindow(count: 5))
        query.minimumRating = 7.5
        let list = try await repository(try bundled("yts"), transport).list(query).value
        #expect(list.movies.compactMap(\.title?.text) == ["Hourglass Detective"])
        #expect(list.totalItems == nil)
    }

    @Test(
        "Films that contradict a filter are dropped, and a remark says that the source does not keep to it",
        arguments: [
            (
                "genre", ["Drama", "Unknown"],
                ["the source ignores genre drama: 2 films that contradict it were left out"]
            ),
            (
                "year", ["Drama", "Near", "Unknown"],
                ["the source ignores year 1999: 1 film that contradicts it was left out"]
            ),
            (
                "rating", ["Drama", "Half", "Unknown"],
                ["the source ignores minimum rating 8.5: 1 film that contradicts it was left out"]
            ),
        ]
    )
    func ignoredFilters(_ filter: String, _ titles: [String], _ remarks: [String]) async throws {
        let operation = """
            list: { get: /f, query: { g: "${input.genre}", y: "${input.year}", r: "${input.minimum_rating}" }, \
            rows: ., item: { title: t, year: y, genres: g, rating: { path: r, scale: 10 } } }
            """
        let films = [
            #"{"t": "Drama", "y": 1999, "g": ["Drama"], "r": 9}"#, #"{"t": "Unknown"}"#,
            filter == "genre" ? #"{"t": "Horror", "g": ["Horror"]}"# : #"{"t": "Near", "y": 2000, "r": 4}"#,
            filter == "rating" ? #"{"t": "Half", "r": 8.5}"# : #"{"t": "Old", "y": 1950, "g": ["War"]}"#,
        ]
        let transport = ScriptedTransport(.text("[\(films.joined(separator: ","))]"))
        var query = ListQuery(window: RowWindow(count: 9))
        switch filter {
        case "genre": query.genre = "drama"
        case "year": query.year = 1999
        default: query.minimumRating = 8.5
        }
        let answer = try await repository(try shelf(operation), transport).list(query)
        #expect(answer.value.movies.compactMap(\.title?.text).sorted() == titles)
        #expect(answer.remarks == remarks)
    }

    @Test(
        "Films that a source did not filter by days, minutes, votes, language, or director are left out",
        arguments: [
            ("from", ["Known", "Plain"]), ("to", ["Known", "Plain"]), ("minutes", ["Known", "Plain"]),
            ("votes", ["Known", "Plain"]), ("language", ["Known", "Plain"]), ("director", ["Known", "Plain"]),
            ("genre", ["Known", "Plain"]),
        ]
    )
    func otherFilters(_ filter: String, _ titles: [String]) async throws {
        let operation = """
            list:
              get: /f
              query:
                a: "${input.released_from}"
                b: "${input.released_by}"
                c: "${input.minimum_minutes}-${input.maximum_minutes}"
                d: "${input.minimum_votes}"
                e: "${input.original_language}"
                f: "${input.director}"
                g: "${input.without_genre}"
              rows: .
              item:
                title: t
                release_date: day
                runtime: { path: minutes, unit: min }
                rating: { path: r, scale: 10, votes: votes }
                original_language: language
                genres: g
                directors: { rows: by, item: { name: n } }
            """
        let known =
            #""minutes": 100, "r": 7, "votes": 50, "language": "ko", "g": ["Drama"], "by": [{"n": "Ava Lind"}], "#
        let others = [
            "from": #""day": "2026-04-30""#, "to": #""day": "2026-06-01""#, "minutes": #""minutes": 121"#,
            "votes": #""r": 7, "votes": 49"#, "language": #""language": "en""#,
            "director": #""by": [{"n": "Bo Hart"}]"#,
            "genre": #""g": ["Drama", "Horror"]"#,
        ]
        let films = [
            #"{"t": "Known", \#(known)"day": "2026-05-20"}"#, #"{"t": "Plain"}"#,
            #"{"t": "Other", \#(try #require(others[filter]))}"#,
        ]
        let transport = ScriptedTransport(.text("[\(films.joined(separator: ","))]"))
        var query = ListQuery(window: RowWindow(count: 9))
        switch filter {
        case "from": query.firstDay = CalendarDate(year: 2026, month: 5, day: 1)
        case "to": query.lastDay = CalendarDate(year: 2026, month: 5, day: 31)
        case "minutes": (query.minimumMinutes, query.maximumMinutes) = (90, 120)
        case "votes": query.minimumVotes = 50
        case "language": query.originalLanguage = "ko"
        case "director": query.director = "lind"
        default: query.withoutGenre = "horror"
        }
        let answer = try await repository(try shelf(operation), transport).list(query)
        #expect(answer.value.movies.compactMap(\.title?.text) == titles)
        // A source that knows years only has not ignored the days of one.
        #expect(answer.remarks.count == (["from", "to"].contains(filter) ? 0 : 1))
    }

    @Test("KOFIC is asked for a list by what it knows, and what has opened is not upcoming") func koficLists()
        async throws
    {
        let rows = """
            {"movieListResult": {"totCnt": 3, "movieList": [
            {"movieCd": "20260001", "movieNm": "등대", "openDt": "20991224", "prdtStatNm": "개봉예정"},
            {"movieCd": "20260002", "movieNm": "우물", "openDt": "20010301", "prdtStatNm": "개봉예정"},
            {"movieCd": "20260003", "movieNm": "방앗간", "openDt": "20991225", "prdtStatNm": "기타"}]}}
            """
        let transport = ScriptedTransport(.text(rows))
        let source = try repository(try bundled("kofic"), transport)
        var query = ListQuery(window: RowWindow(count: 9))
        await #expect(throws: ProviderError.self) { try await source.list(query) }
        query.kind = .popular
        await #expect(throws: ProviderError.self) { try await source.list(query) }
        #expect(transport.requests.isEmpty)
        query.kind = .upcoming
        for region in [nil, "KR"] {
            query.region = region
            let list = try await source.list(query).value
            #expect(list.movies.compactMap(\.title?.text) == ["등대"])
        }
        query.region = "US"
        await #expect(throws: ProviderError.self) { try await source.list(query) }
    }
}
