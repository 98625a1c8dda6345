import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieAggregation

@Suite("Merging records")
struct MergingTests {
    private let policy = MergePolicy(order: ["kofic", "tmdb", "omdb", "yts"], languages: ["ko", "en"])
    private var records: [MovieRecord] { [MovieRecord("kofic", Parasite.kofic), MovieRecord("yts", Parasite.yts)] }

    private func merge(_ records: [MovieRecord], _ policy: MergePolicy) throws -> Movie {
        try #require(MovieMerger(policy: policy).movie(of: records))
    }

    @Test("A Korean and an English record become one film, and every field names its sources")
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
                .runtimeMinutes: ["kofic"], .genres: ["kofic", "yts"], .countries: ["kofic"],
                .certifications: ["kofic"], .overview: ["yts"], .directors: ["kofic", "yts"], .ratings: ["yts"],
            ]
        )
    }

    @Test("Another order of sources lets another source win")
    func order() throws {
        let movie = try merge(records, MergePolicy(order: ["yts", "kofic"], languages: ["en"]))
        #expect(movie.facts.title == LocalizedText("Parasite", language: "en"))
        #expect(movie.provenance[.title] == ["yts"])
        #expect(movie.facts.runtimeMinutes == 132)
        #expect(movie.provenance[.runtimeMinutes] == ["yts"])
        #expect(movie.differences == [FieldDifference(.runtimeMinutes, "kofic", .number(131))])
        #expect(movie.provenance[.year] == ["yts", "kofic"])
        #expect(movie.facts.directors == [Person(name: "봉준호", nameEn: "Bong Joon Ho")])
    }

    @Test(
        "A text is in a wanted language whatever the region, and Hangul without a language is Korean",
        arguments: [
            (["ko"], "기생충"), (["ko-KR"], "기생충"), (["KO"], "기생충"), (["fr", "en"], "Parasite"),
            (["en-US"], "Parasite"), (["pt"], "Parasita"), (["pt-PT", "ko"], "Parasita"), (["fr"], nil), ([], nil),
        ] as [([String], String?)]
    )
    func best(wanted: [String], text: String?) {
        let titles = [
            LocalizedText("Untold"), LocalizedText("Parasite", language: "en"), LocalizedText("기생충"),
            LocalizedText("寄生虫", language: "zh"), LocalizedText("Parasita", language: "pt-BR"),
        ]
        #expect(titles.best(in: wanted)?.text == text)
    }

    @Test("The day of a re-release is not that of the film if another source has one of its year")
    func rereleased() throws {
        let again = try #require(CalendarDate(year: 2023, month: 1, day: 18))
        let first = try #require(CalendarDate(year: 1996, month: 5, day: 1))
        let own = MovieFacts.film("유리 정원", 1996, ids: ["kofic": "19960001"]).with { $0.releaseDate = again }
        let other = MovieFacts.film("유리 정원", 1996, ids: ["tmdb": "7"]).with { $0.releaseDate = first }
        let movie = try merge([MovieRecord("kofic", own), MovieRecord("tmdb", other)], policy)
        #expect(movie.facts.releaseDate == first && movie.provenance[.releaseDate] == ["tmdb"])
        #expect(movie.differences == [FieldDifference(.releaseDate, "kofic", .date(again))])
        #expect(try merge([MovieRecord("kofic", own)], policy).facts.releaseDate == again)
    }

    @Test("Without a configured order, sources are ordered by name")
    func noOrder() throws {
        let movie = try merge(records.reversed(), MergePolicy())
        #expect(movie.provenance[.year] == ["kofic", "yts"])
        #expect(movie.facts.title?.text == "기생충")
    }

    @Test(
        "The id is chosen by preferred namespace, then configured order, then name",
        arguments: [
            (["imdb": "1", "tmdb": "2", "kofic": "3"], "imdb:1"), (["tmdb": "2", "kofic": "3", "yts": "4"], "tmdb:2"),
            (["kofic": "3", "yts": "4"], "kofic:3"), (["yts": "4", "aaa": "5"], "yts:4"),
            (["zzz": "6", "bbb": "7"], "bbb:7"),
            ([:], "title:Nameless"),
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
        "The merge rule and the languages decide which overview is chosen",
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

    @Test("The newest value wins if the rule says so")
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
        "A list is merged as the strategy says",
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

    @Test("Each rating service has one rating, whichever source passes it on")
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

    @Test("A cast is the winner's list, and a union adds the people and names of other sources")
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

    @Test("A source with another value for a fact of which there is one is named with it, and not as its source")
    func differing() throws {
        let mine = MovieFacts.film("X", directors: [Person(name: "봉준호", nameEn: "Bong Joon-ho")]).with {
            $0.originalTitle = "기생충"
            $0.originalLanguage = "ko"
            $0.adult = false
            $0.budget = Money(amount: 1_000_000, currency: "USD")
            $0.revenue = Money(amount: 3, currency: "USD")
        }
        let theirs = MovieFacts.film("X", directors: [Person(name: "Bo Zhang")]).with {
            $0.originalTitle = "Parasite"
            $0.originalLanguage = "en"
            $0.adult = true
            $0.budget = Money(amount: 500, currency: "USD")
            // The revenue of one country is another fact, which is not lost.
            $0.revenue = Money(amount: 1, currency: "USD", region: "US")
        }
        let movie = try merge([MovieRecord("kofic", mine), MovieRecord("yts", theirs)], policy)
        #expect(
            movie.differences == [
                FieldDifference(.originalTitle, "yts", .text("Parasite")),
                FieldDifference(.originalLanguage, "yts", .text("en")),
                FieldDifference(.directors, "yts", .people([Person(name: "Bo Zhang")])),
                FieldDifference(.budget, "yts", .money(Money(amount: 500, currency: "USD"))),
                FieldDifference(.revenue, "yts", .money(Money(amount: 1, currency: "USD", region: "US"))),
                FieldDifference(.adult, "yts", .flag(true)),
            ]
        )
        for field in movie.differences.map(\.field) { #expect(movie.provenance[field] == ["kofic"]) }
    }

    @Test(
        "Directors who may be the same do not differ",
        arguments: [["BONG Joon Ho"], ["봉준호"], ["Ann Lee", "Bong Joon-ho"], ["奉俊昊"]]
    )
    func sameDirectors(names: [String]) throws {
        let korean = MovieRecord("kofic", .film("X", directors: [Person(name: "봉준호", nameEn: "Bong Joon-ho")]))
        let other = MovieRecord("yts", .film("X", directors: names.map { Person(name: $0) }))
        #expect(try merge([korean, other], policy).differences.isEmpty == (names != ["奉俊昊"]))
        // Without a name in the same script, it is not known.
        let unromanized = MovieRecord("kofic", .film("X", directors: [Person(name: "봉준호")]))
        let latin = MovieRecord("yts", .film("X", directors: [Person(name: "Bo Zhang")]))
        #expect(try merge([unromanized, latin], policy).differences.isEmpty)
    }

    @Test("An age rating names the source that gives it, the preferred one")
    func certifications() throws {
        let records = (["yts", "kofic"] as [ProviderID]).map { provider in
            MovieRecord(
                provider,
                .film("X").with {
                    $0.certifications = [Certification(region: "KR", label: "15")]
                    if provider == "yts" { $0.certifications.append(Certification(region: "US", label: "R")) }
                }
            )
        }
        let certifications = try merge(records, policy).facts.certifications
        #expect(certifications.map(\.label) == ["15", "R"])
        #expect(certifications.map(\.provider) == ["kofic", "yts"])
    }

    @Test("Each title appears once, with its language if known, and the chosen title is among them")
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

    @Test("Of two records of one source the richer one wins, and the source is named once")
    func sameSource() throws {
        let row = MovieRecord("kofic", .film("기생충", 2020, ids: ["kofic": "1"]))
        let full = MovieRecord("kofic", Parasite.kofic.with { $0.ids = ["kofic": "1"] })
        let movie = try merge([row, full], policy)
        #expect(movie.facts.year == 2019)
        #expect(movie.provenance[.year] == ["kofic"])
        #expect(movie.provenance[.title] == ["kofic"])
    }

    @Test("No records give no film")
    func nothing() {
        #expect(MovieMerger(policy: policy).movie(of: []) == nil)
    }
}

@Suite("Properties of merging")
struct MergingPropertyTests {
    private func records(_ random: inout SeededGenerator) -> [MovieRecord] {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
            var facts = MovieFacts()
            let texts = ["기생충", "Parasite", "PARASITE", "Gisaengchung"]
            let languages = [nil, "ko", "en"]
            func text() -> LocalizedText {
                LocalizedText(
                    texts.randomElement(using: &random) ?? "",
                    language: languages.randomElement(using: &random) ?? nil
                )
            }
            if Bool.random(using: &random) { facts.title = text() }
            facts.titles = (0..<Int.random(in: 0...3, using: &random)).map { _ in text() }
            if Bool.random(using: &random) { facts.year = Int.random(in: 2018...2020, using: &random) }
            if Bool.random(using: &random) { facts.overview = text() }
            let people = [
                Person(name: "봉준호", nameEn: "BONG Joon-ho"), Person(name: "Bong Joon Ho"), Person(name: "박찬욱"),
                Person(name: "Park Chan-wook", character: "himself"),
            ]
            facts.directors = Array(people.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
            facts.genres = Array(["drama", "war", "crime"].shuffled(using: &random).prefix(2))
            facts.ids = ["imdb": "tt\(Int.random(in: 1...2, using: &random))"]
            facts.ratings = [Rating(provider: "imdb", value: Double(Int.random(in: 1...3, using: &random)), scale: 10)]
            let provider = ["a", "b", "c"].randomElement(using: &random) ?? "a"
            let age = Int.random(in: 0...2, using: &random)
            return MovieRecord(
                provider: ProviderID(provider),
                facts: facts,
                freshness: Freshness(fromCache: age > 0, ageSeconds: age)
            )
        }
    }

    private func policy(_ random: inout SeededGenerator) -> MergePolicy {
        var rules: [MovieField: MergeRule] = [:]
        for field in MovieField.allCases where Bool.random(using: &random) {
            rules[field] = MergeRule(MergeStrategy.allCases.randomElement(using: &random) ?? .first, prefer: ["c"])
        }
        return MergePolicy(
            order: ["b"],
            rules: rules,
            languages: [["ko", "en"], ["en"], []].randomElement(using: &random) ?? []
        )
    }

    @Test(
        "Neither the order nor a repetition of the records changes the film",
        arguments: 1...150 as ClosedRange<UInt64>
    )
    func stable(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let records = records(&random)
        let merging = MovieMerger(policy: policy(&random))
        let movie = merging.movie(of: records)
        for _ in 0..<4 {
            #expect(merging.movie(of: records.shuffled(using: &random)) == movie)
        }
        #expect(merging.movie(of: records + records) == movie)
    }

    @Test(
        "A person whose names in two scripts sound alike is one, and has the ids and both names",
        arguments: [("한가람", "Han Ga-ram"), ("한가람", "Garam Han"), ("마키 레이코", "Reiko Maki"), ("토드 헤이븐", "Todd Haven")]
    )
    func soundingNames(korean: String, latin: String) throws {
        let local = MovieRecord("kofic", .film("X", directors: [Person(name: korean), Person(name: "오세린")]))
        var foreign = Person(name: latin)
        foreign.ids = ["tmdb": "31"]
        let other = MovieRecord("tmdb", .film("X", directors: [foreign]))
        for policy in [MergePolicy(order: ["kofic"]), MergePolicy(order: ["tmdb"])] {
            let movie = try #require(MovieMerger(policy: policy).movie(of: [local, other]))
            let director = try #require(movie.facts.directors.first)
            #expect((director.name, director.nameEn, director.ids) == (korean, latin, ["tmdb": "31"]))
            #expect(movie.differences.isEmpty)
        }
        let apart = MovieRecord("tmdb", .film("X", directors: [Person(name: "Bo Zhang")]))
        let movie = try #require(MovieMerger(policy: MergePolicy(order: ["kofic"])).movie(of: [local, apart]))
        #expect(movie.facts.directors.first == Person(name: korean))
    }

    @Test(
        "Title, year, and directors name their sources exactly if they have a value",
        arguments: 1...150 as ClosedRange<UInt64>
    )
    func provenance(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let records = records(&random)
        let movie = try #require(MovieMerger(policy: policy(&random)).movie(of: records))
        #expect((movie.facts.title != nil) == (movie.provenance[.title] != nil))
        #expect((movie.facts.year != nil) == (movie.provenance[.year] != nil))
        #expect(movie.facts.directors.isEmpty == (movie.provenance[.directors] == nil))
        if let year = movie.facts.year, let sources = movie.provenance[.year] {
            let saying = Set(records.filter { $0.facts.year == year }.map(\.provider))
            let others = movie.differences.filter { $0.field == .year }
            #expect(Set(sources) == saying)
            #expect(others.allSatisfy { $0.value != .number(year) && !saying.contains($0.provider) })
            #expect(Set(sources).count == sources.count)
        }
        if let title = movie.facts.title { #expect(movie.facts.titles.contains { $0.text == title.text }) }
    }
}

@Suite("Merging what sources know in part")
struct PartialKnowledgeTests {
    private func merge(_ films: [(ProviderID, MovieFacts)]) throws -> Movie {
        let records = films.map { MovieRecord(provider: $0.0, facts: $0.1) }
        return try #require(MovieMerger(policy: MergePolicy(order: films.map(\.0))).movie(of: records))
    }

    private func film(_ change: (inout MovieFacts) -> Void) -> MovieFacts {
        var film = MovieFacts.film("Lantern Street", 2020, ids: ["imdb": "tt99000001"])
        change(&film)
        return film
    }

    @Test("The revenue of a region stays beside that of the world")
    func regionalRevenue() throws {
        let world = Money(amount: 1_488, currency: "USD")
        let part = Money(amount: 718, currency: "USD", region: "US")
        for order in [["tmdb", "omdb"], ["omdb", "tmdb"]] as [[ProviderID]] {
            let movie = try merge(order.map { id in (id, film { $0.revenue = id == "tmdb" ? world : part }) })
            #expect(movie.facts.revenue == world)
            #expect(movie.provenance[.revenue] == ["tmdb"])
            #expect(movie.differences == [FieldDifference(.revenue, "omdb", .money(part))])
        }
    }

    @Test("The crews of all sources are united by person and job")
    func crew() throws {
        let movie = try merge([
            (
                "tmdb",
                film {
                    $0.crew = [
                        Person(name: "Ehren Kruger", job: "Screenplay"), Person(name: "Lady Gaga", job: "Songs"),
                        Person(name: "Lady Gaga", job: "Original Music Composer"),
                    ]
                }
            ),
            (
                "omdb",
                film {
                    $0.crew = ["Jim Cash", "Ehren Kruger", "Lady Gaga"].map { Person(name: $0, job: "Writer") }
                }
            ),
        ])
        #expect(
            movie.facts.crew.map { "\($0.name), \($0.job ?? "")" } == [
                "Ehren Kruger, Screenplay", "Lady Gaga, Songs", "Lady Gaga, Original Music Composer",
                "Jim Cash, Writer", "Lady Gaga, Writer",
            ]
        )
        #expect(movie.provenance[.crew] == ["tmdb", "omdb"])
    }
}

@Suite("Image ranking")
struct ImageRankingTests {
    private func image(
        _ url: String,
        _ kind: String,
        _ width: Int?,
        _ language: String? = nil,
        of provider: ProviderID = "a"
    ) -> MovieImage {
        MovieImage(kind: kind, url: url, width: width, language: language, provider: provider)
    }

    private var mixed: [MovieImage] {
        [
            image("still", "still", 4_000), image("back", "backdrop", 1_280), image("en-small", "poster", 500, "en"),
            image("plain", "poster", nil), image("ko", "poster", 300, "ko-KR"),
            image("en-large", "poster", 2_000, "en", of: "b"),
            image("logo", "logo", 100), image("ja", "poster", 3_000, "ja"),
        ]
    }

    @Test(
        "Images are ranked by kind, language, preferred source, and size",
        arguments: [
            ([], [], ["ja", "en-large", "en-small", "ko", "plain", "back", "logo", "still"]),
            (["ko", "en"], [], ["ko", "en-large", "en-small", "plain", "ja", "back", "logo", "still"]),
            (["ko", "en"], ["a"], ["ko", "en-small", "en-large", "plain", "ja", "back", "logo", "still"]),
        ] as [([String], [ProviderID], [String])]
    )
    func order(languages: [String], prefer: [ProviderID], expected: [String]) {
        #expect(ImageRanking(languages: languages, prefer: prefer).ranked(mixed).map(\.url) == expected)
    }

    @Test("Extreme widths are ranked without overflow")
    func widths() {
        let odd = [image("least", "poster", .min), image("plain", "poster", 500), image("most", "poster", .max)]
        #expect(ImageRanking(languages: [], prefer: []).ranked(odd).map(\.url) == ["most", "plain", "least"])
    }

    @Test("Images that rank equally keep their order")
    func stability() {
        let alike = ["c", "a", "b"].map { image($0, "poster", 500) }
        #expect(ImageRanking(languages: [], prefer: []).ranked(alike).map(\.url) == ["c", "a", "b"])
    }

    @Test("A merged film's images are ranked across all sources")
    func merging() throws {
        var first = MovieFacts()
        first.title = LocalizedText("Lantern Street", language: "en")
        first.images = [image("small", "poster", 185, of: "a"), image("wide", "backdrop", 780, of: "a")]
        var second = MovieFacts()
        second.title = LocalizedText("Lantern Street", language: "en")
        second.images = [image("large", "poster", 1_000, of: "b"), image("small", "poster", 185, of: "b")]
        let merged = MovieMerger(policy: MergePolicy(order: ["a", "b"])).movie(of: [
            MovieRecord(provider: "a", facts: first), MovieRecord(provider: "b", facts: second),
        ])
        #expect(merged?.facts.images.map(\.url) == ["large", "small", "wide"])
        #expect(merged?.provenance[.images] == ["a", "b"])
    }
}
