import HTTPModel
import MovieDomain
import Platform
import ProviderLanguage
import Testing
import Upstream

@testable import MovieProviders

@Suite("The period that a source counts calls in")
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
            // The source's own zone, where the quota has none; UTC, where neither has.
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
        let calendar = QuotaCalendars.calendar(of: Configuration(providers: [definition]), zones: zones)
        let now = try #require(Timestamp(parsing: test.now)).secondsSinceEpoch
        let period = try #require(calendar("shelf", now))
        #expect(period.name == test.name)
        #expect(period.end == Timestamp(parsing: test.end)?.secondsSinceEpoch)
        #expect(calendar("other", now) == nil)
    }

    @Test("A day in which clocks are put forward has 23 hours")
    func summerTime() throws {
        let change = try #require(Timestamp(parsing: "2026-03-29T01:00:00Z"))
        let now = try #require(Timestamp(parsing: "2026-03-28T23:30:00Z"))
        let period = QuotaPeriod(.day, at: now) { $0 < change ? 3_600 : 7_200 }
        #expect(period == QuotaPeriod(name: "2026-03-29", end: now.secondsSinceEpoch + 22 * 3_600 + 1_800))
    }
}
