import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Synchronization
import Testing

@Suite("Paging through several sources", .timeLimit(.minutes(15)))
struct PagingTests {
    private func search(
        _ repositories: [ScriptedRepository],
        page: Int,
        limit: Int,
        clock: ManualClock = ManualClock()
    ) async throws -> SearchResult {
        let request = SearchMovies(text: "film", page: PageRequest(page: page, limit: limit))
        var catalogue = Catalogue.scripted(repositories)
        catalogue.clock = clock
        return try await request.run(in: catalogue)
    }

    /// Returns films in years that no other source has, so that films of two sources never match.
    private func films(_ count: Int, of source: String, at place: Int = 0) -> [MovieFacts] {
        (0..<count).map { .film("Film \($0) of \(source)", 1880 + 40 * place + $0 % 30, ids: [source: "\($0)"]) }
    }

    /// Returns the films of all pages, requested as a client does that continues while more pages are promised.
    private func walk(_ repositories: [ScriptedRepository], limit: Int) async throws -> [Movie] {
        var seen: [Movie] = []
        for page in 1...200 {
            let result = try await search(repositories, page: page, limit: limit)
            #expect(result.movies.count <= limit)
            #expect(Set(result.movies.map(\.id)).count == result.movies.count)
            seen += result.movies
            if !(result.page.hasMore ?? !result.movies.isEmpty) { return seen }
        }
        Issue.record("there is no end")
        return seen
    }

    @Test("Every film of every source appears once before the last page ends", arguments: 1...15 as ClosedRange<UInt64>)
    func everything(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var shelves: [ScriptedRepository] = []
        var expected: [String] = []
        for place in 0..<Int.random(in: 1...3, using: &random) {
            let films = films(Int.random(in: 0...70, using: &random), of: "s\(place)", at: place)
            let gaps = Int.random(in: 1...5, using: &random)
            let rows = films.enumerated().map { $0.offset % 7 < gaps ? nil : $0.element }
            shelves.append(.limited(ProviderID("s\(place)"), rows, step: Int.random(in: 2...30, using: &random)))
            expected += rows.compactMap { $0?.ids["s\(place)"].map { "s\(place):\($0)" } }
        }
        let seen = try await walk(shelves, limit: Int.random(in: 4...25, using: &random))
        #expect(seen.map(\.id.description).sorted() == expected.sorted())
    }

    @Test("Every film appears once on pages of one or two films", arguments: [1, 2])
    func smallPages(limit: Int) async throws {
        let shelves = (0..<3).map { place in
            let films = films(8 + 6 * place, of: "s\(place)", at: place)
            return ScriptedRepository.limited(ProviderID("s\(place)"), films, step: 7)
        }
        let seen = try await walk(shelves, limit: limit)
        #expect(seen.count == 8 + 14 + 20)
    }

    /// Returns a source that fails in one of three calls.
    private func unreliable(_ id: ProviderID, _ films: [MovieFacts], seed: UInt64) -> ScriptedRepository {
        let random = Mutex(SeededGenerator(seed: seed))
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            if random.withLock({ Int.random(in: 0..<3, using: &$0) }) == 0 {
                throw ProviderError(.timeout, provider: id, message: "scripted")
            }
            let rows = films.dropFirst(query.window.offset).prefix(min(25, query.window.count))
            let end = query.window.offset + rows.count
            return ProviderAnswer(MovieList(movies: Array(rows), hasMore: end < films.count))
        }
        return ScriptedRepository(id, [.search], script: script)
    }

    private func page(_ request: PageRequest, of sources: [ScriptedRepository]) async -> SearchResult? {
        do throws(CallError) {
            return try await SearchMovies(text: "film", page: request).run(in: .scripted(sources))
        } catch {
            return nil
        }
    }

    @Test("Cursors lead to every film once, however often the sources fail", arguments: 1...40 as ClosedRange<UInt64>)
    func failures(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        // Some films of the sources are the same.
        let shelves = (0..<Int.random(in: 1...3, using: &random)).map { place in
            let films = (0..<Int.random(in: 1...70, using: &random)).map { number in
                let film = number % (place + 1) == 0 ? number : 100 * place + number
                let ids = ["imdb": "tt\(film)", "s\(place)": "\(number)"]
                return MovieFacts.film("Film \(film)", 1880 + film % 120, ids: ids)
            }
            return (films, unreliable(ProviderID("s\(place)"), films, seed: seed &* 31 &+ UInt64(place)))
        }
        let expected = Set(shelves.flatMap(\.0).compactMap { $0.ids["imdb"] })
        var request = PageRequest(page: 1, limit: Int.random(in: 3...25, using: &random))
        var seen: [String] = []
        var (calls, isOver) = (0, false)
        while !isOver, calls < 1_000 {
            calls += 1
            // Nothing if all sources failed.
            guard let result = await page(request, of: shelves.map(\.1)) else { continue }
            #expect(result.movies.count <= request.limit)
            #expect(result.page.isIncomplete == result.sources.contains(where: \.isIncomplete))
            #expect((result.page.hasMore == false) == (result.page.next == nil))
            seen += result.movies.compactMap { $0.facts.ids["imdb"] }
            if let next = result.page.next {
                #expect(PageCursor(parsing: next.text) == next)
                request = PageRequest(next)
            } else {
                isOver = true
            }
        }
        #expect(isOver)
        #expect(seen.count == Set(seen).count)
        #expect(Set(seen) == expected)
    }

    @Test("The rest of a page that a failure cut short comes next, and then the next page")
    func restOfPage() async throws {
        let films = films(90, of: "a")
        let isDown = Observed(true)
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            if query.window.offset >= 50, isDown.current {
                throw ProviderError(.timeout, provider: "a", message: "scripted")
            }
            let rows = films.dropFirst(query.window.offset).prefix(min(10, query.window.count))
            return ProviderAnswer(MovieList(movies: Array(rows), hasMore: query.window.offset + rows.count < 90))
        }
        let catalogue = Catalogue.scripted([ScriptedRepository("a", [.search], script: script), .shelf("b", [])])
        func page(_ request: PageRequest) async throws -> SearchResult {
            try await SearchMovies(text: "film", page: request).run(in: catalogue)
        }
        let cut = try await page(PageRequest(page: 3, limit: 20))
        #expect(cut.movies.count == 10 && cut.page.isIncomplete && cut.page.hasMore == nil)
        let still = try await page(PageRequest(try #require(cut.page.next)))
        #expect(still.movies.isEmpty && still.page.isIncomplete && still.page.next == cut.page.next)
        isDown.update { $0 = false }
        let rest = try await page(PageRequest(try #require(still.page.next)))
        #expect(rest.movies.map(\.id.description) == (50..<60).map { "a:\($0)" })
        #expect(rest.page.page == 3 && !rest.page.isIncomplete && rest.page.hasMore == true)
        #expect(rest.page.next == PageCursor(page: 4, limit: 20))
    }

    @Test(
        "A text that is no cursor is none",
        arguments: [
            "", "1", "0.20...", "2.20..12.", "2.20.x..", "2.20...x", "2.20", "9223372036854775807.1...",
            "1.9223372036854775807...",
        ]
    )
    func noCursor(text: String) { #expect(PageCursor(parsing: text) == nil) }

    @Test("The films of deep pages are matched a few times, and the strides of pages have no gaps")
    func strides() {
        let strides = PageRequest.strides(to: 500)
        #expect(strides.count < 50)
        #expect(PageRequest.strides(to: 10_000).count < 80)
        #expect(Array(strides.joined()) == Array(1...(strides.last?.upperBound ?? 0)))
        for page in 1...500 {
            #expect(PageRequest.strides(to: page).last?.contains(page) == true)
            #expect(strides.starts(with: PageRequest.strides(to: page)))
        }
    }

    /// Returns a source that ignores the year of a search: of its rows, each `period`th is of 2022.
    private func unfiltered(_ count: Int, each period: Int) -> ScriptedRepository {
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            let window = (0..<count).dropFirst(query.window.offset).prefix(query.window.count)
            var list = MovieList(
                ofRows: window.map { $0 % period == 0 ? .film("Film \($0)", 2022, ids: ["s": "\($0)"]) : nil }
            )
            list.hasMore = window.endIndex < count
            list.isFilteredHere = true
            return ProviderAnswer(list)
        }
        return ScriptedRepository("s", [.search], script: script)
    }

    @Test("Pages of a source that ignores the year are full, and rows of other years are no gaps", arguments: [1, 2])
    func filtered(sources: Int) async throws {
        let shelves = [unfiltered(100, each: 5), .shelf("other", [])].prefix(sources)
        for (page, expected) in [(1, [0, 5, 10, 15, 20, 25]), (3, [60, 65, 70, 75, 80, 85]), (4, [90, 95])] {
            let result = try await search(Array(shelves), page: page, limit: 6)
            #expect(result.movies.map(\.id.description) == expected.map { "s:\($0)" })
            #expect(result.sources[0].status == .ok)
            #expect(page == 4 ? result.page.hasMore == false : result.page.hasMore != false)
        }
        #expect(try await search(Array(shelves), page: 5, limit: 6).movies.isEmpty)
    }

    @Test("A search that ends before all rows of a source were read for the year says so")
    func unread() async throws {
        let source = unfiltered(10_000, each: 9_000)
        let result = try await search([source], page: 1, limit: 10)
        #expect(result.movies.map(\.id.description) == ["s:0"])
        #expect(result.page.hasMore == nil)
        #expect(result.sources[0].remarks == ["the source ignores the year; its first 80 rows were read"])
        #expect(source.questions.count == 8)
    }

    @Test("A source that returns few rows at once is asked again until its end")
    func limited() async throws {
        let long = ScriptedRepository.limited("long", films(300, of: "long"), step: 100)
        let short = ScriptedRepository.limited("short", films(30, of: "short", at: 1), step: 100)
        let deep = try await search([long, short], page: 10, limit: 20)
        #expect(deep.movies.count == 20)
        #expect(deep.page.hasMore == true)
        #expect(try await walk([long, short], limit: 20).count == 330)
        #expect(try await walk([.limited("alone", films(99, of: "alone"), step: 10)], limit: 50).count == 99)
    }

    @Test("A total that is smaller than the number of films is not shown", arguments: [22, 23])
    func wrongTotal(total: Int) async throws {
        let films = films(23, of: "s")
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            let rows = films.dropFirst(query.window.offset).prefix(query.window.count)
            return ProviderAnswer(MovieList(movies: Array(rows), totalItems: total))
        }
        let source = ScriptedRepository("s", [.search], script: script)
        #expect(try await search([source], page: 1, limit: 30).page.totalItems == (total == 23 ? 23 : nil))
        #expect(try await search([source], page: 3, limit: 10).page.totalItems == (total == 23 ? 23 : nil))
    }

    @Test("A source that repeats its rows and promises more counts as ended")
    func endless() async throws {
        let films = films(10, of: "loop")
        var script = ScriptedRepository.Script()
        script.search = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: films, hasMore: true)) }
        let loop = ScriptedRepository("loop", [.search], script: script)
        let result = try await search([loop, .shelf("b", [])], page: 1, limit: 20)
        #expect(result.movies.count == 10)
        #expect(result.page.hasMore == false)
    }

    @Test(
        "Rows of earlier pages are returned when a later page fails, and the failure is reported",
        arguments: [
            (ProviderError.Kind.upstream, ProviderReport.Status.error, nil as Bool?), (.rateLimited, .rateLimited, nil),
            (.malformed, .error, nil), (.quota, .quotaExhausted, nil), (.notFound, .ok, false),
        ]
    )
    func failingPage(kind: ProviderError.Kind, status: ProviderReport.Status, hasMore: Bool?) async throws {
        let films = films(10, of: "a")
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            var failure = ProviderError(kind, provider: "a", message: "scripted")
            failure.page = 2
            if query.window.offset >= 10 { throw failure }
            return ProviderAnswer(MovieList(movies: films, totalItems: 14, hasMore: true))
        }
        let broken = ScriptedRepository("a", [.search], script: script)
        for others in [[], [ScriptedRepository.shelf("b", [])]] {
            let result = try await search([broken] + others, page: 1, limit: 20)
            #expect(result.movies.count == 10)
            #expect(result.page.hasMore == hasMore)
            #expect(result.sources[0].status == status)
            #expect(result.sources[0].items == 10)
            #expect(result.sources[0].failure?.kind == kind)
            #expect(result.sources[0].failure?.page == 2)
        }
    }

    @Test("Rows of earlier pages are returned when a later page hangs until the deadline")
    func hangingPage() async throws {
        let (gate, clock) = (Gate(), ManualClock())
        defer { gate.open() }
        let films = films(10, of: "a")
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            if query.window.offset >= 10 { await gate.passEvenIfCanceled() }
            return ProviderAnswer(MovieList(movies: films, hasMore: true))
        }
        let slow = ScriptedRepository("a", [.search], script: script)
        async let answer = search([slow], page: 1, limit: 20, clock: clock)
        // One sleeper is the deadline of the whole call, the other that of the second page.
        await clock.sleepers(2)
        clock.advance(by: .milliseconds(299_600))
        let result = try await answer
        #expect(result.movies.count == 10)
        #expect(result.page.hasMore == nil)
        #expect(result.sources[0].status == .timeout)
        #expect(result.sources[0].items == 10)
    }
}

@Suite("Unique films in an answer", .timeLimit(.minutes(15)))
struct SameFilmTests {
    private func search(_ shelves: [ScriptedRepository]) async throws -> (result: SearchResult, partial: [[Movie]]) {
        let partial = Observed<[[Movie]]>([])
        let request = SearchMovies(text: "film")
        let result = try await request.run(in: .scripted(shelves)) { answer in
            partial.update { $0.append(answer.movies) }
        }
        return (result, partial.current)
    }

    private let twice = MovieFacts.film("Wonder Woman 1984", 2020, ids: ["imdb": "tt7126948"])

    @Test("Identical rows of one source and rows with an equal id become one film")
    func repeatedRows() async throws {
        let other = MovieFacts.film("Wonder Woman 84", nil, ids: ["imdb": "tt7126948"])
        let nameless = MovieFacts.film("Ring", 1998)
        let shelf = ScriptedRepository.shelf("omdb", [twice, nameless, twice, other, nameless])
        for shelves in [[shelf], [shelf, .shelf("b", [])]] {
            let (result, partial) = try await search(shelves)
            #expect(result.movies.map(\.facts.title?.text) == ["Wonder Woman 1984", "Ring"])
            #expect(partial.contains { $0.count == 2 })
        }
    }

    @Test("Films without ids and films with contradictory ids have unique ids in an answer")
    func equalIDs() async throws {
        let shelves: [ScriptedRepository] = [
            .shelf(
                "a",
                [
                    .film("Ring", 1998), .film("Ring", 2002), .film("Ring", nil),
                    .film("One", 2001, ids: ["imdb": "tt1", "a": "1"]),
                    .film("Two", 2011, ids: ["imdb": "tt1", "a": "2"]),
                ]
            )
        ]
        for shelves in [shelves, shelves + [.shelf("b", [.film("Three", 1950, ids: ["imdb": "tt1"])])]] {
            let (result, partial) = try await search(shelves)
            for movies in partial + [result.movies] { #expect(Set(movies.map(\.id)).count == movies.count) }
            #expect(Set(result.movies.map(\.id.description)).isSuperset(of: ["title:Ring", "a:2"]))
        }
    }

    @Test("A film that the box office lists twice appears once, the answer says so, and the limit counts the rest")
    func boxOffice() async throws {
        let (twice, other) = (twice, MovieFacts.film("Up", 2009, ids: ["imdb": "tt1049413"]))
        var script = ScriptedRepository.Script()
        script.boxOffice = { query throws(ProviderError) in
            let rows = [twice, twice, other, .film("Ring", 1998)].enumerated().map { offset, film in
                BoxOffice.Row(figures: BoxOfficeFigures(rank: offset + 1), movie: film)
            }
            let period = query.span.period(holding: CalendarDate(daysSinceEpoch: 0))
            return ProviderAnswer(BoxOffice(period: period, rows: rows))
        }
        let kofic = ScriptedRepository("kofic", [.dailyBoxOffice], script: script)
        var query = BoxOfficeQuery(span: .day)
        query.limit = 2
        let result = try await ShowBoxOffice(query: query).run(in: .scripted([kofic]))
        #expect(result.entries.map(\.figures.rank) == [1, 3])
        #expect(result.sources.map(\.items) == [2])
        #expect(result.sources[0].remarks == ["1 row names a film of earlier rows again, and were left out"])
    }

    @Test("Each film of a partial answer is found in the final answer by its id")
    func partialIDs() async throws {
        let (result, partial) = try await search([
            .shelf("kofic", [Parasite.kofic]), .shelf("yts", [Parasite.yts, .film("Up", 2009, ids: ["yts": "9"])]),
        ])
        for movie in partial.joined() {
            let holders = result.movies.filter { $0.facts.ids[movie.id.namespace] == movie.id.value }
            #expect(holders.count == 1)
            #expect(Set(holders[0].facts.ids.keys).isSuperset(of: movie.facts.ids.keys))
        }
        #expect(partial.joined().contains { $0.id.namespace == "kofic" })
        #expect(result.movies[0].id.namespace == "imdb")
    }
}
