import HTTPModel
import MovieDomain
import Testing

@testable import Upstream

@Suite("Cache outcomes")
struct SettlementTests {
    struct Case: Sendable {
        var outcome: Result<HTTPResponse, ProviderError>
        /// The age of the cached response in seconds.
        ///
        /// It is fresh for 100 seconds and may replace a failure for 1,000 more.
        var age: Int? = 200
        var hasAlternative = false
        var expected: String
    }

    private static func status(
        _ status: Int,
        _ headers: [(String, String)] = []
    ) -> Result<HTTPResponse, ProviderError> {
        .success(.text("new", status: status, headers))
    }

    private static func failure(_ kind: ProviderError.Stage) -> Result<HTTPResponse, ProviderError> {
        .failure(ProviderError(at: kind, "x"))
    }

    @Test(
        arguments: [
            Case(outcome: status(200), expected: "answer 200, cached"),
            Case(outcome: status(200), age: nil, expected: "answer 200, cached"),
            Case(outcome: status(200, [("Cache-Control", "no-store")]), expected: "answer 200"),
            Case(outcome: status(206), expected: "answer 206"),
            Case(outcome: status(404), expected: "answer 404, cached"),
            Case(outcome: status(304), expected: "confirmed"),
            Case(outcome: status(304, [("ETag", "W/\"1\"")]), expected: "confirmed"),
            Case(outcome: status(304, [("ETag", "\"2\"")]), expected: "ask again"),
            Case(outcome: status(304, [("Cache-Control", "no-store")]), expected: "ask again"),
            Case(outcome: status(304), age: nil, expected: "answer 304"),
            Case(outcome: status(500), expected: "stand-in, 200 s"),
            Case(outcome: status(503), age: 1_100, expected: "answer 503"),
            Case(outcome: status(503), age: nil, expected: "answer 503"),
            Case(outcome: status(429), expected: "stand-in, 200 s"),
            Case(outcome: status(302), expected: "stand-in, 200 s"),
            // The user must see that a key is wrong or a request invalid.
            Case(outcome: status(401), expected: "answer 401"),
            Case(outcome: status(400), expected: "answer 400"),
            Case(outcome: failure(.timeout), expected: "stand-in, 200 s"),
            Case(outcome: failure(.tls), expected: "stand-in, 200 s"),
            Case(outcome: failure(.bodyTooLarge), expected: "stand-in, 200 s"),
            Case(outcome: failure(.timeout), age: nil, expected: "failed timeout"),
            Case(outcome: failure(.timeout), age: 1_100, expected: "failed timeout"),
            Case(outcome: failure(.cancelled), expected: "failed cancelled"),
            Case(outcome: failure(.forbidden), expected: "failed forbidden"),
            Case(outcome: failure(.notRecorded), expected: "failed notRecorded"),
            // Another host of the source is tried first.
            Case(outcome: failure(.connectionRefused), hasAlternative: true, expected: "failed connectionRefused"),
            Case(outcome: failure(.timeout), hasAlternative: true, expected: "stand-in, 200 s"),
            Case(outcome: status(503), hasAlternative: true, expected: "answer 503"),
        ]
    )
    func settlements(_ test: Case) {
        let rule = CachePolicy(ttl: .seconds(100), staleIfError: .seconds(1_000))
        let now = 1_700_000_000_000
        let cached = test.age.map { age in
            CachedResponse(
                status: 200,
                headers: HTTPHeaders([("ETag", "\"1\"")]),
                body: Array("old".utf8),
                storedAt: now - age * 1_000,
                freshFor: 100_000,
                staleIfError: 1_000_000
            )
        }
        var request = HTTPRequest(source: "films", origin: HTTPOrigin(scheme: .https, host: "films.example"), path: "/")
        request.hasAlternative = test.hasAlternative
        request.headers += cached?.conditions ?? []
        let outcome = test.outcome.map { HTTPAnswer($0, to: request) }
        let settlement = CacheOutcome(outcome, to: request, under: rule, cached: cached, at: now)
        #expect(words(settlement, now) == test.expected)
    }

    private func words(_ settlement: CacheOutcome, _ now: Int) -> String {
        switch settlement {
        case .answer(let answer, let cached):
            let response = answer.response
            #expect(cached.map { $0.body == response.body && $0.storedAt == now } ?? true)
            return "answer \(response.status)" + (cached == nil ? "" : ", cached")
        case .confirmed(let cached):
            #expect(cached.body == Array("old".utf8))
            #expect(cached.storedAt == now)
            return "confirmed"
        case .standIn(let cached, let reuse, _):
            #expect(cached.body == Array("old".utf8))
            #expect(!reuse.isFresh)
            return "stand-in, \(reuse.ageSeconds) s"
        case .askAgain: return "ask again"
        case .failed(let failure): return "failed \(failure.stage.rawValue)"
        }
    }

    @Test("Only storable headers are cached, and a 304 response updates them")
    func headers() throws {
        let response = HTTPResponse.text(
            "films",
            [
                ("Content-Type", "application/json"), ("Set-Cookie", "session=1"), ("ETag", "\"1\""), ("Age", "9"),
                ("X-Pagination-Item-Count", "40"), ("Content-Length", "5"), ("Connection", "close"),
                ("Proxy-Authenticate", "x"), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ]
        )
        let rule = CachePolicy(ttl: .seconds(10))
        let cached = try #require(CachedResponse(response, verdict: .good, under: rule, at: 1_000))
        #expect(
            cached.headers.fields.map(\.name)
                == ["Content-Type", "ETag", "Age", "X-Pagination-Item-Count", "Last-Modified"]
        )
        let confirmation = HTTPResponse.text("", status: 304, [("etag", "\"1\""), ("x-pagination-item-count", "41")])
        let renewed = try #require(cached.confirmed(by: confirmation, at: 5_000))
        #expect(
            renewed.headers.fields.map { "\($0.name): \($0.value)" }
                == [
                    "Content-Type: application/json", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "etag: \"1\"",
                    "x-pagination-item-count: 41",
                ]
        )
        #expect((renewed.storedAt, renewed.freshFor, renewed.body) == (5_000, 10_000, Array("films".utf8)))
    }

    @Test("A response that is never fresh is cached only if it has a validator")
    func useless() {
        let plain = HTTPResponse.text("films")
        #expect(CachedResponse(plain, verdict: .good, under: .asProviderSays, at: 0) == nil)
        let tagged = HTTPResponse.text("films", [("ETag", "\"1\"")])
        #expect(CachedResponse(tagged, verdict: .good, under: .asProviderSays, at: 0)?.freshFor == 0)
    }
}

@Suite("Stale wait policy")
struct PatienceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var mayStandIn = true
        var timeLeft: Duration?
        var isFetched = false
        var wait: Duration?

        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "nothing may stand in", mayStandIn: false, timeLeft: .seconds(6), wait: nil),
        Row(name: "nothing may stand in, and one is fetched", mayStandIn: false, isFetched: true, wait: nil),
        Row(name: "without a limit", timeLeft: nil, wait: .milliseconds(2_500)),
        Row(name: "much time", timeLeft: .seconds(60), wait: .milliseconds(2_500)),
        Row(name: "the usual deadline", timeLeft: .seconds(6), wait: .milliseconds(2_500)),
        Row(name: "little time", timeLeft: .seconds(1), wait: .milliseconds(500)),
        Row(name: "none", timeLeft: .zero, wait: .zero),
        Row(name: "less than none", timeLeft: .seconds(-1), wait: .zero),
        Row(name: "fetched in the background already", timeLeft: .seconds(6), isFetched: true, wait: .zero),
    ]

    @Test("A call waits at most 2.5 seconds and at most half of its remaining time", arguments: rows)
    func wait(_ row: Row) {
        let reuse = CachedResponseState(
            ageSeconds: 90,
            isFresh: false,
            mayBeGivenMeanwhile: false,
            mayStandIn: row.mayStandIn
        )
        let wait = StaleWaitPolicy.wait(with: reuse, timeLeft: row.timeLeft, isFetched: row.isFetched)
        #expect(wait == row.wait)
    }
}
