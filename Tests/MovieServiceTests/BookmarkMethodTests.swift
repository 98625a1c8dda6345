import JSON
import JSONRPC
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Synchronization
import Testing

@testable import MovieService

@Suite("What sources know of bookmarks: where to watch them, and when they come out")
struct BookmarkMethodTests {
    /// 2026-11-20.
    private static let now = Timestamp(secondsSinceEpoch: 1_795_186_800)

    private let lookups = Lookups()

    private final class Lookups: Sendable {
        let ids = Mutex<[String]>([])
    }

    private static func offers(_ region: String, stream: [String] = [], rent: [String] = []) -> WatchOffers {
        var offers = WatchOffers(region: region, provider: "shelf")
        (offers.link, offers.attribution) = ("https://shelf.example/watch", "JustWatch")
        offers.stream = stream.map { WatchOffers.Service(name: $0) }
        offers.rent = rent.map { WatchOffers.Service(name: $0) }
        return offers
    }

    private static func event(_ kind: String, _ day: String?, note: String? = nil) -> RegionalRelease.Event {
        RegionalRelease.Event(kind: kind, date: day.flatMap { CalendarDate(parsing: $0) }, note: note)
    }

    private static func facts(_ id: String) -> MovieFacts {
        let titles = ["1": "Paper Boat", "2": "Glass Harbour", "3": "Night Ferry", "4": "Salt, Sand; Sea"]
        var facts = MovieFacts(ids: ["shelf": id], title: titles[id] ?? "", year: id == "2" ? 1999 : 2026)
        switch id {
        case "1":
            facts.watch = [
                offers("KR", stream: ["Netflix", "wavve"], rent: ["Netflix"]), offers("US", stream: ["Hulu"]),
            ]
            facts.releases = [
                RegionalRelease(
                    region: "KR",
                    events: [event("physical", "2027-02-01"), event("theatrical", "2026-11-20")]
                ),
                RegionalRelease(region: "US", events: [event("theatrical", "2026-12-24")]),
            ]
        case "2":
            facts.watch = [offers("KR", rent: ["Disney Plus"])]
            facts.releases = [RegionalRelease(region: "KR", events: [event("theatrical", "1999-05-01")])]
        case "4":
            let events = [event("digital", "2026-12-01", note: "4K, \"Steel\"\nbox"), event("physical", nil)]
            facts.releases = [RegionalRelease(region: "KR", events: events)]
        default: break
        }
        return facts
    }

    /// A client with five bookmarks; the source fails for the third, and does not know the last.
    private func client() async throws -> ServiceClient {
        var shelf = FakeRepository(
            "shelf",
            capabilities: [.lookup, .watch, .releases],
            namespaces: [.lookup: ["shelf"]]
        )
        shelf.onLookup = { [lookups] query throws(ProviderError) in
            let id = query.ids["shelf"] ?? ""
            lookups.ids.withLock { $0.append(id) }
            switch id {
            case "3": throw ProviderError(.timeout, provider: "shelf", message: "shelf is slow")
            case "5": throw ProviderError(.notFound, provider: "shelf", message: "no such film")
            default: return ProviderAnswer(Self.facts(id), freshness: Freshness(fromCache: true, ageSeconds: 60))
            }
        }
        let library = LibraryFile(inMemory: .fixed(at: Self.now))
        for id in ["5", "4", "3", "2", "1"] {
            let film = LibraryFilm(
                ids: [MovieID(namespace: "shelf", value: id)],
                title: Self.facts(id).title?.text ?? id
            )
            _ = try await library.addBookmark(film)
        }
        return ServiceClient([shelf], library: library)
    }

    @Test("Bookmarks on the given services in the country are listed with their offers, and unknown ones after them")
    func watch() async throws {
        let client = try await client()
        let params = #"{"region":"한국","services":["NETFLIX"]}"#
        let result = try await client.result("bookmarks/offers", params)
        let films = result["films"].list
        #expect(films.compactMap { $0["status"]?.string } == ["available", "unknown", "unknown"])
        #expect(films[0]["movie"]?["id"]?.string == "shelf:1")
        #expect(films[0]["movie"]?["bookmarked"]?.bool == true)
        let offers = films[0]["offers"].list
        #expect(offers.compactMap { $0["service"]?.string } == ["Netflix", "Netflix"])
        #expect(offers.compactMap { $0["kind"]?.string } == ["stream", "rent"])
        #expect(offers[0]["link"]?.string == "https://shelf.example/watch")
        #expect(offers[0]["attribution"]?.string == "JustWatch")
        #expect(offers[0]["provider"]?.string == "shelf")
        #expect(films[0]["sources"]?[0]?["ageSeconds"]?.int == 60)
        #expect(Set(films.dropFirst().compactMap { $0["movie"]?["id"]?.string }) == ["shelf:3", "shelf:5"])
        #expect(films.contains { $0["sources"]?[0]?["status"]?.string == "timeout" })
        #expect(result["elsewhere"]?.int == 2)
        #expect(result["services"].texts == ["Disney Plus", "Netflix", "wavve"])
        #expect(lookups.ids.withLock { $0.sorted() } == ["1", "2", "3", "4", "5"])
    }

    @Test("Kinds select offers, signs in names of services do not count, and a page limits what is asked")
    func selected() async throws {
        let client = try await client()
        let streams = try await client.result("bookmarks/offers", #"{"region":"KR","kinds":["stream"]}"#)
        #expect(streams["films"]?[0]?["offers"].texts("service") == ["Netflix", "wavve"])
        let plus = try await client.result("bookmarks/offers", #"{"region":"KR","services":["disney+"]}"#)
        #expect(plus["films"]?[0]?["movie"]?["id"]?.string == "shelf:2")
        lookups.ids.withLock { $0 = [] }
        let page = try await client.result("bookmarks/offers", #"{"region":"KR","limit":1,"page":2}"#)
        #expect(page["page"]?["hasMore"]?.bool == true)
        #expect(lookups.ids.withLock { $0.count } == 1)
    }

    @Test("The release days to come are listed in order, and films whose days are not known after them")
    func upcoming() async throws {
        let result = try await client().result("bookmarks/upcoming", #"{"region":"KR"}"#)
        let releases = result["releases"].list
        #expect(releases.compactMap { $0["date"]?.string } == ["2026-11-20", "2026-12-01", "2027-02-01"])
        #expect(releases.compactMap { $0["kind"]?.string } == ["theatrical", "digital", "physical"])
        #expect(releases.map { $0["movie"]?["id"]?.string } == ["shelf:1", "shelf:4", "shelf:1"])
        let unknown = result["unknown"].list
        let statuses = unknown.map { ($0["movie"]["id"].words, $0["status"].words) }.sorted { $0 < $1 }
        #expect(statuses.map(\.0) == ["shelf:3", "shelf:4", "shelf:5"])
        #expect(statuses.map(\.1) == ["unanswered", "undated", "unanswered"])
        #expect(result["text"] == nil)
        let december = #"{"region":"KR","from":"2026-12-01","to":"2026-12-31"}"#
        let some = try await client().result("bookmarks/upcoming", december)["releases"].list
        #expect(some.compactMap { $0["date"]?.string } == ["2026-12-01"])
    }

    @Test("The days are an iCalendar object, whose events have the same UID when the day changes")
    func calendar() async throws {
        let result = try await client().result("bookmarks/upcoming", #"{"region":"KR","format":"ics"}"#)
        let text = result["text"].words
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"))
        #expect(text.hasSuffix("END:VEVENT\r\nEND:VCALENDAR\r\n"))
        #expect(text.contains("\r\nUID:shelf:1-kr-theatrical@marquee\r\n"))
        #expect(text.contains("\r\nDTSTAMP:20261120T"))
        #expect(text.contains("\r\nDTSTART;VALUE=DATE:20261120\r\nDTEND;VALUE=DATE:20261121\r\n"))
        #expect(text.contains(#"SUMMARY:Salt\, Sand\; Sea"#))
        #expect(text.contains(#"DESCRIPTION:4K\, "Steel"\nbox"#))
        #expect(!text.contains(/[^\r]\n/))
    }

    @Test("Long lines are folded between characters, so that none has more than 75 octets", arguments: ["a", "가", "👩‍🚀"])
    func folded(_ letter: String) throws {
        let title = "x" + String(repeating: letter, count: 120)
        let film = LibraryFilm(ids: [MovieID(namespace: "shelf", value: "1")], title: title)
        let day = try #require(CalendarDate(year: 2026, month: 12, day: 1))
        var part = PartOfFilm(film: film)
        var facts = MovieFacts()
        facts.releases = [RegionalRelease(region: "KR", events: [Self.event("digital", "2026-12-01")])]
        (part.facts, part.isKnown) = (facts, true)
        var calendar = ReleaseCalendar(region: "KR", days: day...day)
        calendar.add(part, LibraryMovie(film: film, bookmarked: true))
        let text = calendar.text(at: Self.now)
        let lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"))
        #expect(lines.allSatisfy { $0.count <= 76 && $0.last == UInt8(ascii: "\r") })
        #expect(lines.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
        #expect(text.replacing("\r\n ", with: "").contains("\r\nSUMMARY:\(title): digital\r\n"))
    }

    @Test("A calendar without days has a component, as it must")
    func emptyCalendar() {
        let day = CalendarDate(daysSinceEpoch: 0)
        let text = ReleaseCalendar(region: "KR", days: day...day).text(at: Self.now)
        #expect(text.contains("BEGIN:VTIMEZONE\r\n") && !text.contains("VEVENT"))
    }

    @Test("Days in the wrong order, and sources that have no such part, are errors")
    func refused() async throws {
        let days = #"{"region":"KR","from":"2026-12-01","to":"2026-11-01"}"#
        let order = try await client().error("bookmarks/upcoming", days)
        #expect(order.message.contains("to: 2026-11-01 is before the first day, 2026-12-01"))
        let region = try await client().error("bookmarks/offers", #"{"services":["Netflix"]}"#)
        #expect(region.message.contains("region is missing"))
        let none = FakeRepository("plain", capabilities: [.lookup], namespaces: [.lookup: ["plain"]])
        let error = try await ServiceClient([none]).error("bookmarks/offers", #"{"region":"KR"}"#)
        #expect(error.data?.jsonText.contains("plain has no watch") == true)
    }
}
