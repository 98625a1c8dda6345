import HTTPModel
import Testing

@testable import ProviderLanguage

@Suite("Values with units")
struct UnitTests {
    @Test(
        "Durations",
        arguments: [
            ("8s", .seconds(8)), ("250ms", .milliseconds(250)), ("1.5s", .milliseconds(1500)), ("30m", .seconds(1800)),
            ("6h", .seconds(21_600)), ("7d", .seconds(604_800)), ("0s", .zero), ("0.25h", .seconds(900)),
            ("8", nil), ("s", nil), ("8 s", nil), ("-8s", nil), ("8sec", nil), ("1.s", nil), (".5s", nil),
            ("0.5ms", nil),
            ("1e3s", nil), ("99999999999999999999s", nil), ("9999999999999d", nil), ("", nil), ("１s", nil),
        ] as [(String, Duration?)]
    )
    func durations(_ text: String, _ expected: Duration?) {
        #expect(UnitText.duration(text) == expected)
    }

    @Test(
        "Sizes",
        arguments: [
            ("4MiB", 4_194_304), ("500kB", 500_000), ("1B", 1), ("1.5KiB", 1536), ("2GB", 2_000_000_000), ("4M", nil),
            ("0.3B", nil), ("9999999999GiB", nil),
        ] as [(String, Int?)]
    )
    func sizes(_ text: String, _ expected: Int?) {
        #expect(UnitText.bytes(text) == expected)
    }

    @Test(
        "Rates",
        arguments: [
            ("2/s", Rate(count: 2, period: .seconds(1))), ("20/10s", Rate(count: 20, period: .seconds(10))),
            ("40/min", Rate(count: 40, period: .seconds(60))), ("1/2s", Rate(count: 1, period: .seconds(2))),
            ("0/s", nil), ("2/", nil), ("/s", nil), ("2/0s", nil), ("2/s/s", nil), ("-2/s", nil), ("2/day", nil),
        ] as [(String, Rate?)]
    )
    func rates(_ text: String, _ expected: Rate?) {
        #expect(UnitText.rate(text) == expected)
    }

    @Test("Quotas and ranges")
    func quotasAndRanges() {
        #expect(UnitText.quota("3000/day") == Quota(count: 3000, period: .day))
        #expect(UnitText.quota("5/month") == Quota(count: 5, period: .month))
        #expect(UnitText.quota("5/week") == nil)
        #expect(UnitText.durations("100ms..2s") == .milliseconds(100) ... .seconds(2))
        #expect(UnitText.durations("2s..100ms") == nil)
        #expect(UnitText.durations("2s") == nil)
    }

    @Test(
        "Numbers are those that texts write, not all that Swift reads",
        arguments: [
            ("12", 12), ("-0.5", -0.5), ("1e3", 1000), ("+7", 7), ("nan", nil), ("inf", nil), ("0x10", nil),
            ("1,000", nil),
            ("", nil), ("1.", nil), ("1e999", nil),
        ] as [(String, Double?)]
    )
    func numbers(_ text: String, _ expected: Double?) {
        #expect(NumberText.decimal(text) == expected)
    }
}
