import MovieDomain
import ProviderLanguage
import Testing
import Upstream

@testable import MovieProviders

@Suite("What definitions say about limits")
struct SourcePoliciesTests {
    private let operation = "search: { get: /films, rows: films, item: { title: t } }"

    @Test("a definition that says nothing")
    func standard() throws {
        let policy = SourcePolicies(Configuration(providers: [try shelf(operation)]))["shelf"]
        var expected = SourcePolicy()
        expected.retry.attempts = 2
        #expect(policy == expected)
        #expect(policy.concurrent == 8)
        #expect(policy.totalTimeout == .seconds(8))
    }

    @Test("a definition that says everything")
    func everything() throws {
        let keys = """
            timeout: 20s
            retry: { attempts: 3, backoff: 50ms..1s }
            limits: { concurrent: 2, rate: 20/10s, quota: 3000/day }
            """
        let policies = SourcePolicies(Configuration(providers: [try shelf(operation, keys)]))
        let policy = policies["shelf"]
        #expect(policies.sources == ["shelf"])
        #expect(policy.concurrent == 2)
        #expect(policy.rate == SourcePolicy.Rate(count: 20, per: .seconds(10)))
        #expect(policy.quota == 3_000)
        #expect(policy.retry.attempts == 3)
        #expect(policy.retry.backoff == .milliseconds(50) ... .seconds(1))
        #expect(policy.totalTimeout == .seconds(20))
        #expect(policies["unknown"] == SourcePolicy())
    }
}
