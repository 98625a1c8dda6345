import Testing

@testable import Upstream

@Suite("The durations of the last attempts")
struct LatencyRingTests {
    @Test(
        arguments: [
            ([], nil, nil), ([7], 7, 7), ([1, 2], 1, 2), ([3, 1, 2], 2, 3), (Array((1...100).reversed()), 50, 99),
            // Only the last 256: 745…1000.
            (Array(1...1_000), 872, 998),
        ] as [([Int], Int?, Int?)]
    )
    func percentiles(_ durations: [Int], _ median: Int?, _ worst: Int?) {
        var ring = LatencyRing()
        for duration in durations { ring.add(.milliseconds(duration)) }
        #expect(ring.percentile(50) == median.map { .milliseconds($0) })
        #expect(ring.percentile(99) == worst.map { .milliseconds($0) })
    }
}
