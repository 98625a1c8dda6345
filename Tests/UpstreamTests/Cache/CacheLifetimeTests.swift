import HTTPModel
import MovieDomain
import Testing

@testable import Upstream

@Suite("Cache lifetimes")
struct CacheLifetimeTests {
    struct Case: Sendable {
        var rule: CachePolicy
        var headers: [(String, String)] = []
        var verdict = HTTPAnswer.Verdict.good
        /// The seconds of being fresh, stale while revalidating, and stale if the source fails; `nil` if nothing is
        /// cached.
        var expected: [Int]?
    }

    private static let hour = CachePolicy(ttl: .seconds(3_600))
    private static let generous = CachePolicy(
        ttl: .seconds(3_600),
        staleWhileRevalidate: .seconds(60),
        staleIfError: .seconds(600)
    )
    private static let source = CachePolicy.asProviderSays
    private static let nothing = HTTPAnswer.Verdict.negative(ProviderError(.notFound, message: ""))

    @Test(
        arguments: [
            Case(rule: hour, expected: [3_600, 0, 0]),
            Case(rule: hour, headers: [("Cache-Control", "max-age=60")], expected: [3_600, 0, 0]),
            Case(rule: hour, headers: [("Cache-Control", "max-age=86400")], expected: [3_600, 0, 0]),
            Case(rule: hour, headers: [("Cache-Control", "no-cache, must-revalidate")], expected: [3_600, 0, 0]),
            Case(rule: hour, headers: [("Age", "1800")], expected: [3_600, 0, 0]),
            Case(rule: hour, headers: [("Cache-Control", "no-store")], expected: nil),
            Case(
                rule: hour,
                headers: [("Cache-Control", "stale-while-revalidate=5, stale-if-error=7")],
                expected: [3_600, 5, 7]
            ),
            Case(
                rule: hour,
                headers: [("Cache-Control", "must-revalidate, stale-if-error=7")],
                expected: [3_600, 0, 0]
            ),
            Case(
                rule: generous,
                headers: [("Cache-Control", "must-revalidate, stale-if-error=7")],
                expected: [3_600, 60, 600]
            ),
            Case(rule: generous, verdict: nothing, expected: [60, 0, 0]),
            Case(rule: CachePolicy(ttl: .seconds(5)), verdict: nothing, expected: [5, 0, 0]),
            Case(rule: generous, verdict: .failure(ProviderError(.unavailable, message: "")), expected: nil),
            Case(rule: CachePolicy(ttl: .seconds(-5)), expected: [0, 0, 0]),
            Case(rule: CachePolicy(ttl: .seconds(Int64.max)), expected: [315_360_000, 0, 0]),
            Case(rule: source, expected: [0, 0, 0]),
            Case(rule: source, headers: [("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")], expected: [0, 0, 0]),
            Case(rule: source, headers: [("Cache-Control", "max-age=60"), ("Age", "20")], expected: [40, 0, 0]),
            Case(rule: source, headers: [("Cache-Control", "max-age=60"), ("Age", "90")], expected: [0, 0, 0]),
            Case(rule: source, headers: [("Cache-Control", "max-age=60, no-cache")], expected: [0, 0, 0]),
            Case(rule: source, headers: [("Cache-Control", "s-maxage=60")], expected: [0, 0, 0]),
            Case(rule: source, headers: [("Cache-Control", "max-age=60"), ("Vary", "*")], expected: [0, 0, 0]),
            Case(rule: source, headers: [("Cache-Control", "max-age=60, stale-if-error=9")], expected: [60, 0, 9]),
            Case(rule: source, headers: [("Cache-Control", "no-store, max-age=60")], expected: nil),
            Case(
                rule: source,
                headers: [
                    ("Expires", "Sun, 06 Nov 1994 09:00:00 GMT"), ("Date", "Sun, 06 Nov 1994 08:00:00 GMT"),
                    ("Age", "600"),
                ],
                expected: [3_000, 0, 0]
            ),
            Case(
                rule: source,
                headers: [("Expires", "Sun, 06 Nov 1994 09:00:00 GMT"), ("Cache-Control", "max-age=7")],
                expected: [7, 0, 0]
            ),
            Case(rule: source, headers: [("Expires", "Thu, 01 Jan 1970 01:00:00 GMT")], expected: [2_600, 0, 0]),
            Case(rule: source, headers: [("Expires", "Thu, 01 Jan 1970 00:00:00 GMT")], expected: [0, 0, 0]),
            Case(rule: source, headers: [("Expires", "0")], expected: [0, 0, 0]),
            Case(rule: source, headers: [("Expires", "Fri, 31 Dec 9999 23:59:59 GMT")], expected: [315_360_000, 0, 0]),
        ]
    )
    func lifetimes(_ test: Case) {
        let response = HTTPResponse(status: 200, headers: HTTPHeaders(test.headers), body: [])
        let lifetime = CacheLifetime(of: response, verdict: test.verdict, under: test.rule, at: 1_000_000)
        let seconds = lifetime.map { [$0.fresh, $0.staleWhileRevalidate, $0.staleIfError].map { $0 / 1_000 } }
        #expect(seconds == test.expected)
    }
}

@Suite("Cache-Control in a private cache")
struct CacheControlTests {
    struct Case: Sendable {
        var fields: [String]
        var words = ""
        var seconds: [Int?] = [nil, nil, nil]
    }

    @Test(
        arguments: [
            Case(fields: []),
            Case(fields: ["public, s-maxage=60, private, immutable, proxy-revalidate"]),
            Case(fields: ["max-age=60"], seconds: [60, nil, nil]),
            Case(fields: ["MAX-AGE=60 , Stale-If-Error=9,stale-while-revalidate=5"], seconds: [60, 5, 9]),
            Case(fields: ["max-age=60", "max-age=30"], seconds: [30, nil, nil]),
            Case(fields: ["max-age=\"60\""], seconds: [60, nil, nil]),
            Case(fields: ["max-age=99999999999999999999"], seconds: [2_147_483_648, nil, nil]),
            Case(fields: ["max-age=-5"], seconds: [0, nil, nil]),
            Case(fields: ["max-age=soon, max-age"], seconds: [0, nil, nil]),
            Case(fields: ["no-store"], words: "no-store"),
            Case(fields: ["No-Cache, must-revalidate"], words: "no-cache must-revalidate"),
            Case(fields: ["no-cache=\"Set-Cookie, no-store\", max-age=1"], words: "no-cache", seconds: [1, nil, nil]),
            Case(fields: [",, ,=,max-age=1,"], seconds: [1, nil, nil]),
        ]
    )
    func reading(_ test: Case) {
        let control = CacheControl(HTTPHeaders(test.fields.map { ("cache-control", $0) }))
        let words = [
            control.forbidsCaching ? "no-store" : nil, control.asksEveryTime ? "no-cache" : nil,
            control.forbidsStale ? "must-revalidate" : nil,
        ]
        #expect(words.compactMap(\.self).joined(separator: " ") == test.words)
        #expect([control.maximumAge, control.staleWhileRevalidate, control.staleIfError] == test.seconds)
    }
}
