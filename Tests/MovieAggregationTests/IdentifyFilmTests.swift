import MovieDomain
import MovieStore
import Platform
import Testing

@testable import MovieAggregation

@Suite("Films of names", .timeLimit(.minutes(15)))
struct IdentifyFilmTests {
    private func identify(
        _ name: String,
        _ shelves: [WordShelf],
        languages: [String] = []
    ) async throws -> IdentifiedName {
        let library = LibraryFile(
            inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_186_800)),
            mostRemembered: 0
        )
        var names = IdentifyNames(names: [name])
        names.languages = languages
        let catalogue = Catalogue.scripted(shelves.map(\.repository), library: library)
        return try #require(await names.run(in: catalogue).names.first)
    }

    private static func film(_ title: String, _ year: Int?, _ number: String, imdb: String? = nil) -> MovieFacts {
        var film = MovieFacts(ids: ["shelf": number], title: title, year: year)
        film.ids["imdb"] = imdb
        return film
    }

    // MARK: Readings

    @Test(
        "The reading that finds a film counts, and the others are not asked for",
        arguments: [
            ("The Orchard: The Final Cut (1998).mkv", "The Orchard: The Final Cut"),
            ("The.Orchard.Limited.2005.1080p.mkv", "The Orchard Limited"),
            ("Oda.PROPER.2001.1080p.mkv", "Oda"), ("Oda.DC.2003.1080p.mkv", "Oda DC"),
            ("Oda English (2003).mkv", "Oda English"), ("Oda.English.2001.1080p.mkv", "Oda"),
            ("2 - Nine Foxes (2008).mkv", "Nine Foxes"), ("NineFoxes2008.mkv", "Nine Foxes"),
            ("grp-nine.foxes.2008.720p.bluray.x264.mkv", "Nine Foxes"),
        ]
    )
    func reading(name: String, title: String) async throws {
        let films = [
            ("The Orchard: The Final Cut", 1998), ("The Orchard", 1998), ("The Orchard Limited", 2005), ("Oda", 2001),
            ("Oda DC", 2003), ("Oda English", 2003), ("Nine Foxes", 2008),
        ]
        let shelf = WordShelf(films.enumerated().map { Self.film($1.0, $1.1, "\($0)") })
        let found = try await identify(name, [shelf])
        #expect(found.status == .found)
        #expect(found.movie?.facts.title?.text == title)
        #expect(found.reading.title.lowercased() == title.lowercased())
        #expect(Set(shelf.asked).count == shelf.asked.count)
    }

    @Test("A reading that is uncertain gives way to one that is certain, and else it is the answer")
    func uncertain() async throws {
        let films = [Self.film("Harbour 1984", 2020, "1"), Self.film("Pier Harbour", 1984, "2")]
        let shelf = WordShelf(films)
        let open = try await identify("Harbour.1984.1080p.mkv", [shelf])
        #expect(open.status == .undecided)
        #expect(open.candidates.map(\.facts.title?.text) == ["Harbour 1984"])
        #expect(open.reading.title == "Harbour 1984")
        let hinted = WordShelf([Self.film("Paper Pier", 2013, "1"), Self.film("Paper Pier", 1990, "2")])
        #expect(try await identify("/films/2013/Paper Pier.mkv", [hinted]).movie?.facts.year == 2013)
        #expect(try await identify("/films/2020/Paper Pier.mkv", [hinted]).status == .undecided)
    }

    @Test("What comes with a film is looked up as that film, and episodes are not looked up")
    func extras() async throws {
        let shelf = WordShelf([Self.film("Making Of", 2015, "1"), Self.film("Paper Pier", 2013, "2")])
        let extra = try await identify("/films/Paper Pier (2013)/Featurettes/Making Of.mkv", [shelf])
        #expect(extra.movie?.facts.title?.text == "Paper Pier")
        #expect(extra.reading.extra == "Featurettes")
        #expect(shelf.asked == ["Paper Pier 2013 en"])
        let lone = try await identify("trailer.mp4", [shelf])
        #expect(lone.status == .noTitle)
        let episode = try await identify("Paper.Pier.2013.05.14.720p.mkv", [shelf])
        #expect(episode.status == .episode)
        #expect(shelf.asked.count == 1)
    }

    // MARK: Years

    @Test("A film is found by the year of its production and by that of any release")
    func years() async throws {
        var film = Self.film("겨울 부두", 2020, "1")
        film.releaseDate = CalendarDate(year: 2022, month: 12, day: 7)
        film.releases = [
            RegionalRelease(region: "FR", events: [.init(date: CalendarDate(year: 2025, month: 2, day: 1))])
        ]
        let namesake = Self.film("겨울 부두", 2021, "2")
        let shelf = WordShelf([film, namesake])
        for (year, id) in [(2020, "1"), (2021, "2"), (2022, "1"), (2025, "1")] {
            let found = try await identify("겨울 부두 (\(year)).mkv", [shelf])
            #expect(found.movie?.facts.ids["shelf"] == id, "\(year)")
            #expect(found.movie?.facts.year == (id == "1" ? 2020 : 2021))
        }
    }

    @Test("The year of one source is enough, although another one tells that of the production")
    func yearsOfSources() async throws {
        func film(_ ids: [String: String], _ title: String, _ year: Int, _ day: (Int, Int, Int)) -> MovieFacts {
            var film = MovieFacts(ids: ids, title: title, language: "ko", year: year)
            film.releaseDate = CalendarDate(year: day.0, month: day.1, day: day.2)
            return film
        }
        let produced = WordShelf(
            [
                film(["kofic": "1"], "겨울 부두", 2020, (2022, 12, 7)), film(["kofic": "2"], "등", 2021, (2022, 5, 1)),
                film(["kofic": "3"], "오래된 부두", 2018, (2022, 8, 3)),
            ],
            id: "kofic"
        )
        let released = WordShelf(
            [
                film(["tmdb": "1"], "겨울 부두", 2022, (2022, 12, 7)), film(["tmdb": "2"], "등", 2022, (2022, 5, 1)),
                film(["tmdb": "3"], "오래된 부두", 2022, (2022, 8, 3)),
                film(["tmdb": "4"], "겨울 부두", 2021, (2021, 3, 3)),
            ],
            id: "tmdb"
        )
        let expected = [
            ("겨울 부두 (2022)", "1"), ("겨울 부두 (2021)", "4"), ("등 (2022)", "2"), ("등 (2021)", "2"),
            ("오래된 부두 (2022)", "3"),
        ]
        for (name, id) in expected {
            let found = try await identify(name, [produced, released])
            let ids = found.movie?.facts.ids ?? [:]
            #expect(ids["tmdb"] ?? ids["kofic"] == id, "\(name): \(found.status)")
        }
    }

    @Test("A film that came out again in the year of a namesake is not taken for it")
    func releasedAgain() async throws {
        var old = Self.film("Pale Pier", 1985, "1")
        old.releaseDate = CalendarDate(year: 2022, month: 3, day: 4)
        let shelf = WordShelf([old, Self.film("Pale Pier", 2022, "2")])
        #expect(try await identify("Pale.Pier.2022.1080p.mkv", [shelf]).movie?.facts.ids["shelf"] == "2")
        #expect(try await identify("Pale Pier (1985)", [shelf]).movie?.facts.ids["shelf"] == "1")
    }

    @Test("A year beside a restoration does not name the film of that year")
    func restoration() async throws {
        let shelf = WordShelf([Self.film("Hollow Pier", 1982, "1"), Self.film("Hollow Pier", 2007, "2")])
        for name in ["Hollow Pier (1982) (2007 Restoration).mkv", "Hollow.Pier.1982.2007.Remaster.1080p.mkv"] {
            #expect(try await identify(name, [shelf]).movie?.facts.ids["shelf"] == "1", "\(name)")
        }
        #expect(try await identify("Hollow Pier (2007 Restoration).mkv", [shelf]).status == .undecided)
    }

    // MARK: Ids

    private static let pier = film("Paper Pier", 2013, "1", imdb: "tt9000555")
    private static let inside = film("Inside Pier", 2015, "2", imdb: "tt9096673")

    @Test(
        "If the ids of a name are those of different films, its title and year decide, and the answer says so",
        arguments: [
            "Paper Pier (2013) {tmdb-1} [imdbid-tt9096673]/Paper Pier.mkv",
            "Paper Pier (2013) [imdbid-tt9096673] {tmdb-1}.mkv", "Paper Pier (2013) {tmdb-2} {imdb-tt9000555}.mkv",
            "Paper Pier (2013) {imdb-tt9096673} {imdb-tt9000555}.mkv",
            "Paper Pier (2013) {tmdb-2}/Paper Pier {tmdb-1}.mkv",
        ]
    )
    func contradictingIDs(name: String) async throws {
        let found = try await identify(name, [Self.numbered])
        #expect(found.movie?.facts.title?.text == "Paper Pier")
        #expect(found.movie?.match.map { $0.confidence < 1 } == true)
        #expect(found.movie?.match?.reasons.last?.hasSuffix("in the name is another film") == true)
    }

    @Test("If neither film has the title, both are candidates")
    func strangeIDs() async throws {
        let found = try await identify("Something Else (1950) {tmdb-1} {imdb-tt9096673}.mkv", [Self.numbered])
        #expect(found.status == .undecided)
        #expect(found.candidates.count == 2)
    }

    @Test("Ids of one film are believed, and looked up once")
    func agreeingIDs() async throws {
        let shelf = Self.numbered
        let found = try await identify("Paper Pier (2013) {tmdb-1} {imdb-tt9000555}.mkv", [shelf])
        #expect(found.movie?.match?.confidence == 1)
        #expect(found.movie?.match?.reasons.contains { $0.hasPrefix("although") } == false)
        #expect(shelf.asked == ["imdb:tt9000555"])
    }

    @Test(
        "An id that no source has does not hide the film of the title, and the answer says so",
        arguments: [
            ("Paper Pier (2013) {tmdb-99999}.mkv", ["tmdb:99999"]),
            ("Paper Pier (2013) {tmdb-99999} [tt9999999].mkv", ["imdb:tt9999999", "tmdb:99999"]),
            ("Paper.Pier.2013.tt9999999.1080p.mkv", ["imdb:tt9999999"]),
            ("/films/Paper Pier (2013) {tmdb-99999}/Paper Pier.mkv", ["tmdb:99999"]),
            ("/films/Paper Pier (2013)/Paper.Pier.tmdb-99999.mkv", ["tmdb:99999"]),
        ]
    )
    func unknownIDs(name: String, ids: [String]) async throws {
        let found = try await identify(name, [Self.numbered])
        #expect(found.movie?.facts.title?.text == "Paper Pier", "\(found.status)")
        let reasons = found.movie?.match?.reasons ?? []
        #expect(reasons.suffix(ids.count) == ids.map { "although no source has \($0)" }[...])
    }

    private static var numbered: WordShelf {
        var films = [pier, inside]
        for place in films.indices { films[place].ids["tmdb"] = "\(place + 1)" }
        return WordShelf(films)
    }

    // MARK: Folders

    @Test(
        "If the name of a file finds nothing certain, it is the film of its folder, if that has a year",
        arguments: [
            ("/films/Salt Pier (2014)/abc-salt.mkv", "1"), ("/films/Salt Pier (2014)/Part 1.avi", "1"),
            ("/films/Salt Pier (2014)/title_t00.mkv", "1"), ("/films/Salt Pier (2014)/00001.m2ts", "1"),
            ("/films/Salt Pier (2014)/sp_hq_rip.mkv", "1"), ("/films/Salt Pier (2014)/Main Feature.mkv", "1"),
            ("/films/Salt Pier (2014)/Salt Pier my own cut.mkv", "1"), ("/films/Salt Pier/abc-salt.mkv", nil),
            ("/films/Salt Pier (2014)/Salt Pier 2.mkv", nil), ("/films/Salt Pier (2014)/Salt Pier 2 (2016).mkv", "2"),
        ] as [(String, String?)]
    )
    func folders(name: String, id: String?) async throws {
        let films = [("Salt Pier", 2014), ("Salt Pier 2", 2016), ("Part 1", 2010)]
        let shelf = WordShelf(films.enumerated().map { Self.film($1.0, $1.1, "\($0 + 1)") })
        let found = try await identify(name, [shelf])
        #expect(found.movie?.facts.ids["shelf"] == id, "\(found.status)")
    }

    // MARK: Titles and languages

    @Test(
        "Of two films of one year whose titles differ in little, the one with exactly this title is the film",
        arguments: [
            ("Gift", 2015, "1"), ("The Gift", 2015, "2"), ("gift", 2015, "1"), ("Ferry", 2011, "3"),
            ("A Ferry", 2011, "4"), ("The Ferry", 2011, "5"), ("Le Quai", 2009, "6"), ("Quai", 2009, "7"),
            ("Harbor!", 2008, "8"), ("Harbor", 2008, "9"), ("Twins", 2000, nil), ("The Twins", 2000, nil),
        ] as [(String, Int, String?)]
    )
    func namesakes(title: String, year: Int, id: String?) async throws {
        let films = [
            ("Gift", 2015), ("The Gift", 2015), ("Ferry", 2011), ("A Ferry", 2011), ("The Ferry", 2011),
            ("Le Quai", 2009), ("Quai", 2009), ("Harbor!", 2008), ("Harbor", 2008), ("Twins", 2000), ("Twins", 2000),
            ("Gift", 2014),
        ]
        let facts = films.enumerated().map { Self.film($1.0, $1.1, "\($0 + 1)") }
        // A source that finds more than the words of the query.
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_186_800)))
        let catalogue = Catalogue.scripted([.shelf("shelf", facts)], library: library)
        let found = try await IdentifyNames(names: ["\(title) (\(year)).mkv"]).run(in: catalogue).names
        #expect(found.first?.movie?.facts.ids["shelf"] == id, "\(found.map(\.status))")
        // What is in brackets may belong to the title.
        let bracketed = ["[LAMP]", "Lamp (Dreams)", "Lamp"].enumerated().map { Self.film($1, 2007, "\($0 + 1)") }
        for films in [Array(bracketed[0...1]), Array(bracketed[1...2])] {
            let catalogue = Catalogue.scripted([.shelf("shelf", films)], library: library)
            let found = try await IdentifyNames(names: ["Lamp (Dreams) (2007).mkv"]).run(in: catalogue).names
            #expect(found.allSatisfy { $0.movie == nil || $0.movie?.facts.ids["shelf"] == "2" })
        }
        var film = LibraryFilm(ids: [], title: title, titles: [title], year: year)
        film.ids = [MovieID(namespace: "title", value: "\(title) (\(year))")]
        let identified = try await IdentifyFilm(film: film).run(in: catalogue)
        #expect(identified.movie?.facts.ids["shelf"] == id)
    }

    @Test("A film that the source finds by an alternative title is looked up once, and matches by it")
    func alternativeTitle() async throws {
        let rows = [Self.film("Lamp Lost in Snow", 2008, "1"), Self.film("Home Harbor", 2011, "2")]
        var details = rows
        details[0].titles.append(LocalizedText("Lumière perdue", language: "fr"))
        details[1].titles.append(LocalizedText("蒙特灯笼", language: "zh"))
        let shelf = WordShelf(rows, details: details)
        let chinese = try await identify("蒙特灯笼 (2011).mkv", [shelf])
        #expect(chinese.movie?.facts.ids["shelf"] == "2")
        #expect(shelf.asked == ["蒙特灯笼 2011 zh", "shelf:2"])
        let french = try await identify("Lumière Perdue 2008", [shelf])
        #expect(french.movie?.facts.ids["shelf"] == "1")
    }

    @Test(
        "Digits that stand for letters, and signs for fractions, are read in titles",
        arguments: [
            ("Seven Harbors (1995)", "Se7en Harbors", 1995), ("Se7en Harbors (1995)", "Seven Harbors", 1995),
            ("8½ Ferries (1963)", "Eight and a Half Ferries", 1963),
            ("Eight and a Half Ferries (1963)", "8½ Ferries", 1963), ("S1mone Pier (2002)", "Simone Pier", 2002),
        ]
    )
    func spelledOut(name: String, title: String, year: Int) async throws {
        // A source that finds more than the words of the query.
        let films = [Self.film(title, year, "1"), Self.film("Other Film", year, "2")]
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_186_800)))
        let catalogue = Catalogue.scripted([.shelf("shelf", films)], library: library)
        let found = try await IdentifyNames(names: [name]).run(in: catalogue).names
        #expect(found.first?.movie?.facts.title?.text == title)
    }

    @Test(
        "A title is asked for in a language that is written like it",
        arguments: [
            ("종이배 (2010)", [], "ko"), ("Paper Boat (2010)", ["ko"], "en"), ("Paper Boat (2010)", ["ko", "fr"], "fr"),
            ("紙の船 (2010)", [], "ja"), ("纸船 (2010)", [], "zh"), ("纸船 (2010)", ["en", "zh-TW"], "zh-TW"),
            ("紙船 (2010)", ["ja", "en"], "ja"), ("Лодка (2010)", [], "ru"), ("Лодка (2010)", ["uk"], "uk"),
            ("βάρκα (2010)", [], "el"),
        ]
    )
    func language(name: String, wanted: [String], expected: String) async throws {
        let shelf = WordShelf([Self.film("Other", 2010, "1")])
        _ = try await identify(name, [shelf], languages: wanted)
        #expect(shelf.asked.first?.hasSuffix(" " + expected) == true, "\(shelf.asked)")
    }
}
