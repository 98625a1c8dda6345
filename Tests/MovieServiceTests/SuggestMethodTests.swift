import JSON
import JSONRPC
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Testing

@testable import MovieService

@Suite("Suggestions while typing")
struct SuggestMethodTests {
    private static let clock = WallClock.fixed(at: Timestamp(secondsSinceEpoch: 1_795_186_800))

    private func client() -> ServiceClient {
        ServiceClient([PlainSources.kofic(), PlainSources.shelf()], library: LibraryFile(inMemory: Self.clock))
    }

    private func suggestions(_ client: ServiceClient, _ prefix: String) async throws -> [String] {
        let result = try await client.result("movies/suggest", #"{"prefix":"\#(prefix)"}"#)
        return result["suggestions"]?.elements.map { suggestion in
            "\(suggestion["from"]?.string ?? "") \(suggestion["title"]?.string ?? "")"
        } ?? []
    }

    @Test("Suggestions come from queries, kept films, and earlier answers, each film once")
    func origins() async throws {
        let client = client()
        #expect(try await suggestions(client, "par") == [])
        _ = try await client.result("movies/search", #"{"query":"Parasite"}"#)
        #expect(try await suggestions(client, "par") == ["history Parasite", "cache 기생충"])
        #expect(try await suggestions(client, "ㄱㅅㅊ") == ["cache 기생충"])
        _ = try await client.result("lists/add", #"{"list":"Best","id":"kofic:20183782"}"#)
        #expect(try await suggestions(client, "ㄱㅅㅊ") == ["list 기생충"])
        _ = try await client.result("cards/put", #"{"id":"kofic:20183782","stars":5}"#)
        #expect(try await suggestions(client, "ㄱㅅㅊ") == ["card 기생충"])
        _ = try await client.result("bookmarks/add", #"{"id":"kofic:20183782"}"#)
        #expect(try await suggestions(client, "기새") == ["bookmark 기생충"])
        let film = try await client.result("movies/suggest", #"{"prefix":"paras","limit":2}"#)["suggestions"]?[1]
        #expect(film?["matchedTitle"]?.string == "Parasite")
        #expect(film?["year"]?.int == 2019)
        #expect(film?["id"]?.string != nil)
    }

    @Test("Without a library that can be read, films of earlier answers are suggested")
    func unreadableLibrary() async throws {
        let client = ServiceClient([PlainSources.kofic()], library: UnreadableLibrary())
        _ = try await client.result("movies/search", #"{"query":"Parasite"}"#)
        #expect(try await suggestions(client, "par") == ["cache 기생충"])
    }

    @Test("An empty prefix has no suggestions, a missing one is refused, and the limit holds")
    func limits() async throws {
        let client = client()
        _ = try await client.result("movies/search", #"{"query":"Parasite"}"#)
        #expect(try await suggestions(client, "") == [])
        #expect(try await suggestions(client, " - ") == [])
        let one = try await client.result("movies/suggest", #"{"prefix":"par","limit":1}"#)
        #expect(one["suggestions"]?.count == 1)
        let error = try await client.error("movies/suggest", #"{"limit":1}"#)
        #expect(error.data?["field"] == "prefix")
    }

    @Test("Films of earlier answers are suggested only if a source that is configured takes one of their ids")
    func otherDefinitions() async throws {
        let client = client()
        _ = try await client.result("movies/search", #"{"query":"Parasite"}"#)
        _ = try await client.result("history/clear")
        let films = try #require(client.catalogue.current?.films)
        func suggested(_ sources: [any MovieRepository]) async throws -> [String] {
            let catalogue = Catalogue(
                repositories: sources,
                policy: MergePolicy(),
                timeLimit: .seconds(60),
                clock: SystemMonotonicClock(),
                book: ClosedMatchStore(),
                library: LibraryFile(inMemory: Self.clock),
                films: films
            )
            client.catalogue.replace(with: catalogue)
            let result = try await client.result("movies/suggest", #"{"prefix":"par"}"#)
            return result["suggestions"]?.elements.compactMap { $0["id"]?.string } ?? []
        }
        func source(_ id: ProviderID, _ namespaces: [String]) -> FakeRepository {
            FakeRepository(id, capabilities: [.lookup], namespaces: [.lookup: namespaces])
        }
        #expect(try await suggested([source("kofic", ["kofic"])]) == ["kofic:20183782"])
        #expect(try await suggested([source("lantern", ["lantern"])]) == [])
        #expect(try await suggested([source("lantern", ["lantern", "shelf"])]) == ["shelf:7"])
        #expect(try await suggested([source("lantern", ["lantern", "imdb"])]) == ["imdb:tt6751668"])
        #expect(try await suggested([FakeRepository("lantern", capabilities: [.search])]) == ["imdb:tt6751668"])
    }
}
