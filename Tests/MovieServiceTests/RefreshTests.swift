import JSON
import JSONRPC
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Testing

@testable import MovieService

@Suite("Fetching the details of films in the library")
struct RefreshTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_795_186_800)

    private static let table = """
        imdbID,Title,Year,Rating
        tt0000001,Found,2001,4
        tt0000002,Unknown,2002,4
        tt0000003,Throttled,2003,4
        ,Without an id,2004,4
        """

    /// A source that has one film, does not have another, and has no turn for the third.
    private static func shelf(_ asked: Observed<[String]>) -> FakeRepository {
        var shelf = FakeRepository("shelf", capabilities: [.lookup], namespaces: [.lookup: ["imdb"]])
        shelf.onLookup = { query throws(ProviderError) in
            let id = query.ids["imdb"] ?? ""
            asked.update { $0.append(id) }
            switch id {
            case "tt0000001":
                var facts = MovieFacts(ids: ["imdb": id, "shelf": "1"], title: "발견", language: "ko", year: 2001)
                facts.runtimeMinutes = 99
                return ProviderAnswer(facts)
            case "tt0000003": throw ProviderError(.rateLimited, provider: "shelf", message: "too many requests")
            default: throw ProviderError(.notFound, provider: "shelf", message: "no such film")
            }
        }
        return shelf
    }

    private func statuses(_ answer: JSONElement) -> [String] {
        answer["films"]?.elements.map { "\($0["id"]?.string ?? "") \($0["status"]?.string ?? "")" } ?? []
    }

    private func client(_ sources: [any MovieRepository], at now: Timestamp = now) async throws -> ServiceClient {
        let client = ServiceClient(sources, library: LibraryFile(inMemory: .fixed(at: now)))
        _ = try await client.result("library/import", JSONValue.object([.init("csv", .string(Self.table))]).jsonText)
        return client
    }

    @Test("Films get the details and ids of the sources, and the others say why not and remain")
    func refreshed() async throws {
        let asked = Observed<[String]>([])
        let client = try await client([Self.shelf(asked)])
        let answer = try await client.result("library/refresh")
        #expect(
            statuses(answer) == [
                "imdb:tt0000001 refreshed", "imdb:tt0000002 unknown", "imdb:tt0000003 unanswered",
            ]
        )
        #expect(answer["films"]?[0]?["title"]?.string == "발견")
        #expect(answer["films"]?[2]?["sources"]?[0]?["status"]?.string == "rate_limited")
        #expect(answer["remaining"]?.int == 2 && answer["byTitle"]?.int == 1)
        #expect(answer["page"]?["next"]?.isNull == true && answer["page"]?["incomplete"]?.bool == true)
        let card = try await client.result("cards/list", #"{"query":"발견"}"#)["cards"]?[0]
        #expect(card?["movie"]?["ids"]?["shelf"]?.string == "1" && card?["movie"]?["runtimeMinutes"]?.int == 99)
        #expect(card?["movie"]?["fetchedAt"] == nil && card?["stars"]?.double == 4)
        // The next call leaves the film alone that has its details, unless they are old.
        #expect(
            try await statuses(client.result("library/refresh")).map { $0.suffix(12) } == [
                "0002 unknown", "3 unanswered",
            ]
        )
        #expect(try await client.result("library/refresh", #"{"olderThan":0}"#)["films"]?.count == 3)
        #expect(asked.current.count { $0 == "tt0000001" } == 2)
    }

    @Test("A limit stops a call, and the next call goes on after it")
    func limited() async throws {
        let client = try await client([Self.shelf(Observed([]))])
        let first = try await client.result("library/refresh", #"{"limit":2}"#)
        #expect(statuses(first) == ["imdb:tt0000001 refreshed", "imdb:tt0000002 unknown"])
        let next = try #require(first["page"]?["next"]?.string)
        #expect(first["remaining"]?.int == 2 && first["page"]?["incomplete"]?.bool == false)
        let second = try await client.result("library/refresh", #"{"limit":2,"cursor":"\#(next)"}"#)
        #expect(statuses(second) == ["imdb:tt0000003 unanswered"] && second["page"]?["next"]?.isNull == true)
    }

    @Test("A film whose details another source did not add to is fetched again, and one that no source takes is named")
    func incomplete() async throws {
        var broken = FakeRepository("broken", capabilities: [.lookup], namespaces: [.lookup: ["imdb"]])
        broken.onLookup = { _ throws(ProviderError) in
            throw ProviderError(.unavailable, provider: "broken", message: "broken is down")
        }
        let client = try await client([Self.shelf(Observed([])), broken])
        for _ in 0..<2 {
            let answer = try await client.result("library/refresh", #"{"limit":1}"#)
            #expect(statuses(answer) == ["imdb:tt0000001 incomplete"] && answer["remaining"]?.int == 3)
        }
        #expect(try await client.result("cards/list", #"{"query":"발견"}"#)["cards"]?.count == 1)
        let other = FakeRepository("other", capabilities: [.lookup], namespaces: [.lookup: ["other"]])
        let stranger = try await self.client([other])
        #expect(
            try await statuses(stranger.result("library/refresh", #"{"limit":1}"#)) == ["imdb:tt0000001 unsupported"]
        )
    }

    @Test("A bookmark that was added from the sources has its details, also after an export and an import")
    func fetchedAt() async throws {
        let client = try await client([Self.shelf(Observed([]))])
        _ = try await client.result("bookmarks/add", #"{"id":"imdb:tt0000001"}"#)
        #expect(try await client.result("library/refresh")["films"]?.count == 2)
        let document = try #require(try await client.result("library/export")["library"])
        let other = ServiceClient([Self.shelf(Observed([]))], library: LibraryFile(inMemory: .fixed(at: Self.now)))
        _ = try await other.result("library/import", JSONValue.object([.init("library", JSONValue(document))]).jsonText)
        #expect(try await other.result("library/refresh")["films"]?.count == 2)
    }

    @Test("A library that cannot be read or changed is an error, and nothing is fetched")
    func unreadable() async throws {
        let asked = Observed<[String]>([])
        let client = ServiceClient([Self.shelf(asked)], library: UnreadableLibrary())
        _ = try await client.error("library/refresh")
        #expect(asked.current.isEmpty)
    }
}
