import JSON
import JSONRPC
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Testing

@testable import MovieService

@Suite("Filters, statistics, and stored films of the library")
struct LibraryQueryTests {
    /// An hour before midnight in UTC, so that it is the next day in Seoul.
    private static let moment = Timestamp(secondsSinceEpoch: 1_795_215_600)
    private static let film = #"{"id":"kofic:20183782"}"#

    /// Returns a source with one film, which fails in the given way.
    private static func source(_ kind: ProviderError.Kind? = nil) -> FakeRepository {
        var source = PlainSources.kofic()
        source.onLookup = { query throws(ProviderError) in
            if let kind { throw ProviderError(kind, provider: "kofic", message: "kofic is down") }
            guard query.ids["kofic"] == "20183782" else {
                throw ProviderError(.notFound, provider: "kofic", message: "no such film")
            }
            var film = PlainSources.parasiteAtKofic
            (film.ids["imdb"], film.runtimeMinutes) = ("tt6751668", 131)
            (film.genres, film.countries) = (["drama", "다양성영화"], ["KR"])
            return ProviderAnswer(film)
        }
        return source
    }

    /// Returns a client whose user is nine hours ahead of UTC.
    private func client(_ sources: [FakeRepository] = [source()], library: LibraryFile) -> ServiceClient {
        let client = ServiceClient(sources, library: library)
        var catalogue = ServiceClient.catalogue(sources, library: library)
        catalogue.wallClock = WallClock(
            milliseconds: { Self.moment.secondsSinceEpoch * 1_000 },
            utcOffsetSeconds: { _ in 9 * 3_600 }
        )
        client.catalogue.replace(with: catalogue)
        return client
    }

    private func library() -> LibraryFile { LibraryFile(inMemory: .fixed(at: Self.moment)) }

    /// Checks a result against the schema of its method.
    private func check(_ result: JSONElement, of name: String, _ client: ServiceClient) async throws {
        let document = try await client.result("rpc.discover")
        let method = try #require(document["methods"]?.elements.first { $0["name"]?.string == name })
        let problems = JSONSchemaCheck(document, refusesOthers: true)
            .problems(of: result, try #require(method["result"]?["schema"]))
        #expect(problems == [], "\(name)")
    }

    private static let imported = """
        {"library":{"version":1,"bookmarks":[
            {"movie":{"id":"imdb:tt1","title":"Amber","year":1999,"runtimeMinutes":95,"genres":["drama"]},
                "addedAt":"2026-01-01T00:00:00Z"},
            {"movie":{"id":"imdb:tt2","title":"Brass","year":2004,"genres":["thriller"]},
                "addedAt":"2026-01-02T00:00:00Z"},
            {"movie":{"id":"imdb:tt3","title":"Copper"},"addedAt":"2026-01-03T00:00:00Z"}]}}
        """

    @Test("Bookmarks are filtered before they are cut into pages, and the answer says what it could not judge")
    func filters() async throws {
        let client = client(library: library())
        _ = try await client.result("library/import", Self.imported)
        let all = try await client.result("bookmarks/list", #"{"limit":2,"sort":"year"}"#)
        #expect(all["movies"]?.elements.map { $0["title"].words } == ["Brass", "Amber"])
        #expect(all["movies"]?[0]?["addedAt"]?.string == "2026-01-02T00:00:00Z")
        #expect(all["page"]?["totalItems"]?.int == 3 && all["page"]?["hasMore"]?.bool == true)
        #expect(all["lacking"] == nil && all["seed"] == nil)
        let short = try await client.result("bookmarks/list", #"{"maximumMinutes":100,"fromYear":1990}"#)
        #expect(short["movies"]?.elements.map { $0["title"].words } == ["Amber"])
        #expect(short["lacking"]?.description == #"{"year":1,"runtime":2}"#)
        #expect(short["page"]?["totalItems"]?.int == 1)
        try await check(short, of: "bookmarks/list", client)
        _ = try await client.result("lists/add", #"{"list":"Best","id":"imdb:tt1"}"#)
        _ = try await client.result("cards/put", #"{"id":"imdb:tt1","stars":3}"#)
        let listed = try await client.result("lists/films", #"{"list":"Best","watched":false}"#)
        #expect(listed["movies"]?.count == 0 && listed["list"]?["count"]?.int == 1)
        let cards = try await client.result("cards/list", #"{"minimumStars":3,"genre":"드라마","toYear":1999}"#)
        #expect(cards["cards"]?[0]?["movie"]?["title"]?.string == "Amber")
        #expect(cards["cards"]?[0]?["movie"]?["addedAt"]?.string == "2026-01-01T00:00:00Z")
        try await check(cards, of: "cards/list", client)
        let unseen = try await client.result("bookmarks/list", #"{"watched":false,"sort":"random","seed":7}"#)
        #expect(unseen["movies"]?.count == 2 && unseen["seed"]?.int == 7)
        let shuffled = try await client.result("lists/films", #"{"list":"Best","sort":"random"}"#)
        #expect(shuffled["seed"]?.int != nil)
        try await check(shuffled, of: "lists/films", client)
    }

    @Test(
        "Filters that contradict each other, and a genre that no film has, are refused",
        arguments: [
            (#"{"year":1999,"fromYear":1990}"#, "year"), (#"{"fromYear":2000,"toYear":1999}"#, "toYear"),
            (#"{"genre":"dramma"}"#, "genre"), (#"{"sort":"stars"}"#, "sort"),
            (#"{"minimumStars":3.2}"#, "minimumStars"),
            (#"{"maximumMinutes":0}"#, "maximumMinutes"),
        ]
    )
    func refused(params: String, field: String) async throws {
        let client = client(library: library())
        _ = try await client.result("library/import", Self.imported)
        let error = try await client.error("bookmarks/list", params)
        #expect(error.data?["kind"] == "invalid_params" && error.data?["field"] == .string(field))
    }

    @Test("A genre of the list may have no films, and a source's own word is accepted if a film has it")
    func ownGenre() async throws {
        let client = client(library: library())
        #expect(try await client.result("bookmarks/list", #"{"genre":"western"}"#)["movies"]?.count == 0)
        let unknown = try await client.error("bookmarks/list", #"{"genre":"다양성영화"}"#)
        #expect(unknown.data?["field"] == "genre")
        _ = try await client.result("bookmarks/add", Self.film)
        #expect(try await client.result("bookmarks/list", #"{"genre":"다양성영화"}"#)["movies"]?.count == 1)
        let none = try await client.result("bookmarks/list", #"{"genre":"다양성영화","year":1950}"#)
        #expect(none["movies"]?.count == 0)
    }

    @Test("Today and yesterday are days where the user is")
    func localDays() async throws {
        let client = client(library: library())
        let today = try await client.result("cards/put", #"{"id":"kofic:20183782","watchedOn":"today"}"#)
        #expect(today["card"]?["watchedOn"]?.string == "2026-11-21")
        let again = #"{"id":"kofic:20183782","watchedOn":"yesterday","rewatch":true}"#
        let both = try await client.result("cards/put", again)
        #expect(both["card"]?.watchedDays == "2026-11-21, 2026-11-20")
        let one = try await client.result("cards/put", #"{"id":"kofic:20183782","removeDay":"today","stars":4}"#)
        #expect(one["card"]?.watchedDays == "2026-11-20" && one["card"]?["stars"]?.double == 4)
        let error = try await client.error("cards/put", #"{"id":"kofic:20183782","watchedOn":"tody"}"#)
        #expect(error.data?["hint"] == #"Did you mean "today"?"#)
    }

    @Test(
        "A day that is not on the card, or is also set, is not removed, and the card is unchanged",
        arguments: [
            #"{"id":"kofic:20183782","removeDay":"2020-01-01","stars":1}"#,
            #"{"id":"kofic:20183782","removeDay":"2026-11-20","watchedOn":"2026-11-20"}"#,
            #"{"id":"kofic:20183782","removeDay":"2026-11-20","watchedOn":null}"#,
        ]
    )
    func removedDay(params: String) async throws {
        let client = client(library: library())
        #expect(try await client.error("cards/put", params).data?["field"] == "removeDay")
        #expect(try await client.result("cards/list")["cards"]?.count == 0)
        _ = try await client.result("cards/put", #"{"id":"kofic:20183782","watchedOn":"2026-11-20"}"#)
        #expect(try await client.error("cards/put", params).data?["field"] == "removeDay")
        let card = try await client.result("cards/list")["cards"]?[0]
        #expect(card?.watchedDays == "2026-11-20" && card?["stars"] == nil)
    }

    @Test("A film that was watched loses its bookmark only if the call says so")
    func unbookmarked() async throws {
        let client = client(library: library())
        _ = try await client.result("bookmarks/add", Self.film)
        let kept = try await client.result("cards/put", #"{"id":"imdb:tt6751668","stars":4}"#)
        #expect(kept["card"]?["movie"]?["bookmarked"]?.bool == true)
        let lost = try await client.result("cards/put", #"{"id":"imdb:tt6751668","unbookmark":true}"#)
        #expect(lost["card"]?["movie"]?["bookmarked"]?.bool == false && lost["card"]?["stars"]?.double == 4)
        #expect(try await client.result("bookmarks/list")["movies"]?.count == 0)
        // Nothing is bookmarked, which is no mistake.
        _ = try await client.result("cards/put", #"{"id":"imdb:tt6751668","unbookmark":true}"#)
    }

    @Test("Statistics say what they count, and what they lack")
    func statistics() async throws {
        let client = client(library: library())
        let none = try await client.result("cards/stats")
        #expect(none["films"]?.int == 0 && none["meanStars"] == nil && none["periods"]?.count == 0)
        try await check(none, of: "cards/stats", client)
        for day in ["2026-11-20", "2025-01-01"] {
            let put = #"{"id":"kofic:20183782","stars":4.5,"watchedOn":"\#(day)","rewatch":true}"#
            _ = try await client.result("cards/put", put)
        }
        _ = try await client.result("library/import", Self.imported)
        _ = try await client.result("cards/put", #"{"id":"imdb:tt3","watchedOn":"2026-02-02"}"#)
        let all = try await client.result("cards/stats")
        #expect(all["films"]?.int == 2 && all["viewings"]?.int == 3 && all["rewatches"]?.int == 1)
        #expect(all["minutes"]?.int == 262 && all["withoutRuntime"]?.int == 1)
        #expect(all["lacking"]?.description == #"{"genres":1,"directors":1,"countries":1,"decades":1}"#)
        #expect(all["genres"].texts("name") == ["드라마", "다양성영화"] || all["genres"].texts("name") == ["Drama", "다양성영화"])
        #expect(all["directors"].texts("value") == ["봉준호"])
        #expect(all["stars"]?.elements.first { $0["films"]?.int == 1 }?["stars"]?.double == 4.5)
        try await check(all, of: "cards/stats", client)
        let year = try await client.result("cards/stats", #"{"year":2026,"limit":1}"#)
        #expect(year["films"]?.int == 2 && year["viewings"]?.int == 2 && year["periods"]?.count == 12)
        #expect(year["genres"]?.count == 1)
        try await check(year, of: "cards/stats", client)
    }

    @Test("What the library has of several films is answered at once, also by ids of an earlier answer")
    func standings() async throws {
        let client = client(library: library())
        _ = try await client.result("bookmarks/add", #"{"id":"kofic:20183782"}"#)
        _ = try await client.result("cards/put", #"{"id":"kofic:20183782","comment":"계단"}"#)
        let params = #"{"ids":["imdb:tt6751668","imdb:tt0000001","kofic:20183782"]}"#
        let found = try await client.result("library/get", params)
        #expect(found["films"].texts("id") == ["imdb:tt6751668", "imdb:tt0000001", "kofic:20183782"])
        #expect(found["films"]?.elements.map { $0["bookmarked"]?.bool } == [true, false, true])
        #expect(found["films"]?[0]?["card"]?["comment"]?.string == "계단" && found["films"]?[1]?["card"] == nil)
        try await check(found, of: "library/get", client)
        #expect(try await client.result("library/get", #"{"ids":[]}"#)["films"]?.count == 0)
        let many = (0...500).map { "\"imdb:tt\($0)\"" }.joined(separator: ",")
        #expect(try await client.error("library/get", "{\"ids\":[\(many)]}").data?["field"] == "ids")
    }

    @Test(
        "A film of the library is answered as it was stored while its sources are down",
        arguments: [ProviderError.Kind.unavailable, .timeout, .circuitOpen]
    )
    func stored(kind: ProviderError.Kind) async throws {
        let library = library()
        _ = try await client(library: library).result("bookmarks/add", Self.film)
        let fresh = try await client(library: library).result("movies/get", Self.film)
        #expect(fresh["stored"] == nil)
        let down = client([Self.source(kind)], library: library)
        let film = try await down.result("movies/get", #"{"id":"kofic:20183782","include":["credits","watch"]}"#)
        #expect(film["stored"]?.bool == true && film["movie"]?["bookmarked"]?.bool == true)
        #expect(film["movie"]?["provenance"] == fresh["movie"]?["provenance"])
        #expect(film["movie"]?["runtimeMinutes"]?.int == 131)
        #expect(film["sources"]?[0]?["status"]?.string != "ok" && film["sources"]?[0]?["error"] != nil)
        #expect(film["parts"]?.elements.allSatisfy { $0["error"] != nil } == true)
        try await check(film, of: "movies/get", down)
        // The only source does not take ids of IMDb.
        let other = try await down.result("movies/get", #"{"id":"imdb:tt6751668"}"#)
        #expect(other["stored"]?.bool == true && other["sources"]?[0]?["reason"] != nil)
        // A film that is not in the library is an error, as is one that the sources do not have.
        _ = try await down.error("movies/get", #"{"id":"kofic:7"}"#)
        let gone = client([Self.source(.notFound)], library: library)
        #expect(try await gone.error("movies/get", Self.film).data?["kind"] == "not_found")
        // Nothing was stored because of it.
        #expect(try await down.result("bookmarks/list")["movies"]?.count == 1)
    }

    @Test("A film of which only the id was stored is not answered, nor one in a library that cannot be read")
    func notStored() async throws {
        let library = library()
        let down = client([Self.source(.unavailable)], library: library)
        _ = try await down.result("bookmarks/add", Self.film)
        #expect(try await down.error("movies/get", Self.film).data?["kind"] == "unavailable")
        let unread = ServiceClient([Self.source(.unavailable)], library: UnreadableLibrary())
        #expect(try await unread.error("movies/get", Self.film).data?["kind"] == "unavailable")
    }
}

extension JSONElement {
    /// The days on which the film of a card was watched, the last one first.
    fileprivate var watchedDays: String {
        ([self["watchedOn"].words] + self["watchedBefore"].texts).joined(separator: ", ")
    }
}
