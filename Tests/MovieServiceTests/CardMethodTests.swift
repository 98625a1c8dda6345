import JSON
import JSONRPC
import Testing

@testable import MovieService

@Suite("Cards, and what has changed of them")
struct CardMethodTests {
    private func client() -> ServiceClient { LibraryMethodTests().client() }

    @Test("Cards can be put, changed, listed, searched, and removed")
    func cards() async throws {
        let client = client()
        _ = try await client.result(
            "cards/put",
            #"{"id":"kofic:20183782","stars":4.5,"comment":"계단","watchedOn":"2026-11-20"}"#
        )
        let changed = try await client.result("cards/put", #"{"id":"imdb:tt6751668","stars":4}"#)["card"]
        #expect(changed?["stars"]?.double == 4)
        #expect(changed?["comment"]?.string == "계단")
        #expect(changed?["watchedOn"]?.string == "2026-11-20")
        #expect(changed?["movie"]?["title"]?.string == "기생충")
        #expect(changed?["movie"]?["bookmarked"]?.bool == false)
        let rewatch = #"{"id":"imdb:tt6751668","watchedOn":"2024-01-01","rewatch":true}"#
        let rewatched = try await client.result("cards/put", rewatch)["card"]
        #expect(rewatched?["watchedOn"]?.string == "2026-11-20")
        #expect(rewatched?["watchedBefore"]?.elements.map(\.string) == ["2024-01-01"])
        let params = #"{"id":"imdb:tt6751668","stars":null,"watchedOn":null}"#
        let cleared = try await client.result("cards/put", params)["card"]
        #expect(cleared?["stars"]?.double == nil && cleared?["watchedOn"]?.string == nil)
        #expect(cleared?["watchedBefore"] == nil)
        #expect(cleared?["comment"]?.string == "계단")
        #expect(try await client.result("cards/list", #"{"query":"계단"}"#)["cards"]?.count == 1)
        #expect(try await client.result("cards/list", #"{"query":"balloons"}"#)["cards"]?.count == 0)
        #expect(try await client.result("cards/remove", #"{"id":"kofic:20183782"}"#)["removed"]?.int == 1)
        #expect(try await client.result("cards/list")["cards"]?.count == 0)
    }

    @Test("Tags and a like are written, filtered by, counted, and removed, whatever the case of a tag")
    func marks() async throws {
        let client = client()
        func put(_ members: String) async throws -> JSONElement {
            try await client.result("cards/put", #"{"id":"kofic:20183782",\#(members)}"#)
        }
        let put1 = try await put(
            #""tags":["cinema","IMAX","imax"],"liked":true,"watchedOn":"2026-11-19","seenBefore":true"#
        )
        #expect(put1["card"]["tags"].texts == ["cinema", "IMAX"])
        #expect(put1["card"]["liked"]?.bool == true && put1["card"]["seenBefore"]?.bool == true)
        let get = try await client.result("movies/get", #"{"id":"kofic:20183782"}"#)
        #expect(get["library"]["card"]["tags"].texts == ["cinema", "IMAX"])
        for (filter, count) in [
            (#"{"tag":"Imax"}"#, 1), (#"{"tag":"other"}"#, 0), (#"{"liked":true}"#, 1), (#"{"liked":false}"#, 0),
            (#"{"tag":"cinema","liked":true}"#, 1),
        ] {
            #expect(try await client.result("cards/list", filter)["cards"]?.count == count, "\(filter)")
        }
        let stats = try await client.result("cards/stats")
        #expect(stats["liked"]?.int == 1 && stats["tags"].texts("value") == ["IMAX", "cinema"])
        #expect(stats["rewatches"]?.int == 1 && stats["viewings"]?.int == 1)
        let revision = try await client.result("library/changes", "{}")["revision"]?.int ?? 0
        #expect(try await put(#""tags":["cinema"]"#)["card"]["tags"].texts == ["cinema"])
        let changes = try await client.result("library/changes", #"{"since":\#(revision)}"#)
        #expect(changes["changes"] != nil || changes["revision"]?.int != revision)
        _ = try await put(#""liked":false,"seenBefore":false,"watchedOn":null"#)
        #expect(try await put(#""tags":null"#)["card"] == nil)
    }

    @Test("A card of which nothing is left is removed, and one that says that a film was watched stays")
    func emptyCards() async throws {
        let client = client()
        func put(_ members: String) async throws -> JSONElement {
            try await client.result("cards/put", #"{"id":"kofic:20183782",\#(members)}"#)
        }
        _ = try await put(#""stars":4,"comment":"계단""#)
        #expect(try await put(#""stars":null"#)["card"]?["comment"]?.string == "계단")
        #expect(try await put(#""comment":null"#)["card"] == nil)
        _ = try await put(#""liked":true,"seenBefore":true"#)
        #expect(try await put(#""liked":null"#)["card"]?["liked"] == nil)
        #expect(try await put(#""seenBefore":null"#)["card"] == nil)
        #expect(try await client.result("cards/list")["cards"]?.count == 0)
        let seen = try await put(#""watched":true"#)
        #expect(seen["card"]?["changedAt"] != nil && seen["card"]?["stars"] == nil)
        #expect(try await put(#""unbookmark":true"#)["card"] != nil)
        let days = try await put(#""watchedOn":["2026-11-01","yesterday","2026-11-01"]"#)["card"]
        #expect(days?["watchedOn"]?.string == "2026-11-19")
        #expect(days["watchedBefore"].texts == ["2026-11-01"])
        let movie = try await client.result("movies/get", #"{"id":"kofic:20183782"}"#)["movie"]
        let card = movie["card"]
        #expect(card["watchedBefore"].texts == ["2026-11-01"] && card["changedAt"] != nil)
        #expect(try await put(#""watchedOn":[]"#)["card"] == nil)
    }

    @Test("A card that was changed since the revision that a client knows is not written")
    func outdated() async throws {
        let client = client()
        func put(_ stars: Double, _ revision: Int) -> String {
            #"{"id":"kofic:20183782","stars":\#(stars),"ifRevision":\#(revision)}"#
        }
        let first = try await client.result("cards/put", put(3, 0))
        let revision = try #require(first["revision"]?.int)
        let second = try await client.result("cards/put", put(4, revision))
        let error = try await client.error("cards/put", put(5, revision))
        #expect(error.code.rawValue == 1_031 && error.data?["kind"] == "outdated")
        let data = try JSONDocument(try #require(error.data).jsonBytes).root
        #expect(data["card"]?["stars"]?.double == 4 && data["revision"]?.int == second["revision"]?.int)
        _ = try await client.result("lists/add", #"{"list":"Best","id":"kofic:20183782"}"#)
        let list = try await client.result("cards/list")
        _ = try await client.result("cards/put", put(1, try #require(list["revision"]?.int)))
    }

    @Test("What has changed since a revision is returned, also what was removed; too much is not")
    func changesSince() async throws {
        let client = client()
        let start = try #require(try await client.result("library/changes")["revision"]?.int)
        _ = try await client.result("cards/put", #"{"id":"kofic:20183782","stars":4}"#)
        _ = try await client.result("lists/add", #"{"list":"Best","id":"kofic:20183782"}"#)
        let all = try await client.result("library/changes", #"{"since":\#(start)}"#)
        let film = all["films"]?[0]
        #expect(all["isWhole"]?.bool == true && all["changed"].texts == ["cards", "lists"] && all["films"]?.count == 1)
        #expect(film?["movie"]?["title"]?.string == "기생충" && film?["card"]?["stars"]?.double == 4)
        #expect(film?["lists"].texts == ["Best"] && all["lists"]?[0]?["name"]?.string == "Best")
        let revision = try #require(all["revision"]?.int)
        #expect(try await client.result("library/changes", #"{"since":\#(revision)}"#)["films"]?.count == 0)
        _ = try await client.result("lists/delete", #"{"list":"Best"}"#)
        _ = try await client.result("cards/remove", #"{"id":"kofic:20183782"}"#)
        let removed = try await client.result("library/changes", #"{"since":\#(revision)}"#)
        #expect(removed["films"].list.allSatisfy { $0["movie"] == nil && $0["watched"]?.bool == false })
        #expect(removed["films"].list.contains { $0["id"]?.string == "kofic:20183782" } && removed["lists"]?.count == 0)
        #expect(try await client.result("library/changes", #"{"since":1000000}"#)["isWhole"]?.bool == false)
    }
}
