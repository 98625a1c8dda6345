import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Testing

@Suite("movies/list and movies/trending", .timeLimit(.minutes(15)))
struct ListMoviesTests {
    private func film(_ title: String, _ year: Int, rating: Double? = nil) -> MovieFacts {
        .film(title, year, ids: ["x": title]).with {
            $0.ratings = rating.map { [Rating(provider: "x", value: $0, scale: 10)] } ?? []
        }
    }

    @Test(
        "Films are sorted by the given key, those without it last",
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
        var request = ListMovies()
        request.query.sort = sort
        request.query.order = order
        let result = try await request.run(in: .scripted([first, second]))
        #expect(result.movies.map(\.facts.title?.text) == titles)
        guard case .list(let query)? = first.questions.first else { return #expect(Bool(false), "nothing was asked") }
        #expect(query.sort == sort)
        #expect(query.order == asked)
        #expect(query.window == RowWindow(offset: 0, count: 20))
    }

    @Test("Filters are passed on, the genre as its slug")
    func wishes() async throws {
        let shelf = ScriptedRepository.shelf("a", [])
        var request = ListMovies(page: PageRequest(page: 3, limit: 10))
        request.query.genre = "공포(호러)"
        request.query.minimumRating = 7.5
        request.query.languages = ["en"]
        let result = try await request.run(in: .scripted([shelf]))
        var query = ListQuery(window: RowWindow(offset: 20, count: 10), languages: ["en"])
        query.genre = "horror"
        query.minimumRating = 7.5
        #expect(shelf.questions == [.list(query)])
        #expect(result.page == Page(page: 3, limit: 10, totalItems: nil, hasMore: false))
        #expect(result.sources.map(\.status) == [.empty])
    }

    @Test("Services need the country in which they are, which no other list has but those of a kind") func services()
        async
    {
        for (services, region) in [([], "KR"), (["netflix"], nil)] as [([String], String?)] {
            var request = ListMovies()
            (request.query.services, request.query.region) = (services.map(ServiceName.init), region)
            await #expect { _ = try await request.run(in: .scripted([.shelf("a", [])])) } throws: { error in
                if case CallError.invalidParameter(name: "region", _) = error { true } else { false }
            }
        }
    }

    @Test("A list of a kind asks only sources with charts, passes filters on, and refuses a sort key")
    func kind() async throws {
        var script = ScriptedRepository.Script()
        script.list = { query throws(ProviderError) in
            ProviderAnswer(MovieList(movies: query.kind == .topRated ? [.film("Up", 2009)] : []))
        }
        let charts = ScriptedRepository("a", [.charts], script: script)
        var request = ListMovies()
        request.query.kind = .topRated
        request.query.year = 2009
        request.query.country = "KR"
        request.query.person = MovieID(namespace: "a", value: "7")
        let result = try await request.run(in: .scripted([charts, .shelf("b", [])]))
        #expect(result.movies.map(\.facts.title?.text) == ["Up"])
        #expect(result.sources.map(\.status) == [.ok, .unsupported])
        guard case .list(let query)? = charts.questions.first else { return #expect(Bool(false), "nothing was asked") }
        #expect(query.year == 2009 && query.country == "KR" && query.person == request.query.person)
        request.query.sort = .year
        await #expect { _ = try await request.run(in: .scripted([charts])) } throws: { error in
            if case CallError.invalidParameter(name: "sort", _) = error { true } else { false }
        }
    }

    @Test(
        "No film is repeated or lost across pages, whatever the kind of list",
        arguments: [nil, ListQuery.Kind.popular]
    )
    func pages(kind: ListQuery.Kind?) async throws {
        let shelves = ["a", "b", "c"].enumerated().map { place, id in
            let films = (0..<(17 + 9 * place)).map { number in
                MovieFacts.film("Film \(number) of \(id)", 1900 + 40 * place + number % 30, ids: [id: "\(number)"])
            }
            var script = ScriptedRepository.Script()
            script.list = { query throws(ProviderError) in
                let rows = films.dropFirst(query.window.offset).prefix(min(10, query.window.count))
                let end = query.window.offset + rows.count
                return ProviderAnswer(MovieList(movies: Array(rows), hasMore: end < films.count))
            }
            return ScriptedRepository(ProviderID(id), [.list, .charts], script: script)
        }
        var seen: [MovieID] = []
        for page in 1...50 {
            var request = ListMovies(page: PageRequest(page: page, limit: 7))
            request.query.kind = kind
            let result = try await request.run(in: .scripted(shelves))
            seen += result.movies.map(\.id)
            if result.page.hasMore == false { break }
        }
        #expect(seen.count == 17 + 26 + 35)
        #expect(Set(seen).count == seen.count)
    }

    @Test("A trend asks only sources that have trends")
    func trending() async throws {
        var script = ScriptedRepository.Script()
        script.list = { query throws(ProviderError) in
            ProviderAnswer(MovieList(movies: query.trending == .week ? [.film("Up", 2009)] : []))
        }
        let trends = ScriptedRepository("a", [.trending], script: script)
        var request = ListMovies()
        request.query.trending = .week
        request.query.genre = "drama"
        let result = try await request.run(in: .scripted([trends, .shelf("b", [])]))
        #expect(result.movies.map(\.facts.title?.text) == ["Up"])
        #expect(result.sources.map(\.status) == [.ok, .unsupported])
    }

    @Test("A film that is shown again has the day of the release and the year that its source has told of it before")
    func shownAgain() async throws {
        let film = MovieFacts.film("Old Comet", 1969, ids: ["x": "7"])
            .with { $0.releaseDate = CalendarDate(year: 1969, month: 10, day: 25) }
        let again = CalendarDate(year: 2026, month: 11, day: 19)
        var script = ScriptedRepository.Script()
        script.lookup = { _ throws(ProviderError) in ProviderAnswer(film) }
        script.list = { _ throws(ProviderError) in
            ProviderAnswer(MovieList(movies: [film.with { ($0.year, $0.releaseDate) = (2026, again) }]))
        }
        let source = ScriptedRepository("x", [.lookup, .charts], takes: [.lookup: ["x"]], script: script)
        let catalogue = Catalogue.scripted([source])
        _ = try await GetMovie(id: MovieID(namespace: "x", value: "7")).run(in: catalogue)
        var request = ListMovies()
        request.query.kind = .nowPlaying
        for _ in 0..<2 {
            let movie = try #require(try await request.run(in: catalogue).movies.first)
            #expect(movie.facts.year == 1969 && movie.facts.releaseDate == again)
        }
    }
}
