import JSON
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Synchronization
import Testing

@testable import MovieService

/// Films that stay the same through searches, lists, and details, and ids that do not.
@Suite("The identity of films over several calls")
struct FilmIdentityTests {
    /// The films that a source has; its rows have fewer ids than its details.
    private final class Shelf: Sendable {
        let provider: ProviderID
        let rowIDs: Set<String>
        let films: Mutex<[MovieFacts]>
        let isUp = Mutex(true)

        init(_ provider: ProviderID, rowIDs: Set<String>, _ films: [MovieFacts]) {
            (self.provider, self.rowIDs) = (provider, rowIDs)
            self.films = Mutex(films)
        }

        private func all() throws(ProviderError) -> [MovieFacts] {
            guard isUp.withLock(\.self) else { throw ProviderError(.unavailable, provider: provider, message: "down") }
            return films.withLock(\.self)
        }

        private func row(_ film: MovieFacts) -> MovieFacts {
            var row = film
            row.ids = film.ids.filter { rowIDs.contains($0.key) }
            (row.directors, row.runtimeMinutes) = ([], nil)
            return row
        }

        func repository(takes namespaces: [String]) -> FakeRepository {
            var repository = FakeRepository(
                provider,
                capabilities: [.search, .charts, .lookup],
                namespaces: [.lookup: namespaces]
            )
            repository.onSearch = { [self] query throws(ProviderError) in
                let word = query.text.lowercased()
                let found = try all().filter { film in film.titles.contains { $0.text.lowercased().hasPrefix(word) } }
                return ProviderAnswer(MovieList(movies: found.map(row), hasMore: false))
            }
            repository.onList = { [self] _ throws(ProviderError) in
                ProviderAnswer(MovieList(movies: try all().map(row), hasMore: false))
            }
            repository.onLookup = { [self] query throws(ProviderError) in
                let ids = query.ids.filter { namespaces.contains($0.key) }
                guard let film = try all().first(where: { film in ids.contains { film.ids[$0.key] == $0.value } })
                else {
                    throw ProviderError(.notFound, provider: provider, message: "no such film")
                }
                return ProviderAnswer(film)
            }
            return repository
        }
    }

    private static func film(
        _ korean: String,
        _ english: String,
        _ year: Int,
        _ ids: [String: String],
        minutes: Int = 118,
        director: String = "GO Eun-byeol"
    ) -> MovieFacts {
        var facts = MovieFacts(ids: ids, title: korean, language: "ko", year: year)
        facts.titles = [LocalizedText(korean, language: "ko"), LocalizedText(english, language: "en")]
        (facts.runtimeMinutes, facts.directors) = (minutes, [Person(name: director)])
        return facts
    }

    private let kofic = Shelf("kofic", rowIDs: ["kofic"], [film("종이 등대", "Paper Lighthouse", 2024, ["kofic": "1"])])
    private let tmdb = Shelf(
        "tmdb",
        rowIDs: ["tmdb"],
        [film("종이 등대", "Paper Lighthouse", 2024, ["tmdb": "7", "imdb": "tt0000001"])]
    )
    private let yts = Shelf(
        "yts",
        rowIDs: ["yts", "imdb"],
        [film("Paper Lighthouse", "Paper Lighthouse", 2024, ["yts": "8", "imdb": "tt0000001"])]
    )
    private let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_186_800)))
    private let all: [(Shelf, [String])]
    private let client: ServiceClient

    init() {
        all = [(kofic, ["kofic"]), (tmdb, ["tmdb", "imdb"]), (yts, ["yts", "imdb"])]
        client = ServiceClient(
            all.map { $0.repository(takes: $1) },
            policy: MergePolicy(order: ["kofic", "tmdb", "yts"], languages: ["ko", "en"]),
            book: library,
            library: library
        )
    }

    private func films(_ method: String, _ params: String = "{}") async throws -> [JSONElement] {
        try await client.result(method, params)["movies"]?.elements.map(\.self) ?? []
    }

    private func get(_ id: String, languages: String = "") async throws -> JSONElement {
        try await client.result("movies/get", #"{"id":"\#(id)"\#(languages)}"#)
    }

    private static let newcomer = film("완전 다른 것", "Wholly Other Thing", 1999, [:], minutes: 77, director: "Other One")

    /// Gives the id that a source has of its film to another one.
    private func replace(at shelf: Shelf, imdb: String?) {
        shelf.films.withLock { films in
            var new = Self.newcomer
            new.ids = films[0].ids.filter { $0.key == shelf.provider.rawValue }
            new.ids["imdb"] = imdb
            films[0] = new
        }
    }

    @Test("A film that a search found with all its ids has the same id in lists of a source that knows fewer")
    func lists() async throws {
        let found = try await films("movies/search", #"{"query":"Paper"}"#)
        #expect(found.map { $0["id"]?.string } == ["imdb:tt0000001"])
        let listed = try await films("movies/list", #"{"kind":"popular","providers":["tmdb"]}"#)
        #expect(listed.map { $0["id"]?.string } == ["imdb:tt0000001"])
        let alone = try await films("movies/list", #"{"kind":"popular","providers":["kofic"]}"#)
        #expect(alone.map { $0["id"]?.string } == ["imdb:tt0000001"])
    }

    @Test("Ids that a source itself has together join the rows of other sources, whatever their titles")
    func ownIDs() async throws {
        yts.films.withLock { $0[0].titles = [LocalizedText("The Lamp of Folded Sheets", language: "en")] }
        yts.films.withLock { $0[0].title = $0[0].titles[0] }
        tmdb.films.withLock { $0[0].titles = [LocalizedText("종이 등대", language: "ko")] }
        _ = try await client.result("movies/get", #"{"id":"tmdb:7","providers":["tmdb"]}"#)
        let listed = try await films("movies/list", #"{"kind":"popular","providers":["tmdb","yts"]}"#)
        #expect(listed.count == 1, "\(listed)")
    }

    @Test("A row takes no id and no detail away from a film", arguments: [false, true])
    func row(isDown: Bool) async throws {
        _ = try await get("tmdb:7")
        _ = try await films("movies/list", #"{"kind":"popular","providers":["tmdb"]}"#)
        if isDown { for (shelf, _) in all { shelf.isUp.withLock { $0 = false } } }
        let film = try await get("tmdb:7")["movie"]
        #expect(film?["ids"]?["imdb"]?.string == "tt0000001")
        #expect(film?["runtimeMinutes"]?.int == 118)
        #expect(film?["directors"]?.elements.count == 1)
    }

    @Test(
        "Another film under a known id has neither the ids nor the card of the one that had the id, and is remarked",
        arguments: ["kofic", "tmdb", "yts"],
        [nil, "tt0000777"]
    )
    func replaced(provider: String, imdb: String?) async throws {
        let shelf = try #require(all.map(\.0).first { $0.provider.rawValue == provider })
        let id = "\(provider):\(try #require(shelf.films.withLock { $0[0].ids[provider] }))"
        _ = try await films("movies/search", #"{"query":"Paper"}"#)
        _ = try await get(id)
        _ = try await client.result("cards/put", #"{"id":"\#(id)","stars":5}"#)
        replace(at: shelf, imdb: imdb)
        let found = try await client.result("movies/search", #"{"query":"Wholly"}"#)
        let remarks = found["sources"]?.elements.flatMap { $0["remarks"]?.elements.compactMap(\.string) ?? [] }
        #expect(remarks?.contains { $0.hasPrefix("\(id) was \"") } == true, "\(found)")
        for (place, film) in [found["movies"]?[0], try await get(id)["movie"]].enumerated() {
            let ids = film?["ids"]?.members.map { "\($0):\($1.string ?? "")" } ?? []
            let hasAll = place == 1 || shelf.rowIDs.contains("imdb")
            #expect(Set(ids) == Set([id, hasAll ? imdb.map { "imdb:\($0)" } : nil].compactMap(\.self)), "\(ids)")
            #expect(film?["card"] == nil && film?["title"]?.string == "완전 다른 것")
            #expect(film?["runtimeMinutes"]?.int ?? 77 == 77)
        }
        let shown = try #require(found["movies"]?[0]?["id"]?.string)
        _ = try await client.result("cards/put", #"{"id":"\#(shown)","stars":1}"#)
        let cards = try await client.result("cards/list")["cards"]?.elements.map { card in
            "\(card["movie"]?["title"]?.string ?? "") \(card["stars"]?.double ?? 0)"
        }
        #expect(Set(cards ?? []) == ["완전 다른 것 1.0", "종이 등대 5.0"], "\(cards ?? [])")
        let old = try await films("movies/search", #"{"query":"Paper"}"#)
        #expect(old.count == 1 && old[0]["card"]?["stars"]?.double == 5, "\(old)")
        #expect(old[0]["ids"]?[provider] == nil)
    }

    @Test("A lookup by an id of the old film takes nothing from the film that another of its ids is of now")
    func replacedBesides() async throws {
        _ = try await get("imdb:tt0000001")
        replace(at: kofic, imdb: nil)
        let film = try await get("imdb:tt0000001")
        #expect(film["movie"]?["title"]?.string == "종이 등대")
        #expect(film["movie"]?["ids"]?["kofic"] == nil)
        let remarks = film["sources"]?[0]?["remarks"]?.elements.compactMap(\.string) ?? []
        #expect(remarks.contains { $0.hasPrefix("kofic:1 was") }, "\(film["sources"] as Any)")
    }

    @Test("A source that gave another film once, and then the right one again, has its film back")
    func returned() async throws {
        _ = try await get("tmdb:7")
        let right = tmdb.films.withLock(\.self)
        replace(at: tmdb, imdb: nil)
        #expect(try await get("tmdb:7")["movie"]?["title"]?.string == "완전 다른 것")
        tmdb.films.withLock { $0 = right }
        for _ in 0..<2 {
            let film = try await get("tmdb:7")["movie"]
            #expect(film?["title"]?.string == "종이 등대" && film?["ids"]?["imdb"]?.string == "tt0000001", "\(film as Any)")
        }
        #expect(try await get("imdb:tt0000001")["movie"]?["ids"]?["tmdb"]?.string == "7")
    }

    @Test(
        "A bookmark of a film that loses its only id keeps its title, and has the id again when its source gives it back"
    )
    func returnedAlone() async throws {
        for shelf in [tmdb, yts] { shelf.films.withLock { $0 = [] } }
        let right = kofic.films.withLock(\.self)
        _ = try await client.result("bookmarks/add", #"{"id":"kofic:1"}"#)
        replace(at: kofic, imdb: nil)
        #expect(try await get("kofic:1")["movie"]?["bookmarked"]?.bool == false)
        let kept = try await films("bookmarks/list")
        #expect(kept.map { $0["title"]?.string } == ["종이 등대"] && kept[0]["ids"]?["kofic"] == nil, "\(kept)")
        kofic.films.withLock { $0 = right }
        #expect(try await get("kofic:1")["movie"]?["bookmarked"]?.bool == true)
        #expect(try await films("bookmarks/list").map { $0["id"]?.string } == ["kofic:1"])
    }

    @Test("A film that is retitled, and one whose year is corrected, stays the film that it was")
    func retitled() async throws {
        _ = try await get("tmdb:7")
        _ = try await client.result("bookmarks/add", #"{"id":"tmdb:7"}"#)
        for change in [
            { (film: inout MovieFacts) in
                film.title = LocalizedText("Folded Light", language: "en")
                film.titles = [LocalizedText("Folded Light", language: "en")]
            },
            { (film: inout MovieFacts) in film.year = 2026 },
        ] {
            tmdb.films.withLock { change(&$0[0]) }
            let film = try await get("tmdb:7")
            #expect(film["movie"]?["bookmarked"]?.bool == true)
            #expect(film["movie"]?["ids"]?["imdb"]?.string == "tt0000001")
            #expect(film["sources"]?[1]?["remarks"] == nil)
        }
    }

    @Test(
        "A split is obeyed by every call, at once and while the sources are down",
        arguments: ["imdb:tt0000001", "yts:8"],
        [true, false]
    )
    func split(other: String, isSearched: Bool) async throws {
        tmdb.films.withLock { $0 = [] }
        let before =
            isSearched
            ? try await films("movies/search", #"{"query":"Paper"}"#)
            : [try await get("kofic:1")["movie"]].compactMap(\.self)
        #expect(before.count == 1 && before[0]["ids"]?["yts"]?.string == "8")
        _ = try await client.result("bookmarks/add", #"{"id":"kofic:1"}"#)
        _ = try await client.result("matches/split", #"{"id":"kofic:1","with":"\#(other)"}"#)
        for isUp in [true, true, false] {
            for (shelf, _) in all { shelf.isUp.withLock { $0 = isUp } }
            for (id, namespaces) in [
                ("kofic:1", ["kofic"]), ("yts:8", ["imdb", "yts"]), ("imdb:tt0000001", ["imdb", "yts"]),
            ] {
                let film = try await get(id)["movie"]
                #expect(film?["ids"]?.members.map { String($0.0) }.sorted() == namespaces, "\(id)")
                #expect(film?["title"]?.string == (namespaces == ["kofic"] ? "종이 등대" : "Paper Lighthouse"))
                #expect(film?["bookmarked"]?.bool == (namespaces == ["kofic"]))
            }
            #expect(try await films("movies/search", #"{"query":"Paper"}"#).count == 2)
        }
        #expect(try await films("bookmarks/list").map { $0["title"]?.string } == ["종이 등대"])
    }

    @Test("A film that was only shown in another language has a title when it is bookmarked")
    func otherLanguage() async throws {
        _ = try await films("movies/search", #"{"query":"Paper","languages":["en"]}"#)
        for (shelf, _) in all { shelf.isUp.withLock { $0 = false } }
        let film = try await client.result("bookmarks/add", #"{"id":"tmdb:7"}"#)["movie"]
        #expect(film?["title"]?.string == "종이 등대")
    }
}
