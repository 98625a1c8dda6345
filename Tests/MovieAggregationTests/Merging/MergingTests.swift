import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Testing

@Suite("One film out of several records")
struct MergingTests {
    private let policy = MergePolicy(order: ["kofic", "tmdb", "omdb", "yts"], languages: ["ko", "en"])
    private var records: [MovieRecord] { [MovieRecord("kofic", Parasite.kofic), MovieRecord("yts", Parasite.yts)] }

    private func merge(_ records: [MovieRecord], _ policy: MergePolicy) throws -> Movie {
        try #require(MovieMerger(policy: policy).movie(of: records))
    }

    @Test("a Korean and an English record become one film, and every field names its sources")
    func parasite() throws {
        let movie = try merge(records, policy)
        #expect(movie.id == MovieID(namespace: "imdb", value: "tt6751668"))
        #expect(movie.facts.ids == ["imdb": "tt6751668", "kofic": "20183782", "yts": "14561"])
        #expect(movie.facts.title == LocalizedText("기생충", language: "ko"))
        #expect(
            movie.facts.titles == [LocalizedText("기생충", language: "ko"), LocalizedText("PARASITE", language: "en")]
        )
        #expect(movie.facts.year == 2019)
        #expect(movie.facts.runtimeMinutes == 131)
        #expect(movie.facts.genres == ["drama", "thriller"])
        #expect(movie.facts.overview == LocalizedText("Greed and a basement.", language: "en"))
        #expect(movie.facts.directors == [Person(name: "봉준호", nameEn: "BONG Joon-ho")])
        #expect(
            movie.provenance == [
                .title: ["kofic"], .titles: ["kofic", "yts"], .year: ["kofic", "yts"], .releaseDate: ["kofic"],
                .runtimeMinutes: ["kofic", "yts"], .genres: ["kofic", "yts"], .countries: ["kofic"],
                .certifications: ["kofic"], .overview: ["yts"], .directors: ["kofic", "yts"], .ratings: ["yts"],
            ]
        )
    }

    @Test("another order lets another source win")
    func order() throws {
        let movie = try merge(records, MergePolicy(order: ["yts", "kofic"], languages: ["en"]))
        #expect(movie.facts.title == LocalizedText("Parasite", language: "en"))
        #expect(movie.provenance[.title] == ["yts"])
        #expect(movie.facts.runtimeMinutes == 132)
        #expect(movie.provenance[.runtimeMinutes] == ["yts", "kofic"])
        #expect(movie.differences == [FieldDifference(.runtimeMinutes, "kofic", .number(131))])
        #expect(movie.provenance[.year] == ["yts", "kofic"])
        #expect(movie.facts.directors == [Person(name: "봉준호", nameEn: "Bong Joon Ho")])
    }

    @Test("without an order, sources go by their names")
    func noOrder() throws {
        let movie = try merge(records.reversed(), MergePolicy())
        #expect(movie.provenance[.year] == ["kofic", "yts"])
        #expect(movie.facts.title?.text == "기생충")
    }

    @Test(
        "the id: imdb, tmdb, kofic, the configured order, the name",
        arguments: [
            (["imdb": "1", "tmdb": "2", "kofic": "3"], "imdb:1"), (["tmdb": "2", "kofic": "3", "yts": "4"], "tmdb:2"),
            (["kofic": "3", "yts": "4"], "kofic:3"), (["yts": "4", "aaa": "5"], "yts:4"),
            (["zzz": "6", "bbb": "7"], "bbb:7"),
            ([:], "x:Nameless"),
        ]
    )
    func id(ids: [String: String], expected: String) throws {
        let movie = try merge([MovieRecord("x", .film("Nameless", ids: ids))], policy)
        #expect(movie.id.description == expected)
    }

    static let overviews: [MovieRecord] = [
        MovieRecord("kofic", overview("a middling text", "en")),
        MovieRecord("tmdb", overview("짧은 글", "ko")),
        MovieRecord("yts", overview("by far the longest of these texts", "en")),
    ]

    private static func overview(_ text: String, _ language: String) -> MovieFacts {
        .film("X").with { $0.overview = LocalizedText(text, language: language) }
    }

    @Test(
        "how an overview is chosen",
        arguments: [
            (MergeRule(.first), ["ko"], ["tmdb"] as [ProviderID]), (MergeRule(.first), ["en"], ["kofic"]),
            (MergeRule(.first), [], ["kofic"]), (MergeRule(.longest), ["en"], ["yts"]),
            (MergeRule(.longest), ["ko", "en"], ["tmdb"]), (MergeRule(.first, prefer: ["yts"]), ["en"], ["yts"]),
            (MergeRule(.first, prefer: ["yts"]), [], ["yts"]), (MergeRule(.longest), ["fr"], ["yts"]),
        ]
    )
    func overview(rule: MergeRule, languages: [String], winner: [ProviderID]) throws {
        let policy = MergePolicy(order: ["kofic", "tmdb"], rules: [.overview: rule], languages: languages)
        #expect(try merge(Self.overviews, policy).provenance[.overview] == winner)
    }

    @Test("the newest wins where the rule says so")
    func newest() throws {
        let old = Freshness(fromCache: true, ageSeconds: 900)
        let records = [
            MovieRecord(provider: "kofic", facts: .film("X").with { $0.popularity = 1 }, freshness: old),
            MovieRecord(provider: "yts", facts: .film("X").with { $0.popularity = 2 }),
        ]
        let policy = MergePolicy(order: ["kofic"], rules: [.popularity: MergeRule(.newest)])
        let movie = try merge(records, policy)
        #expect(movie.facts.popularity == 2)
        #expect(movie.provenance[.popularity] == ["yts"])
    }

    @Test(
        "how lists are merged",
        arguments: [
            (MergeStrategy.first, ["drama"], ["a", "c"] as [ProviderID]),
            (.union, ["drama", "war", "crime"], ["a", "b", "c"]),
            (.longest, ["war", "drama", "crime"], ["b"]),
            (.perSource, ["drama", "war", "drama", "crime", "drama"], ["a", "b", "c"]),
        ]
    )
    func lists(strategy: MergeStrategy, genres: [String], sources: [ProviderID]) throws {
        let records = [["drama"], ["war", "drama", "crime"], ["drama"]].enumerated().map { index, genres in
            MovieRecord(["a", "b", "c"][index], .film("X").with { $0.genres = genres })
        }
        let movie = try merge(records, MergePolicy(rules: [.genres: MergeRule(strategy)]))
        #expect(movie.facts.genres == genres)
        #expect(movie.provenance[.genres] == sources)
    }

    @Test("one rating for each that rates, whoever passes it on")
    func ratings() throws {
        let imdb = Rating(provider: "imdb", value: 8.5, scale: 10, votes: 900_000)
        let records = [
            MovieRecord(
                "omdb",
                .film("X").with { $0.ratings = [imdb, Rating(provider: "omdb", value: 96, scale: 100)] }
            ),
            MovieRecord("yts", .film("X").with { $0.ratings = [Rating(provider: "imdb", value: 8.4, scale: 10)] }),
        ]
        let movie = try merge(records, policy)
        #expect(movie.facts.ratings == [imdb, Rating(provider: "omdb", value: 96, scale: 100)])
    }

    @Test("people: the winner's list stands, completed by the others")
    func people() throws {
        let kofic = [Person(name: "송강호", nameEn: "SONG Kang-ho", character: "기택"), Person(name: "이선균")]
        let tmdb = [Person(name: "Song Kang-ho", character: "Kim Ki-taek"), Person(name: "Cho Yeo-jeong")]
        let records = [
            MovieRecord("kofic", .film("X").with { $0.cast = kofic }),
            MovieRecord("tmdb", .film("X").with { $0.cast = tmdb }),
        ]
        let first = try merge(records, policy)
        #expect(first.facts.cast == kofic)
        #expect(first.provenance[.cast] == ["kofic"])

        let united = try merge(records, MergePolicy(order: ["tmdb"], rules: [.cast: MergeRule(.union)]))
        #expect(
            united.facts.cast == [
                Person(name: "송강호", nameEn: "Song Kang-ho", character: "Kim Ki-taek"),
                Person(name: "Cho Yeo-jeong"),
                Person(name: "이선균"),
            ]
        )
        #expect(united.provenance[.cast] == ["tmdb", "kofic"])
    }

    @Test("titles: each once, a named language wins over none, the chosen one is among them")
    func titles() throws {
        let records = [
            MovieRecord("a", .film("Old Boy", also: ["올드보이", "Old boy"])),
            MovieRecord("b", .film("OLD BOY", language: "en")),
            MovieRecord("c", .film("올드보이", language: "ko")),
        ]
        let movie = try merge(records, MergePolicy(languages: ["ko"]))
        #expect(movie.facts.title == LocalizedText("올드보이"))
        #expect(movie.provenance[.title] == ["a", "c"])
        #expect(
            movie.facts.titles == [LocalizedText("OLD BOY", language: "en"), LocalizedText("올드보이", language: "ko")]
        )
    }

    @Test("two records of one source: the richer one first, each field once")
    func sameSource() throws {
        let row = MovieRecord("kofic", .film("기생충", 2020, ids: ["kofic": "1"]))
        let full = MovieRecord("kofic", Parasite.kofic.with { $0.ids = ["kofic": "1"] })
        let movie = try merge([row, full], policy)
        #expect(movie.facts.year == 2019)
        #expect(movie.provenance[.year] == ["kofic"])
        #expect(movie.provenance[.title] == ["kofic"])
    }

    @Test("no records, no film")
    func nothing() {
        #expect(MovieMerger(policy: policy).movie(of: []) == nil)
    }
}
