import MovieDomain
import Testing
import Upstream

@testable import MovieProviders

@Suite("Wishes that a source would pass over in silence")
struct WishTests {
    private let plain = """
        daily_box_office: { get: /day, rows: films, item: { rank: r } }
        weekly_box_office: { get: /week, query: { d: "${input.date | date yyyyMMdd}" }, rows: films, item: { rank: r } }
        list: { get: /films, query: { by: { from: input.sort, map: { rating: stars }, else: drop } }, rows: films, \
        item: { title: t } }
        """

    private func refusal(_ change: (inout BoxOfficeQuery) -> Void, _ span: BoxOfficeSpan = .day) async throws -> String
    {
        var query = BoxOfficeQuery(span: span)
        change(&query)
        let transport = ScriptedTransport(.text(#"{"films": [{"r": 1}]}"#))
        let source = try repository(try shelf(plain), transport)
        let query2 = query
        let failure = try await failure { try await source.boxOffice(query2) }
        #expect(failure.kind == .unsupported)
        #expect(transport.requests.isEmpty)
        return failure.message
    }

    @Test("A box office that takes nothing refuses what narrows it")
    func boxOffice() async throws {
        let day = try CalendarDate("2024-03-10")
        #expect(
            try await refusal { $0.region = "11" } == "daily_box_office of this source takes no region 11"
        )
        #expect(
            try await refusal { $0.nationality = .foreign }
                == "daily_box_office of this source takes no nationality foreign"
        )
        #expect(try await refusal { $0.category = .art } == "daily_box_office of this source takes no category art")
        #expect(try await refusal { $0.date = day } == "daily_box_office of this source takes no date 2024-03-10")
        #expect(
            try await refusal({ _ in }, .weekend) == "weekly_box_office of this source takes no span weekend"
        )
    }

    @Test("What it gives anyway is not refused: yesterday, a week, a limit")
    func taken() async throws {
        let source = try repository(try shelf(plain), ScriptedTransport(.text(#"{"films": [{"r": 2}, {"r": 1}]}"#)))
        var query = BoxOfficeQuery(span: .day)
        query.limit = 1
        #expect(try await source.boxOffice(query).value.rows.map(\.figures.rank) == [1])
        let week = BoxOfficeQuery(span: .week, date: try CalendarDate("2024-03-10"))
        #expect(try await source.boxOffice(week).value.rows.map(\.figures.rank) == [1, 2])
    }

    @Test(
        "A list that sorts in one way only",
        arguments: [
            (ListQuery.Sort.rating, ListQuery.Order.descending, nil, nil, nil),
            (.rating, .ascending, nil, nil, "list of this source takes no order ascending"),
            (.title, nil, nil, nil, "list of this source takes no sort title"),
            (nil, nil, "drama", nil, "list of this source takes no genre drama"),
            (nil, nil, nil, 7.5, "list of this source takes no minimum rating 7.5"),
            (nil, nil, nil, nil, nil),
        ] as [(ListQuery.Sort?, ListQuery.Order?, String?, Double?, String?)]
    )
    func list(
        _ sort: ListQuery.Sort?,
        _ order: ListQuery.Order?,
        _ genre: String?,
        _ rating: Double?,
        _ refusal: String?
    ) async throws {
        var query = ListQuery(window: RowWindow(count: 5))
        (query.sort, query.order, query.genre, query.minimumRating) = (sort, order, genre, rating)
        let source = try repository(try shelf(plain), ScriptedTransport(.text(#"{"films": [{"t": "A"}]}"#)))
        do throws(ProviderError) {
            let titles = try await source.list(query).value.movies.compactMap(\.title?.text)
            #expect(refusal == nil && titles == ["A"])
        } catch {
            #expect(error == ProviderError(.unsupported, provider: "shelf", message: refusal ?? "none"))
        }
    }

    @Test("A search that takes no year: films of other years are left out, and the source's count with them")
    func year() async throws {
        let films = """
            {"n": 4, "films": [{"t": "A", "y": 2019}, {"t": "B", "y": 2016}, {"t": "C"}, {"t": "D", "y": 2020}]}
            """
        let paging = "paging: { kind: page, param: p, size_param: s, size: 10, total: n }"
        for (parameter, titles, total) in [
            ("", ["A", "C", "D"], nil), (", y: \"${input.year}\"", ["A", "B", "C", "D"], 4),
        ] {
            let operation = """
                search: { get: /f, query: { q: "${input.query}"\(parameter) }, \(paging), rows: films, \
                item: { title: t, year: y } }
                """
            let source = try repository(try shelf(operation), ScriptedTransport(.text(films)))
            let query = SearchQuery(text: "x", year: 2_019, window: RowWindow(count: 10))
            let list = try await source.search(query).value
            #expect(list.movies.compactMap(\.title?.text) == titles)
            #expect(list.totalItems == total)
            #expect(list.hasMore == false)
        }
    }
}
