import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Testing

@Suite("movies/list and movies/trending", .timeLimit(.minutes(1)))
struct ListMoviesTests {
    private func film(_ title: String, _ year: Int, rating: Double? = nil) -> MovieFacts {
        .film(title, year, ids: ["x": title]).with {
            $0.ratings = rating.map { [Rating(provider: "x", value: $0, scale: 10)] } ?? []
        }
    }

    @Test(
        "sorted by a key of the films, those without it last",
        arguments: [
            (
                ListQuery.Sort.year, nil as ListQuery.Order?, ["D", "B", "A", "C"],
                ListQuery.Order.descending as ListQuery.Order?
            ),
            (.year, .ascending, ["C", "A", "B", "D"], .ascending),
            (.title, nil, ["A", "B", "C", "D"], .ascending),
            (.rating, nil, ["C", "A", "B", "D"], .descending),
            (.popularity, nil, ["A", "C", "D", "B"], nil),
        ]
    )
    func sorted(sort: ListQuery.Sort, order: ListQuery.Order?, titles: [String], asked: ListQuery.Order?) async throws {
        let first = ScriptedRepository.shelf("a", [film("A", 2001, rating: 7), film("D", 2004)])
        let second = ScriptedRepository.shelf("b", [film("C", 1999, rating: 9), film("B", 2002, rating: 6)])
        var request = ListMovies.Request()
        request.sort = sort
        request.order = order
        let result = try await ListMovies(catalogue: .scripted([first, second])).run(request)
        #expect(result.movies.map(\.facts.title?.text) == titles)
        guard case .list(let query)? = first.questions.first else { return #expect(Bool(false), "nothing was asked") }
        #expect(query.sort == sort)
        #expect(query.order == asked)
        #expect(query.window == RowWindow(offset: 0, count: 20))
    }

    @Test("wishes are passed on, a genre as its slug")
    func wishes() async throws {
        let shelf = ScriptedRepository.shelf("a", [])
        var request = ListMovies.Request(page: PageRequest(page: 3, limit: 10))
        request.genre = "공포(호러)"
        request.minimumRating = 7.5
        request.languages = ["en"]
        let result = try await ListMovies(catalogue: .scripted([shelf])).run(request)
        var query = ListQuery(window: RowWindow(offset: 20, count: 10), languages: ["en"])
        query.genre = "horror"
        query.minimumRating = 7.5
        #expect(shelf.questions == [.list(query)])
        #expect(result.page == Page(page: 3, limit: 10, totalItems: nil, hasMore: false))
        #expect(result.sources.map(\.status) == [.empty])
    }

    @Test("a trend is a question of its own")
    func trending() async throws {
        var script = ScriptedRepository.Script()
        script.list = { query throws(ProviderError) in
            ProviderAnswer(MovieList(movies: query.trending == .week ? [.film("Up", 2009)] : []))
        }
        let trends = ScriptedRepository("a", [.trending], script: script)
        var request = ListMovies.Request()
        request.trending = .week
        request.genre = "drama"
        let result = try await ListMovies(catalogue: .scripted([trends, .shelf("b", [])])).run(request)
        #expect(result.movies.map(\.facts.title?.text) == ["Up"])
        #expect(result.sources.map(\.status) == [.ok, .unsupported])
    }
}
