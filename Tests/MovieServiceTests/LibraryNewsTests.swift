import JSON
import JSONRPC
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Testing

@testable import MovieService

@Suite("What answers change in the library")
struct LibraryNewsTests {
    private let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_186_800)))

    /// A source that has one film by two ids, and tells how long it is.
    private func shop(minutes: Int) -> FakeRepository {
        var facts = MovieFacts(ids: ["shop": "1", "imdb": "tt0000001"], title: "The Lamp", language: "en", year: 2001)
        facts.runtimeMinutes = minutes
        let film = facts
        var shop = FakeRepository("shop", capabilities: [.search, .lookup], namespaces: [.lookup: ["shop", "imdb"]])
        shop.onSearch = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: [film], hasMore: false)) }
        shop.onLookup = { _ throws(ProviderError) in ProviderAnswer(film) }
        return shop
    }

    private func client(minutes: Int = 90) -> ServiceClient {
        ServiceClient([PlainSources.kofic(), shop(minutes: minutes)], book: library, library: library)
    }

    private func changes(_ body: () async throws -> Void) async throws -> LibraryChange {
        _ = try await library.bookmarks()
        let known = try await library.changes(since: nil).revision
        try await body()
        return try await library.changes(since: known)
    }

    @Test("A film that is answered as it is stored changes nothing, by whichever id and how often it is asked for")
    func equalAnswers() async throws {
        let client = client()
        _ = try await client.result("bookmarks/add", #"{"id":"imdb:tt0000001"}"#)
        _ = try await client.result("cards/put", #"{"id":"imdb:tt0000001","stars":3}"#)
        let change = try await changes {
            for id in ["imdb:tt0000001", "shop:1", "imdb:tt0000001"] {
                _ = try await client.result("movies/get", #"{"id":"\#(id)"}"#)
                _ = try await client.result("bookmarks/add", #"{"id":"\#(id)"}"#)
            }
            _ = try await client.result("movies/search", #"{"query":"lamp"}"#)
            _ = try await client.result("library/refresh", #"{"olderThan":0}"#)
        }
        #expect(change.parts == [])
    }

    @Test("A film that is answered otherwise than it is stored is a change, once")
    func otherAnswers() async throws {
        _ = try await client().result("bookmarks/add", #"{"id":"imdb:tt0000001"}"#)
        let later = client(minutes: 95)
        for isFirst in [true, false] {
            let change = try await changes { _ = try await later.result("movies/get", #"{"id":"imdb:tt0000001"}"#) }
            #expect(change.parts == (isFirst ? [.bookmarks] : []))
            #expect(Set(change.ids?.map(\.description) ?? []) == (isFirst ? ["imdb:tt0000001", "shop:1"] : []))
        }
        let list = try await later.result("bookmarks/list")
        #expect(list["movies"]?[0]?["runtimeMinutes"]?.int == 95)
    }

    @Test("Details that are fetched again are as new as that, and no change")
    func refreshed() async throws {
        let client = client()
        _ = try await client.result("library/import", #"{"csv":"imdbID,Title,Year\ntt1,The Lamp,2001\n"}"#)
        let first = try await changes { _ = try await client.result("library/refresh") }
        #expect(first.parts == [.bookmarks])
        #expect(try await client.result("library/refresh")["films"]?.count == 0)
    }

    @Test("Changes that the client has not been told of yet are one notification")
    func combined() async throws {
        let shared = MovieID(namespace: "a", value: "1")
        let one = LibraryChange([.cards], of: [shared], revision: 4)
        let other = LibraryChange([.bookmarks], of: [MovieID(namespace: "b", value: "1"), shared], revision: 9)
        let both = one.combined(with: other)
        #expect(both.jsonText == #"{"changed":["bookmarks","cards"],"ids":["a:1","b:1"],"revision":9}"#)
        let any = both.combined(with: LibraryChange([.lists], of: nil, revision: 12))
        #expect(any.jsonText == #"{"changed":["bookmarks","cards","lists"],"revision":12}"#)
    }
}

/// Every method, called with a source that lies about a film of the library.
@Suite("Definitions that are not trusted, and the library")
struct UntrustedAnswerTests {
    /// Parameters of the methods that answer or store films; the others have no film from a source.
    private static let calls: [String: String] = [
        "boxOffice/daily": "{}", "boxOffice/weekly": "{}", "boxOffice/trend": #"{"days":2}"#,
        "movies/search": #"{"query":"lamp"}"#, "movies/identify": #"{"names":["Real 2001.mkv"]}"#, "movies/list": "{}",
        "movies/trending": "{}", "movies/get": #"{"id":"imdb:tt0000001"}"#,
        "movies/related": #"{"id":"imdb:tt0000001"}"#, "collections/get": #"{"id":"shop:7"}"#,
        "credits/list": #"{"id":"imdb:tt0000001"}"#,
        "images/get": #"{"id":"imdb:tt0000001"}"#, "people/search": #"{"query":"lamp"}"#,
        "people/get": #"{"id":"shop:1"}"#,
        "bookmarks/add": #"{"id":"imdb:tt0000001"}"#, "bookmarks/offers": #"{"region":"KR"}"#,
        "bookmarks/upcoming": #"{"region":"KR"}"#, "cards/put": #"{"id":"shop:1","stars":5}"#,
        "lists/add": #"{"list":"Mine","id":"imdb:tt0000001"}"#, "library/identify": "{}",
        "library/refresh": #"{"olderThan":0}"#, "matches/pin": #"{"id":"shop:1","with":"other:5"}"#,
        "matches/split": #"{"id":"imdb:tt0000001","with":"shop:1"}"#, "matches/forget": #"{"id":"imdb:tt0000001"}"#,
    ]
    /// Methods that change what the library has by words of the user alone.
    private static let ownWords: Set<String> = [
        "history/remove", "history/clear", "bookmarks/remove", "cards/remove", "lists/remove", "lists/rename",
        "lists/delete", "library/import", "library/undo",
    ]

    private static func film(_ title: String, _ year: Int) -> MovieFacts {
        var facts = MovieFacts(ids: ["shop": "1", "imdb": "tt0000001"], title: title, language: "en", year: year)
        facts.directors = [Person(name: title + " Director")]
        return facts
    }

    private static func shop(_ film: MovieFacts, more: [MovieFacts] = []) -> FakeRepository {
        var shop = FakeRepository(
            "shop",
            capabilities: [
                .search, .lookup, .list, .trending, .similar, .collection, .dailyBoxOffice, .weeklyBoxOffice,
            ],
            namespaces: [.lookup: ["shop", "imdb", "evil"], .similar: ["shop", "imdb"], .collection: ["shop"]]
        )
        let films = [film] + more
        shop.onSearch = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: films, hasMore: false)) }
        shop.onList = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: films, hasMore: false)) }
        shop.onRelated = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: films, hasMore: false)) }
        shop.onCollection = { query throws(ProviderError) in
            var collection = CollectionFacts(name: "Lamps", ids: query.ids)
            collection.films = films
            return ProviderAnswer(collection)
        }
        shop.onLookup = { query throws(ProviderError) in
            ProviderAnswer(films.first { film in query.ids.contains { film.ids[$0.key] == $0.value } } ?? film)
        }
        shop.onBoxOffice = { query throws(ProviderError) in
            let period = query.span.period(holding: query.date ?? CalendarDate(daysSinceEpoch: 18_048))
            return ProviderAnswer(
                BoxOffice(period: period, rows: [.init(figures: BoxOfficeFigures(rank: 1), movie: film)])
            )
        }
        return shop
    }

    /// A library with a film in every part, and another one that has only a title.
    private static func library() async throws -> LibraryFile {
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_186_800)))
        let own = ServiceClient([shop(film("Real", 2001))], book: library, library: library)
        _ = try await own.result("bookmarks/add", #"{"id":"imdb:tt0000001"}"#)
        _ = try await own.result("cards/put", #"{"id":"imdb:tt0000001","stars":4}"#)
        _ = try await own.result("lists/add", #"{"list":"Mine","id":"imdb:tt0000001"}"#)
        _ = try await own.result("library/import", #"{"csv":"Title,Year,Rating\nFake,1950,3\n"}"#)
        library.learns = false
        return library
    }

    /// What the library has of films, apart from the user's words.
    private static func films(in library: LibraryFile) async throws -> Set<String> {
        let films = try await library.films()
        var details: Set<String> = []
        for film in films {
            let document = try await library.film(film.ids[0])?.document ?? []
            details.insert(
                "\(film.ids.map(\.description).sorted()) \(film.title) \(String(decoding: document, as: UTF8.self))"
            )
        }
        return details
    }

    @Test(
        "Every method that has to do with films of sources or with the library is tried, or said to have no such film"
    )
    func complete() {
        for method in MethodDeclaration.all where method.effect.isChange || method.failures.contains(.allSourcesFailed)
        {
            let isKnown = Self.calls[method.name] != nil || Self.ownWords.contains(method.name)
            #expect(isKnown, "\(method.name): add it to the calls of this test")
        }
    }

    @Test("What they answer is written over no film that the library has", arguments: Self.calls.keys.sorted())
    func kept(_ method: String) async throws {
        let library = try await Self.library()
        let before = try await Self.films(in: library)
        var other = Self.film("Fake", 1950)
        other.ids = ["evil": "9", "imdb": "tt0000001", "shop": "1"]
        let client = ServiceClient([Self.shop(Self.film("Fake", 1950), more: [other])], book: library, library: library)
        let params = try #require(Self.calls[method])
        _ = try await client.reply(method, params)
        _ = try await client.reply(method, params)
        let after = try await Self.films(in: library)
        if method == "matches/pin" || method == "matches/split" {
            // The user's own words about ids; the titles stay.
            #expect(after.allSatisfy { !$0.contains("Fake Director") })
        } else {
            #expect(after == before)
        }
        library.learns = true
        let movie = try await client.result("bookmarks/list")["movies"]?[0]
        #expect(movie?["title"]?.string == "Real")
    }

    @Test("The user's bookmark, stars, and comment are kept, whatever ids a definition gives the film")
    func ownWords() async throws {
        let library = try await Self.library()
        let before = try await Self.films(in: library)
        var lie = Self.film("Fake", 1950)
        lie.ids = ["evil": "9", "imdb": "tt0000001"]
        var stranger = Self.film("New", 1999)
        stranger.ids = ["evil": "7", "imdb": "tt0000007"]
        let client = ServiceClient([Self.shop(lie, more: [stranger])], book: library, library: library)
        _ = try await client.result("cards/put", #"{"id":"imdb:tt0000001","stars":2,"comment":"mine"}"#)
        #expect(try await Self.films(in: library) == before)
        for id in ["evil:9", "evil:7"] { _ = try await client.result("bookmarks/add", #"{"id":"\#(id)"}"#) }
        let bookmarks = try await client.result("bookmarks/list")["movies"]
        #expect(Set(bookmarks?.elements.compactMap { $0["title"]?.string } ?? []) == ["Real", "New"])
        #expect(try await Self.films(in: library).isSuperset(of: before))
        let card = try await client.result("cards/list", #"{"query":"Real"}"#)["cards"]?[0]
        #expect(card?["stars"]?.double == 2 && card?["comment"]?.string == "mine")
    }

    @Test("A method that only stores what sources say is refused, and says why")
    func refused() async throws {
        let library = try await Self.library()
        let client = ServiceClient([Self.shop(Self.film("Fake", 1950))], book: library, library: library)
        for method in ["library/refresh", "library/identify"] {
            let error = try await client.error(method)
            #expect(error.message == "The library takes nothing from definitions that are not trusted")
            #expect(error.data?["kind"] == "library")
        }
    }
}
