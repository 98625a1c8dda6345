import JSON
import JSONRPC
import MovieDomain
import MovieStore
import Platform
import Testing

@testable import MovieService

@Suite("Library methods")
struct LibraryMethodTests {
    private static let moment = Timestamp(secondsSinceEpoch: 1_795_186_800)

    /// Returns a source with one film, whose lookups fail if `failing` is set.
    private static func source(failing: Bool = false) -> FakeRepository {
        var source = FakeRepository(
            "kofic",
            capabilities: [.search, .lookup],
            namespaces: [.lookup: ["kofic", "imdb"]]
        )
        var facts = PlainSources.parasiteAtKofic
        facts.ids["imdb"] = "tt6751668"
        let film = facts
        source.onSearch = { query throws(ProviderError) in
            ProviderAnswer(MovieList(movies: query.text == "nothing" ? [] : [film], totalItems: 1, hasMore: false))
        }
        source.onLookup = { query throws(ProviderError) in
            if failing { throw ProviderError(.unavailable, provider: "kofic", message: "kofic is down") }
            guard film.ids.contains(where: { query.ids[$0.key] == $0.value }) else {
                throw ProviderError(.notFound, provider: "kofic", message: "no such film")
            }
            return ProviderAnswer(film)
        }
        return source
    }

    @Test("If the library cannot be read, films don't say whether they are bookmarked")
    func unreadable() async throws {
        let client = ServiceClient([Self.source()], library: UnreadableLibrary())
        let found = try await client.result("movies/search", #"{"query":"parasite"}"#)
        #expect(found["movies"]?[0]?["id"] != nil)
        #expect(found["movies"]?[0]?["bookmarked"] == nil)
        let film = try await client.result("movies/get", #"{"id":"imdb:tt6751668"}"#)
        #expect(film["movie"]?["id"] != nil)
        #expect(film["movie"]?["bookmarked"] == nil && film["library"] == nil)
    }

    func client(failing: Bool = false, library: LibraryFile? = nil) -> ServiceClient {
        ServiceClient(
            [Self.source(failing: failing)],
            library: library ?? LibraryFile(inMemory: .fixed(at: Self.moment))
        )
    }

    @Test("A film stored by its id keeps this id, and gets what a search says about it, with its sources")
    func storedByID() async throws {
        var facts = PlainSources.parasiteAtKofic
        facts.ids = ["archive": "7", "imdb": "tt6751668"]
        let film = facts
        var source = FakeRepository("archive", capabilities: [.search, .lookup], namespaces: [.lookup: ["imdb"]])
        source.onLookup = { _ throws(ProviderError) in
            throw ProviderError(.unavailable, provider: "archive", message: "archive is down")
        }
        source.onSearch = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: [film], hasMore: false)) }
        let client = ServiceClient([source], library: LibraryFile(inMemory: .fixed(at: Self.moment)))
        _ = try await client.result("bookmarks/add", #"{"id":"imdb:tt6751668"}"#)
        _ = try await client.result("movies/search", #"{"query":"parasite"}"#)
        let movie = try await client.result("bookmarks/list")["movies"]?[0]
        #expect(movie?["id"]?.string == "imdb:tt6751668")
        #expect(movie?["ids"]?["archive"]?.string == "7")
        #expect(movie?["title"]?.string == film.title?.text)
        #expect(movie?["provenance"]?["title"]?.description == #"["archive"]"#)
    }

    @Test("A bookmark appears in every answer, by any id, until it is removed")
    func bookmarked() async throws {
        let client = client()
        let added = try await client.result("bookmarks/add", #"{"id":"kofic:20183782"}"#)
        #expect(added["movie"]?["bookmarked"]?.bool == true)
        #expect(added["addedAt"]?.string == "2026-11-20T15:00:00Z")
        #expect(added["sources"]?[0]?["status"]?.string == "ok")
        let found = try await client.result("movies/search", #"{"query":"parasite"}"#)
        #expect(found["movies"]?[0]?["bookmarked"]?.bool == true)
        let film = try await client.result("movies/get", #"{"id":"imdb:tt6751668"}"#)
        #expect(film["movie"]?["bookmarked"]?.bool == true && film["library"] == nil)
        let list = try await client.result("bookmarks/list")
        #expect(list["movies"]?.elements.compactMap { $0["title"]?.string } == ["기생충"])
        #expect(list["page"]?["totalItems"]?.int == 1)
        #expect(try await client.result("bookmarks/remove", #"{"id":"imdb:tt6751668"}"#)["removed"]?.int == 1)
        let after = try await client.result("movies/search", #"{"query":"parasite"}"#)
        #expect(after["movies"]?[0]?["bookmarked"]?.bool == false)
    }

    @Test("Your card of a film is in every answer that has the film, until it is removed")
    func carded() async throws {
        let client = client()
        let put = #"{"id":"kofic:20183782","stars":4.5,"comment":"계단","watchedOn":"2026-11-20"}"#
        let card = #"{"stars":4.5,"comment":"계단","watchedOn":"2026-11-20","changedAt":"2026-11-20T15:00:00Z"}"#
        #expect(try await client.result("cards/put", put)["card"]?["movie"]?["card"]?.description == card)
        _ = try await client.result("bookmarks/add", #"{"id":"kofic:20183782"}"#)
        _ = try await client.result("lists/add", #"{"list":"Best","id":"kofic:20183782"}"#)
        func shown() async throws -> [String?] {
            let film = try await client.result("movies/get", #"{"id":"imdb:tt6751668"}"#)["movie"]
            let found = try await client.result("movies/search", #"{"query":"parasite"}"#)["movies"]?[0]
            let bookmark = try await client.result("bookmarks/list")["movies"]?[0]
            let listed = try await client.result("lists/films", #"{"list":"Best"}"#)["movies"]?[0]
            return [film, found, bookmark, listed].map { $0?["card"]?.description }
        }
        #expect(try await shown() == [card, card, card, card])
        #expect(try await client.result("cards/list")["cards"]?[0]?["movie"]?["card"]?.description == card)
        let exported = try await client.result("library/export")["library"]?["cards"]?[0]?["movie"]
        #expect(exported?["id"] != nil && exported?["card"] == nil)
        _ = try await client.result("cards/remove", #"{"id":"kofic:20183782"}"#)
        #expect(try await shown() == [nil, nil, nil, nil])
    }

    @Test("An unknown film is refused, but if sources fail its id is kept and filled in later")
    func unknown() async throws {
        let error = try await client().error("bookmarks/add", #"{"id":"kofic:1"}"#)
        #expect(error.data?["kind"] == "not_found")
        let library = LibraryFile(inMemory: .fixed(at: Self.moment))
        let offline = client(failing: true, library: library)
        let bare = try await offline.result("bookmarks/add", #"{"id":"kofic:20183782"}"#)
        #expect(bare["movie"]?["id"]?.string == "kofic:20183782")
        #expect(bare["sources"]?[0]?["error"]?["kind"]?.string == "unavailable")
        _ = try await client(library: library).result("movies/get", #"{"id":"kofic:20183782"}"#)
        let list = try await offline.result("bookmarks/list")
        #expect(list["movies"]?[0]?["title"]?.string == "기생충")
        // A film that is already kept can be kept again even if no source answers.
        _ = try await offline.result("cards/put", #"{"id":"imdb:tt6751668","stars":5}"#)
    }

    @Test("A film of a source that can only be searched is kept as the search shows it")
    func searchOnly() async throws {
        var source = FakeRepository("shelf", capabilities: [.search])
        source.onSearch = { query throws(ProviderError) in
            var film = MovieFacts(ids: ["shelf": "7"], title: "Amber", year: 2001)
            film.directors = [Person(name: "Ann Lee")]
            return ProviderAnswer(MovieList(movies: query.text.hasPrefix("Am") ? [film] : [], hasMore: false))
        }
        let client = ServiceClient([source], library: LibraryFile(inMemory: .fixed(at: Self.moment)))
        let error = try await client.error("bookmarks/add", #"{"id":"shelf:7"}"#)
        #expect(error.data?["kind"] == "unsupported")
        _ = try await client.result("movies/search", #"{"query":"Am"}"#)
        let added = try await client.result("bookmarks/add", #"{"id":"shelf:7"}"#)
        #expect(added["sources"]?[0]?["status"]?.string == "ok")
        let kept = try await client.result("bookmarks/list")["movies"]?[0]
        #expect(kept?["title"]?.string == "Amber" && kept?["year"]?.int == 2001)
        #expect(kept?["directors"]?[0]?["name"]?.string == "Ann Lee")
        #expect(kept?["bookmarked"]?.bool == true)
        _ = try await client.result("cards/put", #"{"id":"shelf:7","stars":5}"#)
    }

    @Test("A film that only an answer had is kept with its title, and says that it is from an earlier answer")
    func seenOnce() async throws {
        var source = FakeRepository("shelf", capabilities: [.list, .search])
        source.onList = { _ throws(ProviderError) in
            let film = MovieFacts(ids: ["shelf": "7"], title: "Amber", year: 2001)
            return ProviderAnswer(MovieList(movies: [film], hasMore: false))
        }
        let client = ServiceClient([source], library: LibraryFile(inMemory: .fixed(at: Self.moment)))
        _ = try await client.result("movies/list")
        let added = try await client.result("bookmarks/add", #"{"id":"shelf:7"}"#)
        #expect(added["sources"]?[0]?["status"]?.string == "ok" && added["sources"]?[0]?["fromCache"]?.bool == true)
        let kept = try await client.result("bookmarks/list")["movies"]?[0]
        #expect(kept?["title"]?.string == "Amber" && kept?["year"]?.int == 2001)
    }

    @Test("An answer that lacks sources, or in another language, takes nothing away from what is kept")
    func incompleteAnswer() async throws {
        let library = LibraryFile(inMemory: .fixed(at: Self.moment))
        func client(_ shelf: FakeRepository) -> ServiceClient {
            let policy = MergePolicy(order: ["kofic", "shelf"], languages: ["ko"])
            return ServiceClient([Self.source(), shelf], policy: policy, library: library)
        }
        _ = try await client(PlainSources.shelf()).result("bookmarks/add", #"{"id":"kofic:20183782"}"#)
        let kept = try await client(PlainSources.shelf()).result("library/export")
        let movie = try #require(kept["library"]?["bookmarks"]?[0]?["movie"])
        #expect(movie["ids"]?.description == #"{"imdb":"tt6751668","kofic":"20183782","shelf":"7"}"#)
        #expect(movie["ratings"]?.count == 1)
        var down = PlainSources.shelf()
        let failure = ProviderError(.unavailable, provider: "shelf", message: "shelf is down")
        down.onLookup = { _ throws(ProviderError) in throw failure }
        down.onSearch = { _ throws(ProviderError) in throw failure }
        let less = try await client(down).result("movies/get", #"{"id":"kofic:20183782"}"#)
        #expect(less["movie"]?["ratings"] == nil)
        _ = try await client(PlainSources.shelf()).result(
            "movies/get",
            #"{"id":"kofic:20183782","languages":["en"],"region":"US"}"#
        )
        let after = try await client(down).result("library/export")["library"]?["bookmarks"]?[0]?["movie"]
        for name in ["id", "ids", "title", "titles", "ratings", "images", "directors", "year", "stars", "genreNames"] {
            #expect(after?[name]?.description == movie[name]?.description, "\(name)")
        }
        #expect(after?["provenance"]?["ratings"]?.description == #"["shelf"]"#)
        // With all sources, a field that changed is new.
        var better = PlainSources.shelf()
        better.onLookup = { _ throws(ProviderError) in
            var facts = PlainSources.parasiteAtShelf
            facts.ratings = [Rating(provider: "shelf", value: 9, scale: 10)]
            return ProviderAnswer(facts)
        }
        _ = try await client(better).result("movies/get", #"{"id":"kofic:20183782"}"#)
        let new = try await client(down).result("bookmarks/list")["movies"]?[0]
        #expect(new?["ratings"]?[0]?["value"]?.double == 9)
        #expect(new?["images"]?.count == 1)
    }

    @Test("A film that its source no longer has stays as it was kept and can be kept again")
    func gone() async throws {
        let library = LibraryFile(inMemory: .fixed(at: Self.moment))
        _ = try await client(library: library).result("bookmarks/add", #"{"id":"kofic:20183782"}"#)
        var source = Self.source()
        source.onLookup = { _ throws(ProviderError) in
            throw ProviderError(.notFound, provider: "kofic", message: "no such film")
        }
        let later = ServiceClient([source], library: library)
        #expect(try await later.error("movies/get", #"{"id":"kofic:20183782"}"#).data?["kind"] == "not_found")
        let list = try await later.result("bookmarks/list")
        #expect(list["movies"]?.elements.compactMap { $0["title"]?.string } == ["기생충"])
        let card = try await later.result("cards/put", #"{"id":"kofic:20183782","stars":3}"#)
        #expect(card["card"]?["movie"]?["title"]?.string == "기생충")
    }

    @Test("An id in a namespace that no source knows is refused, and nothing is kept")
    func unknownNamespace() async throws {
        let client = client()
        let error = try await client.error("bookmarks/add", #"{"id":"nowhere:1"}"#)
        #expect(error.data?["kind"] == "unsupported" || error.data?["kind"] == "not_found", "\(error.message)")
        let mistyped = try await client.error("bookmarks/add", #"{"id":"imbd:tt6751668"}"#)
        #expect(mistyped.code == .invalidParams && mistyped.data?["field"] == "id")
        #expect(mistyped.message == "Invalid params: no source takes ids of imbd; did you mean imdb:tt6751668?")
        // Other sources have ids of these.
        for id in ["tmdb:1", "imbd:1"] {
            #expect(try await client.error("movies/get", #"{"id":"\#(id)"}"#).data?["kind"] == "unsupported")
        }
        #expect(try await client.result("bookmarks/list")["movies"]?.count == 0)
    }

    @Test("Films of the library have their titles in the languages of the call")
    func look() async throws {
        let client = client()
        _ = try await client.result("bookmarks/add", #"{"id":"kofic:20183782"}"#)
        let usual = try await client.result("bookmarks/list")["movies"]?[0]
        let english = try await client.result("bookmarks/list", #"{"languages":["fr","en"]}"#)["movies"]?[0]
        #expect(usual?["title"]?.string == "기생충" && english?["title"]?.string == "Parasite")
        // As in searches, a region does not matter.
        let american = try await client.result("bookmarks/list", #"{"languages":["en-US"]}"#)["movies"]?[0]
        #expect(american?["title"]?.string == "Parasite")
        let film = #"{"id":"kofic:20183782","languages":["en"]"#
        let writes = [
            ("bookmarks/add", "}", "movie"), ("cards/put", #","stars":4}"#, "card"),
            ("lists/add", #","list":"Best"}"#, "movie"),
        ]
        for (method, rest, member) in writes {
            let written = try await client.result(method, film + rest)[member]
            #expect((written?["movie"] ?? written)?["title"]?.string == "Parasite", "\(method)")
        }
        let changes = try await client.result("library/changes", #"{"since":0,"languages":["en"]}"#)
        #expect(changes["films"]?[0]?["movie"]?["title"]?.string == "Parasite")
    }

    @Test(
        "Invalid input fails with −32602 and names its field",
        arguments: [
            ("cards/put", #"{"id":"kofic:20183782","stars":5.5}"#, "stars"),
            ("cards/put", #"{"id":"kofic:20183782","stars":3.3}"#, "stars"),
            ("cards/put", #"{"id":"kofic:20183782","watchedOn":"2027-01-01"}"#, "watchedOn"),
            ("cards/put", #"{"id":"kofic:20183782","watchedOn":"2026-02-30"}"#, "watchedOn"),
            ("cards/put", #"{"id":"kofic:20183782","rewatch":true}"#, "watchedOn"),
            ("cards/put", #"{"id":"kofic:20183782","clear":["stars"]}"#, "clear"),
            ("cards/put", #"{"id":"kofic:20183782","watchedOn":["2026-11-20","2026-02-30"]}"#, "watchedOn[1]"),
            ("cards/put", #"{"id":"kofic:20183782","watchedOn":["2026-11-20"],"rewatch":true}"#, "watchedOn"),
            ("bookmarks/add", #"{"id":"tt"}"#, "id"),
            ("bookmarks/add", #"{"id":"kofic:1\nimdb:tt1"}"#, "id"),
            ("matches/pin", #"{"id":"kofic:20183782","with":"kofic:1\ntmdb:2"}"#, "with"),
            ("bookmarks/list", #"{"sort":"stars"}"#, "sort"),
            ("library/import", #"{"library":[]}"#, "library"),
            ("library/import", #"{"library":{"version":2}}"#, "library.version"),
            ("library/import", #"{"library":{"version":1},"list":"Best"}"#, "list"),
            ("library/import", #"{"library":{"version":1},"as":"watched"}"#, "as"),
            ("library/import", #"{"csv":"imdbID\ntt1\n","list":"Best","as":"watched"}"#, "as"),
            (
                "library/import", #"{"library":{"cards":[{"movie":{"id":"a:1"},"changedAt":"now"}]}}"#,
                "library.cards[0].changedAt"
            ),
            (
                "library/import", #"{"library":{"bookmarks":[{"movie":{},"addedAt":"2026-01-01T00:00:00Z"}]}}"#,
                "library.bookmarks[0].movie"
            ),
        ]
    )
    func badInput(method: String, params: String, field: String) async throws {
        let error = try await client().error(method, params)
        #expect(error.code.rawValue == -32602)
        #expect(error.data?["field"] == .string(field), "\(error.message)")
    }

    @Test(
        "A film of an imported library that is not as in answers is refused by the name of its member",
        arguments: [
            (#""title":{"a":1}"#, ".title", "a text"), (#""year":"x""#, ".year", "an integer"),
            (#""runtimeMinutes":-5"#, ".runtimeMinutes", "an integer, 0 or more"),
            (#""cast":[5]"#, ".cast[0]", "an object"),
            (#""differing":[1]"#, ".differing", "an object"), (#""releaseDate":"soon""#, ".releaseDate", "a text"),
            (#""ids":{"imdb":"tt0000006"}"#, ".ids.imdb", #""tt0000005", as in "id""#),
        ]
    )
    func importedFilm(member: String, field: String, expected: String) async throws {
        let client = client()
        for (list, date) in [("bookmarks", "addedAt"), ("cards", "changedAt")] {
            let film = #"{"movie":{"id":"imdb:tt0000005",\#(member)},"\#(date)":"2020-01-01T00:00:00Z"}"#
            let error = try await client.error("library/import", #"{"library":{"version":1,"\#(list)":[\#(film)]}}"#)
            #expect(error.code.rawValue == -32602)
            #expect(error.data?["field"] == .string("library.\(list)[0].movie\(field)"), "\(error.message)")
            #expect(error.data?["expected"] == .string(expected))
        }
        #expect(try await client.result("bookmarks/list")["movies"]?.count == 0)
    }

    @Test(
        "A misspelt member of an imported library is refused, and the nearest one named",
        arguments: [
            (#"{"version":1,"bookmarx":[]}"#, "library.bookmarx", "bookmarks"),
            (
                #"{"cards":[{"movie":{"id":"a:1"},"changedAt":"2026-01-01T00:00:00Z","star":3}]}"#,
                "library.cards[0].star", "stars"
            ),
        ]
    )
    func misspeltMember(library: String, field: String, nearest: String) async throws {
        let error = try await client().error("library/import", #"{"library":\#(library)}"#)
        #expect(error.data?["field"] == .string(field), "\(error.message)")
        #expect(error.data?["hint"] == .string("Did you mean \"\(nearest)\"?"))
    }

    @Test("Members of a stored film that are not as in answers are left out of answers")
    func damagedFilm() throws {
        var film = LibraryFilm(ids: [MovieID(namespace: "imdb", value: "tt0000005")], title: "Film")
        film.document = Array(#"{"id":5,"title":"Film","year":"x","cast":[5],"runtimeMinutes":90}"#.utf8)
        var writer = JSONWriter()
        LibraryMovie(film: film, bookmarked: true).write(to: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"id":"imdb:tt0000005","ids":{"imdb":"tt0000005"},"provenance":{},"title":"Film","#
                + #""runtimeMinutes":90,"bookmarked":true}"#
        )
    }

    @Test(
        "An id of IMDb is read in every way it is written",
        arguments: ["imdb:TT6751668", "imdb:tt6751668 ", "imdb:6751668", " tt6751668"]
    )
    func idForms(id: String) async throws {
        let found = try await client().result("movies/get", #"{"id":"\#(id)"}"#)
        #expect(found["movie"]?["ids"]?["imdb"]?.string == "tt6751668")
    }

    @Test("An id of IMDb is found without its zeros or with too many", arguments: ["tt5", "imdb:5", "imdb:tt00000005"])
    func idWithoutZeros(id: String) async throws {
        var source = Self.source()
        source.onLookup = { query throws(ProviderError) in
            ProviderAnswer(MovieFacts(ids: query.ids, title: "Film"))
        }
        let client = ServiceClient([source], library: LibraryFile(inMemory: .fixed(at: Self.moment)))
        let found = try await client.result("movies/get", #"{"id":"\#(id)"}"#)
        #expect(found["movie"]?["ids"]?["imdb"]?.string == "tt0000005")
    }

    @Test(
        "What cannot be an id of IMDb or TMDB is refused, and no source is asked",
        arguments: [
            ("movies/get", "imdb:xyz", "an id of IMDb such as imdb:tt0094435"),
            ("movies/get", "nm0094435", "an id of IMDb such as imdb:tt0094435"),
            ("bookmarks/add", "imdb:tt", "an id of IMDb such as imdb:tt0094435"),
            ("people/get", "imdb:tt6751668", "an id of IMDb such as imdb:nm0094435"),
            ("movies/get", "tmdb:x1", "an id of TMDB such as tmdb:496243"),
        ]
    )
    func impossibleID(method: String, id: String, expected: String) async throws {
        let error = try await client().error(method, #"{"id":"\#(id)"}"#)
        #expect(error.code.rawValue == -32602)
        #expect(error.data?["field"] == "id")
        #expect(error.data?["expected"] == .string(expected))
    }

    @Test(
        "The address of a film's page stands for its id, and a shared namespace may have capitals",
        arguments: [
            "https://www.imdb.com/title/tt6751668/?ref_=fn_al_tt_1", "http://m.imdb.com/title/tt6751668",
            "IMDB:tt6751668",
        ]
    )
    func address(_ id: String) async throws {
        let movie = try await client().result("movies/get", #"{"id":"\#(id)"}"#)["movie"]
        #expect(movie?["ids"]?["imdb"]?.string == "tt6751668")
    }

    @Test("A library in which something happens in the future is refused as a whole")
    func importedFuture() async throws {
        let client = client()
        let film =
            #"{"movie":{"id":"imdb:tt1","title":"Up"},"watchedOn":"2099-01-01","changedAt":"2026-11-01T00:00:00Z"}"#
        let query = #"{"query":"up","searchedAt":"2099-01-01T00:00:00Z"}"#
        for (member, field) in [
            (#""cards":[\#(film)]"#, "library.cards[0].watchedOn"),
            (#""history":[\#(query)]"#, "library.history[0].date"),
        ] {
            let error = try await client.error("library/import", #"{"library":{"version":1,\#(member)}}"#)
            #expect(error.data?["field"] == .string(field))
        }
        #expect(try await client.result("history/list")["entries"]?.count == 0)
    }

    @Test("A comment of ten megabytes is refused, and the card stays as it was")
    func longComment() async throws {
        let client = client()
        _ = try await client.result("cards/put", #"{"id":"kofic:20183782","comment":"short"}"#)
        let long = String(repeating: "x", count: 10_000_000)
        let error = try await client.error("cards/put", #"{"id":"kofic:20183782","comment":"\#(long)"}"#)
        #expect(error.data?["field"] == "comment")
        #expect(try await client.result("cards/list")["cards"]?[0]?["comment"]?.string == "short")
    }

    @Test("A search with results is remembered until it is removed, and one without is not")
    func history() async throws {
        let client = client()
        _ = try await client.result("movies/search", #"{"query":"Parasite"}"#)
        _ = try await client.result("movies/search", #"{"query":"nothing"}"#)
        let entries = try await client.result("history/list", #"{"prefix":"para"}"#)["entries"]
        #expect(entries?.elements.compactMap { $0["query"]?.string } == ["Parasite"])
        #expect(try await client.result("history/list", #"{"prefix":"noth"}"#)["entries"]?.count == 0)
        #expect(try await client.result("history/remove", #"{"query":"parasite"}"#)["removed"]?.int == 1)
        _ = try await client.result("movies/search", #"{"query":"Parasite"}"#)
        _ = try await client.result("movies/search", #"{"query":"Parasit","remember":false}"#)
        #expect(try await client.result("history/clear")["removed"]?.int == 1)
    }

    @Test(
        "A film is put in a list, shown, moved, and removed; a list that does not exist is named with the nearest one"
    )
    func lists() async throws {
        let client = client()
        let added = try await client.result("lists/add", #"{"list":"Best of 2019","id":"kofic:20183782"}"#)
        #expect(added["list"]?["count"]?.int == 1 && added["movie"]?["title"]?.string == "기생충")
        #expect(added["movie"]?["bookmarked"]?.bool == false && added["sources"]?[0]?["status"]?.string == "ok")
        _ = try await client.result("bookmarks/add", #"{"id":"imdb:tt6751668"}"#)
        let films = try await client.result("lists/films", #"{"list":"best of 2019"}"#)
        #expect(films["movies"]?[0]?["bookmarked"]?.bool == true && films["page"]?["totalItems"]?.int == 1)
        #expect(films["list"]?["name"]?.string == "Best of 2019")
        let error = try await client.error("lists/films", #"{"list":"Best of 2018"}"#)
        #expect(error.data?["field"] == "list" && error.data?["hint"] == #"Did you mean "Best of 2019"?"#)
        _ = try await client.error("lists/add", #"{"list":" ","id":"kofic:20183782"}"#)
        _ = try await client.error("lists/add", #"{"list":"New","id":"kofic:1"}"#)
        #expect(try await client.result("lists/list")["lists"]?.count == 1)
        _ = try await client.result("cards/put", #"{"id":"imdb:tt6751668","stars":4.5}"#)
        let page = try await client.result("movies/get", #"{"id":"kofic:20183782"}"#)
        #expect(
            page["library"]?.description
                == #"{"card":{"stars":4.5,"changedAt":"2026-11-20T15:00:00Z"},"lists":["Best of 2019"]}"#
        )
        let renamed = try await client.result("lists/rename", #"{"list":"Best of 2019","name":"2019"}"#)
        #expect(renamed["lists"]?[0]?["name"]?.string == "2019")
        let csv = try await client.result("library/export", #"{"format":"list","list":"2019"}"#)["text"]?.string
        #expect(csv?.hasPrefix("imdbID,tmdbID,LetterboxdURI,Title,Year\r\ntt6751668,,,") == true)
        for wrong in [#"{"format":"list"}"#, #"{"list":"2019"}"#] {
            #expect(try await client.error("library/export", wrong).data?["field"] == "list")
        }
        #expect(try await client.result("lists/remove", #"{"list":"2019","id":"imdb:tt6751668"}"#)["removed"]?.int == 1)
        #expect(try await client.result("lists/films", #"{"list":"2019"}"#)["movies"]?.count == 0)
        #expect(try await client.result("lists/delete", #"{"list":"2019"}"#)["removed"]?.int == 1)
        #expect(try await client.result("bookmarks/list")["movies"]?.count == 1)
    }

    @Test("An export has the user's corrections, or fails: it is never without them")
    func exportedCorrections() async throws {
        let book = LibraryFile(inMemory: .fixed(at: Self.moment))
        let pair = IDPair(MovieID(namespace: "kofic", value: "1"), MovieID(namespace: "imdb", value: "tt1"))
        try await book.correct(MatchNote(pair, .same, by: .user, at: Self.moment))
        let busy = BusyMatchStore(book: book)
        let client = ServiceClient([Self.source()], book: busy, library: book)
        #expect(try await client.result("library/export")["library"]?["matches"]?.count == 1)
    }

    @Test("An export that is imported elsewhere exports the same, even if imported twice")
    func export() async throws {
        let client = client()
        _ = try await client.result("movies/search", #"{"query":"Parasite"}"#)
        _ = try await client.result("bookmarks/add", #"{"id":"kofic:20183782"}"#)
        _ = try await client.result("cards/put", #"{"id":"kofic:20183782","stars":4.5,"comment":"계단"}"#)
        _ = try await client.result("lists/add", #"{"list":"Best","id":"kofic:20183782"}"#)
        let exported = try #require(try await client.result("library/export")["library"])
        let other = self.client(failing: true)
        for added in [1, 0] {
            let counts = try await other.result("library/import", #"{"library":\#(exported)}"#)
            #expect(counts["cards"]?.int == added && counts["lists"]?.int == added)
            #expect(try await other.result("library/export")["library"]?.description == exported.description)
        }
    }
}
