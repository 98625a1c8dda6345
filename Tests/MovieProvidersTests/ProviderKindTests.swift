import HTTPModel
import MovieAggregation
import MovieDomain
import MovieProviderContract
import MovieProviders
import MovieStore
import Platform
import ProviderLanguage
import Testing

@Suite("Provider kinds registered by a program")
struct ProviderKindTests {
    private struct NoRating: Error, CustomStringConvertible {
        let description = "no number"
    }

    private struct OneFilm: MovieRepository {
        let profile: ProviderProfile
        let film: MovieFacts

        init(_ settings: ProviderSettings) throws {
            guard let text = settings.options["rating"] else { throw ProviderError(.badRequest, message: "no rating") }
            guard let rating = Double(text) else { throw NoRating() }
            profile = ProviderProfile(id: settings.id, capabilities: [.search, .lookup])
            let ids = [settings.id.rawValue: "1", "imdb": "tt99000001", "empty": ""]
            var film = MovieFacts(ids: ids, title: "The Paper Lighthouse", language: "en", year: 2024)
            film.genres = ["Drama"]
            film.ratings = [Rating(provider: settings.id, value: rating, scale: 10)]
            film.overview = settings.languages.first.map { LocalizedText("in \($0)") }
            self.film = film
        }

        func search(
            _ query: SearchQuery,
            in context: CallContext
        ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
            if query.text == "all" { return ProviderAnswer(MovieList(movies: [film, film], totalItems: 2)) }
            return ProviderAnswer(MovieList(query.text == "lighthouse" ? [film] : [], in: query.window))
        }

        func lookup(
            _ query: LookupQuery,
            in context: CallContext
        ) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
            guard query.ids.contains(where: { film.ids[$0.key] == $0.value }) else {
                throw ProviderError(.notFound, message: "no such film")
            }
            return ProviderAnswer(film)
        }
    }

    private static let kinds = [ProviderKind("shelf", idNamespaces: ["imdb"]) { settings in try OneFilm(settings) }]

    private static let providers = """
        version: 1
        settings: { languages: [en] }
        providers:
          - { id: mine, kind: shelf, title: My Shelf, operations: [search, lookup], options: { rating: "7.5" } }
          - { id: yours, kind: shelf, operations: [search, lookup], options: { rating: "8" } }
          - { id: bare, kind: shelf, operations: [search] }
          - { id: odd, kind: shelf, operations: [search], options: { rating: high } }
          - { id: omdb, extends: omdb }
        """

    private func load(_ text: String, _ kinds: [ProviderKind] = Self.kinds) -> ConfigurationLoader.Outcome {
        ConfigurationLoader.load(
            bytes: Array(text.utf8),
            file: "providers.yaml",
            bundled: BundledDefinition.all,
            kinds: kinds.map(\.name)
        )
    }

    private func repositories() throws -> [any MovieRepository] {
        let configuration = try #require(load(Self.providers).configuration)
        return ProviderRegistry(kinds: Self.kinds).repositories(
            for: configuration,
            in: ProviderEnvironment(
                transport: ScriptedTransport { _ in .text("{}", status: 404) },
                secrets: SecretSource(environment: { _ in nil }, files: .inMemory([:])),
                clock: .fixed(at: Timestamp(secondsSinceEpoch: 0)),
                zones: SystemTimeZoneDatabase(files: .inMemory([:])),
                languages: configuration.settings.languages
            )
        )
    }

    @Test("Providers of a custom kind are searched together and their films are merged")
    func merged() async throws {
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 0)))
        let catalogue = Catalogue(
            repositories: try repositories(),
            policy: MergePolicy(),
            timeLimit: .seconds(10),
            clock: SystemMonotonicClock(),
            book: library,
            library: library
        )
        func search(_ text: String) async throws -> SearchResult {
            let request = SearchMovies(text: text, year: nil, page: PageRequest(page: 1, limit: 20))
            return try await request.run(in: catalogue)
        }
        let answer = try await search("lighthouse")
        #expect(answer.movies.map(\.facts.title?.text) == ["The Paper Lighthouse"])
        #expect(answer.movies.first?.facts.ids == ["mine": "1", "yours": "1", "imdb": "tt99000001"])
        #expect(answer.movies.first?.facts.genres == ["drama"])
        let statuses = Dictionary(uniqueKeysWithValues: answer.sources.map { ($0.provider, $0) })
        #expect(statuses["mine"]?.status == .ok && statuses["yours"]?.status == .ok)
        for (id, reason) in [("bare", "no rating"), ("odd", "no number")] as [(ProviderID, String)] {
            #expect(statuses[id]?.status == .disabled && statuses[id]?.failure?.message == reason)
        }
        #expect(statuses["omdb"]?.status == .disabled)
        #expect(try await search("zzzz").movies.isEmpty)

        func film(_ id: String) async throws -> Movie {
            let request = GetMovie(id: try #require(MovieID(parsing: id)))
            return try await request.run(in: catalogue).movie
        }
        #expect(try await film("imdb:tt99000001").facts.year == 2024)
        await #expect {
            try await film("imdb:tt99000002")
        } throws: { error in
            if case .notFound? = error as? CallError { true } else { false }
        }
    }

    @Test("A custom provider's answers are restricted to its definition and the query")
    func held() async throws {
        let mine = try #require(try repositories().first)
        #expect(mine.profile.title == "My Shelf" && mine.profile.capabilities == [.search, .lookup])
        #expect(mine.profile.namespaces == [.lookup: ["mine", "imdb"]])
        let answer = try await mine.search(SearchQuery(text: "all", window: RowWindow(count: 1))).value
        #expect(answer.movies.count == 1 && answer.totalItems == 2 && answer.hasMore == true)
        #expect(answer.movies.first?.ids == ["mine": "1", "imdb": "tt99000001"])
        #expect(answer.movies.first?.overview?.text == "in en")
        let other = try await mine.search(SearchQuery(text: "all", year: 1999, window: RowWindow(count: 2))).value
        #expect(other == MovieList(movies: [], totalItems: nil, hasMore: false))
        await #expect(throws: ProviderError(.notFound, provider: "mine", message: "no such film")) {
            try await mine.lookup(LookupQuery(ids: ["imdb": "tt99000002"]))
        }
        await #expect(throws: ProviderError(.unsupported, provider: "mine", message: "the source has no list")) {
            try await mine.list(ListQuery(window: RowWindow(count: 1)))
        }
    }

    @Test("A configuration with an unknown kind, operation, or key is rejected")
    func invalid() {
        #expect(load(Self.providers, []).configuration == nil)
        let text = "version: 1\nproviders: [{ id: a, kind: shelf, operations: [serch], option: {} }]\n"
        let outcome = load(text)
        #expect(outcome.configuration == nil)
        let problems = outcome.diagnostics.map(\.description)
        #expect(problems.count == 2)
        #expect(problems.first?.hasPrefix("providers.yaml:2:48: error: ") == true)
        #expect(problems.last?.hasPrefix("providers.yaml:2:56: error: unknown key 'option'") == true)
    }

    @Test(
        "A kind name that is already taken or malformed is rejected",
        arguments: ["shelf", "http", "process", "", "Shelf", "9", "a b"]
    )
    func names(_ name: String) {
        let other = ProviderKind(name) { settings in try OneFilm(settings) }
        #expect(ProviderKind.problem(with: Self.kinds + [other])?.contains("'\(name)'") == true)
        let second = ProviderKind("shelf-2") { settings in try OneFilm(settings) }
        #expect(ProviderKind.problem(with: Self.kinds + [second]) == nil)
    }
}
