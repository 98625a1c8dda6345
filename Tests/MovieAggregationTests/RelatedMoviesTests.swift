import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Testing

@Suite("movies/related", .timeLimit(.minutes(15)))
struct RelatedMoviesTests {
    private func relating(_ id: ProviderID, takes namespaces: [String], _ films: [MovieFacts]) -> ScriptedRepository {
        var script = ScriptedRepository.Script()
        script.related = { query throws(ProviderError) in
            guard query.ids.keys.contains(where: namespaces.contains) else {
                throw ProviderError(.badRequest, provider: id, message: "no id")
            }
            return ProviderAnswer(
                MovieList(movies: Array(films.dropFirst(query.window.offset).prefix(query.window.count)))
            )
        }
        return ScriptedRepository(
            id,
            [.similar],
            takes: [.similar: namespaces],
            script: script
        )
    }

    private func related(_ id: String, _ repositories: [ScriptedRepository]) async throws -> SearchResult {
        let id = try #require(MovieID(parsing: id))
        return try await RelatedMovies(id: id, kind: .similar, page: PageRequest(page: 1, limit: 5)).run(
            in: .scripted(repositories)
        )
    }

    @Test("A source that takes the id is asked directly, and the film itself is left out")
    func direct() async throws {
        let yts = relating(
            "yts",
            takes: ["yts"],
            [.film("Parasite", 2019, ids: ["yts": "14561"]), .film("Mother", 2009)]
        )
        let result = try await related("yts:14561", [yts])
        #expect(result.movies.map(\.facts.title?.text) == ["Mother"])
        #expect(yts.questions.count == 1)
        #expect(result.sources.map(\.status) == [.ok])
    }

    @Test("An id in another namespace is looked up first")
    func resolved() async throws {
        let yts = relating("yts", takes: ["yts"], [.film("Mother", 2009)])
        let library = ScriptedRepository.library("tmdb", takes: ["imdb"], [Parasite.yts])
        let other = relating("other", takes: ["other"], [])
        let result = try await related("imdb:tt6751668", [library, other, yts])
        #expect(result.movies.map(\.facts.title?.text) == ["Mother"])
        #expect(result.sources.map(\.status) == [.unsupported, .unsupported, .ok])
        guard case .related(let query)? = yts.questions.first else { return #expect(Bool(false), "nothing was asked") }
        #expect(query.ids == ["yts": "14561"])
    }

    @Test("A film that every asked source says it has not is not found, unless another source knows it")
    func absent() async throws {
        var script = ScriptedRepository.Script()
        script.related = { _ throws(ProviderError) in throw ProviderError(.notFound, provider: "yts", message: "none") }
        let yts = ScriptedRepository("yts", [.similar], takes: [.similar: ["yts"]], script: script)
        await #expect {
            try await related("yts:1", [yts])
        } throws: { error in
            guard case CallError.notFound(let id, let reports) = error else { return false }
            return id.description == "yts:1" && reports.map(\.status) == [.empty]
        }
        let library = ScriptedRepository.library("tmdb", takes: ["imdb"], [Parasite.yts])
        let result = try await related("imdb:tt6751668", [library, yts])
        #expect(result.movies.isEmpty && result.sources.map(\.status) == [.unsupported, .empty])
    }

    @Test("Related films of an unknown film are not found")
    func unknown() async throws {
        let yts = relating("yts", takes: ["yts"], [])
        let library = ScriptedRepository.library("tmdb", takes: ["imdb"], [])
        await #expect(throws: CallError.self) { try await related("imdb:tt9", [library, yts]) }
        do {
            _ = try await related("imdb:tt9", [library, yts])
        } catch CallError.notFound(let id, _) {
            #expect(id.description == "imdb:tt9")
        }
    }
}
