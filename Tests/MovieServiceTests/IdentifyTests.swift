import JSON
import JSONRPC
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Synchronization
import Testing

@testable import MovieService

@Suite("Looking imported films up at the sources")
struct IdentifyTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_795_186_800)

    private static let table = """
        Name,Year,Letterboxd URI,Rating
        Parasite,2019,https://boxd.it/a,5
        Nothing,2011,https://boxd.it/b,3
        Twins,2000,https://boxd.it/c,2
        Broken,2000,https://boxd.it/d,2
        """

    private func client(_ library: LibraryFile) -> ServiceClient {
        var shelf = FakeRepository("shelf", capabilities: [.search, .lookup], namespaces: [.lookup: ["shelf"]])
        shelf.onSearch = { query throws(ProviderError) in
            let films =
                switch query.text {
                case "Parasite": [MovieFacts(ids: ["shelf": "1", "imdb": "tt6751668"], title: "Parasite", year: 2019)]
                case "Twins": ["2", "3"].map { MovieFacts(ids: ["shelf": $0], title: "Twins", year: 2000) }
                case "Broken": throw ProviderError(.unavailable, provider: "shelf", message: "shelf is down")
                default: [MovieFacts]()
                }
            return ProviderAnswer(MovieList(movies: films, totalItems: films.count, hasMore: false))
        }
        let book = LibraryFile(inMemory: .fixed(at: Self.now))
        return ServiceClient([shelf], book: book, library: library)
    }

    @Test("Films are looked for until the time of the call is up, and the next call goes on with the others")
    func identifiedInTime() async throws {
        let clock = ManualClock()
        var shelf = FakeRepository("shelf", capabilities: [.search, .lookup], namespaces: [.lookup: ["shelf"]])
        shelf.onSearch = { query throws(ProviderError) in
            clock.advance(by: .seconds(3))
            if query.text != "Parasite" { throw ProviderError(.timeout, provider: "shelf", message: "shelf is slow") }
            let film = MovieFacts(ids: ["shelf": "1", "imdb": "tt6751668"], title: "Parasite", year: 2019)
            return ProviderAnswer(MovieList(movies: [film], totalItems: 1, hasMore: false))
        }
        let client = ServiceClient([shelf], library: LibraryFile(inMemory: .fixed(at: Self.now)))
        var catalogue = try #require(client.catalogue.current)
        catalogue.clock = clock
        client.catalogue.replace(with: catalogue)
        _ = try await client.result("library/import", JSONValue.object([.init("csv", .string(Self.table))]).jsonText)
        let first = try await client.result("library/identify", #"{"timeout":5}"#)
        #expect(first["films"]?.elements.map { $0["status"]?.string } == ["connected"])
        let next = try #require(first["page"]?["next"]?.string)
        // The first film of a call counts although it takes all of the time.
        let second = try await client.result("library/identify", #"{"timeout":3,"cursor":"\#(next)"}"#)
        #expect(second["films"]?.elements.map { $0["status"]?.string } == ["unanswered"])
        #expect(second["page"]?["next"]?.string == "3.10...letterboxd:b")
    }

    @Test("A film known by title and year gets the ids of the only film that matches, and others stay as they are")
    func identified() async throws {
        let client = client(LibraryFile(inMemory: .fixed(at: Self.now)))
        var catalogue = try #require(client.catalogue.current)
        catalogue.clock = ManualClock()
        client.catalogue.replace(with: catalogue)
        let table = JSONValue.object([.init("csv", .string(Self.table))]).jsonText
        #expect(try await client.result("library/import", table)["byTitle"]?.int == 4)
        let first = try await client.result("library/identify", #"{"limit":3}"#)
        #expect(first["page"]?["next"]?.string == "2.3...letterboxd:c")
        let rest = try await client.result("library/identify", #"{"cursor":"2.3...letterboxd:c"}"#)
        #expect(rest["page"]?["next"]?.isNull == true)
        let films = [first, rest].flatMap { answer in answer["films"].map { Array($0.elements) } ?? [] }
        let ids = ["letterboxd:a", "letterboxd:b", "letterboxd:c", "letterboxd:d"]
        try #require(films.map { $0["id"]?.string } == ids)
        #expect(films.map { $0["status"]?.string } == ["connected", "unknown", "undecided", "unanswered"])
        #expect(films[0]["movie"]?["match"]?["reasons"]?.description == #"["same year","English title equal"]"#)
        #expect(films[2]["candidates"]?.elements.map { $0["id"]?.string } == ["shelf:2", "shelf:3"])
        #expect(films[3]["sources"]?[0]?["error"]?["kind"]?.string == "unavailable")
        let found = try await client.result("movies/search", #"{"query":"Parasite"}"#)
        #expect(found["movies"]?[0]?["ids"]?["letterboxd"] == nil)
        let cards = try await client.result("cards/list", #"{"sort":"stars"}"#)["cards"]
        #expect(cards?[0]?["movie"]?["id"]?.string == "imdb:tt6751668")
        #expect(cards?[0]?["movie"]?["provenance"]?["title"]?.description == #"["shelf"]"#)
    }

    @Test("A film whose details the library has keeps them when it is identified")
    func keepsDetails() async throws {
        var film = MovieFacts(ids: ["shelf": "1", "imdb": "tt6751668"], title: "Parasite", year: 2019)
        let found = film
        film.runtimeMinutes = 132
        let details = film
        var shelf = FakeRepository("shelf", capabilities: [.search, .lookup], namespaces: [.lookup: ["shelf"]])
        shelf.onSearch = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: [found], hasMore: false)) }
        shelf.onLookup = { _ throws(ProviderError) in ProviderAnswer(details) }
        let client = ServiceClient([shelf], library: LibraryFile(inMemory: .fixed(at: Self.now)))
        let table = "Name,Year,Letterboxd URI,Rating\nParasite,2019,https://boxd.it/a,5\n"
        _ = try await client.result("library/import", JSONValue.object([.init("csv", .string(table))]).jsonText)
        _ = try await client.result("bookmarks/add", #"{"id":"shelf:1"}"#)
        #expect(try await client.result("library/identify")["films"]?[0]?["status"]?.string == "connected")
        let movie = try await client.result("bookmarks/list")["movies"]?[0]
        #expect(movie?["runtimeMinutes"]?.int == 132 && movie?["card"]?["stars"]?.double == 5)
        #expect(movie?["id"]?.string == "imdb:tt6751668")
        #expect(try await client.result("cards/list", #"{"query":"parasite"}"#)["cards"]?.count == 1)
    }

    @Test("Films with the title of one without a year are its candidates, and two lines of one film get no card twice")
    func ofOneTitle() async throws {
        let client = client(LibraryFile(inMemory: .fixed(at: Self.now)))
        let table =
            "Name,Year,Letterboxd URI,Rating\nTwins,,https://boxd.it/a,5\nParasite,2019,https://boxd.it/b,4\n"
            + "Parasite,2019,https://boxd.it/c,3\n"
        _ = try await client.result("library/import", JSONValue.object([.init("csv", .string(table))]).jsonText)
        let films = try await client.result("library/identify")["films"]
        #expect(films?.elements.map { $0["status"]?.string } == ["undecided", "connected", "second_card"])
        #expect(films?[0]?["candidates"]?.count == 2)
        #expect(try await client.result("cards/remove", #"{"id":"imdb:tt6751668"}"#)["removed"]?.int == 1)
        let cards = try await client.result("cards/list", #"{"sort":"stars"}"#)["cards"]
        #expect(cards?.elements.map { $0["movie"]?["id"]?.string } == ["letterboxd:a", "letterboxd:c"])
    }

    @Test("A film of the year beside does not take the place of another film of the library")
    func nearYears() async throws {
        var shelf = FakeRepository("shelf", capabilities: [.search, .lookup], namespaces: [.lookup: ["shelf"]])
        shelf.onSearch = { _ throws(ProviderError) in
            let film = MovieFacts(ids: ["shelf": "1", "imdb": "tt0000077"], title: "The Hazel Door", year: 1998)
            return ProviderAnswer(MovieList(movies: [film], totalItems: 1, hasMore: false))
        }
        let client = ServiceClient([shelf], library: LibraryFile(inMemory: .fixed(at: Self.now)))
        let table =
            "Name,Year,Letterboxd URI,Rating\nThe Hazel Door,1999,https://boxd.it/a,5\n"
            + "The Hazel Door,1998,https://boxd.it/b,3\n"
        _ = try await client.result("library/import", JSONValue.object([.init("csv", .string(table))]).jsonText)
        // Also if the film of the right year comes with a later call.
        var statuses: [String?] = []
        var cursor = ""
        repeat {
            let answer = try await client.result("library/identify", #"{"limit":1\#(cursor)}"#)
            statuses += answer["films"]?.elements.map { $0["status"]?.string } ?? []
            cursor = answer["page"]?["next"]?.string.map { #","cursor":"\#($0)""# } ?? ""
        } while !cursor.isEmpty
        #expect(statuses == ["undecided", "connected"])
        let card = try await client.result("library/get", #"{"ids":["imdb:tt0000077"]}"#)["films"]?[0]?["card"]
        #expect(card?["stars"]?.double == 3)
    }

    /// The searches that a source gets.
    private final class Asked: Sendable {
        private let texts = Mutex<[String]>([])

        func note(_ text: String) { texts.withLock { $0.append(text) } }

        func taken() -> [String] {
            texts.withLock { texts in
                defer { texts = [] }
                return texts
            }
        }
    }

    /// A film in the languages that a source has it in.
    private struct Translated: Sendable {
        var en: String, ko: String, original: String, year: Int
    }

    private static let translated = [
        Translated(en: "Paper Lamp", ko: "종이등", original: "종이등", year: 2019),
        Translated(en: "The Lost Lamp", ko: "잃어버린 등", original: "La lampe perdue", year: 2008),
        Translated(en: "Plain Lamp", ko: "평범한 등", original: "Plain Lamp", year: 2010),
        Translated(en: "Glass Road", ko: "유리길", original: "Glass Road", year: 2010),
        Translated(en: "1917: The Long Ferry", ko: "긴 나룻배", original: "긴 나룻배", year: 2019),
        Translated(en: "Harbor 2049", ko: "항구 2049", original: "항구 2049", year: 2017),
    ]

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// A source that finds a film by the words of any of its titles, and gives its title in the language asked for.
    private func translatedShelf(_ asked: Asked) -> FakeRepository {
        var shelf = FakeRepository("shelf", capabilities: [.search, .lookup], namespaces: [.lookup: ["shelf"]])
        shelf.profile.languages = ["ko", "en"]
        shelf.onSearch = { query throws(ProviderError) in
            let language = query.languages.first ?? "ko"
            asked.note("\(query.text) \(query.year.map(String.init) ?? "-") \(language)")
            let found = Self.translated.enumerated().filter { _, film in
                (query.year ?? film.year) == film.year
                    && [film.en, film.ko, film.original].contains { title in
                        Self.words(query.text).allSatisfy { word in Self.words(title).contains { $0.hasPrefix(word) } }
                    }
            }
            let movies = found.map { number, film in
                var facts = MovieFacts(ids: ["shelf": "\(number + 1)"], title: "", year: film.year)
                let title = language == "ko" ? film.ko : film.en
                facts.title = LocalizedText(title, language: language)
                facts.titles = [LocalizedText(title, language: language), LocalizedText(film.original)]
                facts.originalTitle = film.original
                return facts
            }
            return ProviderAnswer(MovieList(movies: movies, totalItems: movies.count, hasMore: false))
        }
        return shelf
    }

    @Test(
        "A film of the library is asked for as a name with its title and year is",
        arguments: [
            ("Paper Lamp", 2019), ("The Lost Lamp", 2008), ("Plain Lamp", 2010), ("종이등", 2019), ("Glass Road", 2011),
            ("La lampe perdue", 2008), ("1917: The Long Ferry", 2019), ("Harbor 2049", 2017), ("Nothing at All", 2000),
        ]
    )
    func asName(title: String, year: Int) async throws {
        let asked = Asked()
        let policy = MergePolicy(languages: ["ko", "en"])
        let library = LibraryFile(inMemory: .fixed(at: Self.now))
        let client = ServiceClient([translatedShelf(asked)], policy: policy, library: library)
        let table = "Name,Year,Letterboxd URI,Rating\n\(title),\(year),https://boxd.it/b1,4\n"
        _ = try await client.result("library/import", JSONValue.object([.init("csv", .string(table))]).jsonText)
        let film = try await client.result("library/identify")["films"]?[0]
        let ofLibrary = asked.taken()
        let names: JSONValue = ["names": .array([.string("\(title) (\(year)).mkv")])]
        let name = try await client.result("movies/identify", names.jsonText)["films"]?[0]
        #expect(ofLibrary == asked.taken())
        #expect((film?["status"]?.string == "connected") == (name?["status"]?.string == "found"))
        #expect(film?["status"]?.string == (title == "Nothing at All" ? "unknown" : "connected"))
        #expect(film?["movie"]?["ids"]?["shelf"]?.string == name?["movie"]?["ids"]?["shelf"]?.string)
    }

    @Test("A film of the library waits for its turn at a source whose rate is used up")
    func waits() async throws {
        let waits = Mutex<[Bool]>([])
        var shelf = FakeRepository("shelf", capabilities: [.search])
        shelf.onContext = { context in waits.withLock { $0.append(context.waitsForTurn) } }
        shelf.onSearch = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: [], hasMore: false)) }
        var other = FakeRepository("other", capabilities: [.search])
        other.onSearch = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: [], hasMore: false)) }
        let client = ServiceClient([shelf, other], library: LibraryFile(inMemory: .fixed(at: Self.now)))
        let table = "Name,Year,Letterboxd URI,Rating\nParasite,2019,https://boxd.it/a,5\n"
        _ = try await client.result("library/import", JSONValue.object([.init("csv", .string(table))]).jsonText)
        _ = try await client.result("library/identify")
        let all = waits.withLock(\.self)
        #expect(!all.isEmpty && all.allSatisfy(\.self))
    }

    @Test("A pin decides which film it is, a split takes a connection back, and two cards of one film become one")
    func identifiedByUser() async throws {
        let client = client(LibraryFile(inMemory: .fixed(at: Self.now)))
        let table = JSONValue.object([.init("csv", .string(Self.table))]).jsonText
        _ = try await client.result("library/import", table)
        _ = try await client.result("matches/pin", #"{"id":"letterboxd:c","with":"shelf:3"}"#)
        _ = try await client.result("library/identify")
        let cards = try await client.result("cards/list", #"{"sort":"title"}"#)["cards"]
        #expect(cards?.elements.contains { $0["movie"]?["id"]?.string == "shelf:3" } == true)
        _ = try await client.result("matches/split", #"{"id":"letterboxd:a","with":"imdb:tt6751668"}"#)
        let after = try await client.result("cards/list", #"{"sort":"stars"}"#)["cards"]
        #expect(after?[0]?["movie"]?["id"]?.string == "letterboxd:a")
        let again = try await client.result("library/identify", #"{"limit":1}"#)["films"]?[0]
        #expect(again?["status"]?.string == "unknown")
        _ = try await client.result("matches/forget", #"{"id":"letterboxd:a"}"#)
        _ = try await client.result(
            "library/import",
            JSONValue.object([.init("csv", .string("imdbID,Title,Year,Rating\ntt6751668,Gisaengchung,2019,1\n"))])
                .jsonText
        )
        let second = try await client.result("library/identify", #"{"limit":1}"#)["films"]?[0]
        #expect(second?["status"]?.string == "connected")
        let both = try await client.result("cards/list", #"{"sort":"stars"}"#)["cards"]
        let ids = ["letterboxd:a", "imdb:tt6751668"]
        let films = both?.elements.filter { ids.contains($0["movie"]?["id"]?.string ?? "") }
        #expect(films?.compactMap { $0["stars"]?.double } == [5])
    }
}
