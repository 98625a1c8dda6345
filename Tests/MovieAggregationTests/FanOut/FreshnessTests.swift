import MovieDomain
import Testing

@Suite("How old an answer is that was put together")
struct FreshnessTests {
    private let live = Freshness.live
    private let kept = Freshness(fromCache: true, ageSeconds: 5)
    private let old = Freshness(fromCache: true, ageSeconds: 90, isStale: true)

    private func report(_ freshness: Freshness) -> ProviderReport {
        ProviderReport(provider: "a", items: 1, freshness: freshness, after: .zero)
    }

    private func failure(_ kind: ProviderError.Kind) -> ProviderReport {
        ProviderReport(ProviderError(kind, provider: "a", message: "why"), provider: "a", after: .zero)
    }

    @Test("Together they are as old as the older one, and from the cache where both are")
    func combined() {
        #expect(kept.combined(with: old) == Freshness(fromCache: true, ageSeconds: 90, isStale: true))
        #expect(live.combined(with: old) == Freshness(fromCache: false, ageSeconds: 90, isStale: true))
        #expect(kept.combined(with: live) == Freshness(fromCache: false, ageSeconds: 5))
        #expect(live.combined(with: live) == live)
    }

    @Test("Of two calls to one source, one that came to nothing takes nothing from the other")
    func combinedReports() {
        #expect(report(kept).combined(with: report(old)).freshness == kept.combined(with: old))
        for other in [failure(.notFound), failure(.timeout)] {
            #expect(report(kept).combined(with: other).freshness == kept)
            #expect(other.combined(with: report(kept)).freshness == kept)
        }
    }
}
