import MarqueeTestKit
import MovieDomain
import Platform
import SQLite
import Testing

@testable import MovieStore

@Suite("Filters and orders of the library", .timeLimit(.minutes(15)))
struct LibraryQueryTests {
    private static func id(_ number: Int) -> MovieID { MovieID(namespace: "imdb", value: "tt\(number)") }

    private static func film(_ number: Int, _ title: String, year: Int? = nil, _ members: String = "") -> LibraryFilm {
        LibraryFilm(
            ids: [id(number)],
            title: title,
            titles: [title],
            year: year,
            document: Array("{\"title\":\"\(title)\"\(members.isEmpty ? "" : "," + members)}".utf8)
        )
    }

    private static let films = [
        film(1, "Amber", year: 1999, #""runtimeMinutes":95,"genres":["drama","독립영화"]"#),
        film(2, "Brass", year: 2004, #""runtimeMinutes":150,"genres":["drama"]"#),
        film(3, "Copper", year: 1999, #""genres":["thriller"]"#),
        film(4, "Dust", #""runtimeMinutes":80"#),
        film(5, "Ember"),
    ]

    /// Returns a library in memory with all films bookmarked, the last one first.
    private func library() async throws -> LibraryFile {
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_000)))
        for film in Self.films { _ = try await library.addBookmark(film) }
        return library
    }

    private func titles(
        in library: LibraryFile,
        order: LibraryQuery.Sort = .date,
        _ change: (inout LibraryQuery) -> Void = { _ in }
    ) async throws -> (titles: [String], lacking: [LibraryQuery.Field: Int]) {
        var query = LibraryQuery(sort: order)
        change(&query)
        let page = try await library.bookmarks(query, at: 0..<100)
        #expect(page.total == page.entries.count)
        return (page.entries.map(\.film.title), page.lacking)
    }

    @Test("A film that a filter cannot judge is left out and counted, unless another filter rules it out")
    func lacking() async throws {
        let library = try await library()
        let short = try await titles(in: library) { $0.maximumMinutes = 100 }
        #expect(short.titles == ["Dust", "Amber"] && short.lacking == [.runtime: 2])
        let shortDramas = try await titles(in: library) { ($0.maximumMinutes, $0.genre) = (100, GenreName("Drama")) }
        #expect(shortDramas.titles == ["Amber"] && shortDramas.lacking == [.genre: 2, .runtime: 1])
        let nineties = try await titles(in: library) { $0.years = 1990...1999 }
        #expect(nineties.titles == ["Copper", "Amber"] && nineties.lacking == [.year: 2])
        _ = try await library.putCard(CardChange(stars: 3.5), of: Self.films[0])
        _ = try await library.putCard(CardChange(isWatched: true), of: Self.films[1])
        let good = try await titles(in: library) { $0.minimumStars = 3.5 }
        #expect(good.titles == ["Amber"] && good.lacking == [.stars: 4])
        #expect(try await titles(in: library) { $0.isWatched = true }.titles == ["Brass", "Amber"])
        #expect(try await titles(in: library) { $0.isWatched = false }.titles == ["Ember", "Dust", "Copper"])
        let none = try await titles(in: LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 0)))) {
            $0.maximumMinutes = 100
        }
        #expect(none.titles.isEmpty && none.lacking.isEmpty)
    }

    @Test("Genres are found by any name, and those that only a source has by its word, in any case and composition")
    func genres() async throws {
        let library = try await library()
        for name in ["drama", "드라마", "Drama"] {
            #expect(try await titles(in: library) { $0.genre = GenreName(name) }.titles == ["Brass", "Amber"])
        }
        for name in ["독립영화", "\u{1103}\u{1169}\u{11A8}\u{1105}\u{1175}\u{11B8}영화"] {
            #expect(try await titles(in: library) { $0.genre = GenreName(name) }.titles == ["Amber"], "\(name)")
        }
        #expect(try await library.genres() == ["drama", "독립영화", "thriller"])
    }

    @Test("Films without a year or a running time come last, and a shuffle with one seed is always the same")
    func orders() async throws {
        let library = try await library()
        #expect(try await titles(in: library, order: .title).titles == ["Amber", "Brass", "Copper", "Dust", "Ember"])
        #expect(try await titles(in: library, order: .year).titles == ["Brass", "Copper", "Amber", "Ember", "Dust"])
        #expect(try await titles(in: library, order: .runtime).titles == ["Dust", "Amber", "Brass", "Ember", "Copper"])
        var shuffles: Set<[String]> = []
        for seed in 0..<20 {
            let shuffle = try await titles(in: library, order: .random) { $0.seed = seed }.titles
            #expect(try await titles(in: library, order: .random) { $0.seed = seed }.titles == shuffle)
            #expect(shuffle.sorted() == Self.films.map(\.title))
            shuffles.insert(shuffle)
        }
        #expect(shuffles.count > 5)
        var query = LibraryQuery(sort: .random)
        query.seed = 7
        var pages: [String] = []
        for start in [0, 2, 4, 6] {
            let page = try await library.bookmarks(query, at: start..<(start + 2))
            #expect(page.total == 5)
            pages += page.entries.map(\.film.title)
        }
        #expect(pages == (try await titles(in: library, order: .random) { $0.seed = 7 }.titles))
    }

    @Test("A list keeps its own order, and is filtered before it is cut into pages")
    func lists() async throws {
        let library = try await library()
        for film in Self.films { try await library.add(film, toList: "Best", at: 1) }
        var query = LibraryQuery(sort: .position)
        let whole = try #require(try await library.films(ofList: "best", query, at: 1..<3))
        #expect(whole.list.name == "Best" && whole.list.count == 5)
        #expect(whole.page.entries.map(\.title) == ["Dust", "Copper"] && whole.page.total == 5)
        query.years = 1999...1999
        let old = try #require(try await library.films(ofList: "Best", query, at: 1..<2))
        #expect(old.page.entries.map(\.title) == ["Amber"] && old.page.total == 2 && old.page.lacking == [.year: 2])
        #expect(try await library.films(ofList: "Worst", query, at: 0..<9) == nil)
    }

    @Test("Cards are sorted and searched")
    func cards() async throws {
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_700_000_000)))
        let day = CalendarDate(year: 2020, month: 1, day: 1)
        let balloons = CardChange(stars: 3, comment: "Balloons", watchedOn: day)
        _ = try await library.putCard(CardChange(isWatched: true), of: LibraryFilmTests.parasite)
        _ = try await library.putCard(balloons, of: LibraryFilmTests.up)
        let murder = LibraryFilmTests.film([LibraryFilmTests.tmdb], "살인의 추억")
        _ = try await library.putCard(CardChange(comment: "계단 장면이 압권", watchedOn: day?.adding(days: 1)), of: murder)
        func titles(_ query: LibraryQuery) async throws -> [String] {
            try await library.cards(query, at: 0..<9).entries.map(\.film.title)
        }
        #expect(try await titles(LibraryQuery(sort: .stars)).first == "Up")
        #expect(try await titles(LibraryQuery(sort: .title)) == ["Up", "기생충", "살인의 추억"])
        #expect(try await titles(LibraryQuery(sort: .date)) == ["기생충", "살인의 추억", "Up"])
        #expect(try await titles(LibraryQuery(text: "balloon")) == ["Up"])
        #expect(try await titles(LibraryQuery(text: "PARA")) == ["기생충"])
        for (text, isFound) in [
            ("살인의추억", true), ("살인 의 추억", true), ("장면 계단", true), ("\u{110E}\u{116E}\u{110B}\u{1165}\u{11A8}", true),
            ("계단 추억", false), ("추격", false), ("!", false),
        ] {
            #expect(try await titles(LibraryQuery(text: text)).isEmpty != isFound, "\(text)")
        }
    }

    @Test("What filters look at changes with the document, whatever it contains")
    func changedDocuments() async throws {
        let library = try await library()
        library.refresh(Self.film(4, "Dust", #""runtimeMinutes":300"#))
        #expect(try await titles(in: library) { $0.maximumMinutes = 100 }.titles == ["Amber"])
        for text in [
            "{", "[]", #"{"runtimeMinutes":"80","genres":"drama"}"#, #"{"runtimeMinutes":0,"genres":[null,{}]}"#,
            #"{"runtimeMinutes":99999999999999999999999,"directors":[7,"x",{"name":null}]}"#, "\u{0}", "",
        ] {
            var film = Self.film(4, "Dust")
            film.document = Array(text.utf8)
            try await library.replaceFilm(Self.id(4), with: film)
            #expect(try await titles(in: library).titles.count == 5, "\(text)")
            #expect(try await titles(in: library) { $0.maximumMinutes = 100 }.titles == ["Amber"], "\(text)")
        }
        _ = try await library.putCard(CardChange(isWatched: true), of: Self.films[0])
        #expect(try await library.cardOutlooks().map(\.facts.minutes) == [95])
    }

    /// The content of a library before filters: two films, one of them with a damaged document.
    private static let older = """
        INSERT INTO films VALUES (1, 'Amber', 'Amber', 1999,
            CAST('{"title":"Amber","runtimeMinutes":95,"genres":["drama"],"directors":[{"name":"Ann Lee"}]}' AS BLOB));
        INSERT INTO films VALUES (2, 'Dust', 'Dust', NULL, CAST('{' AS BLOB));
        INSERT INTO film_ids VALUES ('imdb:tt1', 1), ('imdb:tt2', 2);
        INSERT INTO bookmarks (film, added_at) VALUES (1, 1000), (2, 1001);
        INSERT INTO cards VALUES (1, 9, NULL, 1000);
        """

    @Test("A library from before is filtered at once, and then what filters look at is stored")
    func olderLibrary() async throws {
        try await StoreFixture.run { fixture in
            let settings = fixture.fileSettings(busyTimeout: 20_000)
            try StoreProbe.makeLibrary(settings, ofSchema: 6, content: Self.older)
            let (library, other) = (fixture.library(), fixture.library())
            for library in [library, other] {
                let short = try await titles(in: library) { $0.maximumMinutes = 100 }
                #expect(short.titles == ["Amber"] && short.lacking == [.runtime: 1])
                #expect(try await library.genres() == ["drama"])
                #expect(try await library.cardOutlooks().map(\.facts.directors) == [["Ann Lee"]])
            }
            let path = fixture.folder + "/library.sqlite"
            try await eventually {
                let connection = try SQLiteConnection(path: path, .readOnly, busyTimeout: 20_000)
                defer { connection.close() }
                return try connection.integer("SELECT count(*) FROM film_facts") == 2
            }
            #expect(try await titles(in: library) { $0.genre = GenreName("drama") }.titles == ["Amber"])
            _ = try await other.addBookmark(Self.films[1])
            #expect(try await titles(in: library) { $0.genre = GenreName("drama") }.titles == ["Brass", "Amber"])
            for library in [library, other] { #expect(await library.close(within: 20_000)) }
            #expect(fixture.faults == [])
        }
    }

    @Test("Several films are looked up at once by any of their ids")
    func standings() async throws {
        let library = try await library()
        _ = try await library.addBookmark(LibraryFilmTests.parasite)
        _ = try await library.putCard(CardChange(stars: 4.5), of: LibraryFilmTests.parasite)
        try await library.add(LibraryFilmTests.parasite, toList: "Best", at: nil)
        let ids = [LibraryFilmTests.kofic, MovieID(namespace: "imdb", value: "tt99"), Self.id(1)]
        let found = try await library.standings(of: ids.map { [$0] })
        #expect(found.map(\.bookmarkedAt?.secondsSinceEpoch) == [1_000, nil, 1_000])
        #expect(found.map(\.entry.card?.stars) == [4.5, nil, nil])
        #expect(found.map(\.entry.lists) == [["Best"], [], []])
    }

    @Test("A card can take its film's bookmark away, and lose one of its days")
    func changes() async throws {
        let library = try await library()
        let days = (1...3).compactMap { CalendarDate(year: 2026, month: 5, day: $0) }
        for day in days {
            var change = CardChange(watchedOn: day)
            change.isRewatch = true
            _ = try await library.putCard(change, of: Self.films[0])
        }
        #expect(try await library.bookmarks().count == 5)
        var change = CardChange(stars: 4)
        (change.removesBookmark, change.removedDay) = (true, days[1])
        let card = try #require(try await library.putCard(change, of: Self.films[0]).card)
        #expect(card.watchedDays == [days[2], days[0]] && card.stars == 4)
        #expect(try await library.bookmarks().map(\.film.title) == ["Ember", "Dust", "Copper", "Brass"])
        #expect(try await library.cards().count == 1)
    }
}
