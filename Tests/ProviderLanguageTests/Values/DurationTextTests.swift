import Testing

@testable import ProviderLanguage

@Suite("Durations in words and signs")
struct DurationTextTests {
    @Test(
        "What they come to in minutes",
        arguments: [
            ("1h 58m", 118), ("1 hr 58 min", 118), ("2 hours", 120), ("58min.", 58), ("118", 118), ("118분", 118),
            ("1시간 58분", 118), ("1:58", 118), ("0:45", 45), ("1:58:30", 118.5), ("PT1H58M", 118), ("PT45M30S", 45.5),
            ("1 Std 41 min", 101), ("1.5h", 90), ("1h, 5m", 65), ("2H", 120), ("", nil), ("PT", nil), ("long", nil),
            ("1:75", nil), ("1:", nil), (":30", nil), ("5 apples", nil), ("1h of 2", nil), ("-5", nil),
            ("99999999999999999999h", nil),
        ] as [(String, Double?)]
    )
    func minutes(_ text: String, _ minutes: Double?) {
        #expect(DurationText.minutes(in: text) == minutes)
    }
}
