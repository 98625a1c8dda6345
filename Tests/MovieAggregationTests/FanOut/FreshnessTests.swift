import MovieDomain
import Testing

@Suite("How long an answer holds")
struct FreshnessTests {
    private func fresh(_ seconds: Int?) -> Freshness { Freshness(fromCache: false, freshSeconds: seconds) }

    private func report(_ seconds: Int?, items: Int = 1) -> ProviderReport {
        ProviderReport(provider: "a", items: items, freshness: fresh(seconds), after: .zero)
    }

    private func failure(_ kind: ProviderError.Kind) -> ProviderReport {
        ProviderReport(ProviderError(kind, provider: "a", message: "why"), provider: "a", after: .zero)
    }

    @Test("Together they hold as long as the shorter one, and nobody knows where one does not say")
    func combined() {
        let cases: [(Int?, Int?, Int?)] = [
            (60, 5, 5), (5, 60, 5), (0, 9, 0), (nil, 9, nil), (9, nil, nil), (nil, nil, nil),
        ]
        for (left, right, expected) in cases {
            #expect(fresh(left).combined(with: fresh(right)).freshSeconds == expected)
            #expect(fresh(left).limited(toSeconds: right).freshSeconds == expected)
        }
    }

    @Test("Of two calls to one source, one that came to nothing may come to something the next time")
    func combinedReports() {
        #expect(report(60).combined(with: report(9)).freshness?.freshSeconds == 9)
        for other in [failure(.notFound), failure(.timeout)] {
            #expect(report(60).combined(with: other).freshness == fresh(nil))
            #expect(other.combined(with: report(60)).freshness == fresh(nil))
        }
    }
}
