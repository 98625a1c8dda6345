import HTTPModel
import MovieDomain
import Testing
import Upstream

@testable import MovieProviders

@Suite("Box office of the bundled KOFIC definition")
struct BoxOfficeTests {
    private func ask(
        _ query: BoxOfficeQuery,
        _ fixture: String = "daily.json",
        now: String = "2024-03-11T09:30:00+09:00"
    ) async throws -> (request: HTTPRequest, answer: ProviderAnswer<BoxOffice>) {
        let transport = ScriptedTransport(try Fixture.answer("kofic/" + fixture))
        let answer = try await repository(try bundled("kofic"), transport, now: now).boxOffice(query)
        #expect(transport.requests.count == 1)
        return (try #require(transport.requests.first), answer)
    }

    @Test("A daily box office maps every figure and the film of a row")
    func day() async throws {
        let (request, answer) = try await ask(BoxOfficeQuery(span: .day, date: try CalendarDate("2024-03-10")))
        #expect(
            request.redactedURL == "https://www.kobis.or.kr/kobisopenapi/webservice/rest/boxoffice/"
                + "searchDailyBoxOfficeList.json?targetDt=20240310&itemPerPage=10&key=***"
        )
        #expect(request.field("key") == "k0f1c-key")
        let boxOffice = answer.value
        let day = try CalendarDate("2024-03-10")
        #expect(boxOffice.period == BoxOfficePeriod(span: .day, from: day, to: day))
        #expect(boxOffice.rows.map(\.figures.rank) == [1, 2, 3, 4, 5])
        let second = boxOffice.rows[1]
        var figures = BoxOfficeFigures(rank: 2)
        figures.rankChange = -1
        figures.isNew = false
        figures.audience.count = 29_981
        figures.audience.change = -3_902
        figures.audience.changePercent = -11.5
        figures.audience.total = 233_910
        figures.sales.amount = 305_118_000
        figures.sales.share = 30.5
        figures.sales.change = -41_250_000
        figures.sales.changePercent = -11.9
        figures.sales.total = 2_301_447_100
        figures.sales.currency = "KRW"
        figures.screens = 640
        figures.showings = 1_877
        #expect(second.figures == figures)
        #expect(second.movie.ids == ["kofic": "20241102"])
        #expect(second.movie.title == LocalizedText("열세 번째 우물", language: "ko"))
        #expect(second.movie.releaseDate == (try CalendarDate("2024-02-28")))
        #expect(boxOffice.rows[0].figures.isNew == true)
        #expect(boxOffice.rows[4].movie.releaseDate == nil)
        #expect(boxOffice.rows[4].movie.year == nil)
        #expect(answer.freshness == .live)
    }

    @Test("A day without figures is empty, not a failure")
    func empty() async throws {
        let (_, answer) = try await ask(BoxOfficeQuery(span: .day), "daily-empty.json")
        #expect(answer.value.rows.isEmpty)
        #expect(answer.remarks == [])
    }

    @Test(
        "A period that is not over yet, or has not begun, says so, with or without figures",
        arguments: [
            (BoxOfficeSpan.day, "2024-03-11 is not over yet"), (.week, "2024-03-11 to 2024-03-17 is not over yet"),
            (.weekend, "2024-03-15 to 2024-03-17 has not begun yet"),
        ],
        [true, false]
    )
    func notOver(_ period: (span: BoxOfficeSpan, remark: String), _ hasFigures: Bool) async throws {
        let rows = hasFigures ? #"[{"rank": "1", "movieCd": "8", "movieNm": "B"}]"# : "[]"
        let name = period.span == .day ? "dailyBoxOfficeList" : "weeklyBoxOfficeList"
        let transport = ScriptedTransport(.text(#"{"boxOfficeResult": {"\#(name)": \#(rows)}}"#))
        let source = try repository(try bundled("kofic"), transport, now: "2024-03-11T09:30:00+09:00")
        let query = BoxOfficeQuery(span: period.span, date: try CalendarDate("2024-03-11"))
        let answer = try await source.boxOffice(query)
        #expect(answer.value.rows.isEmpty != hasFigures)
        #expect(answer.remarks == [period.remark])
    }

    @Test("A row whose rank is not one is left out, which the answer says")
    func rank() async throws {
        let rows = #"[{"rank": "0", "movieCd": "7", "movieNm": "A"}, {"rank": "1", "movieCd": "8", "movieNm": "B"}]"#
        let body = #"{"boxOfficeResult": {"dailyBoxOfficeList": \#(rows)}}"#
        let source = try repository(try bundled("kofic"), ScriptedTransport(.text(body)))
        let answer = try await source.boxOffice(BoxOfficeQuery(span: .day))
        #expect(answer.value.rows.map(\.figures.rank) == [1])
        #expect(answer.remarks == ["1 of 2 rows left out: no 'rank'"])
    }

    @Test("Rows that are left out for several reasons are counted by reason")
    func reasons() async throws {
        let operation = """
            daily_box_office: { get: /f, period: last, rows: ., item: { rank: r, movie: { title: { path: t, required: true } } } }
            """
        let rows = #"[{"t": "A"}, {"r": 1, "t": "B"}, {"r": 2}, {"t": "D"}]"#
        let source = try repository(try shelf(operation), ScriptedTransport(.text(rows)))
        let answer = try await source.boxOffice(BoxOfficeQuery(span: .day))
        #expect(answer.value.rows.count == 1)
        #expect(answer.remarks == ["2 of 4 rows left out: no 'rank'", "1 of 4 rows left out: no 'title'"])
    }

    @Test(
        "Without a date, the daily box office is that of yesterday in Korea",
        arguments: [
            ("2024-03-10T14:59:59Z", "20240309"), ("2024-03-10T15:00:00Z", "20240310"),
            ("2024-03-11T00:00:00Z", "20240310"), ("2024-02-29T15:00:00Z", "20240229"),
            ("2023-12-31T15:30:00Z", "20231231"), ("2024-03-11T00:30:00-10:00", "20240310"),
        ]
    )
    func yesterday(_ now: String, _ day: String) async throws {
        let (request, answer) = try await ask(BoxOfficeQuery(span: .day), now: now)
        #expect(request.field("targetDt") == day)
        #expect(answer.value.period.from.compact == day)
    }

    @Test(
        "Without a date, a span means its last complete period on each day of the week",
        arguments: zip(
            11...17,
            // From Monday, 11 March 2024: the first days of the last complete week, weekend, and weekdays.
            [
                ("0304", "0308", "0304"), ("0304", "0308", "0304"), ("0304", "0308", "0304"),
                ("0304", "0308", "0304"), ("0304", "0308", "0311"), ("0304", "0308", "0311"),
                ("0304", "0308", "0311"),
            ]
        )
    )
    func lastComplete(_ day: Int, _ firsts: (week: String, weekend: String, weekdays: String)) async throws {
        let now = "2024-03-\(day)T12:00:00+09:00"
        let spans = [
            (BoxOfficeSpan.week, "0", firsts.week), (.weekend, "1", firsts.weekend), (.weekdays, "2", firsts.weekdays),
        ]
        for (span, word, first) in spans {
            let (request, answer) = try await ask(BoxOfficeQuery(span: span), "weekly.json", now: now)
            #expect(request.field("weekGb") == word)
            #expect(answer.value.period.from.compact == "2024" + first, "\(span) on \(day)")
            let asked = try #require(request.field("targetDt").flatMap { CalendarDate(parsing: $0) })
            #expect(span.period(holding: asked) == answer.value.period)
            #expect(answer.value.rows.map(\.figures.sales.amount) == [3_105_118_000, 412_000_500])
        }
    }

    @Test("Any day of a week selects the weekend of that week")
    func anyDay() async throws {
        let date = try CalendarDate("2024-03-06")
        let (request, answer) = try await ask(BoxOfficeQuery(span: .weekend, date: date), "weekly.json")
        #expect(request.field("targetDt") == "20240306")
        #expect(answer.value.period.from.description == "2024-03-08")
        #expect(answer.value.period.to.description == "2024-03-10")
    }

    @Test("Region, nationality, and category are sent in KOFIC's own terms")
    func parameters() async throws {
        var query = BoxOfficeQuery(span: .day)
        query.region = "0105001"
        query.nationality = .foreign
        query.category = .art
        let (request, _) = try await ask(query)
        #expect(
            request.fields == [
                "targetDt=20240310", "itemPerPage=10", "multiMovieYn=Y", "repNationCd=F", "wideAreaCd=0105001",
                "key=k0f1c-key",
            ]
        )
        query.nationality = .domestic
        query.category = .commercial
        let (other, _) = try await ask(query)
        #expect(other.field("multiMovieYn") == "N")
        #expect(other.field("repNationCd") == "K")
    }
}

@Suite("Query parameters that a provider does not support")
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

    @Test("A box office refuses a region, nationality, category, date, or span that it does not take")
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
        #expect(try await refusal { $0.date = day } == "daily_box_office of this source is that of 2024-03-11 only")
        #expect(
            try await refusal({ _ in }, .weekend) == "weekly_box_office of this source takes no span weekend"
        )
    }

    @Test("Yesterday, a full week, and a limit are accepted without a parameter for them")
    func taken() async throws {
        let source = try repository(try shelf(plain), ScriptedTransport(.text(#"{"films": [{"r": 2}, {"r": 1}]}"#)))
        var query = BoxOfficeQuery(span: .day)
        query.limit = 1
        #expect(try await source.boxOffice(query).value.rows.map(\.figures.rank) == [1, 2])
        let week = BoxOfficeQuery(span: .week, date: try CalendarDate("2024-03-10"))
        #expect(try await source.boxOffice(week).value.rows.map(\.figures.rank) == [1, 2])
    }

    @Test(
        "A list refuses sorts, orders, and filters that it does not support",
        arguments: [
            (ListQuery.Sort.rating, ListQuery.Order.descending, nil, nil, nil),
            (.rating, .ascending, nil, nil, "list of this source takes no order ascending"),
            (nil, .ascending, nil, nil, "list of this source takes no order ascending"),
            (nil, .descending, nil, nil, nil),
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

    @Test("A search drops films of other years and the total, and says so, whether the source takes the year or not")
    func year() async throws {
        let films = """
            {"n": 4, "films": [{"t": "A", "y": 2019}, {"t": "B", "y": 2016}, {"t": "C"}, {"t": "D", "y": 2020}]}
            """
        let paging = "paging: { kind: page, param: p, size_param: s, size: 10, total: n }"
        for parameter in ["", ", y: \"${input.year}\""] {
            let operation = """
                search: { get: /f, query: { q: "${input.query}"\(parameter) }, \(paging), rows: films, \
                item: { title: t, year: y } }
                """
            let source = try repository(try shelf(operation), ScriptedTransport(.text(films)))
            var query = SearchQuery(text: "x", year: 2_019, window: RowWindow(count: 10))
            let answer = try await source.search(query)
            #expect(answer.value.movies.compactMap(\.title?.text) == ["A", "C", "D"])
            #expect(answer.value.totalItems == nil)
            #expect(answer.value.hasMore == false)
            #expect(
                answer.remarks == [
                    parameter.isEmpty
                        ? "1 film of another year was left out"
                        : "the source ignores year 2019: 1 film that contradicts it was left out"
                ]
            )
            query.year = 2_017
            #expect(try await source.search(query).value.movies.compactMap(\.title?.text) == ["B", "C"])
            query.year = nil
            let all = try await source.search(query)
            #expect(all.value.totalItems == 4 && all.remarks.isEmpty)
        }
    }
}
