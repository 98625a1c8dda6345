import JSON
import JSONRPC
import MovieDomain
import MovieStore
import Synchronization
import Testing

@testable import MovieService

/// Ids that say that there is no id, such as 0.
@Suite("Ids that no film can have")
struct ImpossibleIDTests {
    private static let moment = Timestamp(secondsSinceEpoch: 1_795_186_800)

    private final class Asked: Sendable {
        private let ids = Mutex<[[String: String]]>([])

        var all: [[String: String]] { ids.withLock(\.self) }

        func note(_ query: [String: String]) { ids.withLock { $0.append(query) } }
    }

    private func client(_ asked: Asked = Asked()) -> ServiceClient {
        let taken = ["imdb", "kofic", "shelf", "tmdb", "tvdb", "wikidata"]
        var shelf = FakeRepository("shelf", capabilities: [.lookup], namespaces: [.lookup: taken])
        shelf.onLookup = { query throws(ProviderError) in
            asked.note(query.ids)
            return ProviderAnswer(MovieFacts(ids: query.ids, title: "First Lamp", year: 2001))
        }
        let library = LibraryFile(inMemory: .fixed(at: Self.moment))
        return ServiceClient([shelf], book: library, library: library)
    }

    private static let none = [
        "tmdb:0", "tmdb:00", "TMDB:0", "imdb:tt0000000", "tt0000000", "imdb:0", "kofic:0", "kofic:00000000",
        "wikidata:Q0",
        "wikidata:q000", "tvdb:0", "kofic:N/A", "shelf:null", "letterboxd:none",
    ]

    @Test("No film is asked for, kept, or matched by one", arguments: none)
    func refused(id: String) async throws {
        let asked = Asked()
        let client = client(asked)
        for (method, params) in [
            ("movies/get", #"{"id":"\#(id)"}"#), ("bookmarks/add", #"{"id":"\#(id)"}"#),
            ("cards/put", #"{"id":"\#(id)","stars":4}"#), ("lists/add", #"{"list":"noir","id":"\#(id)"}"#),
            ("movies/related", #"{"id":"\#(id)","kind":"similar"}"#),
            ("matches/pin", #"{"id":"imdb:tt8000001","with":"\#(id)"}"#),
            ("matches/pin", #"{"id":"\#(id)","with":"imdb:tt8000001"}"#),
            ("matches/split", #"{"id":"imdb:tt8000001","with":"\#(id)"}"#),
        ] {
            let error = try await client.error(method, params)
            #expect(error.code.rawValue == -32602, "\(method) \(id): \(error.message)")
        }
        #expect(asked.all.isEmpty)
        #expect(try await client.result("matches/list")["matches"]?.count == 0)
    }

    @Test("An id that is none costs only its own answer")
    func impossibleIDs() async throws {
        let client = client()
        _ = try await client.result("bookmarks/add", #"{"id":"kofic:20183782"}"#)
        let films = try await client.result("library/get", #"{"ids":["zz",7,"title:Up","kofic:20183782"]}"#)["films"]
        #expect(films.list.map { $0["id"]?.string } == ["zz", "7", "title:Up", "kofic:20183782"])
        #expect(films.list.map { $0["problem"] != nil } == [true, true, false, false])
        #expect(films.list.map { $0["bookmarked"]?.bool } == [false, false, false, true])
    }

    @Test("What is stored under one can be taken away", arguments: none)
    func removed(id: String) async throws {
        let client = client()
        #expect(try await client.result("bookmarks/remove", #"{"id":"\#(id)"}"#)["removed"] != nil)
        #expect(try await client.result("matches/forget", #"{"id":"\#(id)"}"#)["removed"]?.int == 0)
    }

    @Test(
        "Zeros before a number are no part of it",
        arguments: [("tmdb:01", ["tmdb": "1"]), ("tmdb:00603", ["tmdb": "603"]), ("tvdb:007", ["tvdb": "7"])]
    )
    func zeros(id: String, wanted: [String: String]) async throws {
        let asked = Asked()
        let movie = try await client(asked).result("movies/get", #"{"id":"\#(id)"}"#)["movie"]
        #expect(asked.all == [wanted])
        #expect(movie?["title"]?.string == "First Lamp")
    }

    @Test("A library with such a film is refused, and the message says where")
    func imported() async throws {
        let document =
            #"{"library":{"version":1,"bookmarks":[{"movie":{"id":"tmdb:0","ids":{"tmdb":"0"},"title":"First Lamp"}}]}}"#
        let error = try await client().error("library/import", document)
        #expect(error.code.rawValue == -32602)
        #expect(error.message.contains("bookmarks"), "\(error.message)")
    }
}
