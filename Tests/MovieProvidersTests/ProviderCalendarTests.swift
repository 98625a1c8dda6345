import HTTPModel
import MovieDomain
import Platform
import ProviderLanguage
import Testing
import Upstream

@testable import MovieProviders

@Suite("Quota periods")
struct QuotaCalendarTests {
    struct Case: Sendable {
        var limits: String
        var zone = ""
        var now: String
        var name: String
        var end: String
    }

    @Test(
        arguments: [
            Case(
                limits: "quota: 3000/day, quota_time_zone: Asia/Seoul",
                now: "2026-11-21T23:59:59+09:00",
                name: "2026-11-21",
                end: "2026-11-22T00:00:00+09:00"
            ),
            Case(
                limits: "quota: 3000/day, quota_time_zone: Asia/Seoul",
                now: "2026-11-21T15:00:00Z",
                name: "2026-11-22",
                end: "2026-11-23T00:00:00+09:00"
            ),
            // The provider's time zone applies if the quota has none, and UTC if neither has one.
            Case(
                limits: "quota: 9/day",
                zone: "time_zone: Asia/Kolkata",
                now: "2026-11-21T18:30:00Z",
                name: "2026-11-22",
                end: "2026-11-22T18:30:00Z"
            ),
            Case(limits: "quota: 9/day", now: "2026-12-31T23:00:00Z", name: "2026-12-31", end: "2027-01-01T00:00:00Z"),
            Case(
                limits: "quota: 9/month, quota_time_zone: Asia/Seoul",
                now: "2028-01-31T14:59:59Z",
                name: "2028-01",
                end: "2028-02-01T00:00:00+09:00"
            ),
            Case(limits: "quota: 9/month", now: "2028-02-01T00:00:00Z", name: "2028-02", end: "2028-03-01T00:00:00Z"),
            Case(limits: "quota: 9/month", now: "2028-12-15T00:00:00Z", name: "2028-12", end: "2029-01-01T00:00:00Z"),
            Case(
                limits: "quota: 9/hour, quota_time_zone: Asia/Kolkata",
                now: "2026-11-21T03:45:00Z",
                name: "2026-11-21T09",
                end: "2026-11-21T04:30:00Z"
            ),
        ]
    )
    func periods(_ test: Case) throws {
        let definition = try shelf(
            "search: { get: /films, rows: films, item: { title: t } }",
            "limits: { \(test.limits) }\n\(test.zone)"
        )
        let zones = SystemTimeZoneDatabase(files: .inMemory([:]))
        let calendar = Configuration(providers: [definition]).quotaCalendar(in: zones)
        let now = try #require(Timestamp(parsing: test.now)).secondsSinceEpoch
        let period = try #require(calendar("shelf", now))
        #expect(period.name == test.name)
        #expect(period.end == Timestamp(parsing: test.end)?.secondsSinceEpoch)
        #expect(calendar("other", now) == nil)
    }

    @Test("A day on which clocks go forward has 23 hours")
    func summerTime() throws {
        let change = try #require(Timestamp(parsing: "2026-03-29T01:00:00Z"))
        let now = try #require(Timestamp(parsing: "2026-03-28T23:30:00Z"))
        let period = QuotaPeriod(.day, at: now) { $0 < change ? 3_600 : 7_200 }
        #expect(period == QuotaPeriod(name: "2026-03-29", end: now.secondsSinceEpoch + 22 * 3_600 + 1_800))
    }
}

@Suite("Time zones from the system's files")
struct TimeZoneTests {
    /// A version 2 file with one transition at `moment`, from `before` to `after` seconds ahead of UTC.
    private func zoneFile(before: Int, after: Int, at moment: Int) -> [UInt8] {
        func number(_ value: Int, bytes: Int) -> [UInt8] {
            (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let magic = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        let emptyCounts = [0, 0, 0, 0, 1, 1].flatMap { number($0, bytes: 4) }
        let emptyBody = number(0, bytes: 4) + [0, 0] + [0]
        let counts = [0, 0, 0, 1, 2, 4].flatMap { number($0, bytes: 4) }
        let types = number(before, bytes: 4) + [0, 0] + number(after, bytes: 4) + [0, 0]
        return magic + emptyCounts + emptyBody + magic + counts
            + number(moment, bytes: 8) + [1] + types + Array("KST\0".utf8)
    }

    @Test("A transition takes effect at its exact second")
    func transition() throws {
        let zone = try #require(TimeZoneFile(zoneFile(before: -18_000, after: 32_400, at: 1_000)))
        #expect(zone.offset(at: 999) == -18_000)
        #expect(zone.offset(at: 1_000) == 32_400)
    }

    @Test("After the last transition, the footer rule applies if it is valid")
    func footer() throws {
        let bytes = zoneFile(before: 0, after: 3_600, at: 1_000) + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
        let zone = try #require(TimeZoneFile(bytes))
        #expect(zone.offset(at: 999) == 0)
        let summer = try #require(Timestamp(parsing: "2026-07-01T00:00:00Z"))
        #expect(zone.offset(at: summer.secondsSinceEpoch) == 7_200)
        let broken = try #require(TimeZoneFile(zoneFile(before: 0, after: 3_600, at: 5) + Array("\nno rule\n".utf8)))
        #expect(broken.offset(at: summer.secondsSinceEpoch) == 3_600)
    }

    @Test("A file that is truncated at any byte is rejected")
    func truncated() {
        let whole = zoneFile(before: 0, after: 3_600, at: 5)
        for length in 0..<whole.count {
            #expect(TimeZoneFile(Array(whole[..<length])) == nil, "\(length) bytes")
        }
        #expect(TimeZoneFile(whole) != nil)
    }

    @Test("Seoul is nine hours ahead of UTC with and without the system's files")
    func seoul() {
        let moment = Timestamp(secondsSinceEpoch: 1_763_600_000)
        for files in [FileSystem.local, .inMemory([:])] {
            let zones = SystemTimeZoneDatabase(files: files)
            #expect(zones.utcOffsetSeconds(of: "Asia/Seoul", at: moment) == 32_400)
        }
    }

    @Test("An unknown zone or a name that leaves the folder has no offset")
    func unknown() {
        let zones = SystemTimeZoneDatabase(files: .local)
        for name in ["Asia/Nowhere", "../../etc/passwd", "/etc/localtime", ""] {
            #expect(zones.utcOffsetSeconds(of: name, at: Timestamp(secondsSinceEpoch: 0)) == nil, "\(name)")
        }
    }
}

@Suite("Time zone footer rules")
struct TimeZoneRuleTests {
    private func offset(_ rule: String, _ moment: String) throws -> Int {
        let rule = try #require(TimeZoneRule(rule))
        return rule.offset(at: try #require(Timestamp(parsing: moment)).secondsSinceEpoch)
    }

    @Test(
        "A rule changes the UTC offset at the exact second",
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
        "A malformed rule is rejected",
        arguments: ["", "KST", "K-9", "KST-9x", "CET-1CEST", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0", "<+09-9"]
    )
    func malformed(_ text: String) {
        #expect(TimeZoneRule(text) == nil)
    }

    private static let hasZones =
        SystemTimeZoneDatabase(files: .local)
        .utcOffsetSeconds(of: "Europe/Berlin", at: Timestamp(secondsSinceEpoch: 0)) != nil

    @Test(
        "The system's file for Berlin has summer and winter time in 2060",
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
