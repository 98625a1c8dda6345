import JSON
import MovieDomain
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("Mapping a row to a film")
struct MovieFactsTests {
    /// Maps one JSON row with an item mapping in flow style.
    private func film(_ item: String, _ row: String) throws -> MovieFacts {
        let definition = try #require(try shelf("search: { get: /f, rows: ., item: \(item) }").http)
        let mapping = try #require(definition.operations[.search]?.first?.item)
        let root = try JSONDocument(Array(row.utf8)).root
        var mapper = RowMapping(mapping, provider: "shelf").mapper()
        let film = mapper.movie(root, root: root)
        return try #require(film).normalized()
    }

    @Test("Each title appears once per language, and an untagged duplicate of a tagged title is dropped")
    func titles() throws {
        let item = """
            { title: { path: a, language: en }, \
            titles: [{ path: a }, { path: b, language: fr }, { path: a, language: en }, { path: c }] }
            """
        let facts = try film(item, #"{"a": "Well", "b": "Puits", "c": "Pozzo"}"#)
        #expect(
            facts.titles == [
                LocalizedText("Well", language: "en"), LocalizedText("Puits", language: "fr"), LocalizedText("Pozzo"),
            ]
        )
        #expect(facts.title == LocalizedText("Well", language: "en"))
        let same = try film(item, #"{"a": "Well", "b": "Well", "c": "Well"}"#)
        #expect(same.titles == [LocalizedText("Well", language: "en"), LocalizedText("Well", language: "fr")])
        let untagged = try film("{ title: a, titles: [{ path: b, language: fr }] }", #"{"a": "Well", "b": "Well"}"#)
        #expect(untagged.titles.first == untagged.title)
    }

    @Test(
        "The year comes from the provider, never from the release date",
        arguments: [
            (#"{"y": 2019, "d": "2020-01-02"}"#, 2_019, "2020-01-02"), (#"{"d": "2020-01-02"}"#, nil, "2020-01-02"),
            (#"{"y": "2019"}"#, 2_019, nil), (#"{"d": "soon", "t": "A"}"#, nil, nil), (#"{"t": "A"}"#, nil, nil),
        ] as [(String, Int?, String?)]
    )
    func year(_ row: String, _ year: Int?, _ date: String?) throws {
        let facts = try film("{ title: t, year: y, release_date: d }", row)
        #expect(facts.year == year)
        #expect(facts.releaseDate?.description == date)
    }

    @Test("Genres, countries, and languages are normalized, and each appears once")
    func vocabulary() throws {
        let item = "{ genres: g, countries: c, languages: l, original_language: o }"
        let facts = try film(
            item,
            #"""
            {"g": ["Sci-Fi", "드라마", "Drama", "Slow Cinema"], "c": ["한국", "South Korea", "France",
             "Atlantis "],
             "l": ["English", "en", "한국어", "Klingon"], "o": "ko-KR"}
            """#
        )
        #expect(facts.genres == ["science-fiction", "drama", "Slow Cinema"])
        #expect(facts.countries == ["KR", "FR", "Atlantis"])
        #expect(facts.languages == ["en", "ko", "Klingon"])
        #expect(facts.originalLanguage == "ko")
    }

    @Test("Ratings, images, videos, people, and other details are mapped from a row")
    func media() throws {
        let item = """
            {
              ids: { shelf: id, imdb: i }, rating: { path: r, scale: 5, votes: n },
              images: [{ path: p, kind: poster, width: 500 }, { path: b, kind: backdrop }],
              videos: { path: v, kind: teaser },
              directors: d, cast: { rows: cast, item: { name: n, character: c } },
              certification: { path: cert, region: KR },
              companies: co, adult: x, popularity: pop, homepage: h,
            }
            """
        let facts = try film(
            item.split(separator: "\n").joined(separator: " "),
            #"""
            {"id": 7, "i": "tt7", "r": 4.5, "n": 12, "p": "https://i.example/p", "b": null, "v": "abc", "d": ["A", " "],
             "cast": [{"n": "B", "c": "Keeper"}, {"c": "Nobody"}], "cert": "15세", "co": ["X", "X"], "x": true,
             "pop": 1.5, "h": "https://f.example"}
            """#
        )
        #expect(facts.ids == ["shelf": "7", "imdb": "tt0000007"])
        #expect(facts.ratings == [Rating(provider: "shelf", value: 4.5, scale: 5, votes: 12)])
        #expect(facts.images == [MovieImage(kind: "poster", url: "https://i.example/p", width: 500, provider: "shelf")])
        #expect(facts.videos == [MovieVideo(kind: "teaser", site: "youtube", key: "abc")])
        #expect(facts.directors == [Person(name: "A")])
        #expect(facts.cast == [Person(name: "B", character: "Keeper")])
        #expect(facts.certifications == [Certification(region: "KR", label: "15세")])
        #expect(facts.companies == ["X"])
        #expect(facts.adult == true)
        #expect(facts.popularity == 1.5)
        #expect(facts.homepage == "https://f.example")
    }

    @Test("Fields that are missing from a row stay unset")
    func empty() throws {
        var expected = MovieFacts()
        expected.title = LocalizedText("A")
        expected.titles = [LocalizedText("A")]
        #expect(
            try film("{ title: t, year: y, rating: { path: r, scale: 10 }, genres: g }", #"{"t": "A"}"#) == expected
        )
    }

    @Test(
        "Filters accept a year that is off by one and convert ratings between scales",
        arguments: [
            (2_019, nil, true), (2_018, nil, true), (2_020, nil, true), (2_017, nil, false), (2_021, nil, false),
            (nil, nil, true), (2_016, "2019-05-30", true), (2_016, "2016-05-30", false),
        ] as [(Int?, String?, Bool)]
    )
    func mayBeOfYear(_ year: Int?, _ date: String?, _ expected: Bool) {
        var facts = MovieFacts()
        facts.year = year
        facts.releaseDate = date.flatMap { CalendarDate(parsing: $0) }
        #expect(facts.mayBeOf(year: 2_019) == expected)
        facts.ratings = [Rating(provider: "shelf", value: 3.75, scale: 5)]
        #expect(facts.mayBeRated(atLeast: 7.5))
        #expect(!facts.mayBeRated(atLeast: 7.6))
    }
}

@Suite("Mapping all rows of an answer")
struct FilmRowsTests {
    @Test("A film contains nothing from the rows before it, whether dropped or kept")
    func rows() throws {
        let item = """
            { ids: { shelf: id, imdb: i }, genres: g, languages: l, countries: c, images: { path: p, kind: logo }, \
            directors: d, videos: v, runtime: m, adult: a, title: { path: t, required: true }, \
            titles: [{ path: u, language: fr }], certification: { path: f, region: KR }, companies: k, rating: r }
            """
        let definition = try #require(try shelf("search: { get: /f, rows: ., item: \(item) }").http)
        let operation = try #require(definition.operations[.search]?.first)
        let root = try JSONDocument(
            #"""
            [{"id":1,"i":"tt1","t":"Well","u":"Puits","g":["Sci-Fi","SF","drama"],"l":["English","en"],"c":"한국","p":["a","b"],
              "d":["D"],"v":"k","m":90,"a":true,"f":"15","k":["K","K"],"r":7},
             {"id":2,"u":"Quai","g":["Horror"],"p":"c","d":"E","m":1},
             {"id":3,"t":"Dune"},
             {"id":4,"t":"Pier","u":"Quai","p":"d","l":"Korean","d":["F","G"]}]
            """#
        ).root
        var mapper = RowMapping(operation.item, provider: "shelf").mapper()
        let films = root.elements.compactMap { mapper.movie($0, root: root)?.normalized() }
        let alone = root.elements.compactMap { row in
            var mapper = RowMapping(operation.item, provider: "shelf").mapper()
            return mapper.movie(row, root: root)?.normalized()
        }
        #expect(films == alone)
        #expect(mapper.report.dropped == 1)

        #expect(films.map(\.ids) == [["shelf": "1", "imdb": "tt0000001"], ["shelf": "3"], ["shelf": "4"]])
        #expect(films.map(\.genres) == [["science-fiction", "drama"], [], []])
        #expect(films.map(\.languages) == [["en"], [], ["ko"]])
        #expect(films.map { $0.titles.map(\.text) } == [["Well", "Puits"], ["Dune"], ["Pier", "Quai"]])
        #expect(films.map { $0.images.map(\.url) } == [["a", "b"], [], ["d"]])
        #expect(films.map { $0.directors.map(\.name) } == [["D"], [], ["F", "G"]])
        #expect(films.map(\.companies) == [["K"], [], []])
        #expect(films.map(\.runtimeMinutes) == [90, nil, nil])
        #expect(films.map(\.adult) == [true, nil, nil])
        #expect(films[0].countries == ["KR"])
        #expect(films[0].certifications == [Certification(region: "KR", label: "15")])
        #expect(films[0].ratings == [Rating(provider: "shelf", value: 7, scale: 10)])
        #expect(films[0].videos == [MovieVideo(kind: "trailer", site: "youtube", key: "k")])
    }
}
