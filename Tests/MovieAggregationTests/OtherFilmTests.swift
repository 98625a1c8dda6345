import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Testing

@Suite("Sources that give another film than the one asked for", .timeLimit(.minutes(15)))
struct OtherFilmTests {
    private let parasite = MovieFacts.film("Parasite", 2019, ids: ["imdb": "tt6751668", "yts": "1"])

    private func get(_ id: String, _ repositories: [ScriptedRepository]) async throws -> MovieResult {
        let policy = MergePolicy(order: ["tmdb", "yts"], languages: ["en"])
        let film = GetMovie(id: try #require(MovieID(parsing: id)))
        return try await film.run(in: Catalogue.scripted(repositories, policy: policy))
    }

    @Test("An answer with another film is ignored and reported as malformed")
    func otherFilm() async throws {
        var script = ScriptedRepository.Script()
        script.lookup = { _ throws(ProviderError) in ProviderAnswer(.film("Up", 2009, ids: ["imdb": "tt1049413"])) }
        let confused = ScriptedRepository("tmdb", [.lookup], takes: [.lookup: ["imdb"]], script: script)
        let result = try await get("imdb:tt6751668", [confused, .library("yts", takes: ["imdb"], [parasite])])
        #expect(result.movie.facts.title?.text == "Parasite")
        #expect(result.sources.map(\.status) == [.error, .ok])
        #expect(result.sources[0].failure?.kind == .malformed)
    }

    @Test("A film with another id than the one asked for is left out, whichever source leads to it")
    func misled() async throws {
        let liar = ScriptedRepository.library(
            "liar",
            takes: ["imdb"],
            [.film("Dawn", 1968, ids: ["imdb": "tt0000007", "tmdb": "999"])]
        )
        let other = MovieFacts.film("Dusk", 2019, ids: ["imdb": "tt0000999", "tmdb": "999"])
        let result = try await get("imdb:tt0000007", [.library("tmdb", takes: ["tmdb"], [other]), liar])
        #expect(result.movie.id.description == "imdb:tt0000007" && result.movie.facts.title?.text == "Dawn")
        #expect(result.sources.map(\.status) == [.empty, .ok])
        #expect(result.sources[0].remarks == ["its film is imdb:tt0000999, not the one asked for"])
    }

    @Test("A source that has clearly another film under the id is left out, with a remark, whichever answers first")
    func claimedTwice() async throws {
        let ours = MovieFacts.film("Dawn over Warsaw", 1968, ids: ["imdb": "tt0000007", "tmdb": "999"])
        let theirs = MovieFacts.film("The Blue Whale", 2019, ids: ["imdb": "tt0000007", "yts": "7"])
        let result = try await get(
            "imdb:tt0000007",
            [.library("yts", takes: ["imdb"], [theirs]), .library("tmdb", takes: ["imdb"], [ours])]
        )
        #expect(result.movie.facts.ids == ["imdb": "tt0000007", "tmdb": "999"])
        #expect(result.movie.facts.title?.text == "Dawn over Warsaw")
        #expect(result.sources.map(\.status) == [.empty, .ok])
        let remark = #"imdb:tt0000007 is "The Blue Whale" (2019) here and "Dawn over Warsaw" (1968) at tmdb"#
        #expect(result.sources[0].remarks.first?.hasPrefix(remark) == true)
    }

    @Test("Sources with one id are of one film though they write its title in other languages")
    func translated() async throws {
        let result = try await get(
            "imdb:tt0095250",
            [
                .library("yts", takes: ["imdb"], [.film("The Big Blue", 1988, ids: ["imdb": "tt0095250"])]),
                .library("tmdb", takes: ["imdb"], [.film("Wielki błękit", 1988, ids: ["imdb": "tt0095250"])]),
            ]
        )
        #expect(result.sources.map(\.status) == [.ok, .ok])
    }
}
