import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Testing

@Suite("collections/get and credits/list", .timeLimit(.minutes(15)))
struct CollectionTests {
    private static let collection = MovieID(namespace: "tmdb", value: "77")

    private func film(_ title: String, _ day: String?, _ id: String, genres: [String] = []) -> MovieFacts {
        var film = MovieFacts(ids: ["tmdb": id], title: title, language: "en")
        film.releaseDate = day.flatMap { CalendarDate(parsing: $0) }
        film.genres = genres
        film.collection = CollectionReference(id: Self.collection.description, name: "The Lighthouses")
        return film
    }

    /// Returns a source with a collection of these films, and with look-ups of them.
    private func source(_ films: [MovieFacts], failure: ProviderError.Kind? = nil) -> ScriptedRepository {
        var script = ScriptedRepository.Script()
        script.collection = { query throws(ProviderError) in
            if let failure { throw ProviderError(failure, provider: "tmdb", message: "scripted") }
            guard query.ids == ["tmdb": "77"] else {
                throw ProviderError(.notFound, provider: "tmdb", message: "no such collection")
            }
            var collection = CollectionFacts(name: "The Lighthouses", ids: query.ids)
            collection.overview = LocalizedText("Two keepers.", language: "en")
            collection.films = films
            return ProviderAnswer(collection)
        }
        script.lookup = { query throws(ProviderError) in
            guard let film = films.first(where: { $0.ids["tmdb"] == query.ids["tmdb"] }) else {
                throw ProviderError(.notFound, provider: "tmdb", message: "no such film")
            }
            return ProviderAnswer(film)
        }
        let takes: [Capability: [String]] = [.lookup: ["tmdb"], .collection: ["tmdb"]]
        return ScriptedRepository("tmdb", [.lookup, .collection], takes: takes, script: script)
    }

    private func titles(_ result: CollectionResult) -> [String?] { result.movies.map(\.facts.title?.text) }

    @Test("The films of a collection are in the order of release, those without a day last, and none is for adults")
    func order() async throws {
        let films = [
            film("C", nil, "3"), film("B", "2025-01-02", "2"), film("A", "2024-03-10", "1"),
            film("X", "2023-01-01", "4", genres: ["adult"]),
        ]
        let result = try await GetCollection(.collection(Self.collection)).run(in: .scripted([source(films)]))
        #expect(titles(result) == ["A", "B", "C"])
        #expect(result.id == Self.collection)
        #expect((result.collection.name, result.collection.overview?.text) == ("The Lighthouses", "Two keepers."))
        #expect(result.sources.map(\.remarks) == [["1 film for adults only left out"]])
        var catalogue = Catalogue.scripted([source(films)])
        catalogue.showsAdult = true
        #expect(
            titles(try await GetCollection(.collection(Self.collection)).run(in: catalogue)) == ["X", "A", "B", "C"]
        )
    }

    @Test("A film leads to its collection")
    func ofFilm() async throws {
        let tmdb = source([film("A", "2024-03-10", "1"), film("B", "2025-01-02", "2")])
        let result = try await GetCollection(.film(MovieID(namespace: "tmdb", value: "2"))).run(in: .scripted([tmdb]))
        #expect(titles(result) == ["A", "B"])
    }

    @Test("What leads to no collection is an error that says why")
    func none() async throws {
        var alone = film("A", "2024-03-10", "1")
        alone.collection = nil
        let of = { (film: String, source: ScriptedRepository) async -> CallError? in
            do throws(CallError) {
                let id = MovieID(namespace: "tmdb", value: film)
                _ = try await GetCollection(.film(id)).run(in: .scripted([source]))
                return nil
            } catch {
                return error
            }
        }
        guard case .noCollection? = await of("1", source([alone])) else { throw Unexpected() }
        guard case .notFound? = await of("9", source([alone])) else { throw Unexpected() }
        guard case .allFailed? = await of("1", source([film("A", nil, "1")], failure: .unavailable)) else {
            throw Unexpected()
        }
        let bare = ScriptedRepository("kofic", [.search])
        await #expect(throws: CallError.self) {
            try await GetCollection(.collection(Self.collection)).run(in: .scripted([bare]))
        }
    }

    private struct Unexpected: Error {}

    @Test("The whole cast of a film is asked for, once each, page by page")
    func credits() async throws {
        var script = ScriptedRepository.Script()
        script.lookup = { query throws(ProviderError) in
            var film = MovieFacts(ids: ["tmdb": "1"], title: "A")
            let people = (1...(query.allCredits ? 50 : 40)).map { Person(name: "Actor \($0)", character: "\($0)") }
            film.cast = people + (query.allCredits ? [people[0]] : [])
            film.castTotal = query.allCredits ? nil : 50
            film.crew = [Person(name: "Writer", job: "Novel")]
            return ProviderAnswer(film)
        }
        let source = ScriptedRepository("tmdb", [.lookup], takes: [.lookup: ["tmdb"]], script: script)
        let id = MovieID(namespace: "tmdb", value: "1")
        let last = ListCredits(id: id, kind: .cast, page: PageRequest(page: 3, limit: 20))
        let result = try await last.run(in: .scripted([source]))
        #expect(result.people.map(\.name) == (41...50).map { "Actor \($0)" })
        #expect((result.page.totalItems, result.page.hasMore) == (50, false))
        let crew = try await ListCredits(id: id, kind: .crew).run(in: .scripted([source]))
        #expect(crew.people.map(\.job) == ["Novel"])
    }
}
