import JSON
import JSONRPC
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Synchronization
import Testing

@testable import MovieService

@Suite("Films of names of files")
struct IdentifyNamesTests {
    /// The searches and lookups that a source gets.
    private final class Asked: Sendable {
        private let texts = Mutex<[String]>([])

        func note(_ text: String) { texts.withLock { $0.append(text) } }

        var all: [String] { texts.withLock(\.self) }
    }

    private static let films = [
        ("1", "tt9900001", "Paper Boat", 2010), ("2", "tt9900002", "Twins", 2000), ("3", "tt9900003", "Twins", 2000),
        ("4", "tt9900004", "Night Ferry 1984", 2020), ("5", "tt9900005", "종이배", 2019),
        ("6", "tt9900006", "1917", 2019), ("7", "tt9900007", "Glass Harbour", 2003),
    ]

    private static var library: LibraryFile {
        LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_186_800)))
    }

    private static func facts(_ film: (String, String, String, Int)) -> MovieFacts {
        MovieFacts(ids: ["shelf": film.0, "imdb": film.1], title: film.2, year: film.3)
    }

    private func client(_ asked: Asked = Asked()) -> ServiceClient {
        var shelf = FakeRepository(
            "shelf",
            capabilities: [.search, .lookup],
            namespaces: [.lookup: ["imdb", "shelf"]]
        )
        shelf.onSearch = { query throws(ProviderError) in
            asked.note("\(query.text) \(query.year.map(String.init) ?? "-") \(query.languages.joined())")
            if query.text == "Broken" {
                throw ProviderError(.rateLimited, provider: "shelf", message: "too many calls")
            }
            let found = Self.films.filter { film in
                film.2.lowercased().contains(query.text.lowercased()) && query.year.map { $0 == film.3 } ?? true
            }
            return ProviderAnswer(MovieList(movies: found.map(Self.facts), totalItems: found.count, hasMore: false))
        }
        shelf.onLookup = { query throws(ProviderError) in
            asked.note(query.ids.movieIDs.map(\.description).sorted().joined(separator: " "))
            guard let film = Self.films.first(where: { $0.1 == query.ids["imdb"] }) else {
                throw ProviderError(.notFound, provider: "shelf", message: "no such film")
            }
            return ProviderAnswer(Self.facts(film))
        }
        return ServiceClient([shelf], library: Self.library)
    }

    private func identify(_ names: [String], with client: ServiceClient) async throws -> [JSONElement] {
        let params: JSONValue = ["names": .array(names.map { .string($0) })]
        let films = try await client.result("movies/identify", params.jsonText)["films"]
        return films.map { Array($0.elements) } ?? []
    }

    @Test("Each name has its status, in the order of the names")
    func statuses() async throws {
        let names = [
            "Paper.Boat.2010.1080p.BluRay.x264-GRP.mkv", "Twins (2000)", "Nothing.At.All.1999.mkv", "Broken.mkv",
            "Night.Ferry.S01E02.mkv", "1080p.mkv", "종이배 (2019) [1080p].mkv", "1917.2019.mkv",
        ]
        let films = try await identify(names, with: client())
        #expect(films.map { $0["name"]?.string } == names)
        let statuses = ["found", "undecided", "unknown", "unanswered", "episode", "no_title", "found", "found"]
        try #require(films.map { $0["status"]?.string } == statuses)
        #expect(films[0]["movie"]?["id"]?.string == "imdb:tt9900001")
        #expect(films[0]["movie"]?["match"]?["reasons"]?.description == #"["same year","English title equal"]"#)
        #expect(films[0]["interpreted"]?["title"]?.string == "Paper Boat")
        #expect(films[0]["interpreted"]?["dropped"]?.description == #"["1080p","BluRay","x264-GRP","mkv"]"#)
        #expect(films[1]["candidates"]?.elements.map { $0["id"]?.string } == ["imdb:tt9900002", "imdb:tt9900003"])
        #expect(films[1]["candidates"]?[0]?["match"]?["reasons"]?[0]?.string == "another candidate is as good")
        #expect(films[3]["sources"]?[0]?["status"]?.string == "rate_limited")
        #expect(films[4]["interpreted"]?["episode"]?.string == "S01E02")
        #expect(films[4]["sources"]?.count == 0)
    }

    @Test(
        "A name with an id is looked up by it, and what contradicts is said; without the film, its title is searched for"
    )
    func ids() async throws {
        let asked = Asked()
        let names = [
            "Paper.Boat.2010.tt9900001.mkv", "Something Else (1955) {imdb-tt9900007}", "Paper Boat (2010) [tt9911111]",
        ]
        let films = try await identify(names, with: client(asked))
        #expect(films.map { $0["status"]?.string } == ["found", "found", "found"])
        #expect(films[0]["movie"]?["match"]?["confidence"]?.double == 1)
        #expect(films[0]["movie"]?["match"]?["reasons"]?[0]?.string == "imdb id equal")
        #expect(
            films[1]["movie"]?["match"]?["reasons"].flatMap { Array($0.elements).last }?.string?.hasPrefix("although")
                == true
        )
        let reasons = films[2]["movie"]?["match"]?["reasons"].flatMap { Array($0.elements).last }
        #expect(reasons?.string == "although no source has imdb:tt9911111")
        #expect(asked.all.filter { $0 == "imdb:tt9900001" }.count == 1)
        #expect(asked.all.filter { $0.hasPrefix("Paper Boat") }.count == 1)
    }

    @Test("Names of one film are asked for once, in the language of the name, and again only if nothing matches")
    func requests() async throws {
        let asked = Asked()
        let names = [
            "Paper.Boat.2010.1080p.mkv", "paper boat (2010)", "/films/Paper Boat (2010)/movie.mkv", "종이배.2019.mkv",
        ]
        let films = try await identify(names, with: client(asked))
        #expect(films.map { $0["status"]?.string } == ["found", "found", "found", "found"])
        #expect(asked.all.sorted() == ["Paper Boat 2010 en", "종이배 2019 ko"])
        let more = Asked()
        let ferry = try await identify(["Night.Ferry.1984.1080p.mkv"], with: client(more))
        #expect(more.all == ["Night Ferry 1984 en", "Night Ferry 1984 - en"])
        #expect(ferry[0]["interpreted"]?["title"]?.string == "Night Ferry 1984")
        #expect(ferry[0]["interpreted"]?["year"] == nil)
    }

    @Test("A film whose year is one off is found by its title alone, and the reasons say so")
    func otherYear() async throws {
        let asked = Asked()
        let films = try await identify(["Glass.Harbour.2004.1080p.mkv"], with: client(asked))
        #expect(films[0]["status"]?.string == "found")
        #expect(films[0]["movie"]?["match"]?["reasons"]?[0]?.string == "years one apart")
        #expect(asked.all == ["Glass Harbour 2004 en", "Glass Harbour 2004 - en", "Glass Harbour - en"])
    }

    @Test("Names that are left when the time is up are unanswered")
    func inTime() async throws {
        let clock = ManualClock()
        var shelf = FakeRepository("shelf", capabilities: [.search])
        shelf.onSearch = { _ throws(ProviderError) in
            clock.advance(by: .seconds(3))
            return ProviderAnswer(MovieList(movies: [], totalItems: 0, hasMore: false))
        }
        let client = ServiceClient([shelf], library: Self.library)
        var catalogue = try #require(client.catalogue.current)
        catalogue.clock = clock
        client.catalogue.replace(with: catalogue)
        let names = (1...8).map { "\"Film Number \($0)\"" }.joined(separator: ",")
        let films = try await client.result("movies/identify", #"{"timeout":5,"names":[\#(names)]}"#)["films"]
        #expect(films?.count == 8)
        #expect(films?[7]?["status"]?.string == "unanswered")
    }

    @Test("A call that is cancelled asks nothing more, however many names are left")
    func cancelled() async throws {
        let asked = Asked()
        let client = client(asked)
        let names = (1...100).map { JSONValue.string("Film Number \($0) (2001)") }
        let params: JSONValue = ["names": .array(names)]
        let call = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await client.reply("movies/identify", params.jsonText)
        }
        call.cancel()
        guard case .failure = try await call.value else {
            Issue.record("a cancelled call has no result")
            return
        }
        #expect(asked.all.isEmpty)
    }

    @Test("Names of one search are asked for once, and each is still read by itself")
    func sharedSearch() async throws {
        let asked = Asked()
        let names = ["Paper Boat (Le bateau) (2010).mkv", "PAPER BOAT (Das Boot) (2010).mkv", "Paper.Boat.2010.mkv"]
        let films = try await identify(names + names, with: client(asked))
        #expect(films.allSatisfy { $0["status"]?.string == "found" })
        #expect(
            films.prefix(3).map { $0["interpreted"]?["otherTitles"]?[0]?.string } == ["Le bateau", "Das Boot", nil]
        )
        #expect(asked.all == ["Paper Boat 2010 en"])
    }

    @Test("A mistake in the parameters, or sources that are all without a key, fail the call")
    func refused() async throws {
        let many = Array(repeating: "\"a\"", count: 101).joined(separator: ",")
        let error = try await client().error("movies/identify", "{\"names\":[\(many)]}")
        #expect(error.message == "Invalid params: names: expected at most 100, got 101")
        #expect(try await client().result("movies/identify", #"{"names":[]}"#)["films"]?.count == 0)
        let unknown = try await client().error("movies/identify", #"{"names":["a"],"providers":["selfh"]}"#)
        #expect(unknown.message.contains("selfh"))
        var off = FakeRepository("off", capabilities: [.search])
        off.profile.availability = .disabled(reason: "no key")
        let disabled = try await ServiceClient([off]).error("movies/identify", #"{"names":["Paper Boat"]}"#)
        #expect(disabled.data?.jsonText.contains("no key") == true)
    }
}
