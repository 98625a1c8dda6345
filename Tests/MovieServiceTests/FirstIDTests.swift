import JSON
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Synchronization
import Testing

@testable import MovieService

@Suite("The id by which a film is shown")
struct FirstIDTests {
    private static let title = "Silent Harbor"

    /// A source whose rows have one id, and whose details have another one, too.
    private static func source(
        _ provider: ProviderID,
        row: [String: String],
        details: [String: String]
    ) -> FakeRepository {
        let namespaces = Array(row.keys) + ["imdb"]
        var source = FakeRepository(provider, capabilities: [.search, .lookup], namespaces: [.lookup: namespaces])
        @Sendable func film(_ ids: [String: String]) -> MovieFacts {
            MovieFacts(ids: ids, title: title, language: "en", year: 2019)
        }
        source.onSearch = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: [film(row)], hasMore: false)) }
        source.onLookup = { query throws(ProviderError) in
            guard query.ids.contains(where: { details[$0.key] == $0.value }) else {
                throw ProviderError(.notFound, provider: provider, message: "no such film")
            }
            return ProviderAnswer(film(details))
        }
        return source
    }

    @Test("A better id that is learned later is another id of the film, and does not take the place of its first one")
    func details() async throws {
        let row = ["tmdb": "7"]
        let client = ServiceClient([Self.source("tmdb", row: row, details: ["tmdb": "7", "imdb": "tt0000001"])])
        func id(_ method: String, _ params: String, _ path: String...) async throws -> String? {
            let answer = try await client.result(method, params)
            return path.reduce(Optional(answer)) { $1 == "0" ? $0?[0] : $0?[$1] }?["id"]?.string
        }
        #expect(try await id("movies/search", #"{"query":"Silent","remember":false}"#, "movies", "0") == "tmdb:7")
        for asked in ["tmdb:7", "imdb:tt0000001", "tmdb:7"] {
            #expect(try await id("movies/get", #"{"id":"\#(asked)"}"#, "movie") == "tmdb:7")
            #expect(try await id("movies/search", #"{"query":"Silent","remember":false}"#, "movies", "0") == "tmdb:7")
        }
        #expect(try await id("bookmarks/add", #"{"id":"imdb:tt0000001"}"#, "movie") == "tmdb:7")
        #expect(try await id("cards/put", #"{"id":"imdb:tt0000001","stars":4}"#, "card", "movie") == "tmdb:7")
        #expect(try await id("bookmarks/list", "{}", "movies", "0") == "tmdb:7")
        #expect(try await id("cards/list", "{}", "cards", "0", "movie") == "tmdb:7")
        #expect(try await id("movies/suggest", #"{"prefix":"sil"}"#, "suggestions", "0") == "tmdb:7")
        let names = #"{"names":["Silent Harbor.mkv"]}"#
        #expect(try await id("movies/identify", names, "films", "0", "candidates", "0") == "tmdb:7")
    }

    @Test("A film has its first id also in the answer of a source that does not know it", arguments: [true, false])
    func otherSource(isMatched: Bool) async throws {
        let details = ["tmdb": "7", "imdb": "tt0000001"]
        let first = Self.source("tmdb", row: isMatched ? ["tmdb": "7"] : details, details: details)
        var second = Self.source("omdb", row: ["imdb": "tt0000001"], details: ["imdb": "tt0000001"])
        let isUp = Mutex(false)
        let answer = second.onSearch
        second.onSearch = { query throws(ProviderError) in
            guard isUp.withLock({ $0 }) else { throw ProviderError(.unavailable, provider: "omdb", message: "down") }
            return try await answer(query)
        }
        let client = ServiceClient([first, second])
        func ids(_ params: String) async throws -> [String?] {
            let answer = try await client.result("movies/search", params)
            return answer["movies"]?.elements.map { $0["id"]?.string } ?? []
        }
        let shown = isMatched ? "tmdb:7" : "imdb:tt0000001"
        #expect(try await ids(#"{"query":"Silent"}"#) == [shown])
        _ = try await client.result("movies/get", #"{"id":"tmdb:7"}"#)
        isUp.withLock { $0 = true }
        #expect(try await ids(#"{"query":"Silent","providers":["omdb"]}"#) == [shown])
        #expect(try await ids(#"{"query":"Silent"}"#) == [shown])
    }

    @Test("Rows of other sources, which come as parts before they are matched, take no first id away")
    func laterSources() async throws {
        let isUp = Mutex(false)
        var imdb = Self.source("omdb", row: ["imdb": "tt0000001"], details: ["imdb": "tt0000001"])
        let answer = imdb.onSearch
        imdb.onSearch = { query throws(ProviderError) in
            guard isUp.withLock({ $0 }) else { throw ProviderError(.unavailable, provider: "omdb", message: "down") }
            return try await answer(query)
        }
        let tmdb = Self.source("tmdb", row: ["tmdb": "7"], details: ["tmdb": "7", "imdb": "tt0000001"])
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_186_800)))
        let catalogue = await ServiceClient.catalogue([tmdb, imdb], book: library, library: library).corrected()
        func ids() async throws -> [String] {
            try await SearchMovies(text: "Silent").run(in: catalogue) { _ in }.movies.map(\.id.description)
        }
        #expect(try await ids() == ["tmdb:7"])
        isUp.withLock { $0 = true }
        for _ in 0..<2 { #expect(try await ids() == ["tmdb:7"]) }
        let get = GetMovie(id: MovieID(namespace: "imdb", value: "tt0000001"))
        let shown = Mutex<[MovieID]>([])
        let film = try await get.run(in: catalogue) { part in shown.withLock { $0 += part.movies.map(\.id) } }
        #expect(Set(shown.withLock { $0 } + [film.movie.id]).map(\.description) == ["tmdb:7"])
    }

    @Test("The parts of an answer and the whole answer show a film by one id")
    func parts() async throws {
        let details = ["tmdb": "7", "imdb": "tt0000001"]
        let kofic = Self.source("kofic", row: ["kofic": "9"], details: ["kofic": "9", "imdb": "tt0000001"])
        let tmdb = Self.source("tmdb", row: ["tmdb": "7"], details: details)
        let catalogue = await ServiceClient.catalogue([kofic, tmdb]).corrected()
        let shown = Mutex<[MovieID]>([])
        let film = try await GetMovie(id: MovieID(namespace: "kofic", value: "9")).run(in: catalogue) { part in
            shown.withLock { $0 += part.movies.map(\.id) }
        }
        #expect(film.movie.facts.ids == details.merging(["kofic": "9"]) { $1 })
        #expect(Set(shown.withLock { $0 } + [film.movie.id]).count == 1)
    }
}
