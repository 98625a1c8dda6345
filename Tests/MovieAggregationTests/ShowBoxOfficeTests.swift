import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Synchronization
import Testing

@Suite("boxOffice/daily and boxOffice/weekly", .timeLimit(.minutes(15)))
struct ShowBoxOfficeTests {
    private static let day = CalendarDate(daysSinceEpoch: 18_000)
    private static let period = BoxOfficeSpan.day.period(holding: day)

    private static func row(_ rank: Int, _ film: MovieFacts) -> BoxOffice.Row {
        var figures = BoxOfficeFigures(rank: rank)
        figures.audience.count = 1_000 - rank
        return BoxOffice.Row(figures: figures, movie: film)
    }

    private func chart(
        _ id: ProviderID,
        _ rows: [BoxOffice.Row],
        capabilities: Set<Capability> = [.dailyBoxOffice],
        details: [MovieFacts] = []
    ) -> ScriptedRepository {
        var script = ScriptedRepository.Script()
        script.boxOffice = { _ throws(ProviderError) in
            ProviderAnswer(BoxOffice(period: Self.period, rows: rows))
        }
        script.lookup = { query throws(ProviderError) in
            guard let film = details.first(where: { $0.ids["kofic"] == query.ids["kofic"] }) else {
                throw ProviderError(.notFound, provider: id, message: "none")
            }
            return ProviderAnswer(film)
        }
        return ScriptedRepository(
            id,
            capabilities.union(details.isEmpty ? [] : [.lookup]),
            takes: [.lookup: ["kofic"]],
            languages: ["ko"],
            script: script
        )
    }

    private func down(_ id: ProviderID) -> ScriptedRepository {
        var script = ScriptedRepository.Script()
        script.boxOffice = { _ throws(ProviderError) in throw ProviderError(.quota, provider: id, message: "used up") }
        return ScriptedRepository(id, [.dailyBoxOffice], script: script)
    }

    private func show(
        _ repositories: [ScriptedRepository],
        limit: Int? = nil,
        enrich: Bool = false,
        waiting: Bool = false,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws -> BoxOfficeResult {
        var query = BoxOfficeQuery(span: .day, date: Self.day)
        query.limit = limit
        let policy = MergePolicy(order: ["kofic", "yts"], languages: ["ko", "en"])
        var catalogue = Catalogue.scripted(repositories, policy: policy)
        catalogue.waitsForTurn = waiting
        return try await ShowBoxOffice(query: query, enrich: enrich).run(in: catalogue, onAnswer: onAnswer)
    }

    @Test("Enrichment waits for a turn only if its call does, and after all that needs none", arguments: [false, true])
    func turns(_ waits: Bool) async throws {
        let films = (1...2).map { MovieFacts.film("Film \($0)", 2019, ids: ["kofic": "\($0)"]) }
        let limited = Mutex(true)
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            let isLimited = limited.withLock { limited in
                defer { limited = false }
                return limited
            }
            if isLimited { throw ProviderError(.rateLimited, provider: "yts", message: "used up") }
            return ProviderAnswer(MovieList(movies: [.film(query.text, 2019, ids: ["yts": query.text])]))
        }
        let yts = ScriptedRepository("yts", [.search], script: script)
        let kofic = chart("kofic", [Self.row(1, films[0]), Self.row(2, films[1])], details: films)
        let parts = Mutex<[String]>([])
        let result = try await show([kofic, yts], enrich: true, waiting: waits) { part in
            parts.withLock { $0 += part.entries.map { $0.movie.facts.title?.text ?? "" } }
        }
        #expect(yts.contexts.map(\.waitsForTurn) == (waits ? [false, false, true] : [false, false]))
        #expect((result.sources.last?.status == .rateLimited) == !waits)
        #expect(parts.withLock(\.count) == (waits ? 5 : 4))
    }

    @Test(
        "A film of a trend is absent only if its id in the lists is known",
        arguments: [(ProviderError.Kind.notFound, ProviderReport.Status.empty), (.unavailable, .error)]
    )
    func trend(_ kind: ProviderError.Kind, _ status: ProviderReport.Status) async throws {
        var script = ScriptedRepository.Script()
        script.lookup = { _ throws(ProviderError) in throw ProviderError(kind, provider: "tmdb", message: "none") }
        let tmdb = ScriptedRepository("tmdb", [.lookup], takes: [.lookup: ["tmdb"]], script: script)
        var request = ShowTrend()
        request.ids = ["tmdb:1", "kofic:1", "kofic:2", "zz:1"].compactMap { MovieID(parsing: $0) }
        // The clock of the catalogue stands at the beginning of 1970.
        let day = CalendarDate(daysSinceEpoch: 0)
        (request.from, request.to) = (.date(day), .date(day))
        let film = MovieFacts.film("Parasite", 2019, ids: ["kofic": "1"])
        let result = try await request.run(in: .scripted([chart("kofic", [Self.row(1, film)]), tmdb]))
        #expect(result.series.count == 1)
        #expect(result.series.first?.movie.facts.ids == ["kofic": "1"])
        #expect(result.absent.map(\.description) == ["kofic:2"])
        #expect(result.undecided.map(\.description) == ["tmdb:1", "zz:1"])
        #expect(result.sources.map(\.provider) == ["kofic", "tmdb"])
        #expect(result.sources.last?.status == status)
    }

    @Test("A film of a trend is found by its title and day if no source knows its id in the lists; another film is not")
    func comparedFilms() async throws {
        let release = CalendarDate(year: 2022, month: 12, day: 14)
        let row = MovieFacts.film("아바타: 물의 길", nil, language: "ko", ids: ["kofic": "20225061"])
            .with { $0.releaseDate = release }
        func known(_ id: String, _ title: String) -> MovieFacts {
            MovieFacts.film(title, nil, language: "ko", ids: ["imdb": id]).with { $0.releaseDate = release }
        }
        let tmdb = ScriptedRepository.library(
            "tmdb",
            takes: ["imdb"],
            [known("tt1", "아바타: 물의 길"), known("tt2", "열세 번째 우물")]
        )
        var request = ShowTrend()
        request.ids = ["imdb:tt1", "imdb:tt2"].compactMap { MovieID(parsing: $0) }
        (request.from, request.to) = (.date(CalendarDate(daysSinceEpoch: 0)), .date(CalendarDate(daysSinceEpoch: 0)))
        let result = try await request.run(in: .scripted([chart("kofic", [Self.row(1, row)]), tmdb]))
        #expect(result.series.map(\.movie.facts.ids) == [["kofic": "20225061", "imdb": "tt1"]])
        #expect(result.series.first?.movie.match?.reasons.isEmpty == false)
        #expect(result.undecided.map(\.description) == ["imdb:tt2"])
        #expect(result.absent.isEmpty)
    }

    @Test("A trend names the days whose lists are old answers, and an old answer without a list is a stale gap")
    func oldDays() async throws {
        let film = MovieFacts.film("Parasite", 2019, ids: ["kofic": "1"])
        let days = (-2...0).map { CalendarDate(daysSinceEpoch: $0) }
        var script = ScriptedRepository.Script()
        script.boxOffice = { query throws(ProviderError) in
            var freshness = Freshness(fromCache: true, ageSeconds: 60, isStale: query.date != days[0])
            freshness.replacedFailure = ProviderError(.unavailable, provider: "kofic", message: "HTTP status 503")
            let rows = query.date == days[2] ? [] : [Self.row(1, film)]
            return ProviderAnswer(BoxOffice(period: Self.period, rows: rows), freshness: freshness)
        }
        let kofic = ScriptedRepository("kofic", [.dailyBoxOffice], script: script)
        var request = ShowTrend()
        (request.from, request.to) = (.date(days[0]), .date(days[2]))
        let result = try await request.run(in: .scripted([kofic]))
        #expect(result.old.map(\.date) == [days[1]])
        #expect(result.old.first?.ageSeconds == 60 && result.old.first?.reason == "HTTP status 503")
        #expect(result.gaps.map(\.date) == [days[2]] && result.gaps.map(\.status) == [.stale])
        let reason = "an answer that is 60 s old has no list of this day; the source fails: HTTP status 503"
        #expect(result.gaps.map(\.reason) == [reason])
    }

    @Test("A trend names the day whose first films it shows, if the requested one has no list")
    func leadersDay() async throws {
        let film = MovieFacts.film("Parasite", 2019, ids: ["kofic": "1"])
        let (first, last) = (CalendarDate(daysSinceEpoch: -1), CalendarDate(daysSinceEpoch: 0))
        var script = ScriptedRepository.Script()
        script.boxOffice = { query throws(ProviderError) in
            ProviderAnswer(BoxOffice(period: Self.period, rows: query.date == first ? [Self.row(1, film)] : []))
        }
        let kofic = ScriptedRepository("kofic", [.dailyBoxOffice], script: script)
        var request = ShowTrend()
        (request.from, request.to, request.date) = (.date(first), .date(last), .date(last))
        let result = try await request.run(in: .scripted([kofic]))
        #expect(result.leadersDay == first)
        #expect(result.series.count == 1 && result.gaps.map(\.date) == [last])
        request.ids = [MovieID(namespace: "kofic", value: "1")]
        #expect(try await request.run(in: .scripted([kofic])).leadersDay == nil)
    }

    @Test("A trend ends with the last complete day in the source's time zone, as does the day called yesterday")
    func sourceDay() async throws {
        let film = MovieFacts.film("Parasite", 2019, ids: ["kofic": "1"])
        var script = ScriptedRepository.Script()
        script.boxOffice = { _ throws(ProviderError) in
            ProviderAnswer(BoxOffice(period: Self.period, rows: [Self.row(1, film)]))
        }
        // The clock of the catalogue stands at the beginning of 1970 in UTC, when it is morning in Seoul.
        let today = CalendarDate(daysSinceEpoch: 0)
        let kofic = ScriptedRepository("kofic", [.dailyBoxOffice], lastCompleteDay: today, script: script)
        var request = ShowTrend()
        let usual = try await request.run(in: .scripted([kofic]))
        #expect((usual.from, usual.to) == (today.adding(days: -6), today))
        request.from = .yesterday
        let single = try await request.run(in: .scripted([kofic]))
        #expect((single.from, single.to, single.leadersDay) == (today, today, today))
        let other = ScriptedRepository("other", [.dailyBoxOffice], script: script)
        #expect(try await request.run(in: .scripted([other])).to == today.adding(days: -1))
    }

    @Test("The film of a trend has the ids that it was asked for by, each once")
    func askedIDs() async throws {
        let film = MovieFacts.film("Parasite", 2019, ids: ["kofic": "1"])
        var script = ScriptedRepository.Script()
        script.lookup = { query throws(ProviderError) in
            ProviderAnswer(film.with { $0.ids = ["tmdb": "7", "imdb": "tt1", "kofic": "1"] })
        }
        let tmdb = ScriptedRepository("tmdb", [.lookup], takes: [.lookup: ["tmdb", "imdb"]], script: script)
        var request = ShowTrend()
        request.ids = [MovieID(namespace: "tmdb", value: "7"), MovieID(namespace: "imdb", value: "tt1")]
        let result = try await request.run(in: .scripted([chart("kofic", [Self.row(1, film)]), tmdb]))
        #expect(result.series.map(\.movie.facts.ids) == [["kofic": "1", "tmdb": "7", "imdb": "tt1"]])
        #expect(result.absent.isEmpty)
    }

    private let rows = [
        row(
            1,
            .film("기생충", nil, language: "ko", ids: ["kofic": "20183782"]).with {
                $0.releaseDate = CalendarDate(year: 2019, month: 5, day: 30)
            }
        ),
        row(
            2,
            .film("카사노바", nil, language: "ko", ids: ["kofic": "2"]).with {
                $0.releaseDate = CalendarDate(year: 2005, month: 9, day: 3)
            }
        ),
        row(3, .film("아무도 모르는 영화", nil, language: "ko", ids: ["kofic": "3"])),
    ]

    @Test("A region is accepted by a name, its beginning, or code; an unknown one is refused with the nearest name")
    func regions() async throws {
        let seen = Mutex<[String?]>([])
        var script = ScriptedRepository.Script()
        script.boxOffice = { query throws(ProviderError) in
            seen.withLock { $0.append(query.region) }
            throw ProviderError(.notFound, provider: "kofic", message: "nothing")
        }
        let kofic = ScriptedRepository(
            "kofic",
            [.dailyBoxOffice],
            regions: [
                Region(name: "서울시", code: "0105001", otherNames: ["Seoul"]), Region(name: "부산시", code: "0105011"),
                Region(name: "충청북도", code: "0105004"), Region(name: "충청남도", code: "0105005"),
            ],
            script: script
        )
        func show(_ region: String) async throws(CallError) {
            var query = BoxOfficeQuery(span: .day, date: nil)
            query.region = region
            let catalogue = Catalogue.scripted([kofic])
            _ = try await ShowBoxOffice(query: query).run(in: catalogue)
        }
        for region in ["서울시", "0105011", "부산", "seoul"] {
            do {
                try await show(region)
                Issue.record("expected an error, because the only source has no entries")
            } catch {
                #expect(error.reports.map(\.status) == [.empty])
            }
        }
        #expect(seen.withLock(\.self) == ["0105001", "0105011", "0105011", "0105001"])
        await #expect(
            throws: CallError.invalidParameter(
                name: "region",
                message: "there is no region \"충청\"; did you mean \"충청북도\"?"
            )
        ) { try await show("충청") }
    }

    @Test("The entries come from the first source that has any, and earlier failures are listed")
    func first() async throws {
        let unneeded = chart("other", rows)
        let result = try await show(
            [down("a"), chart("b", []), .shelf("c", []), chart("kofic", rows), unneeded],
            limit: 2
        )
        #expect(result.period == Self.period)
        #expect(result.entries.map(\.movie.id.description) == ["kofic:20183782", "kofic:2"])
        #expect(result.entries.map(\.figures.audience.count) == [999, 998])
        #expect(result.entries[0].movie.provenance[.title] == ["kofic"])
        #expect(result.entries[0].movie.match == nil)
        #expect(result.sources.map(\.provider) == ["a", "b", "c", "kofic"])
        #expect(result.sources.map(\.status) == [.quotaExhausted, .empty, .unsupported, .ok])
        #expect(unneeded.questions.isEmpty)
    }

    @Test("A call can name the source of the entries, and an unknown one is refused")
    func named() async throws {
        let (first, second) = (chart("a", rows), chart("b", Array(rows.prefix(1))))
        let catalogue = Catalogue.scripted([first, .shelf("c", []), second])
        var request = ShowBoxOffice(query: BoxOfficeQuery(span: .day))
        #expect(try await request.run(in: catalogue).sources.map(\.provider) == ["a", "c"])
        request.providers = ["b"]
        let result = try await request.run(in: catalogue)
        #expect(result.entries.count == 1)
        #expect(result.sources.map(\.provider) == ["b"])
        #expect(first.questions.count == 1)
        var trend = ShowTrend()
        // The clock of the catalogue stands at the beginning of 1970.
        (trend.from, trend.to) = (.date(CalendarDate(daysSinceEpoch: 0)), .date(CalendarDate(daysSinceEpoch: 0)))
        trend.providers = ["b"]
        #expect(try await trend.run(in: catalogue).sources.map(\.provider) == ["b"])
        request.providers = ["d"]
        await #expect(throws: CallError.unknownProvider("d", nearest: nil, known: ["a", "c", "b"])) {
            try await request.run(in: catalogue)
        }
    }

    @Test("A box office without rows is empty, but fails if all sources fail or none has the span")
    func none() async throws {
        let result = try await show([down("a"), chart("b", [])])
        #expect(result.entries.isEmpty)
        #expect(result.sources.map(\.status) == [.quotaExhausted, .empty])
        await #expect(throws: CallError.self) { try await show([down("a")]) }
        do {
            _ = try await show([chart("weekly", rows, capabilities: [.weeklyBoxOffice])])
            Issue.record("a day out of a weekly source")
        } catch CallError.noSource(let capability, _) {
            #expect(capability == .dailyBoxOffice)
        }
    }

    @Test("A slow first source leaves time for the second")
    func slow() async throws {
        let gate = Gate()
        defer { gate.open() }
        var script = ScriptedRepository.Script()
        script.boxOffice = { _ throws(ProviderError) in
            await gate.passEvenIfCanceled()
            return ProviderAnswer(BoxOffice(period: Self.period, rows: []))
        }
        let late = ScriptedRepository("late", [.dailyBoxOffice], script: script)
        let catalogue = Catalogue.scripted([late, chart("kofic", rows)], timeLimit: .seconds(6))
        let result = try await ShowBoxOffice(query: BoxOfficeQuery(span: .day)).run(in: catalogue)
        #expect(result.entries.count == 3)
        #expect(result.sources.map(\.status) == [.timeout, .ok])
    }

    @Test("A film that is shown again is enriched, and has the year that its source has told of it from then on")
    func enrichedAgain() async throws {
        var row = MovieFacts.film("등대의 밤", nil, language: "ko", ids: ["kofic": "7"])
        row.releaseDate = CalendarDate(year: 2015, month: 11, day: 5)
        var film = MovieFacts.film("등대의 밤", 2004, language: "ko", ids: ["kofic": "7"], directors: [Person(name: "한도경")])
        film.releaseDate = row.releaseDate
        var known = MovieFacts.film("등대의 밤", nil, language: "ko", ids: ["tmdb": "44"])
        (known.releaseDate, known.overview) = (CalendarDate(year: 2004, month: 3, day: 19), LocalizedText("A light."))
        var script = ScriptedRepository.Script()
        script.search = { [known] query throws(ProviderError) in
            ProviderAnswer(MovieList(movies: query.year == 2004 ? [known] : []))
        }
        let tmdb = ScriptedRepository("tmdb", [.search], languages: ["ko"], script: script)
        let policy = MergePolicy(order: ["kofic"], languages: ["ko", "en"])
        let catalogue = Catalogue.scripted([chart("kofic", [Self.row(1, row)], details: [film]), tmdb], policy: policy)
        func show(enrich: Bool) async throws -> Movie? {
            try await ShowBoxOffice(query: BoxOfficeQuery(span: .day, date: Self.day), enrich: enrich)
                .run(in: catalogue).entries.first?.movie
        }
        for _ in 0..<2 {
            let movie = try #require(try await show(enrich: true))
            #expect(movie.facts.ids == ["kofic": "7", "tmdb": "44"])
            #expect(movie.facts.year == 2004 && movie.facts.overview != nil)
        }
        let stated = chart("kofic", [Self.row(1, row.with { $0.year = 2015 })])
        #expect(
            try await ShowBoxOffice(query: BoxOfficeQuery(span: .day, date: Self.day)).run(in: .scripted([stated]))
                .entries.first?.movie.facts.year == 2015
        )
        let plain = try #require(try await show(enrich: false))
        #expect(plain.facts.year == 2004 && plain.facts.releaseDate == row.releaseDate)
    }

    @Test("A film that is shown again is first searched for by the year of the film, not by that of the release")
    func shownAgain() async throws {
        var row = MovieFacts.film("올드보이", nil, ids: ["kofic": "7"])
        row.releaseDate = CalendarDate(year: 2013, month: 11, day: 21)
        let kofic = chart("kofic", [Self.row(1, row)], details: [.film("올드보이", 2003, ids: ["kofic": "7"])])
        let years = Mutex<[Int?]>([])
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            years.withLock { $0.append(query.year) }
            return ProviderAnswer(MovieList(movies: [], hasMore: false))
        }
        _ = try await show([kofic, ScriptedRepository("tmdb", [.search], script: script)], enrich: true)
        #expect(years.withLock(\.self).first == 2003)
    }

    @Test("An enriched entry keeps its title and adds only confident matches from other sources")
    func enriched() async throws {
        let details = [
            Parasite.kofic,
            MovieFacts.film("카사노바", 2005, language: "ko", also: ["Casanova"], ids: ["kofic": "2"]),
        ]
        let yts = ScriptedRepository.library(
            "yts",
            takes: ["imdb"],
            languages: ["en"],
            [
                Parasite.yts, .film("Casanova", 2005, ids: ["yts": "1", "imdb": "tt1"]),
                .film("Casanova", 2005, ids: ["yts": "2", "imdb": "tt2"]),
            ].map { film in film.with { $0.titles.append(LocalizedText("PARASITE")) } },
            searchable: true
        )
        let omdb = ScriptedRepository.library(
            "omdb",
            takes: ["imdb"],
            [
                .film("Parasite", 2019, ids: ["imdb": "tt6751668"]).with {
                    $0.tagline = LocalizedText("Act like you own it")
                }
            ]
        )
        let result = try await show([chart("kofic", rows, details: details), yts, omdb], enrich: true)
        let movies = result.entries.map(\.movie)
        // A part of the answer has shown the ids of the chart.
        #expect(movies.map(\.id.description) == ["kofic:20183782", "kofic:2", "kofic:3"])
        #expect(movies[0].facts.ids["imdb"] == "tt6751668")
        #expect(movies[0].facts.title?.text == "기생충")
        #expect(movies[0].facts.overview?.text == "Greed and a basement.")
        #expect(movies[0].facts.tagline?.text == "Act like you own it")
        #expect(movies[0].provenance[.directors] == ["kofic", "yts"])
        #expect(movies[1].facts.ids == ["kofic": "2"])
        #expect(movies[1].match == MatchExplanation(confidence: 0, reasons: ["ambiguous"]))
        #expect(movies[2].facts == rows[2].movie.with { $0.titles = [LocalizedText("아무도 모르는 영화", language: "ko")] })
        #expect(result.sources.map(\.provider) == ["kofic", "yts", "omdb"])
        #expect(result.entries.map(\.figures.rank) == [1, 2, 3])
    }

    @Test("The ranking is handed over first, then each enriched entry")
    func partialEntries() async throws {
        let parts = Observed<[PartialAnswer]>([])
        let yts = ScriptedRepository.library(
            "yts",
            takes: ["imdb"],
            languages: ["en"],
            [Parasite.yts],
            searchable: true
        )
        let catalogue = Catalogue.scripted([chart("kofic", rows, details: [Parasite.kofic]), yts])
        let request = ShowBoxOffice(query: BoxOfficeQuery(span: .day, date: Self.day), enrich: true)
        let result = try await request.run(in: catalogue) { answer in
            parts.update { $0.append(answer) }
        }
        let answers = parts.current
        #expect(answers[0].entries.map(\.figures.rank) == [1, 2, 3])
        #expect(answers[0].entries.map(\.movie.id.description) == ["kofic:20183782", "kofic:2", "kofic:3"])
        #expect(!answers[0].isMore)
        #expect(answers.dropFirst().allSatisfy { $0.isMore && $0.entries.count == 1 })
        let enriched = answers.dropFirst().flatMap(\.entries).sorted { $0.figures.rank < $1.figures.rank }
        #expect(enriched.map(\.figures.rank) == [1, 2, 3])
        #expect(enriched.map(\.movie.facts) == result.entries.map(\.movie.facts))
    }

    @Test("Requests for the box office are essential, and all others are enrichment")
    func purposes() async throws {
        let kofic = chart("kofic", rows, details: [Parasite.kofic])
        let yts = ScriptedRepository.library("yts", takes: ["imdb"], languages: ["en"], [], searchable: true)
        _ = try await show([kofic, yts], enrich: true)
        let asked = zip(kofic.questions + yts.questions, kofic.contexts + yts.contexts)
        let purposes = asked.map { question, context in
            if case .boxOffice = question { return context.purpose == .essential }
            return context.purpose == .enrichment
        }
        #expect(purposes.allSatisfy { $0 })
        let charts = kofic.questions.count { if case .boxOffice = $0 { true } else { false } }
        #expect(charts == 1)
        #expect(kofic.questions.count > charts && !yts.questions.isEmpty)
    }

    @Test("A source that hangs until the deadline leaves the entries without enrichment")
    func enrichedLate() async throws {
        let gate = Gate()
        defer { gate.open() }
        let catalogue = Catalogue.scripted(
            [chart("kofic", rows), .stubborn("late", until: gate)],
            timeLimit: .seconds(4)
        )
        let request = ShowBoxOffice(query: BoxOfficeQuery(span: .day), enrich: true)
        let result = try await request.run(in: catalogue)
        #expect(result.entries.map(\.movie.id.description) == ["kofic:20183782", "kofic:2", "kofic:3"])
        #expect(result.sources.map(\.status) == [.ok, .timeout])
    }
}
