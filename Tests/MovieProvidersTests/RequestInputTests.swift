import HTTPModel
import MovieDomain
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("Inputs that stand together in a request, and answers that are not yet one")
struct RequestInputTests {
    private static let films = #"{"films":[{"id":1,"t":"The Paper Lighthouse","year":1990}],"hasMore":false}"#
    private let item = "rows: films, item: { ids: { shelf: id }, title: t }"

    private func sent(
        _ operations: String,
        _ keys: String = "",
        _ body: String = films,
        _ ask: (any MovieRepository) async throws -> Void
    ) async throws -> [HTTPRequest] {
        let transport = ScriptedTransport(.text(body))
        try await ask(try repository(try shelf(operations, keys), transport))
        return transport.requests
    }

    private func list(_ change: (inout ListQuery) -> Void) -> ListQuery {
        var query = ListQuery(window: RowWindow(count: 20))
        change(&query)
        return query
    }

    @Test(
        "A filter beside a page is sent, in a path, a parameter, or a body",
        arguments: [
            (
                #"list: { get: "/top/genre=${input.genre}&skip=${input.offset}.json", paging: { kind: offset, size: 20 }, "#,
                "/v1/top/genre=drama&skip=0.json"
            ),
            (#"list: { get: "/g/${input.genre}/${input.page}", paging: { kind: page, size: 20 }, "#, "/v1/g/drama/1"),
            (
                #"list: { get: /g, query: { f: "${input.genre}:${input.page}:${input.limit}" }, paging: { kind: page, size: 20 }, "#,
                "f=drama%3A1%3A20"
            ),
            (
                #"list: { post: /g, body: { q: "{ films(genre: ${input.genre}, page: ${input.page}) { id } }" }, paging: { kind: page, in: body, size: 20 }, "#,
                "genre: drama, page: 1"
            ),
        ]
    )
    func besidePage(_ operation: String, _ expected: String) async throws {
        let query = list { $0.genre = "drama" }
        let requests = try await sent(operation + item + " }") { _ = try await $0.list(query) }
        let request = try #require(requests.first)
        let text = request.redactedURL + (request.body?.revealed() ?? "")
        #expect(text.contains(expected), "\(text)")
    }

    @Test("A chart beside a page is sent")
    func chart() async throws {
        let operation =
            "charts: { get: \"/catalog/${input.kind}/skip=${input.offset}.json\", paging: { kind: offset, size: 20 }, "
        let query = list { $0.kind = .popular }
        let requests = try await sent(operation + item + " }") { _ = try await $0.list(query) }
        #expect(requests.map(\.path) == ["/v1/catalog/popular/skip=0.json"])
    }

    @Test(
        "If another input is missing, the message names it, and the source does not take the call",
        arguments: [
            (
                #"list: { get: "/g/${input.genre}/${input.year}", paging: { kind: page, param: page, size: 50 }, "#,
                "${input.year}"
            ),
            (
                #"list: { get: /g, query: { f: "${input.genre}+${input.year}" }, "#,
                "takes no genre drama without ${input.year}"
            ),
            (
                #"list: { get: /g, query: { f: "${input.genre}+${input.country}+${input.year}" }, "#,
                "without ${input.country} and ${input.year}"
            ),
        ]
    )
    func missing(_ operation: String, _ words: String) async throws {
        let query = list { $0.genre = "drama" }
        let repository = try repository(try shelf(operation + item + " }"), ScriptedTransport(.text(Self.films)))
        let error = try await failure { _ = try await repository.list(query) }
        #expect(error.kind == .unsupported)
        #expect(error.message.contains(words), "\(error.message)")
    }

    @Test("A filter that the request does not name is still refused, and so is a list without what its path needs")
    func refused() async throws {
        let plain = try repository(try shelf("list: { get: /g, \(item) }"), ScriptedTransport(.text(Self.films)))
        let error = try await failure { _ = try await plain.list(list { $0.genre = "drama" }) }
        #expect(error.message == "list of this source takes no genre drama")
        let path = try shelf("list: { get: \"/g/${input.genre}\", \(item) }")
        let needing = try repository(path, ScriptedTransport(.text(Self.films)))
        let lacking = try await failure { _ = try await needing.list(list { _ in }) }
        #expect(lacking.kind == .unsupported)
        #expect(lacking.message.contains("its path needs ${input.genre}"))
    }

    @Test("A search never goes out without its words")
    func words() async throws {
        let operation =
            #"search: { get: /s, query: { v: '{"q":"${input.query | json}","after":"${input.cursor}"}' }, paging: { kind: cursor, path: next, size: 20 }, "#
        let transport = ScriptedTransport(.text(Self.films))
        let repository = try repository(try shelf(operation + item + " }"), transport)
        let error = try await failure {
            _ = try await repository.search(SearchQuery(text: "x", window: RowWindow(count: 5)))
        }
        #expect(error.kind == .badRequest)
        #expect(
            error.message.contains("${input.query}") && error.message.contains("${input.cursor}"),
            "\(error.message)"
        )
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "A filter of a placeholder writes its value for the inside of quotes",
        arguments: [
            (#"'{"q":"${input.query | json}"}'"#, #"the "paper" \ b"#, #"{"q":"the \"paper\" \\ b"}"#),
            (#"'t="${input.query | quote}"'"#, #"the "paper" \ b's"#, #"t="the \"paper\" \\ b\'s""#),
            (#""t='${input.query | upper | sql}'""#, #"b's "paper" \"#, #"t='B''S "PAPER" \'"#),
            (#"'t="${input.query|quote}"'"#, "a\nb\te\u{301}", #"t="a b e\#u{301}""#),
            (#"'{"q":"${input.query | json}"}'"#, "ab\"\u{301}", #"{"q":"ab\"\#u{301}"}"#),
            (#"{ from: "input.query | json", then: [trim] }"#, #"a"b"#, #"a\"b"#),
        ]
    )
    func escapes(_ parameter: String, _ query: String, _ expected: String) async throws {
        let operation = "search: { get: /s, query: { v: \(parameter) }, \(item) }"
        let requests = try await sent(operation) {
            _ = try await $0.search(SearchQuery(text: query, window: RowWindow(count: 5)))
        }
        #expect(requests.first?.field("v") == expected)
    }

    // MARK: Images

    @Test(
        "A path of an image is below base_url, whatever its path is",
        arguments: [
            ("base_url: https://shelf.example/plex", "/library/7/thumb", "https://shelf.example/plex/library/7/thumb"),
            ("base_url: https://shelf.example/plex/", "library/7/thumb", "https://shelf.example/plex/library/7/thumb"),
            ("base_url: https://shelf.example/plex", "/plex/library/7", "https://shelf.example/plex/library/7"),
            ("base_url: https://shelf.example", "/library/7", "https://shelf.example/library/7"),
            (
                "base_url: https://shelf.example/a/b", "/Items/7?w=3&t=a:b",
                "https://shelf.example/a/b/Items/7?w=3&t=a:b"
            ),
            ("base_url: https://shelf.example/a", "//img.example/7", "https://img.example/7"),
            ("base_url: https://shelf.example/a\nimages_base: https://img.example/b", "/7", "https://img.example/b/7"),
        ]
    )
    func relative(_ keys: String, _ address: String, _ expected: String) async throws {
        let operation = "search: { get: /s, rows: films, item: { title: t, images: { path: p, kind: poster } } }"
        let transport = ScriptedTransport(.text(#"{"films":[{"t":"A","p":"\#(address)"}]}"#))
        let answer = try await repository(try shelf(operation, keys), transport)
            .search(SearchQuery(text: "", window: RowWindow(count: 5)))
        #expect(answer.value.movies.first?.images.map(\.url) == [expected])
    }

    @Test(
        "The address of images may be in a variable, as that of the source may",
        arguments: [
            ("base_url: \"${env.SHELF_KEY}\"\nimages_base: \"${env.SHELF_KEY}\"", "https://own.example/plex/7"),
            (
                "base_url: https://shelf.example\nimages_base: \"${env.SHELF_KEY}/img\"",
                "https://own.example/plex/img/7"
            ),
        ]
    )
    func variable(_ keys: String, _ expected: String) async throws {
        let operation = "search: { get: /s, rows: films, item: { title: t, images: { path: p, kind: poster } } }"
        let definition = try shelf(operation, keys)
        #expect(definition.reach.variables == ["SHELF_KEY"])
        let located = Configuration(providers: [definition]).located { _ in "https://own.example/plex/" }
        let transport = ScriptedTransport(.text(#"{"films":[{"t":"A","p":"/7"}]}"#))
        let answer = try await repository(try #require(located.providers.first), transport)
            .search(SearchQuery(text: "", window: RowWindow(count: 5)))
        #expect(answer.value.movies.first?.images.map(\.url) == [expected])
        let bad = Configuration(providers: [definition]).located { _ in "plex" }
        #expect(bad.providers.first?.http?.addressProblem?.contains("SHELF_KEY is not an address") == true)
    }

    // MARK: The day of a box office

    private let board = "rows: films, item: { rank: id, movie: { ids: { shelf: id }, title: t } } }"

    private func period(
        _ operation: String,
        _ span: BoxOfficeSpan = .day,
        _ date: String? = nil,
        _ body: String = films
    ) async throws -> BoxOfficePeriod {
        let query = BoxOfficeQuery(span: span, date: try date.map { try CalendarDate($0) })
        let repository = try repository(
            try shelf(operation + board),
            ScriptedTransport(.text(body)),
            now: "2024-03-13T12:00:00Z"
        )
        return try await repository.boxOffice(query).value.period
    }

    @Test("A board that takes no day is of the current day or week, or of the last one if the definition says so")
    func live() async throws {
        for keys in ["", "period: live, "] {
            let day = try await period("daily_box_office: { get: /b, \(keys)")
            #expect(day.from == (try CalendarDate("2024-03-13")))
            let week = try await period("weekly_box_office: { get: /b, \(keys)", .week)
            #expect(week.from == (try CalendarDate("2024-03-11")))
        }
        let last = try await period("daily_box_office: { get: /b, period: last, ")
        #expect(last.from == (try CalendarDate("2024-03-12")))
        let asked = try await period("daily_box_office: { get: /b, period: live, ", .day, "2024-03-13")
        #expect(asked.from == (try CalendarDate("2024-03-13")))
        for keys in ["", "period: live, ", "period: last, "] {
            let error = try await failure {
                _ = try await period("daily_box_office: { get: /b, \(keys)", .day, "2024-02-01")
            }
            #expect(error.kind == .unsupported)
            #expect(error.message.contains("is that of 2024-03-1"), "\(error.message)")
        }
    }

    @Test("The answer may name its day, which is then the period, and must be the one that was asked for")
    func stated() async throws {
        let field = "period: { path: when, then: [{ extract: \"^[0-9]+\" }, { date: [yyyyMMdd] }] }, "
        let body = #"{"when":"20240305~20240311","films":[{"id":1,"t":"A"}]}"#
        let day = try await period("daily_box_office: { get: /b, \(field)", .day, nil, body)
        #expect(day.from == (try CalendarDate("2024-03-05")))
        let week = try await period("weekly_box_office: { get: /b, \(field)", .week, nil, body)
        #expect(week.from == (try CalendarDate("2024-03-04")))
        #expect(week.to == (try CalendarDate("2024-03-10")))
        let dated = "daily_box_office: { get: /b, query: { d: \"${input.date}\" }, \(field)"
        let wrong = try await failure { _ = try await period(dated, .day, "2024-03-06", body) }
        #expect(wrong.kind == .malformed && wrong.message.contains("2024-03-05"), "\(wrong.message)")
        #expect(try await period(dated, .day, "2024-03-05", body).from == (try CalendarDate("2024-03-05")))
        let none = try await failure { _ = try await period(dated, .day, nil, Self.films) }
        #expect(none.kind == .malformed && none.message.contains("no day at 'when'"), "\(none.message)")
    }

    // MARK: Answers

    @Test(
        "A status of 202 without rows means that the answer is not there yet, and never that there is none",
        arguments: ["rows: films", "rows: { path: films, if_missing: empty }", "rows: ."],
        [#"{"status":"queued","id":"job1"}"#, ""]
    )
    func notYet(_ rows: String, _ body: String) async throws {
        let definition = try shelf(
            "search: { get: /s, \(rows), item: { ids: { shelf: id }, title: { path: t, required: true } } }"
        )
        let repository = try repository(definition, ScriptedTransport(.text(body, status: 202)))
        let error = try await failure {
            _ = try await repository.search(SearchQuery(text: "", window: RowWindow(count: 5)))
        }
        #expect(error.kind == .unavailable)
        #expect(error.message.contains("202"), "\(error.message)")
        #expect(error.hint?.contains("retry: { attempts: 4 }") == true)
        _ = try shelf("search: { get: /s, \(rows), item: { title: t } }", "retry: { attempts: 4 }")
        let answered = try self.repository(definition, ScriptedTransport(.text(Self.films, status: 202)))
        if rows != "rows: ." {
            let answer = try await answered.search(SearchQuery(text: "", window: RowWindow(count: 5)))
            #expect(answer.value.movies.count == 1)
        }
    }

    private func repository(
        _ definition: ProviderDefinition,
        _ transport: ScriptedTransport
    ) throws -> any MovieRepository {
        try MovieProvidersTests.repository(definition, transport)
    }

    private func repository(
        _ definition: ProviderDefinition,
        _ transport: ScriptedTransport,
        now: String
    ) throws -> any MovieRepository {
        try MovieProvidersTests.repository(definition, transport, now: now)
    }

    @Test("The body `null` is an empty answer where nothing there means no rows", arguments: [".", "films"])
    func null(_ path: String) async throws {
        let operation = "search: { get: /s, rows: { path: \(path), if_missing: empty }, item: { title: t } }"
        let answer = try await repository(try shelf(operation), ScriptedTransport(.text("null")))
            .search(SearchQuery(text: "", window: RowWindow(count: 5)))
        #expect(answer.value.movies.isEmpty)
        let strict = try repository(
            try shelf("search: { get: /s, rows: \(path), item: { title: t } }"),
            ScriptedTransport(.text("null"))
        )
        let error = try await failure {
            _ = try await strict.search(SearchQuery(text: "", window: RowWindow(count: 5)))
        }
        #expect(error.kind == .malformed)
    }

    @Test("A page with 404 in the place of a film names the rule that makes it `not_found`")
    func page() async throws {
        let operation = "lookup: { by: [shelf], get: \"/f/${input.ids.shelf}\", rows: ., item: { title: t } }"
        let html = HTTPResponse.text(
            "<html><body>Not Found</body></html>",
            status: 404,
            headers: [("Content-Type", "text/html")]
        )
        let query = LookupQuery(ids: ["shelf": "7"])
        let error = try await failure {
            _ = try await repository(try shelf(operation), ScriptedTransport(html)).lookup(query)
        }
        let rule = "{ when: { status: 404, by_id: true }, kind: not_found }"
        #expect(error.kind == .unavailable && error.hint?.contains(rule) == true, "\(error)")
        let ruled = try shelf(operation, "errors: [\(rule)]")
        let none = try await failure { _ = try await repository(ruled, ScriptedTransport(html)).lookup(query) }
        #expect(none.kind == .notFound)
    }

    @Test(
        "An amount of money is rounded to whole units",
        arguments: [("51205011.31", 51_205_011), ("12.5", 13), ("\"1200000.00\"", 1_200_000)]
    )
    func money(_ text: String, _ amount: Int) async throws {
        let operation = "search: { get: /s, rows: films, item: { title: t, budget: { path: b, unit: USD } } }"
        let answer = try await repository(
            try shelf(operation),
            ScriptedTransport(.text(#"{"films":[{"t":"A","b":\#(text)}]}"#))
        )
        .search(SearchQuery(text: "", window: RowWindow(count: 5)))
        #expect(answer.value.movies.first?.budget?.amount == amount)
        #expect(answer.remarks == [])
    }

    @Test(
        "An image on a host that `image_hosts` lacks is named by it",
        arguments: ["https://media.example/s.svg", "//media.example/s.svg"]
    )
    func foreignHost(_ address: String) async throws {
        let item = "title: t, watch: { rows: w, item: { region: r, stream: { rows: s, item: { name: n, logo: l } } } }"
        let operation = "search: { get: /s, rows: films, item: { \(item) } }"
        let body = #"{"films":[{"t":"A","w":[{"r":"KR","s":[{"n":"Kite","l":"\#(address)"}]}]}]}"#
        let definition = try shelf(operation, "image_hosts: [img.example]")
        let answer = try await repository(definition, ScriptedTransport(.text(body)))
            .search(SearchQuery(text: "", window: RowWindow(count: 5)))
        #expect(
            answer.remarks == ["1 value could not be read: logo (1, because 'image_hosts' does not name media.example)"]
        )
        let named = try shelf(operation, "image_hosts: [img.example, media.example]")
        let mended = try await repository(named, ScriptedTransport(.text(body)))
            .search(SearchQuery(text: "", window: RowWindow(count: 5)))
        #expect(mended.remarks == [])
    }

    // MARK: Parts alone

    @Test("A source with a part alone gives it by the ids of the film")
    func parts() async throws {
        let operation =
            "images: { by: [imdb], get: \"/m/${input.ids.imdb}\", rows: ., item: { ids: { imdb: i }, images: { rows: p, item: { url: u } } } }"
        let body = #"{"i":"tt9000007","p":[{"u":"https://img.example/1.jpg"}]}"#
        let transport = ScriptedTransport(.text(body))
        let shelf = try repository(try shelf(operation), transport)
        let answer = try await shelf.lookup(LookupQuery(ids: ["imdb": "tt9000007"], include: [.images]))
        #expect(answer.value.images.map(\.url) == ["https://img.example/1.jpg"])
        #expect(transport.requests.map(\.path) == ["/v1/m/tt9000007"])
        let error = try await failure { _ = try await shelf.lookup(LookupQuery(ids: ["imdb": "tt9000007"])) }
        #expect(error.kind == .unsupported)
        let missing = try repository(
            try MovieProvidersTests.shelf(operation),
            ScriptedTransport(.text("{}", status: 404))
        )
        let none = try await failure {
            _ = try await missing.lookup(LookupQuery(ids: ["imdb": "tt9000007"], include: [.images]))
        }
        #expect(none.kind == .notFound)
    }
}
