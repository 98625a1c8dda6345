import HTTPModel
import MarqueeTestKit
import MovieDomain
import ProviderLanguage
import Synchronization
import Testing

@testable import MovieProviders

@Suite("Failover between base URLs")
struct FailOverTests {
    private let operation = "search: { get: /films, rows: films, item: { title: t } }"

    private func ask(
        _ bases: String,
        answer: @escaping @Sendable (HTTPRequest) throws(ProviderError) -> HTTPResponse
    ) async throws -> (hosts: [String], result: Result<[String], ProviderError>) {
        let transport = ScriptedTransport(answer)
        let repository = try repository(try shelf(operation, "base_url: [\(bases)]\nallow_http: true"), transport)
        let result: Result<[String], ProviderError>
        do throws(ProviderError) {
            let answer = try await repository.search(SearchQuery(text: "", window: RowWindow(count: 5)))
            result = .success(answer.value.movies.compactMap(\.title?.text))
        } catch {
            result = .failure(error)
        }
        return (transport.requests.map(\.origin.description), result)
    }

    @Test(
        "The next base URL is tried only after a failure that means the host is down",
        arguments: [
            (ProviderError.Stage.nameResolution, true), (.connectionRefused, true), (.connectTimeout, true),
            (.connectionLost, true), (.tls, true), (.redirectRefused, true), (.timeout, false), (.bodyTooLarge, false),
            (.brokenResponse, false), (.cancelled, false), (.forbidden, false), (.notRecorded, false),
            (.circuitOpen, true), (.quotaExhausted, false),
            (.rateLimited, false), (.overloaded, false),
        ]
    )
    func kinds(_ kind: ProviderError.Stage, _ triesNext: Bool) async throws {
        let (hosts, result) = try await ask("https://one.example, https://two.example") {
            request throws(ProviderError) in
            if request.origin.host == "one.example" { throw ProviderError(at: kind, "one") }
            return .text(#"{"films": [{"t": "A"}]}"#)
        }
        #expect(hosts == ["https://one.example", "https://two.example"].prefix(triesNext ? 2 : 1).map(\.self))
        switch result {
        case .success(let titles): #expect(triesNext && titles == ["A"])
        case .failure(let failure): #expect(!triesNext && failure.message == "one")
        }
    }

    @Test("A response of the API causes no failover, whatever it says", arguments: [400, 401, 403, 429])
    func answered(_ status: Int) async throws {
        let (hosts, result) = try await ask("https://one.example, https://two.example") { _ in
            .text("{}", status: status)
        }
        #expect(hosts == ["https://one.example"])
        #expect(throws: ProviderError.self) { try result.get() }
    }

    @Test(
        "The next base URL is tried if something else answers in place of the API",
        arguments: [
            (500, "{}"), (503, ""), (404, "{}"), (403, "<html>One moment</html>"), (200, "<html>For sale</html>"),
        ]
    )
    func elseAnswered(_ status: Int, _ body: String) async throws {
        let (hosts, result) = try await ask("https://one.example, https://two.example") { request in
            request.origin.host == "one.example" ? .text(body, status: status) : .text(#"{"films": [{"t": "A"}]}"#)
        }
        #expect(hosts == ["https://one.example", "https://two.example"])
        #expect(try result.get() == ["A"])
    }

    @Test("If all hosts are down, the failure of the last one is reported")
    func allDown() async throws {
        let (hosts, result) = try await ask("https://one.example, https://two.example") {
            request throws(ProviderError) in
            throw ProviderError(at: .nameResolution, "\(request.origin.host) has no address")
        }
        #expect(hosts.count == 2)
        #expect(
            result.map { _ in 0 }
                == .failure(ProviderError(at: .nameResolution, "two.example has no address").of("shelf"))
        )
        guard case .failure(let error) = result else { return }
        #expect(error.kind == .unavailable)
        #expect(
            error.hint == "check the network and the provider's base_url; such hosts move from time to time"
        )
    }

    @Test(
        "What fails over HTTPS is not sent in clear, but a definition without encryption has all of its hosts",
        arguments: [
            ("https://one.example, http://two.example", ["https://one.example"]),
            ("http://one.example, http://two.example", ["http://one.example", "http://two.example"]),
        ]
    )
    func clear(_ bases: String, _ expected: [String]) async throws {
        let (hosts, _) = try await ask(bases) { _ throws(ProviderError) in
            throw ProviderError(at: .connectionRefused, "down")
        }
        #expect(hosts == expected)
    }

    @Test("The host that took over is asked first until it is down itself")
    func remembered() async throws {
        let isSecondUp = Mutex(true)
        let transport = ScriptedTransport { request throws(ProviderError) in
            let isUp = request.origin.host == "two.example" ? isSecondUp.withLock(\.self) : !isSecondUp.withLock(\.self)
            if isUp { return .text(#"{"films": []}"#) }
            throw ProviderError(at: .connectionRefused, "down")
        }
        let bases = "base_url: [https://one.example, https://two.example, https://three.example]"
        let repository = try repository(try shelf(operation, bases), transport)
        func hosts() async throws -> [String] {
            let count = transport.requests.count
            _ = try await repository.search(SearchQuery(text: "", window: RowWindow(count: 5)))
            return transport.requests.dropFirst(count).map(\.origin.host)
        }
        #expect(try await hosts() == ["one.example", "two.example"])
        #expect(try await hosts() == ["two.example"])
        isSecondUp.withLock { $0 = false }
        #expect(try await hosts() == ["two.example", "one.example"])
        #expect(try await hosts() == ["one.example"])
    }

    @Test("Only a substitute host is preferred, and only for five minutes")
    func preference() throws {
        let clock = ManualClock()
        let hosts = HostMemory(clock: clock)
        let bases = try (0..<3).map { try #require(WebURL("https://\($0).example")) }
        func answered(_ index: Int, isSubstitute: Bool, at second: Int) {
            clock.advance(by: .seconds(second) - clock.now)
            hosts.answered(bases[index], of: bases, isSubstitute: isSubstitute)
        }
        func first(at second: Int) -> String? {
            clock.advance(by: .seconds(second) - clock.now)
            return hosts.ordered(bases).first?.origin.host
        }
        #expect(first(at: 0) == "0.example")
        answered(2, isSubstitute: false, at: 0)
        #expect(first(at: 0) == "0.example")
        answered(2, isSubstitute: true, at: 10)
        answered(2, isSubstitute: false, at: 200)
        #expect(first(at: 309) == "2.example")
        #expect(first(at: 310) == "0.example")
        answered(1, isSubstitute: true, at: 310)
        #expect(first(at: 311) == "1.example")
        answered(0, isSubstitute: true, at: 311)
        #expect(first(at: 312) == "0.example")
        answered(1, isSubstitute: true, at: 312)
        hosts.failed()
        #expect(first(at: 313) == "0.example")
    }

    @Test("A request carries the purpose of its call")
    func purposes() async throws {
        let transport = ScriptedTransport(.text(#"{"films": []}"#))
        let repository = try repository(try shelf(operation), transport)
        let query = SearchQuery(text: "", window: RowWindow(count: 5))
        for purpose in [CallPurpose.essential, .enrichment] {
            _ = try await repository.search(query, in: CallContext(purpose: purpose))
        }
        #expect(transport.requests.map(\.context.purpose) == [.essential, .enrichment])
    }

    @Test("Failover from https to http happens only for the local machine")
    func noDowngrade() async throws {
        for (second, isTried) in [("http://two.example", false), ("http://127.0.0.1:8080", true)] {
            let (hosts, _) = try await ask("https://one.example, \(second)") { _ throws(ProviderError) in
                throw ProviderError(at: .tls, "not acceptable")
            }
            #expect(hosts == ["https://one.example"] + (isTried ? [second] : []))
        }
    }

    @Test(
        "Each stage of a transport failure maps to an error kind",
        arguments: [
            (ProviderError.Stage.timeout, ProviderError.Kind.timeout), (.connectTimeout, .timeout),
            (.cancelled, .unavailable), (.forbidden, .badRequest), (.bodyTooLarge, .malformed),
            (.notRecorded, .unavailable), (.tls, .unavailable), (.redirectRefused, .unavailable),
            (.brokenResponse, .unavailable), (.connectionLost, .unavailable), (.nameResolution, .unavailable),
            (.connectionRefused, .unavailable), (.quotaExhausted, .quota), (.rateLimited, .rateLimited),
            (.circuitOpen, .circuitOpen), (.overloaded, .rateLimited),
        ]
    )
    func meaning(_ kind: ProviderError.Stage, _ expected: ProviderError.Kind) {
        let failure = ProviderError(at: kind, "words").of("shelf")
        #expect(failure.kind == expected)
        #expect(failure.message == "words")
        #expect(failure.provider == "shelf")
        #expect(failure.retryAfterSeconds == nil)
    }

    @Test("A missing recording is not retryable, but a lost connection is")
    func notRecorded() {
        #expect(!ProviderError(at: .notRecorded, "words").of("shelf").isRetryable)
        #expect(ProviderError(at: .connectionLost, "words").of("shelf").isRetryable)
    }

    @Test(
        "A failure with a retry delay has a hint that states the delay",
        arguments: [
            (
                ProviderError.Stage.quotaExhausted, 18_720,
                "its quota resets in 5 h 12 min; until then, answers come from the cache alone", false
            ),
            (.rateLimited, 90, "it is asked again in 90 s", true),
            (.rateLimited, 3_600, "it is asked again in 60 min", true),
            (.circuitOpen, 5, "the source is tried again in 5 s; until then, no call waits for it", true),
        ]
    )
    func retryAfter(_ kind: ProviderError.Stage, _ seconds: Int, _ hint: String, _ isRetryable: Bool) {
        let failure = ProviderError(at: kind, "words", retryAfterSeconds: seconds).of("shelf")
        #expect(failure.retryAfterSeconds == seconds)
        #expect(failure.hint == hint)
        #expect(failure.isRetryable == isRetryable)
    }
}

@Suite("Links to the next page")
struct LinkTests {
    @Test(
        "A link is resolved against the page that contains it",
        arguments: [
            ("https://other.example/x?p=2", "https://other.example/x?p=2"),
            ("//other.example/x", "https://other.example/x"),
            ("/v2/films?p=2", "https://shelf.example/v2/films?p=2"),
            ("?p=2", "https://shelf.example/v1/films?p=2"),
            ("films/2", "https://shelf.example/v1/films/2"),
            ("javascript:alert(1)", "javascript:alert(1)"),
            (" ", nil),
        ]
    )
    func resolving(_ link: String, _ expected: String?) {
        let page = HTTPRequest(
            source: "shelf",
            origin: HTTPOrigin(scheme: .https, host: "shelf.example"),
            path: "/v1/films",
            query: [HTTPRequest.Field("q", SecretText("a"))]
        )
        #expect(WebURL.nextPage(link, from: page) == expected)
    }

    private let operation = """
        search:
          get: /films
          query: { q: "${input.query}", token: "${env.SHELF_KEY}" }
          paging: { kind: next_url, path: next, max_pages: 9 }
          rows: films
          item: { title: t }
        """

    private func search(
        _ keys: String = "",
        count: Int = 100,
        answer: @escaping @Sendable (HTTPRequest) throws(ProviderError) -> HTTPResponse
    ) async throws -> (requests: [HTTPRequest], list: MovieList) {
        let transport = ScriptedTransport(answer)
        let repository = try repository(try shelf(operation, keys), transport)
        let answer = try await repository.search(SearchQuery(text: "well", window: RowWindow(count: count)))
        return (transport.requests, answer.value)
    }

    @Test("Followed links use the definition's key, and keys in links are masked")
    func following() async throws {
        let (requests, list) = try await search { request in
            switch request.field("p") {
            case nil: .text(#"{"films": [{"t": "A"}], "next": "?p=2&token=s3cr%2Bt%2Fkey&echo=s3cr%2Bt%2Fkey"}"#)
            case "2": .text(#"{"films": [{"t": "B"}], "next": "https://shelf.example/v1/films?p=3"}"#)
            default: .text(#"{"films": [{"t": "C"}], "next": null}"#)
            }
        }
        #expect(list.movies.compactMap(\.title?.text) == ["A", "B", "C"])
        #expect(list.hasMore == false)
        #expect(
            requests.map(\.fields) == [
                ["q=well", "token=s3cr+t/key"], ["p=2", "echo=s3cr+t/key", "token=s3cr+t/key"],
                ["p=3", "token=s3cr+t/key"],
            ]
        )
        #expect(
            requests.map(\.redactedURL) == [
                "https://shelf.example/v1/films?q=well&token=***",
                "https://shelf.example/v1/films?p=2&echo=***&token=***",
                "https://shelf.example/v1/films?p=3&token=***",
            ]
        )
    }

    @Test("Links in a header are followed like those in the answer, and no link is the end")
    func linksInHeader() async throws {
        let operation = operation.replacing("path: next", with: "path: { header: Link }")
        let transport = ScriptedTransport { request in
            let link: [(String, String)] =
                switch request.field("p") {
                case nil: [("Link", #"</v1/films?p=1>; rel="first", </v1/films?p=2&token=s3cr%2Bt%2Fkey>; rel="next""#)]
                case "2": [("link", "<?p=1>; rel=first"), ("link", "<?p=3>; title=\"a, b\"; REL=\"last next\"")]
                default: [("Link", #"<?p=2>; rel="prev""#)]
                }
            let body = #"{"films": [{"t": "Film \#(request.field("p") ?? "1")"}]}"#
            return HTTPResponse(status: 200, headers: HTTPHeaders(link), body: Array(body.utf8))
        }
        let repository = try repository(try shelf(operation), transport)
        let answer = try await repository.search(SearchQuery(text: "well", window: RowWindow(count: 100)))
        #expect(
            transport.requests.map(\.fields) == [
                ["q=well", "token=s3cr+t/key"], ["p=2", "token=s3cr+t/key"], ["p=3", "token=s3cr+t/key"],
            ]
        )
        #expect(answer.value.hasMore == false && answer.failures.isEmpty)
    }

    @Test("A link in a header to a host that the definition does not name is refused")
    func linkInHeaderToOtherHost() async throws {
        let operation = operation.replacing("path: next", with: "path: { header: Link }")
        let transport = ScriptedTransport { _ in
            let headers = HTTPHeaders([("Link", #"<https://other.example/v1/films?p=2>; rel="next""#)])
            return HTTPResponse(status: 200, headers: headers, body: Array(#"{"films": [{"t": "A"}]}"#.utf8))
        }
        let repository = try repository(try shelf(operation), transport)
        let answer = try await repository.search(SearchQuery(text: "well", window: RowWindow(count: 100)))
        #expect(transport.requests.count == 1)
        #expect(answer.value.movies.count == 1 && answer.value.hasMore == nil)
        let message = "the link to the next page leads away from https://shelf.example to https://other.example"
        #expect(answer.failures.map(\.message) == [message])
    }

    @Test("Errors beside the data of a GraphQL answer are remarked on, without secrets")
    func partialErrors() async throws {
        let operation = "search: { get: /films, rows: data.films, item: { title: t } }"
        func remarks(_ errors: String) async throws -> [String] {
            let transport = ScriptedTransport(.text(#"{"data": {"films": [{"t": "A"}]}, "errors": \#(errors)}"#))
            let repository = try repository(try shelf(operation), transport)
            let answer = try await repository.search(SearchQuery(text: "well", window: RowWindow(count: 1)))
            #expect(answer.value.movies.count == 1)
            return answer.remarks
        }
        let words = "a part of the answer is missing, because of an error of the source: "
        #expect(try await remarks(#"[{"message": "no rating"}]"#) == [words + "no rating"])
        #expect(try await remarks(#"[{"message": "a"}, {"message": "b"}]"#) == [words + "a (and 1 more)"])
        #expect(try await remarks("[]") == [])
        #expect(try await remarks("null") == [])
    }

    @Test("A link back to the first page ends the walk")
    func circle() async throws {
        let (requests, list) = try await search { request in
            request.field("p") == nil
                ? .text(#"{"films": [{"t": "A"}], "next": "?p=2&q=well"}"#)
                : .text(#"{"films": [{"t": "B"}], "next": "/v1/films?q=well"}"#)
        }
        #expect(requests.count == 2)
        #expect(list.movies.compactMap(\.title?.text) == ["A", "B"])
        #expect(list.hasMore == false)
    }

    @Test(
        "A link to another origin is refused, nothing is sent there, and the films of the pages before it are kept",
        arguments: [
            ("https://other.example/v1/films?p=2", " to https://other.example"),
            ("http://shelf.example/v1/films?p=2", " to http://shelf.example"),
            ("//shelf.example:444/v1/films", " to https://shelf.example:444"),
            ("https://shelf.example@other.example/", ""), ("file:///etc/passwd", ""),
        ]
    )
    func otherOrigin(_ link: String, _ target: String) async throws {
        let transport = ScriptedTransport { request in
            #expect(request.origin.description == "https://shelf.example")
            return .text(#"{"films": [{"t": "A"}], "next": "\#(link)"}"#)
        }
        let repository = try repository(try shelf(operation), transport)
        let answer = try await repository.search(SearchQuery(text: "well", window: RowWindow(count: 100)))
        #expect(answer.value.movies.compactMap(\.title?.text) == ["A"])
        #expect(answer.value.hasMore == nil)
        let failure = try #require(answer.failures.first)
        #expect(failure.page == 2)
        #expect(!failure.isRetryable)
        #expect(failure.message == "the link to the next page leads away from https://shelf.example\(target)")
        #expect(failure.hint == "if its pages may come from there, add the address to 'base_url'")
        #expect(transport.requests.count == 1)
    }

    @Test(
        "What is no link or cursor does not end a list: the next page is unknown, and the films so far are kept",
        arguments: [
            ("next_url", "2", "expected an address at 'next', found 2"),
            ("next_url", #"{"href": "/p2"}"#, "expected an address at 'next', found an object with href"),
            ("next_url", "true", "expected an address at 'next', found true"),
            ("cursor", #"["a"]"#, "expected a text or a whole number at 'next', found a list"),
            ("next_url", "null", nil), ("next_url", "false", nil), ("next_url", #""""#, nil), ("cursor", "[]", nil),
        ] as [(String, String, String?)]
    )
    func wrongType(_ kind: String, _ next: String, _ problem: String?) async throws {
        let paging = kind == "cursor" ? "{ kind: cursor, path: next, param: after }" : "{ kind: next_url, path: next }"
        let operation = "search: { get: /films, paging: \(paging), rows: films, item: { title: t } }"
        func answer(_ count: Int) async throws -> ProviderAnswer<MovieList> {
            let transport = ScriptedTransport(.text(#"{"films": [{"t": "A"}], "next": \#(next)}"#))
            let repository = try repository(try shelf(operation), transport)
            return try await repository.search(SearchQuery(text: "well", window: RowWindow(count: count)))
        }
        let many = try await answer(5)
        #expect(many.value.movies.count == 1)
        #expect(many.value.hasMore == (problem == nil ? false : nil))
        #expect(many.failures.map(\.message) == (problem.map { ["search: the next page is not known: \($0)"] } ?? []))
        #expect(many.failures.allSatisfy { $0.page == 2 && $0.kind == .malformed })
        let one = try await answer(1)
        #expect(one.failures.isEmpty)
        #expect(one.value.hasMore == (problem == nil ? false : nil))
    }

    @Test("No further link is followed once the window is full")
    func enough() async throws {
        let (requests, list) = try await search(count: 1) { _ in
            .text(#"{"films": [{"t": "A"}, {"t": "B"}], "next": "https://other.example/"}"#)
        }
        #expect(requests.count == 1)
        #expect(list.movies.compactMap(\.title?.text) == ["A"])
        #expect(list.hasMore == true)
    }

    @Test("After a failover, links stay on the host that answered")
    func failOver() async throws {
        let (requests, list) = try await search("base_url: [https://one.example/v1, https://two.example/v1]") {
            request throws(ProviderError) in
            if request.origin.host == "one.example" { throw ProviderError(at: .connectionRefused, "one is down") }
            return request.field("p") == nil
                ? .text(#"{"films": [{"t": "A"}], "next": "/v1/films?p=2"}"#)
                : .text(#"{"films": [{"t": "B"}], "next": ""}"#)
        }
        #expect(requests.map(\.origin.host) == ["one.example", "two.example", "two.example"])
        #expect(list.movies.compactMap(\.title?.text) == ["A", "B"])
    }
}
