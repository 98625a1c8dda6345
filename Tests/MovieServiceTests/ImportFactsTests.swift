import JSON
import JSONRPC
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Testing

@testable import MovieService

@Suite("What imported files say about films")
struct ImportFactsTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_795_186_800)

    /// Ratings as IMDb exports them.
    private static let ratings = """
        Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num \
        Votes,Release Date,Directors
        tt6751668,9,2026-01-06,Parasite,Gisaengchung,https://www.imdb.com/title/tt6751668,Movie,8.5,132,2019,\
        "Drama, Thriller, Sci-Fi",1000000,2019-05-30,Bong Joon Ho
        tt1049413,8,2026-01-06,Up,Up,https://www.imdb.com/title/tt1049413,Movie,8.3,,2009,"Adventure",1,2009,\
        "Pete Docter, Bob Peterson"
        tt0944947,10,2026-01-06,Game of Thrones,Game of Thrones,https://www.imdb.com/title/tt0944947,tvSeries,9,60,\
        2011,Drama,2,2011-04-17,
        """

    private func importing(_ text: String, list: String? = nil, in client: ServiceClient) async throws -> JSONElement {
        var members = [JSONValue.Member("csv", .string(text))]
        if let list { members.append(JSONValue.Member("list", .string(list))) }
        return try await client.result("library/import", JSONValue.object(members).jsonText)
    }

    private func film(in client: ServiceClient) async throws -> JSONElement {
        try #require(try await client.result("cards/list", #"{"query":"Parasite"}"#)["cards"]?[0]?["movie"])
    }

    private func shelf(_ facts: MovieFacts) -> FakeRepository {
        var shelf = FakeRepository("shelf", capabilities: [.lookup], namespaces: [.lookup: ["imdb"]])
        shelf.onLookup = { _ throws(ProviderError) in ProviderAnswer(facts) }
        return shelf
    }

    @Test("The facts of IMDb's export are stored with the file as their source, and a series is refused")
    func facts() async throws {
        let client = ServiceClient(library: LibraryFile(inMemory: .fixed(at: Self.now)))
        let answer = try await importing(Self.ratings, in: client)
        #expect(answer["cards"]?.int == 2)
        #expect(
            answer["problems"]?.description
                == #"[{"line":4,"message":"expected a film, found a tvSeries: Game of Thrones"}]"#
        )
        let film = try await film(in: client)
        #expect(film["id"]?.string == "imdb:tt6751668" && film["title"]?.string == "Parasite")
        #expect(film["originalTitle"]?.string == "Gisaengchung" && film["year"]?.int == 2019)
        #expect(film["runtimeMinutes"]?.int == 132 && film["releaseDate"]?.string == "2019-05-30")
        #expect(film["genres"]?.description == #"["drama","thriller","science-fiction"]"#)
        #expect(film["genreNames"]?.count == 3)
        #expect(film["directors"]?[0]?["name"]?.string == "Bong Joon Ho")
        let fields = [
            "title", "originalTitle", "titles", "year", "releaseDate", "runtimeMinutes", "genres", "directors",
        ]
        #expect(film["provenance"]?.members.map { String($0.0) } == fields)
        #expect(film["provenance"]?.members.allSatisfy { $0.1.description == #"["import"]"# } == true)
        let other = try await client.result("cards/list", #"{"query":"gisaengchung"}"#)["cards"]
        #expect(other?.count == 1)
    }

    @Test("A column that is not kept, or whose value cannot be read, is named once")
    func unread() async throws {
        let client = ServiceClient(library: LibraryFile(inMemory: .fixed(at: Self.now)))
        let answer = try await importing(Self.ratings, in: client)
        #expect(answer["unread"]?.description == #"["IMDb Rating","Num Votes","Release Date"]"#)
        let list = "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2024-01-02,Best,family,,Films\n\n"
        let films = "Position,Name,Year,URL,Description\n1,Soul,2020,https://boxd.it/kkU4,\n"
        #expect(try await importing(list + films, in: client)["unread"]?.description == #"["Tags","Description"]"#)
    }

    @Test("What a source tells takes the place of what the file says, and what it does not tell stays")
    func replaced() async throws {
        var told = MovieFacts(ids: ["imdb": "tt6751668", "shelf": "1"], title: "기생충", language: "ko", year: 2020)
        told.genres = ["comedy"]
        let client = ServiceClient([shelf(told)], library: LibraryFile(inMemory: .fixed(at: Self.now)))
        _ = try await importing(Self.ratings, in: client)
        _ = try await client.result("movies/get", #"{"id":"imdb:tt6751668"}"#)
        func check() async throws {
            let card = try await client.result("cards/list", #"{"query":"기생충"}"#)["cards"]?[0]
            let film = try #require(card?["movie"])
            #expect(film["title"]?.string == "기생충" && film["year"]?.int == 2020 && card?["stars"]?.double == 4.5)
            #expect(film["genres"]?.description == #"["comedy"]"# && film["unlisted"] == nil)
            #expect(film["runtimeMinutes"]?.int == 132 && film["ids"]?["shelf"]?.string == "1")
            #expect(film["provenance"]?["title"]?.description == #"["shelf"]"#)
            #expect(film["provenance"]?["runtimeMinutes"]?.description == #"["import"]"#)
        }
        try await check()
        // The file does not take back what the source has told.
        #expect(try await importing(Self.ratings, in: client)["cards"]?.int == 0)
        try await check()
    }

    @Test("A later file adds its facts to a film of an earlier one, also if its card does not change")
    func laterFile() async throws {
        let client = ServiceClient(library: LibraryFile(inMemory: .fixed(at: Self.now)))
        _ = try await importing("imdbID,Title,Year,Rating10\ntt6751668,Parasite,2019,9\n", in: client)
        #expect(try await film(in: client)["runtimeMinutes"] == nil)
        #expect(try await importing(Self.ratings, in: client)["cards"]?.int == 1)
        #expect(try await film(in: client)["runtimeMinutes"]?.int == 132)
        let list = "Const,Created,Title,Year,Runtime (mins),Genres\ntt6751668,2026-01-05,Parasite,2019,133,Western\n"
        _ = try await importing(list, list: "Best", in: client)
        let film = try await film(in: client)
        #expect(film["runtimeMinutes"]?.int == 133 && film["genres"]?.description == #"["western"]"#)
        #expect(film["directors"]?.count == 1)
    }

    @Test("An exported library has the facts of files, and those of a source replace them where it is imported")
    func exported() async throws {
        var told = MovieFacts(ids: ["imdb": "tt6751668"], title: "기생충", language: "ko", year: 2019)
        told.runtimeMinutes = 131
        let here = ServiceClient([shelf(told)], library: LibraryFile(inMemory: .fixed(at: Self.now)))
        _ = try await here.result("bookmarks/add", #"{"id":"imdb:tt6751668"}"#)
        let document = try #require(try await here.result("library/export")["library"])
        let there = ServiceClient(library: LibraryFile(inMemory: .fixed(at: Self.now)))
        _ = try await importing(Self.ratings, in: there)
        let own = try #require(try await there.result("library/export")["library"])
        let third = ServiceClient(library: LibraryFile(inMemory: .fixed(at: Self.now)))
        for library in [own, document] {
            for client in [there, third] {
                _ = try await client.result(
                    "library/import",
                    JSONValue.object([.init("library", JSONValue(library))]).jsonText
                )
            }
        }
        for client in [there, third] {
            let film = try #require(try await client.result("bookmarks/list")["movies"]?[0])
            #expect(film["runtimeMinutes"]?.int == 131 && film["title"]?.string == "기생충")
            #expect(film["directors"]?[0]?["name"]?.string == "Bong Joon Ho")
        }
    }

    @Test("An import of its own export changes nothing about a film that got an address at Letterboxd later")
    func laterAddress() async throws {
        let client = ServiceClient(library: LibraryFile(inMemory: .fixed(at: Self.now)))
        _ = try await importing("Title,Year,Directors,Rating\nLamp,2019,Ga Nada,4\n", in: client)
        _ = try await importing("Title,Year,LetterboxdURI,Rating\nLamp,2019,https://boxd.it/x,4\n", in: client)
        let document = try #require(try await client.result("library/export")["library"])
        let whole = JSONValue.object([.init("library", JSONValue(document))]).jsonText
        #expect(try await client.result("library/import", whole)["cards"]?.int == 0)
        #expect(try await client.result("library/export")["library"]?.description == document.description)
    }

    @Test("Trakt's history, ratings, and watchlist are read, and what is no film is named")
    func trakt() async throws {
        let client = ServiceClient(library: LibraryFile(inMemory: .fixed(at: Self.now)))
        let movie = #""movie":{"title":"Up","year":2009,"ids":{"trakt":8,"slug":"up","imdb":"tt1049413","tmdb":14160}}"#
        let history = """
            [{"id":1,"watched_at":"2024-03-01T20:15:00.000Z","action":"watch","type":"movie",\(movie)},
            {"id":2,"watched_at":"2025-03-01T20:15:00.000Z","action":"watch","type":"movie",\(movie)},
            {"id":3,"watched_at":"2025-03-01T20:15:00.000Z","type":"episode","show":{"title":"Lost","year":2004,"ids":{}}}]
            """
        let watched = try await importing(history, in: client)
        #expect(watched["cards"]?.int == 1 && watched["unread"] == nil)
        #expect(
            watched["problems"]?.description == #"[{"line":3,"message":"expected a film, found a episode: Lost"}]"#
        )
        let ratings = #"[{"rated_at":"2025-03-02T01:00:00.000Z","rating":9,"type":"movie",\#(movie)}]"#
        #expect(try await importing(ratings, in: client)["cards"]?.int == 1)
        let full =
            #"{"title":"Soul","year":2020,"runtime":101,"genres":["animation"],"released":"2020-12-25","overview":"?","#
            + #""ids":{"trakt":9,"imdb":"tt2948372","tmdb":508442}}"#
        let watchlist =
            #"[{"rank":1,"id":5,"listed_at":"2025-04-02T01:00:00.000Z","notes":"Joe","type":"movie","movie":\#(full)}]"#
        let listed = try await importing(watchlist, in: client)
        #expect(listed["bookmarks"]?.int == 1 && listed["unread"]?.description == #"["notes","movie.overview"]"#)
        let card = try await client.result("cards/list")["cards"]?[0]
        #expect(card?["stars"]?.double == 4.5 && card?["movie"]?["ids"]?["tmdb"]?.string == "14160")
        #expect(card?["watchedOn"]?.string == "2025-03-01" && card?["watchedBefore"]?.count == 1)
        let exported = try await client.result("library/export")["library"]?["bookmarks"]?[0]
        #expect(exported?["addedAt"]?.string?.hasPrefix("2025-04-02") == true)
        #expect(exported?["movie"]?["runtimeMinutes"]?.int == 101)
        for broken in ["[{", "[1, 2]", "[]"] {
            #expect(try await importing(broken, in: client)["problems"]?[0]?["line"]?.int == 1, "\(broken)")
        }
    }
}
