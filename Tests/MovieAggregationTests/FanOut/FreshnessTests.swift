import MovieDomain
import Testing

@Suite("How long an answer holds")
struct FreshnessTests {
    private func fresh(_ seconds: Int?) -> Freshness { Freshness(fromCache: false, freshSeconds: seconds) }

    private func report(_ seconds: Int?, items: Int = 1) -> SourceReport {
        SourceReport(provider: "a", items: items, freshness: fresh(seconds), after: .zero)
    }

    private func failure(_ kind: SourceFailure.Kind) -> SourceReport {
        SourceReport(SourceFailure(kind, provider: "a", message: "why"), provider: "a", after: .zero)
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

    @Test("Later it is from a cache, older, and holds for less")
    func aged() {
        let kept = Freshness(fromCache: true, ageSeconds: 40, freshSeconds: 20)
        #expect(fresh(60).aged(by: 7) == Freshness(fromCache: true, ageSeconds: 7, freshSeconds: 53))
        #expect(kept.aged(by: 7) == Freshness(fromCache: true, ageSeconds: 47, freshSeconds: 13))
        #expect(kept.aged(by: 21).freshSeconds == 0)
        #expect(Freshness.live.aged(by: 1) == Freshness(fromCache: true, ageSeconds: 1))
    }

    @Test("Of two calls to one source, one that came to nothing may come to something the next time")
    func combinedReports() {
        #expect(report(60).combined(with: report(9)).freshness?.freshSeconds == 9)
        for other in [failure(.notFound), failure(.timeout)] {
            #expect(report(60).combined(with: other).freshness == fresh(nil))
            #expect(other.combined(with: report(60)).freshness == fresh(nil))
        }
    }

    @Test("An answer of several sources holds while all that were asked are well and say so")
    func together() {
        let cases: [([SourceReport], Int?)] = [
            ([], nil),
            ([report(60)], 60),
            ([report(60), report(9, items: 0)], 9),
            ([report(60), failure(.disabled), failure(.unsupported)], 60),
            ([failure(.disabled)], nil),
            ([report(60), report(nil)], nil),
            ([report(60), failure(.notFound)], nil),
            ([report(60), failure(.timeout)], nil),
            ([report(60), failure(.quota)], nil),
        ]
        for (reports, expected) in cases { #expect(reports.freshSeconds == expected, "\(reports)") }
        let stale = Freshness(fromCache: true, ageSeconds: 9, isStale: true, freshSeconds: 60)
        #expect([SourceReport(provider: "a", items: 1, freshness: stale, after: .zero)].freshSeconds == nil)
    }
}
