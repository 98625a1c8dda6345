import HTTPModel
import MovieDomain
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("What definitions say about limits")
struct SourcePoliciesTests {
    private let operation = "search: { get: /films, rows: films, item: { title: t } }"

    @Test("a definition that says nothing")
    func standard() throws {
        let policy = try #require(Configuration(providers: [try shelf(operation)]).policies["shelf"])
        var expected = ProviderPolicy()
        expected.retry.attempts = 2
        #expect(policy == expected)
        #expect(policy.limits.concurrent == 8)
        #expect(policy.totalTimeout == .seconds(8))
    }

    @Test("a definition that says everything")
    func everything() throws {
        let keys = """
            timeout: 20s
            retry: { attempts: 3, backoff: 50ms..1s }
            limits: { concurrent: 2, rate: 20/10s, quota: 3000/day }
            """
        let policies = Configuration(providers: [try shelf(operation, keys)]).policies
        let policy = try #require(policies["shelf"])
        #expect(Array(policies.keys) == ["shelf"])
        #expect(policy.limits.concurrent == 2)
        #expect(policy.limits.rate == Rate(count: 20, period: .seconds(10)))
        #expect(policy.limits.quota?.count == 3_000)
        #expect(policy.retry.attempts == 3)
        #expect(policy.retry.backoff == .milliseconds(50) ... .seconds(1))
        #expect(policy.totalTimeout == .seconds(20))
    }
}
