import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Testing

@Suite("movies/get", .timeLimit(.minutes(15)))
struct GetMovieTests {
    private let policy = MergePolicy(order: ["kofic", "tmdb", "omdb", "yts"], languages: ["ko", "en"])

    private func get(
        _ id: String,
        _ repositories: [ScriptedRepository],
        include: Set<LookupQuery.Part> = [],
        timeLimit: Duration = .seconds(20)
    ) async throws -> MovieResult {
        let id = try #require(MovieID(parsing: id))
        let catalogue = Catalogue.scripted(repositories, policy: policy, timeLimit: timeLimit)
        var request = GetMovie(id: id)
        request.include = include
        return try await request.run(in: catalogue)
    }

    @Test(
        "The offers of the region that a source was asked for are not remembered as all that it has",
        arguments: [1, 2]
    )
    func oneRegion(regions: Int) async throws {
        var script = ScriptedRepository.Script()
        script.lookup = { query throws(ProviderError) in
            var film = MovieFacts.film("Silent Harbor", 2019, ids: ["tmdb": "7"])
            let all = [query.region ?? "KR", "US"].prefix(regions)
            film.watch = all.map { WatchOffers(region: $0, provider: "tmdb") }
            return ProviderAnswer(film)
        }
        let catalogue = Catalogue.scripted([
            ScriptedRepository("tmdb", [.lookup, .watch], takes: [.lookup: ["tmdb"]], script: script)
        ])
        var film = GetMovie(id: MovieID(namespace: "tmdb", value: "7"))
        (film.include, film.region) = ([.watch], "KR")
        #expect(try await film.run(in: catalogue).movie.facts.watch.map(\.region) == ["KR"])
        film.region = nil
        let known = try #require(await film.known(in: catalogue))
        #expect(known.movie.facts.watch.map(\.region) == (regions == 1 ? [] : ["KR", "US"]))
    }

    @Test("Each requested part is reported as present, failed, empty, or unsupported")
    func parts() async throws {
        var film = MovieFacts.film("Parasite", 2019, ids: ["tmdb": "496243"])
        film.cast = [Person(name: "송강호")]
        var script = ScriptedRepository.Script()
        let known = film
        script.lookup = { _ throws(ProviderError) in ProviderAnswer(known) }
        script.related = { _ throws(ProviderError) in
            throw ProviderError(.unavailable, provider: "tmdb", message: "503")
        }
        let tmdb = ScriptedRepository(
            "tmdb",
            [.lookup, .videos, .similar],
            takes: [.lookup: ["tmdb"], .similar: ["tmdb"]],
            script: script
        )
        let result = try await get("tmdb:496243", [tmdb], include: Set(LookupQuery.Part.allCases))
        let statuses = Dictionary(uniqueKeysWithValues: result.parts.map { ($0.part, $0.status) })
        #expect(statuses[.credits] == .ok)
        #expect(statuses[.images] == .unsupported)
        #expect(statuses[.videos] == .empty)
        #expect(statuses[.recommendations] == .unsupported)
        #expect(statuses[.similar] == .error)
        #expect(result.sources.map(\.failure?.part) == ["similar"])
    }

    @Test("A part from an old answer is stale, also if the old answer had none, and the film's other parts are not")
    func staleParts() async throws {
        var film = MovieFacts.film("Parasite", 2019, ids: ["tmdb": "496243"])
        film.videos = [MovieVideo(kind: "trailer", site: "youtube", key: "k")]
        film.watch = [WatchOffers(region: "KR", provider: "tmdb")]
        film.watch[0].stream = [.init(name: "Streamhouse")]
        var old = Freshness(fromCache: true, ageSeconds: 60, isStale: true)
        old.replacedFailure = ProviderError(.unavailable, provider: "tmdb", message: "watch: 503")
        old.replacedFailure?.part = "watch"
        var answer = ProviderAnswer(film, freshness: old)
        answer.staleParts = ["watch": old, "images": old]
        let given = answer
        var script = ScriptedRepository.Script()
        script.lookup = { _ throws(ProviderError) in given }
        let tmdb = ScriptedRepository(
            "tmdb",
            [.lookup, .videos, .watch, .images],
            takes: [.lookup: ["tmdb"]],
            script: script
        )
        let result = try await get("tmdb:496243", [tmdb], include: [.videos, .watch, .images])
        let parts = Dictionary(uniqueKeysWithValues: result.parts.map { ($0.part, $0) })
        #expect(parts[.videos]?.status == .ok && parts[.videos]?.ageSeconds == nil)
        #expect(parts[.watch]?.status == .stale && parts[.watch]?.ageSeconds == 60)
        #expect(parts[.watch]?.failure?.message == "watch: 503")
        #expect(parts[.images]?.status == .stale)
        #expect(result.sources.map(\.status) == [.stale] && result.sources.first?.failure?.part == "watch")
    }

    @Test("A part is not empty if the source that gives it did not give the film")
    func partsOfFailedSource() async throws {
        let film = MovieFacts.film("Parasite", 2019, ids: ["kofic": "7"])
        let kofic = ScriptedRepository.library("kofic", takes: ["kofic"], [film])
        var script = ScriptedRepository.Script()
        script.lookup = { _ throws(ProviderError) in
            throw ProviderError(.rateLimited, provider: "tmdb", message: "slow down", retryAfterSeconds: 9)
        }
        let tmdb = ScriptedRepository("tmdb", [.lookup, .watch], takes: [.lookup: ["kofic"]], script: script)
        let result = try await get("kofic:7", [kofic, tmdb], include: [.watch, .videos])
        let parts = Dictionary(uniqueKeysWithValues: result.parts.map { ($0.part, $0) })
        #expect(parts[.watch]?.status == .rateLimited)
        #expect(parts[.watch]?.failure?.provider == "tmdb")
        #expect(parts[.videos]?.status == .unsupported)
    }

    @Test("Releases and offers are returned only on request, and a region filters them")
    func region() async throws {
        var film = MovieFacts.film("Parasite", 2019, ids: ["tmdb": "496243"])
        film.certifications = [Certification(region: "KR", label: "15"), Certification(region: "US", label: "R")]
        film.releases = [RegionalRelease(region: "KR", events: [.init(kind: "theatrical")])]
        film.watch = ["KR", "FR"].map { region in
            var offers = WatchOffers(region: region, provider: "tmdb")
            offers.attribution = "JustWatch"
            offers.stream = [.init(name: "Streamhouse")]
            return offers
        }
        let tmdb = ScriptedRepository.library("tmdb", takes: ["tmdb"], [film])
        let plain = try await get("tmdb:496243", [tmdb])
        #expect(plain.movie.facts.certifications.count == 2)
        #expect(plain.movie.facts.releases.isEmpty && plain.movie.facts.watch.isEmpty)
        #expect(plain.movie.provenance[.watch] == nil)
        var request = GetMovie(id: MovieID(namespace: "tmdb", value: "496243"))
        request.include = [.watch, .releases]
        request.region = "FR"
        let chosen = try await request.run(in: .scripted([tmdb]))
        #expect(chosen.movie.facts.certifications.isEmpty)
        #expect(chosen.movie.facts.releases.isEmpty)
        #expect(chosen.movie.facts.watch.map(\.region) == ["FR"])
        #expect(chosen.parts.map(\.status) == [.ok, .unsupported])
    }

    @Test("A source with a part alone is asked for it as soon as another one gives an id that it takes")
    func partAlone() async throws {
        let tmdb = ScriptedRepository.library(
            "tmdb",
            takes: ["tmdb"],
            [.film("The Salt Lighthouse", 1996, ids: ["tmdb": "800007", "imdb": "tt9000007"])]
        )
        var script = ScriptedRepository.Script()
        script.lookup = { query throws(ProviderError) in
            var film = MovieFacts()
            film.ids = query.ids
            film.images = [MovieImage(kind: "poster", url: "https://img.example/7.jpg", provider: "posters")]
            return ProviderAnswer(film)
        }
        let posters = ScriptedRepository("posters", [.images], takes: [.images: ["imdb"]], script: script)
        let found = try await get("tmdb:800007", [tmdb, posters], include: [.images])
        #expect(found.movie.facts.title?.text == "The Salt Lighthouse")
        #expect(found.movie.facts.images.map(\.url) == ["https://img.example/7.jpg"])
        #expect(found.parts.map(\.status) == [.ok])
        #expect(posters.questions == [.lookup(LookupQuery(ids: ["imdb": "tt9000007"], include: [.images]))])
        _ = try await get("tmdb:800007", [tmdb, posters])
        #expect(posters.questions.count == 1)
    }

    @Test("Ids from one source lead to the next source")
    func rounds() async throws {
        let tmdb = ScriptedRepository.library(
            "tmdb",
            takes: ["tmdb"],
            [.film("Parasite", 2019, ids: ["tmdb": "496243", "imdb": "tt6751668"])]
        )
        let omdb = ScriptedRepository.library(
            "omdb",
            takes: ["imdb"],
            [.film("Parasite", 2019, ids: ["imdb": "tt6751668"])]
        )
        let result = try await get("tmdb:496243", [omdb, tmdb])
        #expect(result.movie.id.description == "imdb:tt6751668")
        #expect(result.movie.provenance[.title] == ["tmdb", "omdb"])
        #expect(
            result.movie.match
                == MatchExplanation(confidence: 1, reasons: ["imdb id equal", "same year", "English title equal"])
        )
        #expect(result.sources.map(\.status) == [.ok, .ok])
        #expect(result.sources.map(\.provider) == ["omdb", "tmdb"])
        #expect(tmdb.questions.count == 1)
    }

    @Test("A source that no id reaches is searched by title, and looked up after a confident match")
    func search() async throws {
        let yts = ScriptedRepository.library("yts", takes: ["imdb"], [Parasite.yts])
        let kofic = ScriptedRepository.library(
            "kofic",
            takes: ["kofic"],
            languages: ["ko"],
            [Parasite.kofic],
            searchable: true
        )
        let tmdb = ScriptedRepository.library(
            "tmdb",
            takes: ["tmdb"],
            languages: ["ko", "en"],
            [
                .film("기생충", 2019, also: ["Parasite"], ids: ["tmdb": "496243"], directors: [Person(name: "봉준호")])
                    .with { $0.overview = LocalizedText("가난한 가족의 이야기.", language: "ko") }
            ],
            searchable: true
        )
        let result = try await get("imdb:tt6751668", [kofic, tmdb, yts])
        // KOFIC is asked in English because the Korean title is not known yet.
        #expect(
            kofic.questions.first == .search(SearchQuery(text: "Parasite", year: 2019, window: RowWindow(count: 10)))
        )
        #expect(result.movie.facts.ids["tmdb"] == "496243")
        #expect(result.movie.facts.title?.text == "기생충")
        #expect(tmdb.questions.count == 2)
        #expect(tmdb.questions.last == .lookup(LookupQuery(ids: ["tmdb": "496243"])))
    }

    @Test("An overview missing in the first language comes from the next, and the other texts stay")
    func languages() async throws {
        var script = ScriptedRepository.Script()
        script.lookup = { query throws(ProviderError) in
            let isEnglish = query.languages == ["en"]
            var film = MovieFacts.film("기생충", 2019, language: "ko", ids: ["tmdb": "496243"])
            if isEnglish { film.title = LocalizedText("Parasite", language: "en") }
            film.overview = LocalizedText(isEnglish ? "A poor family." : " ", language: isEnglish ? "en" : "ko")
            film.tagline = LocalizedText(isEnglish ? "Like you own it." : "행복은 나눌수록", language: isEnglish ? "en" : "ko")
            return ProviderAnswer(film)
        }
        let tmdb = ScriptedRepository(
            "tmdb",
            [.lookup],
            takes: [.lookup: ["tmdb"]],
            languages: ["ko", "en"],
            script: script
        )
        let movie = try await get("tmdb:496243", [tmdb]).movie
        #expect(movie.facts.title == LocalizedText("기생충", language: "ko"))
        #expect(movie.facts.overview == LocalizedText("A poor family.", language: "en"))
        #expect(movie.facts.tagline == LocalizedText("행복은 나눌수록", language: "ko"))
        #expect(movie.facts.titles.contains(LocalizedText("Parasite", language: "en")))
        #expect(movie.provenance[.overview] == ["tmdb"])
        #expect(tmdb.questions.count == 2)
    }

    @Test(
        "All wanted languages in which a source can be asked are asked for, until one has an overview",
        arguments: [
            (["fr-CA", "fr", "en"], "fr"), (["zh-TW", "zh", "en"], "zh"), (["de", "ko", "fr"], "fr"),
            (["pt-BR", "xx", "en"], "en"),
        ]
    )
    func furtherLanguages(wanted: [String], found: String) async throws {
        var script = ScriptedRepository.Script()
        script.lookup = { query throws(ProviderError) in
            var film = MovieFacts.film("Paper Boat", 2019, ids: ["tmdb": "496243"])
            if let language = query.languages.first, ["fr", "zh", "en"].contains(language) {
                film.overview = LocalizedText("An overview.", language: language)
            }
            return ProviderAnswer(film)
        }
        let tmdb = ScriptedRepository(
            "tmdb",
            [.lookup],
            takes: [.lookup: ["tmdb"]],
            languages: ["ko", "en"],
            locales: ["ko", "en", "fr", "fr-ca", "zh", "zh-tw", "de", "pt", "pt-br"],
            script: script
        )
        var request = GetMovie(id: MovieID(namespace: "tmdb", value: "496243"))
        request.languages = wanted
        let movie = try await request.run(in: .scripted([tmdb], policy: policy)).movie
        #expect(movie.facts.overview?.language == found)
        #expect(!tmdb.questions.contains(.lookup(LookupQuery(ids: ["tmdb": "496243"], languages: ["xx"]))))
    }

    @Test(
        "A title is asked for in the wanted languages until one has it, also if there is an overview",
        arguments: [(["fr", "en"], "Tin Lamp"), (["zh-HK", "zh-TW", "en"], "錫燈"), (["de", "fr"], "錫の灯")]
    )
    func furtherTitles(wanted: [String], found: String) async throws {
        var script = ScriptedRepository.Script()
        script.lookup = { query throws(ProviderError) in
            let titles = ["en": "Tin Lamp", "zh-TW": "錫燈"]
            let language = query.languages.first ?? "en"
            let title = titles[language].map { LocalizedText($0, language: language) }
            var film = MovieFacts(
                ids: ["tmdb": "496243"],
                title: title?.text ?? "錫の灯",
                language: title?.language ?? "ja",
                year: 2019
            )
            film.originalTitle = "錫の灯"
            film.originalLanguage = "ja"
            film.overview = LocalizedText("An overview.", language: language)
            return ProviderAnswer(film)
        }
        let tmdb = ScriptedRepository(
            "tmdb",
            [.lookup],
            takes: [.lookup: ["tmdb"]],
            languages: ["ko", "en"],
            locales: ["en", "fr", "zh", "zh-tw", "zh-hk", "de"],
            script: script
        )
        var request = GetMovie(id: MovieID(namespace: "tmdb", value: "496243"))
        request.languages = wanted
        let movie = try await request.run(in: .scripted([tmdb], policy: policy)).movie
        #expect(movie.facts.title?.text == found)
        #expect(movie.facts.overview?.language == wanted[0])
    }

    @Test("Related films are returned only on request, and a failed request for them is reported")
    func related() async throws {
        var script = ScriptedRepository.Script()
        script.lookup = { query throws(ProviderError) in
            ProviderAnswer(.film("Parasite", 2019, ids: query.ids))
        }
        script.related = { query throws(ProviderError) in
            guard query.kind == .similar else {
                throw ProviderError(.unavailable, provider: "tmdb", message: "no recommendations today")
            }
            return ProviderAnswer(MovieList(movies: [.film("Mother", 2009, ids: ["tmdb": "30"])]))
        }
        let tmdb = ScriptedRepository(
            "tmdb",
            [.lookup, .similar, .recommendations],
            takes: [.lookup: ["tmdb"], .similar: ["tmdb"], .recommendations: ["tmdb"]],
            script: script
        )
        let catalogue = Catalogue.scripted([tmdb], policy: policy)
        var request = GetMovie(id: MovieID(namespace: "tmdb", value: "1"))
        let plain = try await request.run(in: catalogue)
        #expect(plain.similar == nil && plain.recommendations == nil)
        request.include = [.similar, .recommendations]
        let full = try await request.run(in: catalogue)
        #expect(full.similar?.map(\.id.description) == ["tmdb:30"])
        #expect(full.recommendations == nil)
        #expect(full.sources.map(\.status) == [.error])
    }

    @Test("Of two equally good candidates neither is taken")
    func abstains() async throws {
        let yts = ScriptedRepository.library("yts", takes: ["imdb"], [.film("Casanova", 2005, ids: ["imdb": "tt1"])])
        let shelf = ScriptedRepository.library(
            "tmdb",
            takes: ["tmdb"],
            [.film("Casanova", 2005, ids: ["tmdb": "1"]), .film("Casanova", 2005, ids: ["tmdb": "2"])],
            searchable: true
        )
        let result = try await get("imdb:tt1", [shelf, yts])
        #expect(result.movie.facts.ids == ["imdb": "tt1"])
        #expect(result.movie.match == MatchExplanation(confidence: 0, reasons: ["ambiguous"]))
        #expect(shelf.questions.allSatisfy { if case .search = $0 { true } else { false } })
    }

    @Test("A lookup can revoke a match by title")
    func takenBack() async throws {
        let yts = ScriptedRepository.library("yts", takes: ["imdb"], [.film("Casanova", 2005, ids: ["imdb": "tt1"])])
        var script = ScriptedRepository.Script()
        script.search = { _ throws(ProviderError) in
            ProviderAnswer(MovieList(movies: [.film("Casanova", 2005, ids: ["tmdb": "2"])]))
        }
        script.lookup = { _ throws(ProviderError) in
            ProviderAnswer(.film("Casanova", 2005, ids: ["tmdb": "2", "imdb": "tt2"]))
        }
        let tmdb = ScriptedRepository("tmdb", [.lookup, .search], takes: [.lookup: ["tmdb"]], script: script)
        let result = try await get("imdb:tt1", [tmdb, yts])
        #expect(result.movie.facts.ids == ["imdb": "tt1"])
        #expect(result.movie.provenance[.title] == ["yts"])
    }

    @Test("A film is not found only if all sources that take its id say so")
    func notFound() async throws {
        let id = MovieID(namespace: "imdb", value: "tt9")
        let empty = ScriptedRepository.library("omdb", takes: ["imdb"], [])
        let alsoEmpty = ScriptedRepository.library("yts", takes: ["imdb"], [])
        do {
            _ = try await get("imdb:tt9", [empty, alsoEmpty, .shelf("a", [])])
            Issue.record("a film that is not known")
        } catch CallError.notFound(let missing, let reports) {
            #expect(missing == id)
            #expect(reports.map(\.status) == [.empty, .empty, .unsupported])
        }

        var script = ScriptedRepository.Script()
        script.lookup = { _ throws(ProviderError) in
            throw ProviderError(.unavailable, provider: "tmdb", message: "down")
        }
        let down = ScriptedRepository("tmdb", [.lookup], takes: [.lookup: ["imdb"]], script: script)
        do {
            _ = try await get("imdb:tt9", [empty, down])
            Issue.record("a film that is not known")
        } catch CallError.undecided(let missing, let reports) {
            #expect(missing == id)
            #expect(reports.map(\.status) == [.empty, .error])
        }
        do {
            _ = try await get("imdb:tt9", [down])
            Issue.record("a film that is not known")
        } catch CallError.allFailed(let reports) {
            #expect(reports.map(\.status) == [.error])
        }
    }

    @Test("A film that its source has given another number is found by the old one through another id of the library")
    func renumbered() async throws {
        let film = MovieFacts.film("Tide Clock", 2024, ids: ["tmdb": "2002", "imdb": "tt9000001"])
        let source = ScriptedRepository.library("tmdb", takes: ["tmdb", "imdb"], [film])
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_000_000)))
        let kept = LibraryFilm(
            ids: [MovieID(namespace: "tmdb", value: "1001"), MovieID(namespace: "imdb", value: "tt9000001")],
            title: "Tide Clock",
            year: 2024
        )
        _ = try await library.addBookmark(kept)
        let catalogue = await Catalogue.scripted([source], library: library).corrected()
        let result = try await GetMovie(id: MovieID(namespace: "tmdb", value: "1001")).run(in: catalogue)
        #expect(result.movie.facts.ids == film.ids)
        #expect(result.sources.map(\.status) == [.ok])
        await #expect(throws: CallError.self) {
            try await GetMovie(id: MovieID(namespace: "tmdb", value: "1003")).run(in: catalogue)
        }
    }

    @Test("An id that no source takes is refused")
    func noSource() async throws {
        let off = ScriptedRepository(
            "off",
            [.lookup],
            takes: [.lookup: ["imdb"]],
            availability: .disabled(reason: "no key")
        )
        do {
            _ = try await get("imdb:tt9", [off, .library("kofic", takes: ["kofic"], [])])
            Issue.record("a film that was not asked for")
        } catch CallError.noSource(let capability, let reports) {
            #expect(capability == .lookup)
            #expect(reports.map(\.status) == [.disabled, .unsupported])
        }
    }

    @Test("A slow source times out without keeping the others from being searched")
    func slow() async throws {
        let gate = Gate()
        defer { gate.open() }
        var script = ScriptedRepository.Script()
        script.lookup = { _ throws(ProviderError) in
            await gate.passEvenIfCanceled()
            return ProviderAnswer(.film("Late", 2000))
        }
        let late = ScriptedRepository("late", [.lookup], takes: [.lookup: ["imdb"]], script: script)
        let kofic = ScriptedRepository.library(
            "kofic",
            takes: ["kofic"],
            [Parasite.kofic.with { $0.title?.text = "Parasite" }],
            searchable: true
        )
        let yts = ScriptedRepository.library("yts", takes: ["imdb"], [Parasite.yts])
        let result = try await get("imdb:tt6751668", [kofic, late, yts], timeLimit: .seconds(6))
        #expect(result.movie.facts.ids["kofic"] == "20183782")
        #expect(result.sources.map(\.status) == [.ok, .timeout, .ok])
    }
}
