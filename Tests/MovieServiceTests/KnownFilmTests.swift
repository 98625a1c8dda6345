import JSON
import JSONRPC
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Synchronization
import Testing

@testable import MovieService

@Suite("Films of earlier answers")
struct KnownFilmTests {
    private static let film = MovieFacts(
        ids: ["imdb": "tt0000001", "a": "1"],
        title: "Silent Harbor",
        language: "en",
        year: 2019
    )

    /// What a source does when it is asked about a film: hang, fail, or answer.
    private final class Weather: Sendable {
        let lookups = Mutex(0)
        let mood = Mutex(Mood.hangs)

        enum Mood {
            case hangs, limited, answers, answersLate
        }
    }

    private static func limited(_ provider: ProviderID) -> ProviderError {
        var error = ProviderError(.rateLimited, provider: provider, message: "the calls are used up")
        error.retryAfterSeconds = 4
        return error
    }

    /// A source that finds the film once, and then looks it up as the weather is.
    private static func source(_ weather: Weather) -> FakeRepository {
        var source = FakeRepository("a", capabilities: [.search, .lookup], namespaces: [.lookup: ["a", "imdb"]])
        let searches = Mutex(0)
        source.onSearch = { _ throws(ProviderError) in
            guard
                searches.withLock({
                    $0 += 1
                    return $0 == 1
                })
            else { throw limited("a") }
            return ProviderAnswer(MovieList(movies: [film], hasMore: false))
        }
        source.onLookup = { query throws(ProviderError) in
            weather.lookups.withLock { $0 += 1 }
            guard query.ids["imdb"] == "tt0000001" || query.ids["a"] == "1" else {
                throw ProviderError(.notFound, provider: "a", message: "no such film")
            }
            switch weather.mood.withLock({ $0 }) {
            case .hangs:
                do { try await Task.sleep(for: .seconds(3_600)) } catch {}
                throw ProviderError(.timeout, provider: "a", message: "late")
            case .limited: throw limited("a")
            case let mood:
                do {
                    if mood == .answersLate { try await Task.sleep(for: .seconds(1)) }
                } catch {
                    throw ProviderError(.timeout, provider: "a", message: "late")
                }
                var whole = film
                whole.runtimeMinutes = 101
                whole.cast = [Person(name: "Ann Lee")]
                return ProviderAnswer(whole)
            }
        }
        return source
    }

    private static func reply(
        _ client: ServiceClient,
        _ method: String,
        _ params: String
    ) async throws -> JSONElement {
        // With an id, as a connection sends it.
        let call = RPCCall(method: method, params: try JSONDocument(params).root, id: RPCID(token: "1".utf8))
        switch await client.handler.handle(call) {
        case .result(let bytes): return try JSONDocument(bytes).root
        case .failure(let error): throw error
        }
    }

    @Test(
        "A film that was found can be opened by each of its ids while its source hangs",
        arguments: ["imdb:tt0000001", "a:1"]
    )
    func hanging(id: String) async throws {
        let client = ServiceClient([Self.source(Weather())])
        _ = try await client.result("movies/search", #"{"query":"Silent"}"#)
        let answer = try await Self.reply(client, "movies/get", #"{"id":"\#(id)"}"#)
        #expect(answer["movie"]?["title"]?.string == "Silent Harbor")
        #expect(answer["movie"]?["id"]?.string == "imdb:tt0000001")
        #expect(answer["sources"]?[0]?["status"]?.string == "stale")
        #expect(answer["sources"]?[0]?["error"]?["kind"]?.string == "timeout")
        #expect(answer["incomplete"]?.bool == true)
    }

    @Test("What a source whose rate is used up said before is shown, with its age and the time to ask again")
    func limited() async throws {
        let weather = Weather()
        weather.mood.withLock { $0 = .limited }
        let client = ServiceClient([Self.source(weather)])
        _ = try await client.result("movies/search", #"{"query":"Silent"}"#)
        for answer in [
            try await client.result("movies/get", #"{"id":"imdb:tt0000001"}"#),
            try await Self.reply(client, "movies/get", #"{"id":"imdb:tt0000001"}"#),
            try await client.result("movies/search", #"{"query":"Silent Harbor"}"#),
        ] {
            let movie = answer["movie"] ?? answer["movies"]?[0]
            #expect(movie?["title"]?.string == "Silent Harbor")
            #expect(answer["sources"]?[0]?["status"]?.string == "stale")
            #expect(answer["sources"]?[0]?["fromCache"]?.bool == true)
            #expect(answer["incomplete"]?.bool == true)
            #expect(answer["retryAfterSeconds"]?.int == 4)
        }
    }

    @Test("A film that no answer had is still asked for until the end")
    func unknown() async throws {
        let weather = Weather()
        weather.mood.withLock { $0 = .answers }
        let client = ServiceClient([Self.source(weather)])
        let answer = try await Self.reply(client, "movies/get", #"{"id":"imdb:tt0000001"}"#)
        #expect(answer["movie"]?["runtimeMinutes"]?.int == 101)
        #expect(answer["sources"]?[0]?["status"]?.string == "ok")
        #expect(answer["incomplete"] == nil)
    }

    @Test("A part that no earlier answer had is waited for")
    func part() async throws {
        let weather = Weather()
        weather.mood.withLock { $0 = .answersLate }
        let client = ServiceClient([Self.source(weather)])
        _ = try await client.result("movies/search", #"{"query":"Silent"}"#)
        for _ in 0..<2 {
            let answer = try await Self.reply(client, "movies/get", #"{"id":"a:1","include":["credits"]}"#)
            #expect(answer["movie"]?["cast"]?[0]?["name"]?.string == "Ann Lee", "\(answer)")
        }
    }

    @Test(
        "A known film is stored with its title while its source hangs, and the details follow",
        arguments: [
            ("bookmarks/add", #"{"id":"imdb:tt0000001"}"#, "bookmarks/list", "movies"),
            ("cards/put", #"{"id":"a:1","stars":4}"#, "cards/list", "cards"),
            ("lists/add", #"{"id":"a:1","list":"Best"}"#, "lists/films", "movies"),
        ]
    )
    func stored(method: String, params: String, list: String, member: String) async throws {
        let weather = Weather()
        let client = ServiceClient([Self.source(weather)])
        _ = try await client.result("movies/search", #"{"query":"Silent"}"#)
        let answer = try await Self.reply(client, method, params)
        let movie = answer["movie"] ?? answer["card"]?["movie"]
        #expect(movie?["title"]?.string == "Silent Harbor")
        #expect(answer["sources"]?[0]?["status"]?.string == "ok")
        weather.mood.withLock { $0 = .answers }
        _ = try await Self.reply(client, method, params)
        let query = list == "lists/films" ? #"{"list":"Best"}"# : "{}"
        let isCompleted = try await holdsEventually {
            let entry = try await client.result(list, query)[member]?[0]
            return (entry?["movie"] ?? entry)?["runtimeMinutes"]?.int == 101
        }
        #expect(isCompleted)
    }

    @Test("A search waits for the turn at a source if nothing else is found", arguments: [true, false])
    func nothingElse(isFoundElsewhere: Bool) async throws {
        var other = FakeRepository("b", capabilities: [.search])
        other.onSearch = { _ throws(ProviderError) in
            let found = MovieFacts(ids: ["b": "7"], title: "Silent Shore")
            return ProviderAnswer(MovieList(movies: isFoundElsewhere ? [found] : [], hasMore: false))
        }
        var source = FakeRepository("a", capabilities: [.search])
        let waits = Mutex<[Bool]>([])
        source.onContext = { context in waits.withLock { $0.append(context.waitsForTurn) } }
        source.onSearch = { _ throws(ProviderError) in
            guard waits.withLock({ $0.last == true }) else { throw Self.limited("a") }
            return ProviderAnswer(MovieList(movies: [Self.film], hasMore: false))
        }
        let client = ServiceClient([source, other])
        let answer = try await Self.reply(client, "movies/search", #"{"query":"Silent"}"#)
        #expect(answer["movies"]?[0]?["title"]?.string == (isFoundElsewhere ? "Silent Shore" : "Silent Harbor"))
        #expect(answer["incomplete"]?.bool == (isFoundElsewhere ? true : nil))
        #expect(answer["retryAfterSeconds"]?.int == (isFoundElsewhere ? 4 : nil))
        #expect(waits.withLock { $0 } == (isFoundElsewhere ? [false] : [false, true]))
    }

    @Test("What was said about a film that the user split off is not shown of the other one")
    func split() async throws {
        let weather = Weather()
        weather.mood.withLock { $0 = .limited }
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 0)))
        let client = ServiceClient([Self.source(weather)], book: library, library: library)
        _ = try await client.result("movies/search", #"{"query":"Silent"}"#)
        let pair = IDPair(MovieID(namespace: "imdb", value: "tt0000001"), MovieID(namespace: "a", value: "1"))
        try await library.correct(MatchNote(pair, .different, by: .user, at: library.now))
        await #expect(throws: RPCError.self) {
            try await Self.reply(client, "movies/get", #"{"id":"imdb:tt0000001"}"#)
        }
    }

    private static func coded(
        _ facts: MovieFacts,
        after earlier: [UInt8]? = nil,
        isRow: Bool = false,
        isInOtherLanguages: Bool = false
    ) -> CodedFacts {
        var record = MovieRecord(provider: "kofic", facts: facts)
        record.isRow = isRow
        var known = KnownRecord(id: MovieID(namespace: "kofic", value: facts.ids["kofic"] ?? ""), record: record)
        known.isInOtherLanguages = isInOtherLanguages
        return FactsCoding.asInAnswers.encode(known, earlier)
    }

    @Test("Facts are read as they were written, and a row takes nothing away")
    func coding() throws {
        var facts = ExampleFilms.parasite.facts
        facts.year = nil
        facts.titles = [LocalizedText("기생충", language: "ko"), LocalizedText("Parasite", language: "en")]
        facts.images = ["a", "b"].map {
            MovieImage(kind: "poster", url: "https://images.example/\($0).jpg", provider: "kofic")
        }
        let bytes = Self.coded(facts).bytes
        #expect(FactsCoding.asInAnswers.decode(bytes) == facts)
        var row = MovieFacts(ids: ["kofic": facts.ids["kofic"] ?? ""], title: "Parasite Again", year: 2020)
        row.titles = [LocalizedText("Parasite Again")]
        row.images = [facts.images[0]]
        let coded = Self.coded(row, after: bytes, isRow: true)
        #expect(!coded.isOfOtherFilm)
        let read = try #require(FactsCoding.asInAnswers.decode(coded.bytes))
        #expect(read.title?.text == "Parasite Again" && read.year == 2020)
        #expect(read.cast == facts.cast && read.directors == facts.directors)
        #expect(read.ids == facts.ids && read.images == facts.images)
        #expect(read.titles.map(\.text) == ["Parasite Again", "기생충", "Parasite"])
        row.title = LocalizedText("Wholly Other Thing")
        row.titles = [LocalizedText("Wholly Other Thing")]
        // Only details can tell whose row it is.
        #expect(Self.coded(row, after: bytes, isRow: true) == CodedFacts(bytes))
        #expect(FactsCoding.asInAnswers.decode(Array("nonsense".utf8)) == nil)
    }

    @Test("What is said about another film under the same id is not mixed with what was said before")
    func codingOfOther() throws {
        let facts = ExampleFilms.parasite.facts
        let other = MovieFacts(ids: ["kofic": facts.ids["kofic"] ?? ""], title: "완전 다른 것", language: "ko", year: 1999)
        let coded = Self.coded(other, after: Self.coded(facts).bytes, isRow: true)
        #expect(coded.isOfOtherFilm)
        #expect(FactsCoding.asInAnswers.decode(coded.bytes)?.directors == [])
    }

    @Test("What is said in other languages only adds to what is known")
    func codingOfLanguages() throws {
        var korean = MovieFacts(ids: ["kofic": "1"], title: "종이 등대", language: "ko", year: 2024)
        korean.titles = [LocalizedText("종이 등대", language: "ko")]
        var english = MovieFacts(ids: ["kofic": "1", "imdb": "tt0000001"], title: "Paper Lighthouse", language: "en")
        english.titles = [LocalizedText("Paper Lighthouse", language: "en")]
        let coded = Self.coded(english, after: Self.coded(korean).bytes, isInOtherLanguages: true)
        let read = try #require(FactsCoding.asInAnswers.decode(coded.bytes))
        #expect(read.title?.text == "종이 등대" && read.year == 2024 && read.ids["imdb"] == "tt0000001")
        #expect(read.titles.map(\.text) == ["종이 등대", "Paper Lighthouse"])
    }

    @Test("A film of which a source gives only what it said earlier has not all its details")
    func refreshedInPart() async throws {
        let weather = Weather()
        weather.mood.withLock { $0 = .limited }
        let client = ServiceClient([Self.source(weather)])
        _ = try await client.result("movies/search", #"{"query":"Silent"}"#)
        _ = try await client.result("bookmarks/add", #"{"id":"imdb:tt0000001"}"#)
        let film = try await client.result("library/refresh")["films"]?[0]
        #expect(film?["status"]?.string == "incomplete", "\(film as Any)")
    }
}
