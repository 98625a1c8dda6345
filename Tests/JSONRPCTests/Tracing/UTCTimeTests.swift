import JSONRPC
import Testing

@Suite("Moments in logs and traces")
struct UTCTimeTests {
    @Test(
        "As ISO 8601",
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"),
            (-1, "1969-12-31T23:59:59.999999Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (1_709_251_199_123_456, "2024-02-29T23:59:59.123456Z"),
            (1_795_235_346_000_001, "2026-11-21T04:29:06.000001Z"),
            (4_107_542_399_000_000, "2100-02-28T23:59:59.000000Z"),
        ]
    )
    func text(_ microseconds: Int, _ text: String) {
        #expect("\(UTCTime(microseconds: microseconds))" == text)
    }

    @Test("With fewer digits, which are cut and not rounded")
    func digits() {
        let time = UTCTime(microseconds: 1_709_251_199_987_654)
        #expect(time.text(digits: 3) == "2024-02-29T23:59:59.987Z")
        #expect(time.text(digits: 0) == "2024-02-29T23:59:59Z")
    }
}
