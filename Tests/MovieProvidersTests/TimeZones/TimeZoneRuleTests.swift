import MovieDomain
import Platform
import Testing

@testable import MovieProviders

@Suite("The rule at the end of a time zone's file")
struct TimeZoneRuleTests {
    private func offset(_ rule: String, _ moment: String) throws -> Int {
        let rule = try #require(TimeZoneRule(rule))
        return rule.offset(at: try #require(Timestamp(parsing: moment)).secondsSinceEpoch)
    }

    @Test(
        "Offsets in seconds ahead of UTC, to the second of a change",
        arguments: [
            ("KST-9", "2026-07-01T00:00:00Z", 32_400), ("<+0530>-5:30", "2026-07-01T00:00:00Z", 19_800),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3_600),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7_200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7_200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3_600),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-01-01T00:00:00Z", 3_600),
            ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T06:59:59Z", -18_000),
            ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", -14_400),
            ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T06:00:00Z", -18_000),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39_600),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T00:00:00Z", 36_000),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-10-03T16:00:00Z", 39_600),
            ("LHST-10:30LHDT-11,M10.1.0,M4.1.0", "2026-01-01T00:00:00Z", 39_600),
            ("AAA0BBB,J60,J300", "2024-03-01T02:00:00Z", 3_600), ("AAA0BBB,J60,J300", "2024-02-29T23:00:00Z", 0),
            ("AAA0BBB,59,300", "2024-02-29T02:00:00Z", 3_600), ("AAA0BBB,59,300", "2023-02-28T23:00:00Z", 0),
        ]
    )
    func offsets(_ rule: String, _ moment: String, _ seconds: Int) throws {
        #expect(try offset(rule, moment) == seconds)
    }

    @Test(
        "What is no such rule",
        arguments: ["", "KST", "K-9", "KST-9x", "CET-1CEST", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0", "<+09-9"]
    )
    func malformed(_ text: String) {
        #expect(TimeZoneRule(text) == nil)
    }

    private static let hasZones =
        SystemTimeZoneDatabase(files: .local)
        .utcOffsetSeconds(of: "Europe/Berlin", at: Timestamp(secondsSinceEpoch: 0)) != nil

    @Test(
        "The system's own files agree with the rule of their zone, far beyond their list",
        .enabled(if: hasZones, "this system has no zoneinfo files")
    )
    func systemFile() {
        let zones = SystemTimeZoneDatabase(files: .local)
        for (moment, seconds) in [
            ("2026-07-01T00:00:00Z", 7_200), ("2060-07-01T00:00:00Z", 7_200), ("2060-01-01T00:00:00Z", 3_600),
        ] {
            let moment = Timestamp(parsing: moment) ?? Timestamp(secondsSinceEpoch: 0)
            #expect(zones.utcOffsetSeconds(of: "Europe/Berlin", at: moment) == seconds)
        }
    }
}
