import HTTPModel
import MovieDomain
import Platform
import ProviderLanguage
import Testing
import Upstream

@testable import MovieProviders

@Suite("Building requests")
struct RequestBuilderTests {
    private let secrets: [SecretReference: Secret] = [
        SecretReference(kind: .environment, name: "SHELF_KEY"): Secret("s3cr+t/\"key"),
        SecretReference(kind: .environment, name: "SHELF_USER"): Secret("anna"),
    ]

    private func request(
        _ operation: String,
        _ keys: String = "",
        name: Capability = .search,
        inputs: TemplateInputs = TemplateInputs(),
        page: PageWalk.Page = .only
    ) throws -> HTTPRequest {
        let definition = try #require(try shelf("\(name.rawValue): \(operation)", keys).http)
        let builder = RequestBuilder(provider: "shelf", definition: definition, secrets: secrets)
        let operation = try #require(definition.operations[name]?.first)
        return try builder.request(operation, inputs: inputs, page: page, at: definition.baseURLs[0])
    }

    @Test("Query values are percent-encoded, and parameters without a value are omitted")
    func query() throws {
        let operation = """
            { get: /films, query: { q: "${input.query}", y: "${input.year}", l: "${input.limit}", fixed: "a b" }, \
            rows: ., item: { title: t } }
            """
        let inputs = TemplateInputs(values: [.query: .text("a&b=ü/?#"), .limit: .integer(20)])
        let request = try request(operation, inputs: inputs)
        #expect(request.revealedURL == "https://shelf.example/v1/films?q=a%26b%3D%C3%BC%2F%3F%23&l=20&fixed=a%20b")
        #expect(request.method == .get)
        #expect(request.source == "shelf")
        #expect(request.body == nil)
    }

    @Test("A request that no source would accept for its size is refused")
    func largest() throws {
        let long = TemplateInputs(values: [.query: .text(String(repeating: "é", count: 1_000))])
        let text = String(repeating: "${input.query}", count: 40)
        let query = "{ get: /films, query: { q: \"\(text)\" }, rows: ., item: { title: t } }"
        #expect { try request(query, inputs: long) } throws: { error in
            (error as? ProviderError)?.message.hasSuffix("its query would be larger than 64 KiB") == true
        }
        let body =
            "{ post: /films, body: { q: \"\(String(repeating: text, count: 20))\" }, rows: ., item: { title: t } }"
        #expect { try request(body, inputs: long) } throws: { error in
            (error as? ProviderError)?.message.hasSuffix("its body would be larger than 1 MiB") == true
        }
    }

    @Test(
        "Path values are encoded as one segment each, and the template's text is made URL-safe",
        arguments: [
            ("/films/${input.ids.shelf}", "a/b?c", "/v1/films/a%2Fb%3Fc"),
            ("/films/${input.ids.shelf}", "100%", "/v1/films/100%25"),
            ("/films/${input.ids.shelf}", "..x", "/v1/films/..x"),
            ("/영화/${input.ids.shelf}", "1", "/v1/%EC%98%81%ED%99%94/1"),
            ("/a b/%20/${input.ids.shelf}.json", "1", "/v1/a%20b/%20/1.json"),
        ]
    )
    func path(_ template: String, _ id: String, _ expected: String) throws {
        let operation = "{ by: [shelf], get: \"\(template)\", rows: ., item: { title: t } }"
        let request = try request(operation, name: .lookup, inputs: TemplateInputs(ids: ["shelf": id]))
        #expect(request.path == expected)
    }

    @Test(
        "A path with a dot segment or a missing value is refused",
        arguments: [
            ("..", "a part of its path would be '.' or '..'"),
            (".", "a part of its path would be '.' or '..'"),
            ("", "its path needs ${input.ids.shelf}, which this call does not have"),
            (nil, "its path needs ${input.ids.shelf}, which this call does not have"),
        ]
    )
    func refusedPath(_ id: String?, _ reason: String) throws {
        let operation = "{ by: [shelf], get: \"/films/${input.ids.shelf}\", rows: ., item: { title: t } }"
        let ids = id.map { ["shelf": $0] } ?? [:]
        let kind: ProviderError.Kind = reason.contains("needs") ? .unsupported : .badRequest
        #expect(throws: ProviderError(kind, provider: "shelf", message: "lookup: \(reason)")) {
            _ = try request(operation, name: .lookup, inputs: TemplateInputs(ids: ids))
        }
    }

    @Test("A URL without a path gets a slash")
    func root() throws {
        let request = try request("{ get: \"\", rows: ., item: { title: t } }", "base_url: https://shelf.example")
        #expect(request.revealedURL == "https://shelf.example/")
    }

    @Test(
        "A key is sent where the definition says and is never shown",
        arguments: [
            (
                "auth: { kind: api_key, in: query, name: key, value: \"${env.SHELF_KEY}\" }",
                "https://shelf.example/v1/films?key=s3cr%2Bt%2F%22key", "?key=***", [:]
            ),
            (
                "auth: { kind: api_key, in: header, name: X-Key, prefix: \"Shelf \", value: \"${env.SHELF_KEY}\" }",
                "https://shelf.example/v1/films", "", ["X-Key": "Shelf s3cr+t/\"key"]
            ),
            (
                "auth: { kind: bearer, value: \"${env.SHELF_KEY}\" }",
                "https://shelf.example/v1/films", "", ["Authorization": "Bearer s3cr+t/\"key"]
            ),
            (
                "auth: { kind: basic, username: \"${env.SHELF_USER}\", password: \"${env.SHELF_KEY}\" }",
                "https://shelf.example/v1/films", "", ["Authorization": "Basic YW5uYTpzM2NyK3QvImtleQ=="]
            ),
            ("auth: { kind: none }", "https://shelf.example/v1/films", "", [:]),
        ]
    )
    func authentication(_ auth: String, _ url: String, _ shown: String, _ headers: [String: String]) throws {
        let request = try request("{ get: /films, rows: ., item: { title: t } }", auth)
        #expect(request.revealedURL == url)
        #expect(request.redactedURL == "https://shelf.example/v1/films" + shown)
        #expect(request.answerIdentity == "GET https://shelf.example/v1/films")
        #expect(Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value.revealed()) }) == headers)
        for text in [
            "\(request)", request.answerIdentity, request.redactedURL, request.headers.map { "\($0.value)" }.joined(),
        ] {
            #expect(!text.contains("s3cr"), "\(text)")
            #expect(!text.contains("YW5u"), "\(text)")
        }
    }

    @Test(
        "A key that is written into the definition is shown, cached, and recorded nowhere",
        arguments: [
            "auth: { kind: api_key, in: query, name: key, value: wr1tten-key }",
            "auth: { kind: api_key, in: header, name: X-Key, value: wr1tten-key }",
            "auth: { kind: bearer, value: wr1tten-key }",
            "auth: { kind: basic, username: anna, password: wr1tten-key }",
            "headers: { X-Api-Key: wr1tten-key }",
        ]
    )
    func writtenKey(_ keys: String) throws {
        for parameter in ["", ", query: { access_token: wr1tten-key }"] {
            let definition = try shelf("search: { get: /films\(parameter), rows: ., item: { title: t } }", keys)
            let source = SecretSource(environment: { _ in nil }, files: .inMemory([:]))
            let (secrets, missing) = source.secrets(of: definition)
            #expect(missing.isEmpty)
            let http = try #require(definition.http)
            let builder = RequestBuilder(provider: "shelf", definition: http, secrets: secrets)
            let operation = try #require(http.operations[.search]?.first)
            let request = try builder.request(
                operation,
                inputs: TemplateInputs(),
                page: PageWalk.Page.only,
                at: http.baseURLs[0]
            )
            let sent = request.revealedURL + request.headers.map { $0.value.revealed() }.joined()
            #expect(sent.contains("wr1tten-key") || sent.contains("Basic YW5uYTp3cjF0dGVuLWtleQ=="))
            for text in [
                "\(request)", request.answerIdentity, request.headers.map { "\($0.value)" }.joined(),
            ] {
                #expect(!text.contains("wr1tten"), "\(text)")
                #expect(!text.contains("YW5u"), "\(text)")
            }
            let mask = MessageMask(Configuration(providers: [definition]), secrets: source)
            let masked = String(decoding: mask.masking(Array("bad key wr1tten-key".utf8)), as: UTF8.self)
            #expect(masked == "bad key ***")
            #expect(definition.reach.variables.isEmpty && definition.reach.files.isEmpty)
        }
    }

    @Test("An operation's headers override the provider's, and headers without a value are omitted")
    func headers() throws {
        let operation = """
            { get: /films, headers: { accept-language: "${locale}", X-Q: "${input.query}", X-Year: "${input.year}" }, \
            rows: ., item: { title: t } }
            """
        let keys = "headers: { Accept-Language: de, X-Client: marquee }\nlocales: { ko: ko-KR, default: en }"
        let inputs = TemplateInputs(values: [.query: .text("well")], locale: .init("ko-KR"))
        let request = try request(operation, keys, inputs: inputs)
        let pairs = request.headers.map { "\($0.name): \($0.value)" }
        #expect(pairs == ["X-Client: marquee", "accept-language: ko-KR", "X-Q: well"])
    }

    @Test("A line break in a header value is refused")
    func headerInjection() throws {
        let operation = "{ get: /films, headers: { X-Q: \"${input.query}\" }, rows: ., item: { title: t } }"
        let inputs = TemplateInputs(values: [.query: .text("a\r\nX-Admin: 1")])
        #expect(
            throws: ProviderError(.badRequest, provider: "shelf", message: "search: the header X-Q would be two lines")
        ) {
            _ = try request(operation, inputs: inputs)
        }
    }

    @Test("A form is sent percent-encoded, without what has no value, and with its page")
    func form() throws {
        let operation = """
            { post: /films, form: { key: "${env.SHELF_KEY}", q: "${input.query}", "a b": [x, "y&z"], year: "${input.year}" }, \
            paging: { kind: page, in: body, param: page, size_param: n, size: 20 }, rows: ., item: { title: t } }
            """
        let inputs = TemplateInputs(values: [.query: .text("부 & c"), .limit: .integer(5)])
        let request = try request(
            operation,
            "headers: { Content-Type: application/json }",
            inputs: inputs,
            page: .number(0)
        )
        let body = try #require(request.body)
        let rest = "q=%EB%B6%80%20%26%20c&a%20b=x&a%20b=y%26z&page=1&n=20"
        #expect(body.revealed() == "key=s3cr%2Bt%2F%22key&" + rest)
        #expect(body.description == "key=***&" + rest)
        let type = "Content-Type: application/x-www-form-urlencoded"
        #expect(request.headers.map { "\($0.name): \($0.value)" } == [type])
        let echo = HTTPResponse(status: 200, body: Array(#"<s3cr+t/"key>"#.utf8))
        #expect(request.isRepeated(in: echo))
    }

    @Test("A body is sent as JSON with escaped secrets, which its description masks")
    func body() throws {
        let operation = """
            { post: /films, body: { token: "${env.SHELF_KEY}", words: "say \\"${input.query}\\"", \
            size: "${input.limit}", year: "${input.year}" }, rows: ., item: { title: t } }
            """
        let inputs = TemplateInputs(values: [.query: .text("a\"b"), .limit: .integer(5)])
        let request = try request(operation, inputs: inputs)
        #expect(request.method == .post)
        let body = try #require(request.body)
        #expect(body.revealed() == #"{"token":"s3cr+t/\"key","words":"say \"a\"b\"","size":5}"#)
        #expect(body.description == #"{"token":"***","words":"say \"a\"b\"","size":5}"#)
        #expect(request.headers.map { "\($0.name): \($0.value)" } == ["Content-Type: application/json"])
        #expect(!request.description.contains("s3cr"))
    }

    @Test(
        "A page number starts at the definition's first number and is sent with the page size",
        arguments: [
            ("{ kind: page, param: page, first: 1, size_param: limit, size: 50 }", 2, "page=3&limit=50"),
            ("{ kind: page, param: page, first: 0, size_param: limit, size: 50 }", 2, "page=2&limit=50"),
            ("{ kind: page, param: p, first: 1 }", 0, "p=1"),
        ]
    )
    func pages(_ paging: String, _ number: Int, _ query: String) throws {
        let operation = "{ get: /films, query: { genre: \"7\" }, paging: \(paging), rows: ., item: { title: t } }"
        let fields = try request(operation, page: .number(number)).fields
        #expect(fields.joined(separator: "&") == "genre=7&" + query)
    }

    @Test("The first page has the cursor that the definition gives it, and the others that of the page before")
    func firstCursor() throws {
        func fields(_ keys: String, _ page: PageWalk.Page) throws -> [String] {
            try request(
                "{ get: /films, paging: { kind: cursor, path: next, param: mark\(keys) }, rows: ., item: { title: t } }",
                page: page
            ).fields
        }
        #expect(try fields("", .only) == [])
        #expect(try fields(", first: \"*\"", .only) == ["mark=%2A"] || fields(", first: \"*\"", .only) == ["mark=*"])
        #expect(try fields(", first: \"*\"", .cursor(.text("b"))) == ["mark=b"])
    }

    @Test("An offset is sent with the page size")
    func offset() throws {
        let operation = """
            { get: /films, paging: { kind: offset, param: start, size_param: rows, size: 30 }, rows: ., \
            item: { title: t } }
            """
        #expect(try request(operation, page: .offset(60)).fields == ["start=60", "rows=30"])
    }
}

@Suite("Cache policies and deadlines of requests")
struct CachingTests {
    private let search = "search: { get: /films, rows: films, item: { title: t } }"
    private let empty = HTTPResponse.text(#"{"films": []}"#)

    private func searched(_ operations: String, _ keys: String = "") async throws -> HTTPRequest {
        let transport = ScriptedTransport(empty)
        _ = try await repository(try shelf(operations, keys), transport)
            .search(SearchQuery(text: "", window: RowWindow(count: 5)))
        return try #require(transport.requests.first)
    }

    @Test("Without cache times in the definition, a GET follows the provider and a POST is not cached")
    func rules() async throws {
        let cached =
            "search: { get: /films, rows: films, item: { title: t }, "
            + "cache: { ttl: 6h, stale_while_revalidate: 7d, stale_if_error: 30d } }"
        #expect(
            try await searched(cached).cachePolicy
                == CachePolicy(
                    ttl: .seconds(6 * 3_600),
                    staleWhileRevalidate: .seconds(7 * 86_400),
                    staleIfError: .seconds(30 * 86_400)
                )
        )
        #expect(try await searched(search).cachePolicy == .asProviderSays)
        let post = "search: { post: /films, body: { q: x }, rows: films, item: { title: t } }"
        #expect(try await searched(post).cachePolicy == nil)
    }

    @Test(
        "Box office is cached for 90 days, starting 36 hours after a day and 14 days after a week",
        arguments: [
            (BoxOfficeSpan.day, "2024-03-10", "2024-03-11T09:30:00+09:00", 30 * 60),
            (.day, "2024-03-10", "2024-03-12T11:59:59+09:00", 30 * 60),
            (.day, "2024-03-10", "2024-03-12T12:00:00+09:00", 90 * 86_400),
            (.day, "2024-03-10", "2024-03-12T02:59:59Z", 30 * 60),
            (.day, "2024-03-10", "2024-03-12T03:00:00Z", 90 * 86_400),
            (.day, "2024-03-12", "2024-03-11T09:30:00+09:00", 30 * 60),
            (.week, "2024-03-04", "2024-03-24T23:59:59+09:00", 6 * 3_600),
            (.week, "2024-03-04", "2024-03-25T00:00:00+09:00", 90 * 86_400),
        ]
    )
    func settled(span: BoxOfficeSpan, date: String, now: String, ttl: Int) async throws {
        let transport = ScriptedTransport(
            try Fixture.answer(span == .day ? "kofic/daily.json" : "kofic/weekly.json")
        )
        let query = BoxOfficeQuery(span: span, date: try CalendarDate(date))
        _ = try await repository(try bundled("kofic"), transport, now: now).boxOffice(query)
        #expect(transport.requests.map(\.cachePolicy?.ttl) == [.seconds(ttl)])
    }

    @Test("All hosts of a provider share cached answers, and all but the last have an alternative")
    func hosts() async throws {
        let transport = ScriptedTransport { request throws(ProviderError) in
            if request.origin.host == "one.example" { throw ProviderError(at: .connectionRefused, "down") }
            return .text(#"{"films": []}"#)
        }
        let definition = try shelf(search, "base_url: [https://one.example/api, https://two.example/mirror/api]")
        _ = try await repository(definition, transport).search(SearchQuery(text: "", window: RowWindow(count: 5)))
        let requests = transport.requests
        #expect(requests.map(\.origin.host) == ["one.example", "two.example"])
        #expect(requests.map(\.hasAlternative) == [true, false])
        #expect(requests.map(\.canonicalAddress) == [nil, "https://one.example/api/films"])
        #expect(Set(requests.map { ResponseKey($0) }).count == 1)
    }

    @Test("A request carries the deadline of its call")
    func deadlines() async throws {
        let transport = ScriptedTransport(empty)
        let repository = try repository(try shelf(search), transport)
        let query = SearchQuery(text: "", window: RowWindow(count: 5))
        let clock = SystemMonotonicClock()
        for deadline in [nil, Deadline(after: .seconds(60), on: clock), Deadline(after: .zero, on: clock)] {
            _ = try await repository.search(query, in: CallContext(deadline: deadline))
        }
        #expect(transport.requests.map { $0.context.deadline?.hasPassed } == [nil, false, true])
    }
}
