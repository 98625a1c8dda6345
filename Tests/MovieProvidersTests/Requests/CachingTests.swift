import HTTPModel
import MovieDomain
import Platform
import Testing
import Upstream

@testable import MovieProviders

@Suite("What a request says about keeping its answer")
struct CachingTests {
    private let search = "search: { get: /films, rows: films, item: { title: t } }"
    private let empty = HTTPResponse.text(#"{"films": []}"#)

    private func searched(_ operations: String, _ keys: String = "") async throws -> HTTPRequest {
        let transport = ScriptedTransport(empty)
        _ = try await repository(try shelf(operations, keys), transport)
            .search(SearchQuery(text: "", window: RowWindow(count: 5)))
        return try #require(transport.requests.first)
    }

    @Test("The definition's times; without any, the source's for a GET and none for a POST")
    func rules() async throws {
        let cached =
            "search: { get: /films, rows: films, item: { title: t }, "
            + "cache: { ttl: 6h, stale_while_revalidate: 7d, stale_if_error: 30d } }"
        #expect(
            try await searched(cached).cachePolicy
                == CachePolicy(
                    ttl: .seconds(6 * 3_600),
                    staleWhileRevalidate: .seconds(7 * 86_400),
                    staleIfError: .seconds(30 * 86_400)
                )
        )
        #expect(try await searched(search).cachePolicy == .asProviderSays)
        let post = "search: { post: /films, body: { q: x }, rows: films, item: { title: t } }"
        #expect(try await searched(post).cachePolicy == nil)
    }

    @Test(
        "A day is settled 36 hours after it was over in Seoul, a week 14 days after its Sunday",
        arguments: [
            (BoxOfficeSpan.day, "2024-03-10", "2024-03-11T09:30:00+09:00", 30 * 60),
            (.day, "2024-03-10", "2024-03-12T11:59:59+09:00", 30 * 60),
            (.day, "2024-03-10", "2024-03-12T12:00:00+09:00", 90 * 86_400),
            (.day, "2024-03-10", "2024-03-12T02:59:59Z", 30 * 60),
            (.day, "2024-03-10", "2024-03-12T03:00:00Z", 90 * 86_400),
            (.day, "2024-03-12", "2024-03-11T09:30:00+09:00", 30 * 60),
            (.week, "2024-03-04", "2024-03-24T23:59:59+09:00", 6 * 3_600),
            (.week, "2024-03-04", "2024-03-25T00:00:00+09:00", 90 * 86_400),
        ]
    )
    func settled(span: BoxOfficeSpan, date: String, now: String, ttl: Int) async throws {
        let transport = ScriptedTransport(
            try Fixture.answer(span == .day ? "kofic/daily.json" : "kofic/weekly.json")
        )
        let query = BoxOfficeQuery(span: span, date: try CalendarDate(date))
        _ = try await repository(try bundled("kofic"), transport, now: now).boxOffice(query)
        #expect(transport.requests.map(\.cachePolicy?.ttl) == [.seconds(ttl)])
    }

    @Test("All hosts of a source share their answers; the last one may be stood in for")
    func hosts() async throws {
        let transport = ScriptedTransport { request throws(ProviderError) in
            if request.origin.host == "one.example" { throw ProviderError(at: .connectionRefused, "down") }
            return .text(#"{"films": []}"#)
        }
        let definition = try shelf(search, "base_url: [https://one.example/api, https://two.example/mirror/api]")
        _ = try await repository(definition, transport).search(SearchQuery(text: "", window: RowWindow(count: 5)))
        let requests = transport.requests
        #expect(requests.map(\.origin.host) == ["one.example", "two.example"])
        #expect(requests.map(\.hasAlternative) == [true, false])
        #expect(requests.map(\.canonicalAddress) == [nil, "https://one.example/api/films"])
        #expect(Set(requests.map { ResponseKey($0) }).count == 1)
    }

    @Test("An answer is finished behind where the time was up, and only there")
    func deadlines() async throws {
        let transport = ScriptedTransport(empty)
        let repository = try repository(try shelf(search), transport)
        let query = SearchQuery(text: "", window: RowWindow(count: 5))
        let clock = SystemMonotonicClock()
        for deadline in [nil, Deadline(after: .seconds(60), on: clock), Deadline(after: .zero, on: clock)] {
            _ = try await repository.search(query, in: CallContext(deadline: deadline))
        }
        #expect(transport.requests.map { $0.context.deadline?.hasPassed } == [nil, false, true])
    }
}
