import HTTPModel
import Testing
import Upstream

@Suite("What may be done with a kept answer, also where the clock jumps")
struct ReuseTests {
    struct Case: Sendable {
        /// Seconds since it was kept.
        var elapsed: Int
        var rule = ReuseTests.rule
        /// `fresh`, `meanwhile` or `standIn`, what it may be used as at best; or `none`.
        var use: String
        var age: Int
    }

    static let rule = CachePolicy(
        ttl: .seconds(100),
        staleWhileRevalidate: .seconds(50),
        staleIfError: .seconds(1_000)
    )
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
            // A rule that has become shorter counts at once, a longer one only for the next answer.
            Case(elapsed: 9, rule: shorter, use: "fresh", age: 16),
            Case(elapsed: 10, rule: shorter, use: "meanwhile", age: 17),
            Case(elapsed: 61, rule: shorter, use: "none", age: 68),
            Case(elapsed: 100, rule: longer, use: "meanwhile", age: 107),
            Case(elapsed: 1_100, rule: longer, use: "none", age: 1_107),
            Case(elapsed: 50, rule: .asProviderSays, use: "fresh", age: 57),
            // The clock went back: by seconds, by a day, to 1970.
            Case(elapsed: -5, use: "fresh", age: 7),
            Case(elapsed: -6, use: "meanwhile", age: 7),
            Case(elapsed: -day, use: "meanwhile", age: 7),
            Case(elapsed: -1_700_000_000, use: "meanwhile", age: 7),
        ]
    )
    func use(_ test: Case) {
        let kept = CachedResponse(
            status: 200,
            headers: HTTPHeaders([("Age", "7")]),
            body: [],
            storedAt: 1_700_000_000_000,
            freshFor: 100_000,
            staleWhileRevalidate: 50_000,
            staleIfError: 1_000_000
        )
        let reuse = kept.reuse(at: 1_700_000_000_000 + test.elapsed * 1_000, under: test.rule)
        let use =
            reuse.isFresh ? "fresh" : reuse.mayBeGivenMeanwhile ? "meanwhile" : reuse.mayStandIn ? "standIn" : "none"
        #expect(use == test.use)
        #expect(reuse.ageSeconds == test.age)
    }

    @Test("what is given says its age, and whether it is stale")
    func answers() {
        let kept = CachedResponse(status: 203, body: [1], storedAt: 0, freshFor: 1_000)
        let fresh = HTTPResponse(kept, kept.reuse(at: 400, under: .asProviderSays))
        #expect(fresh.provenance == .cache(ageSeconds: 0, isStale: false))
        #expect((fresh.status, fresh.body) == (203, [1]))
        let old = HTTPResponse(kept, kept.reuse(at: 9_999, under: .asProviderSays))
        #expect(old.provenance == .cache(ageSeconds: 9, isStale: true))
    }
}
