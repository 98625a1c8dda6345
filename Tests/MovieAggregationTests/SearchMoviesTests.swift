import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Testing

@Suite("movies/search", .timeLimit(.minutes(15)))
struct SearchMoviesTests {
    private func search(
        _ repositories: [ScriptedRepository],
        _ request: SearchMovies,
        policy: MergePolicy = MergePolicy()
    ) async throws -> SearchResult {
        try await request.run(in: .scripted(repositories, policy: policy))
    }

    private func request(page: Int = 1, limit: Int = 20) -> SearchMovies {
        SearchMovies(text: "parasite", page: PageRequest(page: page, limit: limit))
    }

    @Test("Films for adults only are left out of every source unless they are wanted, and a remark counts them")
    func adults() async throws {
        var (flagged, classed) = (MovieFacts.film("Night", 2001), MovieFacts.film("Dusk", 2002))
        flagged.adult = true
        classed.genres = ["adult"]
        let films = [MovieFacts.film("Lamp", 2000), flagged, classed, .film("Sea", 2003)]
        for (wanted, titles) in [(false, ["Lamp", "Sea"]), (true, ["Lamp", "Night", "Dusk", "Sea"])] {
            var catalogue = Catalogue.scripted([.shelf("a", films)])
            catalogue.showsAdult = wanted
            let result = try await request().run(in: catalogue)
            #expect(result.movies.map(\.facts.title?.text) == titles)
            #expect(result.sources[0].remarks == (wanted ? [] : ["2 films for adults only left out"]))
        }
    }

    @Test("Records of one film from two sources are merged")
    func merged() async throws {
        let policy = MergePolicy(order: ["kofic", "yts"], languages: ["ko"])
        let result = try await search(
            [
                .shelf("kofic", [Parasite.kofic]),
                .shelf("yts", [Parasite.yts, .film("Parasite", 1982, ids: ["yts": "2"])]),
            ],
            request(),
            policy: policy
        )
        #expect(result.movies.map(\.id.description) == ["imdb:tt6751668", "yts:2"])
        #expect(result.movies[0].facts.title?.text == "기생충")
        #expect(result.movies[0].match?.confidence == 0.99)
        #expect(result.movies[1].match == nil)
        #expect(result.page == Page(page: 1, limit: 20, totalItems: nil, hasMore: false))
        #expect(result.sources.map(\.status) == [.ok, .ok])
        #expect(result.sources.map(\.items) == [1, 2])
    }

    @Test(
        "A query that is an id or the address of a film finds that film, and asks no source for the words",
        arguments: [
            ("tt6751668", ["imdb": "tt6751668"]), (" imdb:6751668 ", ["imdb": "tt6751668"]),
            ("https://www.imdb.com/title/tt6751668/", ["imdb": "tt6751668"]), ("shelf:7", ["shelf": "7"]),
        ]
    )
    func named(_ query: String, _ ids: [String: String]) async throws {
        var script = ScriptedRepository.Script()
        script.lookup = { query throws(ProviderError) in
            guard query.ids == ids else {
                throw ProviderError(.notFound, provider: "shelf", message: "none")
            }
            return ProviderAnswer(.film("Parasite", 2019, ids: ["imdb": "tt6751668", "shelf": "7"]))
        }
        let source = ScriptedRepository(
            "shelf",
            [.search, .lookup],
            takes: [.lookup: ["imdb", "shelf"]],
            script: script
        )
        let result = try await search([source], SearchMovies(text: query))
        #expect(result.movies.map(\.id.description) == ["imdb:tt6751668"])
        #expect(result.interpreted?.id.map { [$0.namespace: $0.value] } == ids)
        #expect(result.page == Page(page: 1, limit: 20, totalItems: 1, hasMore: false))
        #expect(!source.questions.contains { if case .search = $0 { true } else { false } })
        let unknown = try await search([source], SearchMovies(text: "tt9999999"))
        #expect(unknown.movies.isEmpty && unknown.sources.map(\.status) == [.empty])
    }

    @Test("A title with a colon is a title, and not an id")
    func colon() async throws {
        let shelf = ScriptedRepository.shelf("a", [.film("Mission: Impossible", 1996, ids: ["a": "1"])])
        for query in ["Mission: Impossible", "Mission:Impossible", "https://example.org/tt6751668"] {
            let result = try await search([shelf], SearchMovies(text: query))
            #expect(result.movies.count == 1 && result.interpreted == nil)
        }
    }

    @Test(
        "A query that finds nothing and ends with a year is made again with the title and the year",
        arguments: ["dune 2021", "Dune (2021)", "dune, 2021", "DUNE [2021]"]
    )
    func year(_ query: String) async throws {
        let source = Self.titles("Dune", 2021)
        let result = try await search([source], SearchMovies(text: query))
        #expect(result.movies.map(\.facts.year) == [2021])
        #expect(result.interpreted?.query?.lowercased() == "dune" && result.interpreted?.year == 2021)
        #expect(source.questions.count == 2)
    }

    @Test(
        "A query is made once if it finds something, if it is only a year, and if the caller names the year",
        arguments: [("Blade Runner 2049", nil), ("2049", nil), ("nothing 2049", 2017), ("nothing", nil)]
            as [(String, Int?)]
    )
    func once(_ query: String, _ year: Int?) async throws {
        let source = Self.titles("Blade Runner 2049", 2017)
        let result = try await search([source], SearchMovies(text: query, year: year))
        #expect(result.interpreted == nil && source.questions.count == 1)
        // The page after the last one is empty, but the words have found something.
        let later = SearchMovies(text: "Blade Runner 2049", page: PageRequest(page: 2))
        #expect(try await search([source], later).interpreted == nil)
    }

    /// A source with one film, which finds it by its whole title.
    private static func titles(_ title: String, _ year: Int) -> ScriptedRepository {
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            let isFound = query.text.lowercased() == title.lowercased() && (query.year ?? year) == year
            let films = isFound ? [MovieFacts.film(title, year, ids: ["a": "1"])] : []
            return ProviderAnswer(MovieList(films, in: query.window))
        }
        return ScriptedRepository("a", [.search], script: script)
    }

    @Test("A single source gets the page's own window, and its total is the page's total")
    func oneSource() async throws {
        let films = (1...7).map { MovieFacts.film("Film \($0)", 2000, ids: ["a": "\($0)"]) }
        let shelf = ScriptedRepository.shelf("a", films, knowsTotal: true)
        let result = try await search([shelf, ScriptedRepository("b", [.list])], request(page: 2, limit: 3))
        #expect(result.movies.map(\.id.value) == ["4", "5", "6"])
        #expect(result.page == Page(page: 2, limit: 3, totalItems: 7, hasMore: true))
        #expect(result.page.totalPages == 3)
        // A provider may report any total.
        #expect(Page(page: 1, limit: 20, totalItems: .max).totalPages == Int.max / 20 + 1)
        #expect(shelf.questions == [.search(SearchQuery(text: "parasite", window: RowWindow(offset: 3, count: 3)))])
        #expect(result.sources.map(\.status) == [.ok, .unsupported])
    }

    private static let seeds: ClosedRange<UInt64> = 1...(ProjectFiles.environment("MARQUEE_LONG") == "1" ? 40 : 8)

    @Test(
        "No row of several sources appears on two pages, and one large page has all rows",
        arguments: seeds
    )
    func paging(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let shelves = ["a", "b", "c"].map { source in
            let films = (1...12).map { number in
                MovieFacts.film(
                    ["Ring", "Casanova", "Oldboy", "Up"].randomElement(using: &random) ?? "",
                    Bool.random(using: &random) ? Int.random(in: 2000...2004, using: &random) : nil,
                    also: Bool.random(using: &random) ? ["올드보이"] : [],
                    ids: [source: "\(number)"],
                    directors: Bool.random(using: &random) ? [Person(name: "Park Chan-wook")] : []
                )
            }
            return ScriptedRepository.shelf(ProviderID(source), films)
        }
        var seen: [String] = []
        for page in 1...20 {
            let result = try await search(shelves, request(page: page, limit: 4))
            #expect(result.movies.count == 4 || result.page.hasMore == false)
            for movie in result.movies {
                for (source, id) in movie.facts.ids where movie.provenance[.title] != nil { seen.append(source + id) }
            }
            if result.page.hasMore == false { break }
        }
        // A row that joins a film of an earlier page is shown with that film or not at all, so no row is shown twice.
        #expect(Set(seen).count == seen.count)
        let whole = try await search(shelves, request(page: 1, limit: 40))
        #expect(whole.movies.flatMap(\.facts.ids).count == 36)
    }

    @Test("Films are ordered by best rank, then by the order of the sources")
    func order() async throws {
        let first = ScriptedRepository.shelf(
            "b",
            [.film("One", 2001, ids: ["b": "1"]), .film("Two", 2002, ids: ["b": "2"])]
        )
        let second = ScriptedRepository.shelf(
            "a",
            [.film("Three", 2003, ids: ["a": "3"]), .film("One", 2001, ids: ["a": "1"])]
        )
        let result = try await search([first, second], request())
        #expect(result.movies.map(\.facts.title?.text) == ["One", "Three", "Two"])
    }

    @Test("A failed source is reported, and the call fails only if all sources fail")
    func broken() async throws {
        let result = try await search([.failing("bad", .unavailable), .shelf("good", [Parasite.yts])], request())
        #expect(result.movies.count == 1)
        #expect(result.sources.map(\.status) == [.error, .ok])
        #expect(result.page.hasMore == nil)
        await #expect(throws: CallError.self) { try await search([.failing("bad", .quota)], request()) }
        do {
            _ = try await search([.failing("bad", .quota)], request())
        } catch CallError.allFailed(let reports) {
            #expect(reports.map(\.status) == [.quotaExhausted])
        }
    }

    @Test("An empty answer counts as an answer even if another source fails")
    func empty() async throws {
        let result = try await search([.failing("bad", .timeout), .shelf("good", [])], request())
        #expect(result.movies.isEmpty)
        #expect(result.sources.map(\.status) == [.timeout, .empty])
    }

    @Test("A source that ignores its cancellation does not delay the answer")
    func stubborn() async throws {
        let gate = Gate()
        defer { gate.open() }
        let catalogue = Catalogue.scripted(
            [.stubborn("late", until: gate), .shelf("good", [Parasite.yts])],
            timeLimit: .seconds(4)
        )
        let result = try await request().run(in: catalogue)
        #expect(result.sources.map(\.status) == [.timeout, .ok])
        #expect(result.movies.count == 1)
    }

    @Test("Only the named sources are asked, and an unknown one is refused with the nearest name")
    func providers() async throws {
        let kofic = ScriptedRepository.shelf("kofic", [Parasite.kofic])
        let yts = ScriptedRepository.shelf("yts", [Parasite.yts])
        var request = request()
        request.providers = ["yts"]
        #expect(try await search([kofic, yts], request).sources.map(\.provider) == ["yts"])
        #expect(kofic.questions.isEmpty)
        request.providers = ["kofik"]
        await #expect(throws: CallError.unknownProvider("kofik", nearest: "kofic", known: ["kofic", "yts"])) {
            try await search([kofic, yts], request)
        }
        request.providers = ["netflix"]
        await #expect(throws: CallError.unknownProvider("netflix", nearest: nil, known: ["kofic", "yts"])) {
            try await search([kofic, yts], request)
        }
    }

    @Test("A search fails if no source can search")
    func nobody() async {
        let off = ScriptedRepository("off", [.search], availability: .disabled(reason: "no key"))
        do {
            _ = try await search([off, ScriptedRepository("b", [])], request())
            Issue.record("a result without a source")
        } catch CallError.noSource(let capability, let reports) {
            #expect(capability == .search)
            #expect(reports.map(\.status) == [.disabled, .unsupported])
        } catch {
            Issue.record(error)
        }
    }

    @Test(
        "An impossible page or limit is refused",
        arguments: [(0, 20, "page"), (-1, 20, "page"), (1, 0, "limit"), (Int.max, Int.max, "page"), (.max, 2, "page")]
    )
    func invalidPage(page: Int, limit: Int, name: String) async {
        do {
            _ = try await search([.shelf("a", [])], request(page: page, limit: limit))
            Issue.record("a page that cannot be")
        } catch CallError.invalidParameter(let parameter, _) {
            #expect(parameter == name)
        } catch {
            Issue.record(error)
        }
    }

    @Test("Each source's rows or failure are handed over as a partial answer")
    func partial() async throws {
        let (answers, outlet) = AsyncStream<PartialAnswer>.makeStream()
        let catalogue = Catalogue.scripted([.shelf("a", [Parasite.yts]), .failing("b", .auth)])
        _ = try await request().run(in: catalogue) { outlet.yield($0) }
        outlet.finish()
        var seen: [String] = []
        for await answer in answers {
            seen += answer.reports.map { "\($0.provider) \($0.status) \(answer.movies.count)" }
        }
        #expect(seen.sorted() == ["a ok 1", "b error 0"])
    }

    @Test("A canceled call fails as canceled")
    func cancelled() async {
        let gate = Gate()
        defer { gate.open() }
        let catalogue = Catalogue.scripted([.stubborn("late", until: gate)])
        let request = request()
        let call = Task { try await request.run(in: catalogue) }
        call.cancel()
        await #expect(throws: CallError.cancelled) { try await call.value }
    }
}
