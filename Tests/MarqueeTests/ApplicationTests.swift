import MarqueeApp
import MarqueeTestKit
import MovieDomain
import Testing

@Suite("Marquee as a library inside another program")
struct ApplicationTests {
    private struct Shelf: MovieRepository {
        let profile: ProviderProfile

        func search(
            _ query: SearchQuery,
            in context: CallContext
        ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
            ProviderAnswer(MovieList([Self.film(profile.id)], in: query.window))
        }

        func lookup(
            _ query: LookupQuery,
            in context: CallContext
        ) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
            guard query.ids[profile.id.rawValue] == "1" else { throw ProviderError(.notFound, message: "no such film") }
            return ProviderAnswer(Self.film(profile.id))
        }

        static func film(_ id: ProviderID) -> MovieFacts {
            MovieFacts(ids: [id.rawValue: "1"], title: "The Paper Lighthouse", year: 2001)
        }
    }

    private static let kind = ProviderKind("shelf") { settings in
        guard settings.options["broken"] == nil else { throw ProviderError(.disabled, message: "the shelf is broken") }
        return Shelf(profile: ProviderProfile(id: settings.id, capabilities: [.search, .lookup]))
    }

    private func withApplication(_ providers: String, _ body: (Application) async throws -> Void) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write("version: 1\nproviders:\n\(providers)\n", to: file)
            let application = try await Application(configurationFile: file, kinds: [Self.kind], keepsAnswers: false)
            try await body(application)
            await application.close()
        }
    }

    @Test("A search and a film each come with a report for every provider")
    func answers() async throws {
        let providers = """
              - { id: mine, kind: shelf, operations: [search, lookup] }
              - { id: other, kind: shelf, operations: [search, lookup], options: { broken: "yes" } }
            """
        try await withApplication(providers) { application in
            let found = try await application.search("lighthouse", limit: 5)
            #expect(found.movies.map(\.facts.title?.text) == ["The Paper Lighthouse"])
            #expect(found.sources.map(\.provider.rawValue) == ["mine", "other"])
            #expect(found.sources.map(\.status) == [.ok, .disabled])
            let id = try #require(found.movies.first?.id)
            let answer = try await application.movie(id)
            #expect(answer.movie.facts.year == 2001)
            #expect(answer.sources.first?.status == .ok)
        }
    }

    @Test("A program bookmarks, rates, and lists a film of the box office, and another one reads all of it")
    func library() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let application = try await Application(dataFolder: folder, isDemo: true)
            let chart = try await application.boxOffice()
            #expect(chart.films.map(\.figures.rank).prefix(3) == [1, 2, 3])
            #expect(chart.period.span == .day && chart.sources.contains { $0.status == .ok })
            let film = try #require(chart.films.first?.movie)
            let bookmark = try await application.addBookmark(film.id)
            #expect(bookmark.film.title == film.facts.title?.text)
            let card = try await application.putCard(CardChange(stars: 4.5, comment: "The stairs!"), of: film.id)
            #expect(card?.stars == 4.5)
            try await application.add(film.id, toList: "Best")
            await application.close()

            let other = try await Application(dataFolder: folder, isDemo: true)
            #expect(try await other.bookmarks().map(\.film.title) == [bookmark.film.title])
            #expect(try await other.cards().map(\.comment) == ["The stairs!"])
            #expect(try await other.lists().map(\.name) == ["Best"])
            #expect(try await other.list("best")?.films.map(\.title) == [bookmark.film.title])
            #expect(try await other.list("Worst") == nil)
            #expect(try await other.remove(film.id, fromList: "Best"))
            #expect(try await other.removeBookmark(film.id))
            #expect(try await other.removeCard(film.id))
            #expect(try await !other.removeCard(film.id))
            #expect(try await other.bookmarks().isEmpty)
            #expect(try await other.cards().isEmpty)
            await other.close()
        }
    }

    @Test("A program renames and removes a list, reads its statistics and history, decides matches, and takes back")
    func changes() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let application = try await Application(dataFolder: folder, isDemo: true)
            let film = try #require(try await application.search("parasite").movies.first)
            try await application.add(film.id, toList: "Best")
            #expect(try await application.renameList("best", to: "Good") == .renamed)
            #expect(try await application.renameList("Best", to: "Fine") == .unknown)
            try await application.putCard(CardChange(stars: 4, isWatched: true), of: film.id)
            let statistics = try await application.statistics()
            #expect(statistics.films == 1)
            #expect(try await application.removeHistory(nil) == 0)
            #expect(try await application.history().isEmpty)
            #expect(try await application.removeList("Good"))
            #expect(try await application.lists().isEmpty)
            #expect(try await application.undo()?.method == "lists/delete")
            #expect(try await application.lists().map(\.name) == ["Good"])
            let other = MovieID(namespace: "shop", value: "7")
            try await application.decide(film.id, .same, other)
            #expect(try await application.list("Good")?.films.first?.ids.contains(other) == true)
            await application.close()
        }
    }

    @Test("A program lists films, finds what is like one, and identifies names, people, and images of the demo")
    func films() async throws {
        let application = try await Application(keepsAnswers: false, isDemo: true)
        var query = ListQuery(window: RowWindow(count: 0))
        query.kind = .popular
        let popular = try await application.films(query, limit: 3)
        #expect(popular.movies.count == 3)
        let film = try #require(try await application.search("parasite", year: 2019).movies.first)
        #expect(try await !application.films(.similar, to: film.id).movies.isEmpty)
        #expect(try await application.identify(["Parasite.2019.1080p.mkv"]).first?.movie?.id == film.id)
        #expect(try await application.suggestions(for: "기생").first?.id == film.id)
        let director = try #require(try await application.people("봉준호").people.first)
        #expect(try await !application.person(director.id).person.films.isEmpty)
        #expect(try await application.providers().map(\.id) == application.health().map(\.provider))
        await application.close()
    }

    @Test("A film that no provider has throws an error with a message and the reports")
    func noSuchFilm() async throws {
        try await withApplication("  - { id: mine, kind: shelf, operations: [search, lookup] }") { application in
            let error = await #expect(throws: ApplicationError.self) {
                try await application.movie(MovieID(namespace: "mine", value: "2"))
            }
            #expect(error?.description == "No source has mine:2")
            #expect(error?.kind == .notFound)
            #expect(error?.sources.map(\.status) == [.empty])
        }
    }

    @Test("Unusable definitions throw an error at the start that names their file")
    func wrongDefinitions() async throws {
        let error = await #expect(throws: ApplicationError.self) {
            try await withApplication("  - { id: mine, kind: shelves, operations: [search] }") { _ in }
        }
        #expect(error?.description.contains("providers.yaml:3:") == true, "\(String(describing: error))")
        let missing = await #expect(throws: ApplicationError.self) {
            _ = try await Application(configurationFile: "/nonexistent/providers.yaml")
        }
        #expect(missing?.description == "/nonexistent/providers.yaml: there is no such file")
    }

    @Test("Two provider kinds with the same name throw an error at the start")
    func twins() async throws {
        let error = await #expect(throws: ApplicationError.self) {
            _ = try await Application(kinds: [Self.kind, Self.kind], keepsAnswers: false)
        }
        #expect(error?.description == "there already is a kind 'shelf'")
    }
}
