import MovieDomain
import MovieProviders
import Testing

@Suite("Kinds of sources that are registered in Swift")
struct FilmCatalogueTests {
    private struct ShelfKind: FilmSourceKind {
        var name = "shelf"
        var idNameSpaces: [String] { ["imdb"] }

        func makeSource(_ settings: FilmSourceSettings) throws(FilmSourceFailure) -> any FilmSource {
            guard let rating = settings.options["rating"] else { throw FilmSourceFailure(.badRequest, "no rating") }
            return OneFilm(namespace: settings.id, rating: Double(rating))
        }
    }

    private struct OneFilm: FilmSource {
        let namespace: String
        let rating: Double?

        func films(for request: FilmRequest) async throws(FilmSourceFailure) -> FilmPage {
            var film = Film(ids: [namespace: "1", "imdb": "tt99000001"], title: "The Paper Lighthouse", year: 2024)
            film.language = "en"
            film.genres = ["Drama"]
            film.rating = rating
            guard request.operation == .search || request.ids["imdb"] == "tt99000001" || request.ids[namespace] == "1"
            else {
                throw FilmSourceFailure(.notFound, "no such film")
            }
            return FilmPage(request.operation == .search && request.text != "lighthouse" ? [] : [film])
        }
    }

    private func registry() throws -> FilmSourceRegistry {
        var registry = FilmSourceRegistry()
        try registry.register(ShelfKind())
        return registry
    }

    private static let providers = """
        version: 1
        settings: { languages: [en] }
        providers:
          - { id: mine, kind: shelf, operations: [search, lookup], options: { rating: "7.5" } }
          - { id: yours, kind: shelf, operations: [search, lookup], options: { rating: "8" } }
          - { id: bare, kind: shelf, operations: [search] }
          - { id: omdb, extends: omdb }
        """

    @Test("Their sources are asked together, and their films merged")
    func merged() async throws {
        let catalogue = try FilmCatalogue(yaml: Self.providers, registry: try registry())
        let answer = try await catalogue.search("lighthouse")
        #expect(answer.films.map(\.title) == ["The Paper Lighthouse"])
        #expect(answer.films.first?.ids == ["mine": "1", "yours": "1", "imdb": "tt99000001"])
        #expect(answer.films.first?.genres == ["drama"])
        #expect(answer.statuses["mine"] == "ok" && answer.statuses["yours"] == "ok")
        #expect(answer.statuses["bare"] == "disabled: no rating")
        #expect(answer.statuses["omdb"]?.hasPrefix("disabled") == true)
        #expect(try await catalogue.search("zzzz").films == [])
        #expect(try await catalogue.film("imdb:tt99000001").films.first?.year == 2024)
        await #expect(throws: FilmSourceFailure(.notFound, "no source has the film")) {
            try await catalogue.film("imdb:tt99000002")
        }
    }

    @Test("A definition of a kind that nobody registered, or with keys that it has not, is no configuration")
    func invalid() throws {
        #expect(throws: FilmCatalogue.InvalidConfiguration.self) {
            try FilmCatalogue(yaml: Self.providers, registry: FilmSourceRegistry())
        }
        let text = "version: 1\nproviders: [{ id: a, kind: shelf, operations: [serch], option: {} }]\n"
        let registry = try registry()
        do {
            _ = try FilmCatalogue(yaml: text, registry: registry)
            Issue.record("the configuration was taken")
        } catch {
            #expect(error.problems.count == 2)
            #expect(error.problems[0].hasPrefix("providers.yaml:2:48: error: "))
            #expect(error.problems[1].hasPrefix("providers.yaml:2:56: error: unknown key 'option'"))
        }
    }

    @Test("A name is taken once, and is a word", arguments: ["shelf", "http", "process", "", "Shelf", "9", "a b"])
    func names(_ name: String) throws {
        var registry = try registry()
        #expect(throws: FilmSourceRegistry.Refusal.self) { try registry.register(ShelfKind(name: name)) }
        #expect(registry.names == ["shelf"])
        try registry.register(ShelfKind(name: "shelf-2"))
        #expect(registry.names == ["shelf", "shelf-2"])
    }
}
