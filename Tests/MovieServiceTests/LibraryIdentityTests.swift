import JSON
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Testing

@testable import MovieService

@Suite("Which film an entry of the library is of")
struct LibraryIdentityTests {
    /// Films that sources may answer with; a source without any is down.
    private typealias Films = [ProviderID: [MovieFacts]]

    private let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_186_800)))

    private static func film(_ ids: [String: String], _ title: String = "Oldboy", _ year: Int = 2003) -> MovieFacts {
        MovieFacts(ids: ids, title: title, year: year)
    }

    /// Returns a client of sources that find every film by its ids, and by the beginning of its title.
    private func client(_ films: Films, _ other: LibraryFile? = nil) -> ServiceClient {
        let library = other ?? library
        let sources = films.keys.sorted().map { id -> FakeRepository in
            let films = films[id] ?? []
            var source = FakeRepository(
                id,
                capabilities: [.search, .lookup],
                namespaces: [.lookup: [id.rawValue, "imdb"]]
            )
            let down = ProviderError(.unavailable, provider: id, message: "\(id) is down")
            source.onSearch = { query throws(ProviderError) in
                if films.isEmpty { throw down }
                let found = films.filter { $0.title?.text.hasPrefix(query.text) == true }
                return ProviderAnswer(MovieList(movies: found, hasMore: false))
            }
            source.onLookup = { query throws(ProviderError) in
                if films.isEmpty { throw down }
                guard let film = films.first(where: { $0.ids.contains { query.ids[$0.key] == $0.value } }) else {
                    throw ProviderError(.notFound, provider: id, message: "no such film")
                }
                return ProviderAnswer(film)
            }
            return source
        }
        return ServiceClient(sources, book: library, library: library)
    }

    /// Bookmarks a film, writes its card, and puts it in a list.
    private func keep(_ id: String, stars: Double, comment: String, with client: ServiceClient) async throws {
        _ = try await client.result("bookmarks/add", #"{"id":"\#(id)"}"#)
        let day = "2026-10-0\(Int(stars))"
        let card = #"{"id":"\#(id)","stars":\#(stars),"comment":"\#(comment)","watchedOn":"\#(day)"}"#
        _ = try await client.result("cards/put", card)
        _ = try await client.result("lists/add", #"{"list":"Best","id":"\#(id)"}"#)
    }

    /// Returns what the library has, as `bookmarks, cards, films in the list "Best"`.
    private func counts(_ client: ServiceClient) async throws -> [Int?] {
        [
            try await client.result("bookmarks/list")["movies"]?.count,
            try await client.result("cards/list")["cards"]?.count,
            try await client.result("lists/films", #"{"list":"Best"}"#)["movies"]?.count,
        ]
    }

    private func stars(_ id: String, _ client: ServiceClient) async throws -> Double? {
        let page = try await client.result("movies/get", #"{"id":"\#(id)"}"#)
        #expect((page["library"] != nil) == (page["movie"]?["bookmarked"]?.bool == true))
        return page["library"]?["card"]?["stars"]?.double
    }

    private func ids(of shown: [[String]]) -> [MovieID] { shown.joined().compactMap { MovieID(parsing: $0) } }

    private func ids(_ client: ServiceClient) async throws -> [[String]] {
        let cards = try await client.result("cards/list", #"{"sort":"stars"}"#)["cards"]
        return cards?.elements.map { card in
            card["movie"]?["ids"]?.members.map { "\($0.0):\($0.1.string ?? "")" } ?? []
        } ?? []
    }

    @Test(
        "A film to which a source gives a new id keeps its entries, and any id that it has or had removes them",
        arguments: ["kofic:2", "kofic:1", "imdb:tt0364569"]
    )
    func newID(id: String) async throws {
        let first = Self.film(["kofic": "1", "imdb": "tt0364569"])
        try await keep("kofic:1", stars: 5, comment: "mine", with: client(["kofic": [first]]))
        let later = client(["kofic": [Self.film(["kofic": "2", "imdb": "tt0364569"])]])
        let found = try await later.result("movies/search", #"{"query":"Oldboy"}"#)["movies"]
        #expect(found?[0]?["ids"]?["kofic"]?.string == "2" && found?[0]?["bookmarked"]?.bool == true)
        #expect(try await later.result("bookmarks/remove", #"{"id":"\#(id)"}"#)["removed"]?.int == 1)
        _ = try await later.result("bookmarks/add", #"{"id":"kofic:2"}"#)
        #expect(try await stars("kofic:2", later) == 5)
        #expect(try await counts(later) == [1, 1, 1])
        for (method, list) in [("bookmarks/remove", ""), ("cards/remove", ""), ("lists/remove", #","list":"Best""#)] {
            #expect(try await later.result(method, #"{"id":"\#(id)"\#(list)}"#)["removed"]?.int == 1, "\(method)")
        }
        #expect(try await library.films().isEmpty)
    }

    @Test("Another film that shares an id with a kept one is not taken for it")
    func sharedID() async throws {
        let first = Self.film(["kofic": "1", "imdb": "tt0364569"])
        try await keep("kofic:1", stars: 5, comment: "mine", with: client(["kofic": [first]]))
        for other in [("Lady Vengeance", 2003), ("Oldboy", 2013)] {
            let later = client(["kofic": [Self.film(["kofic": "2", "imdb": "tt0364569"], other.0, other.1)]])
            let found = try await later.result("movies/search", #"{"query":"\#(other.0)"}"#)["movies"]
            #expect(found?[0]?["bookmarked"]?.bool == false)
            #expect(try await stars("kofic:2", later) == nil)
            #expect(try await later.result("cards/remove", #"{"id":"kofic:2"}"#)["removed"]?.int == 0)
        }
    }

    @Test("An id that only a later answer has removes one of two cards that it joins")
    func joinedByAnswer() async throws {
        let apart = client(["kofic": [Self.film(["kofic": "1"])], "tmdb": []])
        _ = try await apart.result("cards/put", #"{"id":"kofic:1","stars":3}"#)
        let other = client(["tmdb": [Self.film(["tmdb": "670"])], "kofic": []])
        _ = try await other.result("cards/put", #"{"id":"tmdb:670","stars":4}"#)
        let joined = client(["kofic": [Self.film(["kofic": "1", "tmdb": "670", "imdb": "tt0364569"])]])
        #expect(try await joined.result("movies/get", #"{"id":"kofic:1"}"#)["library"] != nil)
        for left in [1, 0] {
            #expect(try await joined.result("cards/remove", #"{"id":"imdb:tt0364569"}"#)["removed"]?.int == 1)
            #expect(try await joined.result("cards/list")["cards"]?.count == left)
            _ = try await joined.result("movies/get", #"{"id":"kofic:1"}"#)
        }
    }

    @Test("A film that an answer of definitions without trust showed by a new id is removed by it")
    func untrusted() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            var settings = StoreFileSettings(folder: folder + "/marquee", wallClock: WallClock { 0 }) { _ in }
            settings.busyTimeout = 20_000
            let library = LibraryFile(settings)
            library.learns = false
            let first = client(["kofic": [Self.film(["kofic": "1", "imdb": "tt0364569"])]], library)
            _ = try await first.result("cards/put", #"{"id":"kofic:1","stars":5}"#)
            let later = client(["kofic": [Self.film(["kofic": "2", "imdb": "tt0364569"])]], library)
            _ = try await later.result("movies/search", #"{"query":"Oldboy"}"#)
            #expect(try await later.result("cards/remove", #"{"id":"kofic:2"}"#)["removed"]?.int == 1)
            _ = await library.close(within: 20_000)
        }
    }

    @Test("A film of an answer from before a split is kept without the id that was split")
    func seenBeforeSplit() async throws {
        let client = ServiceClient([FakeRepository("shelf", capabilities: [.list])], book: library, library: library)
        let ids = ["kofic:1", "tmdb:670"].compactMap { MovieID(parsing: $0) }
        client.catalogue.current?.films.learn([LibraryFilm(ids: ids, title: "Oldboy")]) { _ in [] }
        _ = try await client.result("matches/split", #"{"id":"kofic:1","with":"tmdb:670"}"#)
        for id in ids { _ = try await client.result("cards/put", #"{"id":"\#(id)","stars":5}"#) }
        let kept = try await self.ids(client)
        #expect(kept.sorted { $0[0] < $1[0] } == [["kofic:1"], ["tmdb:670"]])
    }

    @Test("A list that has a kept film by more ids leaves its title")
    func titleOfImport() async throws {
        let client = client(["kofic": [Self.film(["kofic": "1", "imdb": "tt0364569"])]])
        _ = try await client.result("library/import", #"{"csv":"imdbID,Title,Year\ntt0364569,Oldboy,2003\n"}"#)
        _ = try await client.result("movies/search", #"{"query":"Oldboy"}"#)
        #expect(try await client.result("bookmarks/list")["movies"]?[0]?["title"]?.string == "Oldboy")
        #expect(try await client.result("bookmarks/remove", #"{"id":"kofic:1"}"#)["removed"]?.int == 1)
    }

    private static let namesakes: Films = [
        "kofic": [film(["kofic": "1"])],
        "tmdb": [film(["tmdb": "670"]), film(["tmdb": "999"], "Vengeance")],
    ]

    @Test(
        "A pin against the automatic match takes an entry along if it was made for the pinned film",
        arguments: ["kofic:1", "tmdb:670"]
    )
    func pinned(own: String) async throws {
        let client = client(Self.namesakes)
        try await keep(own, stars: 5, comment: "mine", with: client)
        #expect(try await ids(client) == [["kofic:1", "tmdb:670"]])
        _ = try await client.result("matches/pin", #"{"id":"tmdb:999","with":"kofic:1"}"#)
        let isPinned = own == "kofic:1"
        #expect(try await ids(client) == [isPinned ? ["kofic:1", "tmdb:999"] : ["tmdb:670"]])
        for id in ["kofic:1", "tmdb:999"] { #expect(try await stars(id, client) == (isPinned ? 5 : nil), "\(id)") }
        #expect(try await stars("tmdb:670", client) == (isPinned ? nil : 5))
        #expect(try await counts(client) == [1, 1, 1])
    }

    @Test("A pin makes one of the entries of two films, whatever else their ids say")
    func pinnedEntries() async throws {
        let client = client([
            "kofic": [Self.film(["kofic": "1", "wikidata": "Q1"], "올드보이")],
            "tmdb": [Self.film(["tmdb": "999", "wikidata": "Q2"])],
        ])
        try await keep("kofic:1", stars: 3, comment: "one", with: client)
        try await keep("tmdb:999", stars: 4, comment: "two", with: client)
        #expect(try await counts(client) == [2, 2, 2])
        _ = try await client.result("matches/pin", #"{"id":"kofic:1","with":"tmdb:999"}"#)
        #expect(try await counts(client) == [1, 1, 1])
        let card = try await client.result("cards/list")["cards"]?[0]
        #expect(card?["comment"]?.string == "one\ntwo" && card?["watchedBefore"]?.count == 1)
        for id in ["kofic:1", "tmdb:999"] { #expect(try await stars(id, client) != nil) }
    }

    @Test("A split takes from a film the id that was split, and no third one")
    func splitKeepsOthers() async throws {
        let all = client([
            "kofic": [Self.film(["kofic": "1", "imdb": "tt0364569"])],
            "tmdb": [Self.film(["tmdb": "670", "imdb": "tt0364569"])],
            "yts": [Self.film(["yts": "9", "imdb": "tt0364569"])],
        ])
        try await keep("kofic:1", stars: 5, comment: "mine", with: all)
        let before = try await ids(all)
        #expect(before == [["imdb:tt0364569", "kofic:1", "tmdb:670", "yts:9"]])
        let down = client(["kofic": [], "tmdb": [], "yts": []])
        _ = try await down.result("matches/split", #"{"id":"tmdb:670","with":"kofic:1"}"#)
        #expect(try await ids(down) == [["imdb:tt0364569", "kofic:1", "yts:9"]])
        // The answers before the split had it as the same film.
        let seen = down.catalogue.current?.films
        seen?.learn([LibraryFilm(ids: ids(of: before), title: "Oldboy")]) { _ in [] }
        #expect(try await down.result("cards/remove", #"{"id":"tmdb:670"}"#)["removed"]?.int == 0)
        #expect(try await stars("tmdb:670", all) == nil)
        #expect(try await stars("kofic:1", all) == 5)
        // It is still the entry of the film that it was made for.
        _ = try await down.result("matches/split", #"{"id":"kofic:1","with":"yts:9"}"#)
        #expect(try await ids(down) == [["imdb:tt0364569", "kofic:1"]])
        #expect(try await counts(down) == [1, 1, 1])
    }

    @Test(
        "Films that were split are one again after a pin, or if the split is forgotten",
        arguments: ["pin", "forget"]
    )
    func splitUndone(method: String) async throws {
        let client = client(Self.namesakes)
        let pair = #"{"id":"kofic:1","with":"tmdb:670"}"#
        try await keep("kofic:1", stars: 3, comment: "one", with: client)
        _ = try await client.result("matches/split", pair)
        try await keep("tmdb:670", stars: 4, comment: "two", with: client)
        #expect(try await counts(client) == [2, 2, 2])
        _ = try await client.result("matches/\(method)", pair)
        #expect(try await counts(client) == [1, 1, 1])
        let card = try await client.result("cards/list")["cards"]?[0]
        #expect(card?["comment"]?.string == "one\ntwo" && card?["watchedOn"]?.string == "2026-10-04")
        #expect(card?["watchedBefore"]?.elements.map(\.string) == ["2026-10-03"])
        #expect(card?["movie"]?["ids"]?.count == 2)
        for id in ["kofic:1", "tmdb:670"] { #expect(try await stars(id, client) != nil) }
        // And once more apart: the entry is of the film that it was made for first.
        _ = try await client.result("matches/split", pair)
        #expect(try await ids(client) == [["kofic:1"]])
    }

    @Test("A forgotten pin leaves the entry to the film that it was made for")
    func pinForgotten() async throws {
        let client = client(Self.namesakes)
        let pair = #"{"id":"kofic:1","with":"tmdb:999"}"#
        _ = try await client.result("matches/pin", pair)
        try await keep("kofic:1", stars: 3, comment: "one", with: client)
        #expect(try await ids(client) == [["kofic:1", "tmdb:999"]])
        _ = try await client.result("matches/forget", pair)
        #expect(try await stars("kofic:1", client) == 3)
        #expect(try await stars("tmdb:999", client) == nil)
    }

    @Test("A pin and a split of an import hold for what the library has already")
    func importedCorrections() async throws {
        let client = client(Self.namesakes)
        _ = try await client.result("matches/split", #"{"id":"kofic:1","with":"tmdb:670"}"#)
        try await keep("kofic:1", stars: 3, comment: "one", with: client)
        try await keep("tmdb:999", stars: 4, comment: "two", with: client)
        let pin =
            #"{"id":"kofic:1","with":"tmdb:999","verdict":"same","by":"user","confidence":1,"reasons":[],"#
            + #""decidedAt":"2026-11-01T00:00:00Z"}"#
        let counted = try await client.result("library/import", #"{"library":{"version":1,"matches":[\#(pin)]}}"#)
        #expect(counted["matches"]?.int == 1)
        #expect(try await counts(client) == [1, 1, 1])
    }

    @Test("After an import, a split leaves an entry with the film that it was made for", arguments: [false, true])
    func importedSplit(isEarlier: Bool) async throws {
        let client = client(Self.namesakes)
        try await keep("kofic:1", stars: 5, comment: "mine", with: client)
        let exported = try #require(try await client.result("library/export")["library"])
        let elsewhere = LibraryIdentityTests()
        let other = elsewhere.client(Self.namesakes)
        let split = #"{"id":"kofic:1","with":"tmdb:670"}"#
        if isEarlier { _ = try await other.result("matches/split", split) }
        _ = try await other.result("library/import", #"{"library":\#(exported)}"#)
        if !isEarlier { _ = try await other.result("matches/split", split) }
        #expect(try await elsewhere.ids(other) == [["kofic:1"]])
        #expect(try await elsewhere.counts(other) == [1, 1, 1])
        #expect(try await other.result("cards/list")["cards"]?[0]?["movie"]?["keptAs"] == nil)
    }

    @Test("An import leaves apart what its pins tell apart, also where the library has both as one film")
    func importedPin() async throws {
        let client = client(Self.namesakes)
        _ = try await client.result("matches/pin", #"{"id":"kofic:1","with":"tmdb:999"}"#)
        try await keep("kofic:1", stars: 5, comment: "mine", with: client)
        try await keep("tmdb:670", stars: 2, comment: "other", with: client)
        let exported = try #require(try await client.result("library/export")["library"])
        let elsewhere = LibraryIdentityTests()
        let other = elsewhere.client(Self.namesakes)
        try await keep("kofic:1", stars: 3, comment: "earlier", with: other)
        #expect(try await elsewhere.ids(other) == [["kofic:1", "tmdb:670"]])
        for _ in 0..<2 {
            _ = try await other.result("library/import", #"{"library":\#(exported)}"#)
            #expect(try await elsewhere.ids(other) == [["kofic:1", "tmdb:999"], ["tmdb:670"]])
            #expect(try await elsewhere.counts(other) == [2, 2, 2])
        }
    }

    @Test("A split leaves a card and bookmark with the film that they were made for", arguments: [true, false])
    func split(isForOriginal: Bool) async throws {
        var remake = FakeRepository("kofic", capabilities: [.lookup], namespaces: [.lookup: ["kofic"]])
        remake.onLookup = { _ throws(ProviderError) in
            ProviderAnswer(MovieFacts(ids: ["kofic": "20138302"], title: "Oldboy, again", year: 2013))
        }
        var original = FakeRepository("tmdb", capabilities: [.lookup], namespaces: [.lookup: ["tmdb", "imdb"]])
        original.onLookup = { _ throws(ProviderError) in
            ProviderAnswer(MovieFacts(ids: ["tmdb": "670", "imdb": "tt0364569"], title: "Oldboy", year: 2003))
        }
        let client = ServiceClient([remake, original], book: library, library: library)
        let pair = #"{"id":"kofic:20138302","with":"tmdb:670"}"#
        _ = try await client.result("matches/pin", pair)
        let (own, other) = isForOriginal ? ("tmdb:670", "kofic:20138302") : ("kofic:20138302", "tmdb:670")
        let card = try await client.result("cards/put", #"{"id":"\#(own)","stars":5,"comment":"mine"}"#)
        #expect(card["card"]?["movie"]?["ids"]?.members.map { String($0.0) } == ["imdb", "kofic", "tmdb"])
        _ = try await client.result("bookmarks/add", #"{"id":"\#(other)"}"#)
        _ = try await client.result("matches/split", pair)
        for id in [own, other] {
            let movie = try await client.result("movies/get", #"{"id":"\#(id)"}"#)["movie"]
            #expect(movie?["bookmarked"]?.bool == (id == own), "\(id)")
        }
        let new = try await client.result("cards/put", #"{"id":"\#(other)","stars":1}"#)["card"]
        #expect(new?["comment"] == nil)
        let cards = try await client.result("cards/list", #"{"sort":"stars"}"#)["cards"]
        #expect(cards?.elements.compactMap { $0["stars"]?.double } == [5, 1])
        #expect(cards?[0]?["comment"]?.string == "mine")
        #expect(cards?[0]?["movie"]?["year"]?.int == (isForOriginal ? 2003 : 2013))
        #expect(cards?[0]?["movie"]?["keptAs"] == nil)
        let ids = cards?.elements.map { $0["movie"]?["ids"]?.members.map { String($0.0) } ?? [] } ?? []
        #expect(ids == (isForOriginal ? [["imdb", "tmdb"], ["kofic"]] : [["kofic"], ["imdb", "tmdb"]]))
    }
}
