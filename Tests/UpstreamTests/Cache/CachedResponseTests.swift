import HTTPModel
import MovieDomain
import Testing

@testable import Upstream

@Suite("Reuse of cached responses")
struct ReuseTests {
    struct Case: Sendable {
        /// The seconds since the response was cached.
        var elapsed: Int
        var rule = ReuseTests.rule
        /// The best permitted use: `fresh`, `meanwhile`, `standIn`, or `none`.
        var use: String
        var age: Int
    }

    static let rule = CachePolicy(ttl: .seconds(100), staleWhileRevalidate: .seconds(50), staleIfError: .seconds(1_000))
    private static let shorter = CachePolicy(ttl: .seconds(10), staleIfError: .seconds(20))
    private static let longer = CachePolicy(
        ttl: .seconds(86_400),
        staleWhileRevalidate: .seconds(86_400),
        staleIfError: .seconds(86_400)
    )
    private static let day = 86_400

    @Test(
        arguments: [
            Case(elapsed: 0, use: "fresh", age: 7),
            Case(elapsed: 99, use: "fresh", age: 106),
            Case(elapsed: 100, use: "meanwhile", age: 107),
            Case(elapsed: 149, use: "meanwhile", age: 156),
            Case(elapsed: 150, use: "standIn", age: 157),
            Case(elapsed: 1_099, use: "standIn", age: 1_106),
            Case(elapsed: 1_100, use: "none", age: 1_107),
            Case(elapsed: day, use: "none", age: day + 7),
            // A shorter rule applies at once, a longer one only to the next response.
            Case(elapsed: 9, rule: shorter, use: "fresh", age: 16),
            Case(elapsed: 10, rule: shorter, use: "meanwhile", age: 17),
            Case(elapsed: 61, rule: shorter, use: "none", age: 68),
            Case(elapsed: 100, rule: longer, use: "meanwhile", age: 107),
            Case(elapsed: 1_100, rule: longer, use: "none", age: 1_107),
            Case(elapsed: 50, rule: .asProviderSays, use: "fresh", age: 57),
            // The clock goes back by seconds, by a day, and to 1970.
            Case(elapsed: -5, use: "fresh", age: 7),
            Case(elapsed: -6, use: "meanwhile", age: 7),
            Case(elapsed: -day, use: "meanwhile", age: 7),
            Case(elapsed: -1_700_000_000, use: "meanwhile", age: 7),
        ]
    )
    func use(_ test: Case) {
        let cached = CachedResponse(
            status: 200,
            headers: HTTPHeaders([("Age", "7")]),
            body: [],
            storedAt: 1_700_000_000_000,
            freshFor: 100_000,
            staleWhileRevalidate: 50_000,
            staleIfError: 1_000_000
        )
        let reuse = cached.reuse(at: 1_700_000_000_000 + test.elapsed * 1_000, under: test.rule)
        let use =
            reuse.isFresh ? "fresh" : reuse.mayBeGivenMeanwhile ? "meanwhile" : reuse.mayStandIn ? "standIn" : "none"
        #expect(use == test.use)
        #expect(reuse.ageSeconds == test.age)
    }

    @Test(
        "A response that is stale on arrival is not fresh because the clock went back a little",
        arguments: [0, -1, -4_999]
    )
    func staleOnArrival(_ elapsed: Int) {
        let cached = CachedResponse(status: 200, body: [], storedAt: 50_000, freshFor: 0, staleWhileRevalidate: 60_000)
        let reuse = cached.reuse(at: 50_000 + elapsed, under: .asProviderSays)
        #expect(!reuse.isFresh && reuse.mayBeGivenMeanwhile)
    }

    @Test("A response reports its age and whether it is stale")
    func answers() {
        let cached = CachedResponse(status: 203, body: [1], storedAt: 0, freshFor: 1_000)
        let fresh = HTTPResponse(cached, cached.reuse(at: 400, under: .asProviderSays))
        #expect(fresh.provenance == .cache(ageSeconds: 0, isStale: false))
        #expect((fresh.status, fresh.body) == (203, [1]))
        let old = HTTPResponse(cached, cached.reuse(at: 9_999, under: .asProviderSays))
        #expect(old.provenance == .cache(ageSeconds: 9, isStale: true))
    }
}

@Suite("Response keys")
struct ResponseKeyTests {
    private func request(
        host: String = "films.example",
        query: [HTTPRequest.Field] = [],
        headers: [HTTPRequest.Field] = [],
        body: SecretText? = nil
    ) -> HTTPRequest {
        HTTPRequest(
            source: "films",
            method: body == nil ? .get : .post,
            origin: HTTPOrigin(scheme: .https, host: host),
            path: "/v1/list",
            query: query,
            headers: headers,
            body: body
        )
    }

    private func secret(_ text: String) -> SecretText { SecretText([.plain("Bearer "), .secret(Secret(text))]) }

    @Test("Response keys depend on the language, but not on secrets or the order of fields")
    func identity() {
        let korean = request(
            query: [.init("q", SecretText("집")), .init("key", secret("k3y")), .init("page", SecretText("2"))],
            headers: [
                .init("X-B", SecretText("2")), .init("Accept-Language", SecretText("ko-KR")),
                .init("Authorization", secret("t0ken")),
            ]
        )
        let expected = "GET https://films.example/v1/list?page=2&q=%EC%A7%91\naccept-language: ko-KR\nx-b: 2"
        #expect(ResponseKey(korean) == ResponseKey(source: "films", identity: expected))
        var reordered = korean
        reordered.query = [.init("page", SecretText("2")), .init("q", SecretText("집"))]
        reordered.headers = [.init("accept-language", SecretText("ko-KR")), .init("x-b", SecretText("2"))]
        #expect(ResponseKey(reordered) == ResponseKey(korean))
        reordered.headers[0].value = SecretText("en-US")
        #expect(ResponseKey(reordered) != ResponseKey(korean))
    }

    @Test("A response key contains the request's body with its secrets masked")
    func bodies() {
        let body = SecretText([.plain(#"{"q":"a","token":""#), .secret(Secret("t0ken")), .plain(#""}"#)])
        let key = ResponseKey(request(body: body)).identity
        #expect(key == "POST https://films.example/v1/list\n\n" + #"{"q":"a","token":"***"}"#)
        let other = SecretText([.plain(#"{"q":"a","token":""#), .secret(Secret("other")), .plain(#""}"#)])
        #expect(ResponseKey(request(body: other)).identity == key)
    }

    @Test("Hosts with the same canonical address share a response key")
    func mirrors() {
        let first = request(query: [.init("q", SecretText("a"))])
        var second = request(host: "mirror.example", query: [.init("q", SecretText("a"))])
        second.path = "/mirror/v1/list"
        #expect(ResponseKey(second) != ResponseKey(first))
        second.canonicalAddress = "https://films.example/v1/list"
        #expect(ResponseKey(second) == ResponseKey(first))
    }

    @Test(
        "A response that repeats a secret of its request is detected",
        arguments: [
            (#"{"next": "/list?key=a%2Fb%20c"}"#, "", true), (#"{"key": "a/b c"}"#, "", true),
            ("", "<https://films.example/?key=a/b c>", true), ("{}", "a/b", false), ("a/b", "", false), ("", "", false),
            ("aaa/b c", "", true),
        ]
    )
    func repetition(body: String, link: String, isRepeated: Bool) {
        let request = request(query: [
            .init("key", SecretText([.secret(Secret("a/b c"))])), .init("q", SecretText("films")),
        ])
        #expect(request.isRepeated(in: .text(body + " films", [("Link", link)])) == isRepeated)
        #expect(!self.request().isRepeated(in: .text(body, [("Link", link)])))
        let pasted = self.request(query: [
            .init("key", SecretText([.secret(Secret("a/b c"))])), .init("q", SecretText("a/b c")),
        ])
        #expect(pasted.isRepeated(in: .text("films")))
    }
}
