import HTTPModel
import MovieDomain
import Testing

@testable import MovieProviders

@Suite("Film lists")
struct FilmListTests {
    /// Returns a YTS-style transport that serves films in pages of fifty.
    private func source(of count: Int, counted: Int? = nil) -> ScriptedTransport {
        ScriptedTransport { request in
            let page = request.field("page").flatMap { Int($0) } ?? 1
            let rows = (1...max(1, count)).dropFirst((page - 1) * 50).prefix(count == 0 ? 0 : 50)
            let films = rows.map { #"{"id": \#($0), "title": "Film \#($0)", "year": 2020}"# }.joined(separator: ",")
            return .text(#"{"status": "ok", "data": {"movie_count": \#(counted ?? count), "movies": [\#(films)]}}"#)
        }
    }

    private func search(
        _ transport: ScriptedTransport,
        _ window: RowWindow
    ) async throws -> (pages: [String?], list: MovieList) {
        let source = try repository(try bundled("yts"), transport)
        let list = try await source.search(SearchQuery(text: "don't look", window: window)).value
        return (transport.requests.map { $0.field("page") }, list)
    }

    @Test(
        "A window is mapped to at most three upstream pages of fifty",
        arguments: [
            // offset, count, pages, first and last film, whether more follows
            (0, 20, ["1"], 1...20, true), (20, 20, ["1"], 21...40, true), (40, 20, ["1", "2"], 41...60, true),
            (100, 20, ["3"], 101...120, true), (120, 20, ["3"], 121...130, false),
            (0, 200, ["1", "2", "3"], 1...130, false), (100, 30, ["3"], 101...130, false),
        ]
    )
    func windows(
        _ offset: Int,
        _ count: Int,
        _ pages: [String],
        _ films: ClosedRange<Int>,
        _ hasMore: Bool
    ) async throws {
        let (asked, list) = try await search(source(of: 130), RowWindow(offset: offset, count: count))
        #expect(asked == pages)
        #expect(list.movies.map { $0.ids["yts"] } == films.map(String.init))
        #expect(list.totalItems == 130)
        #expect(list.hasMore == hasMore)
    }

    @Test("A YTS search request has no key and replaces an apostrophe with a space")
    func request() async throws {
        let transport = source(of: 1)
        _ = try await search(transport, RowWindow(count: 20))
        #expect(
            transport.requests.map(\.revealedURL) == [
                "https://movies-api.accel.li/api/v2/list_movies.json?query_term=don%20t%20look&page=1&limit=50"
            ]
        )
    }

    @Test("A filter that the provider does not support is refused rather than ignored")
    func unkeptFilters() async throws {
        let source = try repository(try bundled("yts"), source(of: 3))
        var query = ListQuery(window: RowWindow(count: 20))
        query.year = 2020
        #expect(try await failure { try await source.list(query) }.kind == .unsupported)
        query.year = nil
        query.country = "KR"
        #expect(try await failure { try await source.list(query) }.message == "list of this source takes no country KR")
        query.country = nil
        query.kind = .upcoming
        #expect(
            try await failure { try await source.list(query) }.message == "charts of this source takes no kind upcoming"
        )
        query.kind = .topRated
        #expect(try await source.list(query).value.movies.count == 3)
        query.year = 2020
        #expect(try await failure { try await source.list(query) }.kind == .unsupported)
    }

    @Test("A TMDB list filters by year, country, and person, and refuses people of other providers")
    func browsing() async throws {
        let transport = ScriptedTransport(.text(#"{"page": 1, "results": [], "total_pages": 1}"#))
        let source = try repository(try bundled("tmdb"), transport)
        var query = ListQuery(window: RowWindow(count: 20))
        query.year = 2019
        query.country = "KR"
        query.person = MovieID(namespace: "tmdb", value: "21684")
        _ = try await source.list(query)
        let request = try #require(transport.requests.first)
        #expect(request.path == "/3/discover/movie")
        #expect(request.field("primary_release_year") == "2019")
        #expect(request.field("with_origin_country") == "KR")
        #expect(request.field("with_people") == "21684")
        for namespace in ["kofic", "imdb"] {
            query.person = MovieID(namespace: namespace, value: "21684")
            #expect(try await failure { try await source.list(query) }.kind == .unsupported)
        }
        var kind = ListQuery(window: RowWindow(count: 20))
        kind.kind = .nowPlaying
        kind.region = "KR"
        _ = try await source.list(kind)
        #expect(transport.requests.last?.path == "/3/movie/now_playing")
        #expect(transport.requests.last?.field("region") == "KR")
        kind.year = 2019
        #expect(try await failure { try await source.list(kind) }.kind == .unsupported)
    }

    @Test("The newest films are those that are out by today, unless a year is asked for")
    func newest() async throws {
        let transport = ScriptedTransport(.text(#"{"page": 1, "results": [], "total_pages": 1}"#))
        let source = try repository(try bundled("tmdb"), transport, now: "2024-03-11T09:30:00+09:00")
        var query = ListQuery(window: RowWindow(count: 20))
        query.sort = .year
        _ = try await source.list(query)
        #expect(transport.requests.last?.field("primary_release_date.lte") == "2024-03-11")
        query.year = 2026
        _ = try await source.list(query)
        #expect(transport.requests.last?.field("primary_release_date.lte") == nil)
        (query.year, query.sort) = (nil, .popularity)
        _ = try await source.list(query)
        #expect(transport.requests.last?.field("primary_release_date.lte") == nil)
    }

    @Test("Totals that contradict the rows are discarded")
    func lyingCounts() async throws {
        let more = try await search(source(of: 3, counted: 0), RowWindow(count: 20)).list
        #expect(more.movies.count == 3)
        #expect(more.totalItems == nil)
        #expect(more.hasMore == false)
        let fewer = try await search(source(of: 0, counted: 3), RowWindow(count: 20)).list
        #expect(fewer.movies.isEmpty)
        #expect(fewer.totalItems == nil)
        #expect(fewer.hasMore == nil)
        let short = try await search(source(of: 20, counted: 45), RowWindow(count: 20)).list
        #expect(short.hasMore == nil)
        let announced = try await search(source(of: 20, counted: 500), RowWindow(count: 100))
        #expect(announced.pages == ["1", "2"])
        #expect(announced.list.movies.count == 20)
        #expect(announced.list.hasMore == false)
    }

    @Test("A short page before others loses no film of them, and none is given twice")
    func shortPages() async throws {
        let operation = """
            search: { get: /f, paging: { kind: page, param: p, size: 20, total: total }, rows: films, \
            item: { title: { path: t, required: true } } }
            """
        let transport = ScriptedTransport { request in
            let page = request.field("p").flatMap { Int($0) } ?? 1
            let numbers = page > 3 ? [] : Array((1...60).dropFirst((page - 1) * 20).prefix(page == 1 ? 3 : 20))
            let films = numbers.map { #"{"t": "\#($0)"}"# }.joined(separator: ",")
            return .text(#"{"total": 60, "films": [\#(films)]}"#)
        }
        let source = try repository(try shelf(operation), transport)
        let first = try await source.search(SearchQuery(text: "", window: RowWindow(count: 10)))
        #expect(first.remarks.map { $0.prefix(35) } == ["page 1 has 3 rows of 60, expected 2"])
        for count in [10, 20, 40, 60] {
            var found: [String?] = []
            var offset = 0
            var hasMore: Bool? = true
            while hasMore == true {
                let window = RowWindow(offset: offset, count: count)
                let list = try await source.search(SearchQuery(text: "", window: window)).value
                found += list.movies.map(\.title?.text)
                hasMore = list.hasMore
                offset += count
            }
            #expect(found == (Array(1...3) + Array(21...60)).map(String.init), "\(count) at a time")
            #expect(hasMore == false)
        }
    }

    @Test("A window beyond the last page has no rows but keeps the total")
    func beyond() async throws {
        let list = try await search(source(of: 20), RowWindow(offset: 100, count: 20)).list
        #expect(list == MovieList(movies: [], totalItems: 20, hasMore: false))
    }

    @Test("A window beyond the page limit of one call is refused, not empty")
    func outOfReach() async throws {
        let operation = """
            search: { get: /f, paging: { kind: page, param: p, max_pages: 2 }, rows: films, item: { title: t } }
            """
        let transport = ScriptedTransport { request in
            let page = request.field("p") ?? ""
            return .text(#"{"films": [{"t": "A\#(page)"}, {"t": "B\#(page)"}]}"#)
        }
        let source = try repository(try shelf(operation), transport)
        let failure = try await failure {
            try await source.search(SearchQuery(text: "", window: RowWindow(offset: 4, count: 2)))
        }
        #expect(failure.kind == .unsupported)
        #expect(
            failure.message == "search: each page of this source leads to the next one, one call reads 2, "
                + "and these rows come after them"
        )
        #expect(
            failure.hint == "ask for one long page (page 1 and a higher limit), for the earlier pages first in the "
                + "same session (marquee serve), or raise max_pages"
        )
        #expect(transport.requests.count == 2)
        let reached = try await source.search(SearchQuery(text: "", window: RowWindow(offset: 3, count: 2))).value
        // This walk starts at a page whose offset is known from the first call.
        #expect(reached.movies.compactMap(\.title?.text) == ["B2", "A3"])
        #expect(reached.hasMore == true)
    }

    @Test("The name of a row in a map of rows is the id of its film")
    func namedRows() async throws {
        let operation = """
            search: { get: /f, rows: { path: films, each_value: true }, \
            item: { ids: { shelf: { each_key: true, required: true } }, title: t } }
            """
        let transport = ScriptedTransport(.text(#"{"films": {"a1": {"t": "A one"}, "b2": {"t": "B two"}}}"#))
        let source = try repository(try shelf(operation), transport)
        let list = try await source.search(SearchQuery(text: "", window: RowWindow(count: 5))).value
        #expect(list.movies.map { $0.ids["shelf"] } == ["a1", "b2"])
    }

    @Test(
        "A list whose source gives the same rows again ends there, with a remark",
        arguments: [
            "kind: page, param: p, size: 2, total: total", "kind: page, param: p, size: 2",
            "kind: offset, param: p, size: 2, total: total", "kind: cursor, path: next, param: p",
            "kind: next_url, path: next",
        ]
    )
    func repeatedPages(_ paging: String) async throws {
        let operation = "search: { get: /f, paging: { \(paging), max_pages: 9 }, rows: films, item: { title: t } }"
        let transport = ScriptedTransport { request in
            let page = request.field("p") ?? "0"
            return .text(#"{"total": 45, "next": "?p=\#(page)1", "films": [{"t": "A"}, {"t": "B"}]}"#)
        }
        let source = try repository(try shelf(operation), transport)
        let answer = try await source.search(SearchQuery(text: "", window: RowWindow(count: 20)))
        #expect(transport.requests.count == 2)
        #expect(answer.value.movies.count == 2)
        #expect(answer.value.hasMore == false)
        #expect(answer.value.totalItems == nil)
        #expect(answer.remarks.count == 1)
        #expect(answer.remarks[0].hasSuffix("so the list ends here; check its paging"))
    }

    @Test("Similar films are requested by the only id that the provider takes")
    func similar() async throws {
        let transport = ScriptedTransport(try Fixture.answer("yts/suggestions.json"))
        let source = try repository(try bundled("yts"), transport)
        let ids = ["yts": "990100001", "imdb": "tt99000001"]
        let query = RelatedQuery(kind: .similar, ids: ids, window: RowWindow(count: 20))
        let list = try await source.related(query).value
        #expect(transport.requests.map(\.fields) == [["movie_id=990100001"]])
        #expect(list.movies.map(\.ids) == [["yts": "990100002", "imdb": "tt99000002"], ["yts": "990100003"]])
        #expect(list.totalItems == nil)
        #expect(list.hasMore == false)
    }

    @Test("An unreadable row is dropped, which the answer says, but a list of only unreadable rows is malformed")
    func unreadableRows() async throws {
        let operation = "search: { get: /f, rows: films, item: { title: { path: t, required: true } } }"
        func list(_ films: String) async throws -> [String?] {
            let source = try repository(try shelf(operation), ScriptedTransport(.text("{\"films\": [\(films)]}")))
            return try await source.search(SearchQuery(text: "", window: RowWindow(count: 5))).value.movies.map(
                \.title?.text
            )
        }
        #expect(try await list(#"{"x": 1}, {"t": "A"}, {"t": null}"#) == ["A"])
        #expect(try await list("") == [])
        let body = #"{"films": [{"x": 1}, {"t": "A"}, {"t": null}]}"#
        let source = try repository(try shelf(operation), ScriptedTransport(.text(body)))
        let answer = try await source.search(SearchQuery(text: "", window: RowWindow(count: 5)))
        #expect(answer.remarks == ["2 of 3 rows left out: no 'title'"])
        let failure = try await failure { try await list(#"{"name": "A"}, {"name": "B"}"#) }
        #expect(failure.kind == .malformed)
        #expect(failure.message == "search: none of the 2 rows has what the definition requires: no 'title'")
    }

    @Test(
        "An answer whose rows are something else says what was found, and advises only what helps",
        arguments: [
            (
                "films", #"{"films": {"a": {"t": "A"}, "b": {"t": "B"}}}"#,
                "search: the only row lacks what the definition requires: no 'title'",
                "if each value of this object is a row, write each_value: true in the definition"
            ),
            (
                "films", #"{"films2": {}, "n": 1}"#, "search: the answer has no rows at 'films'; it has films2, n",
                "has the API changed? if nothing there means no rows, write if_missing: empty"
            ),
            (
                "films", #"{"data": {"films": []}}"#,
                "search: the answer has no rows at 'films'; did you mean 'data.films'?",
                "has the API changed? if nothing there means no rows, write if_missing: empty"
            ),
            (
                "{ path: Search, if_missing: empty }", #"{"Response": "False", "Error": "Request limit reached!"}"#,
                "search: the answer has no rows at 'Search'; its 'Error' is \"Request limit reached!\"",
                "add a rule to 'errors' that says what it means, such as { when: { path: Error, matches: limit }, kind: rate_limited }"
            ),
            (
                "films", #"{"errors": [{"code": 7}], "n": 1}"#,
                "search: the answer has no rows at 'films'; its 'errors' is [{\"code\": 7}]",
                "add a rule to 'errors' that says what it means, such as { when: { path: errors, matches: limit }, kind: rate_limited }"
            ),
            (
                "{ path: films, if_missing: empty }", #"{"films": "none"}"#,
                "search: expected rows at 'films', found a text", "has the API changed?"
            ),
            (
                "films", #"{"films": false}"#, "search: expected rows at 'films', found false",
                "has the API changed?"
            ),
            (
                "films", #"{"films": {}}"#, "search: expected rows at 'films', found an empty object",
                "has the API changed?"
            ),
        ]
    )
    func otherRows(_ rows: String, _ body: String, _ message: String, _ hint: String) async throws {
        let operation = "search: { get: /f, rows: \(rows), item: { title: { path: t, required: true } } }"
        let source = try repository(try shelf(operation), ScriptedTransport(.text(body)))
        let failure = try await failure { try await source.search(SearchQuery(text: "", window: RowWindow(count: 5))) }
        #expect(failure.message == message)
        #expect(failure.hint == hint)
    }

    @Test("The names in a map of rows can be the ids of its films")
    func keys() async throws {
        let operation =
            "search: { get: /f, rows: { path: films, each_value: true }, item: { ids: { shelf: { each_key: true, required: true } }, title: t } }"
        let body = #"{"films": {"a1": {"t": "Well"}, "b2": {"t": "Pier"}}}"#
        let source = try repository(try shelf(operation), ScriptedTransport(.text(body)))
        let answer = try await source.search(SearchQuery(text: "", window: RowWindow(count: 5)))
        #expect(answer.value.movies.map(\.ids) == [["shelf": "a1"], ["shelf": "b2"]])
    }

    @Test("An answer without rows reports where they were expected")
    func missingRows() async throws {
        let source = try repository(
            try shelf("search: { get: /f, rows: data.films, item: { title: t } }"),
            ScriptedTransport(.text(#"{"data": {}}"#))
        )
        let failure = try await failure { try await source.search(SearchQuery(text: "", window: RowWindow(count: 5))) }
        #expect(failure.kind == .malformed)
        #expect(failure.message == "search: the answer has no rows at 'data.films'; it has data")
        #expect(failure.field == "data.films")
    }

    @Test("A list is as fresh as its oldest page, and a recording counts as live")
    func freshness() async throws {
        let operation = """
            search: { get: /f, paging: { kind: page, param: p, size_param: s, size: 1 }, rows: films, \
            item: { title: t } }
            """
        func freshness(_ provenances: [HTTPResponse.Provenance]) async throws -> Freshness {
            let transport = ScriptedTransport { request in
                var response = HTTPResponse.text(#"{"films": [{"t": "A"}]}"#)
                response.provenance = provenances[(request.field("p").flatMap { Int($0) } ?? 1) - 1]
                return response
            }
            let query = SearchQuery(text: "", window: RowWindow(count: provenances.count))
            return try await repository(try shelf(operation), transport).search(query).freshness
        }
        let old = HTTPResponse.Provenance.cache(ageSeconds: 90, isStale: true)
        let new = HTTPResponse.Provenance.cache(ageSeconds: 5, isStale: false)
        #expect(try await freshness([.network]) == .live)
        #expect(try await freshness([.recording, .recording]) == .live)
        #expect(try await freshness([old, new]) == Freshness(fromCache: true, ageSeconds: 90, isStale: true))
        #expect(try await freshness([new, .network]) == Freshness(fromCache: false, ageSeconds: 5, isStale: false))
    }

    @Test(
        "No TMDB page beyond 500 is requested, whatever page count TMDB reports",
        arguments: [
            (9_960, ["499"], true), (9_980, ["500"], false), (9_990, ["500"], false), (10_000, [], false),
            (700_000, [], false),
        ] as [(Int, [String], Bool)]
    )
    func lastPage(_ offset: Int, _ pages: [String], _ hasMore: Bool) async throws {
        let transport = ScriptedTransport { request in
            guard let page = request.field("page").flatMap({ Int($0) }), page <= 500 else {
                return .text(#"{"status_code": 22, "status_message": "Invalid page"}"#, status: 400)
            }
            let films = (0..<20).map { #"{"id": \#(page * 20 + $0), "title": "Film"}"# }.joined(separator: ",")
            return .text(#"{"page": \#(page), "total_pages": 38029, "results": [\#(films)]}"#)
        }
        let source = try repository(try bundled("tmdb"), transport)
        let list = try await source.list(ListQuery(window: RowWindow(offset: offset, count: 20))).value
        #expect(transport.requests.map { $0.field("page") } == pages)
        #expect(list.movies.count == (pages.isEmpty ? 0 : offset == 9_990 ? 10 : 20))
        #expect(list.hasMore == hasMore)
    }
}
