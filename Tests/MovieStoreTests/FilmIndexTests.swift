import MovieDomain
import Testing

@testable import MovieStore

@Suite("Film index, in memory and in the cache file")
struct FilmIndexTests {
    enum Kind: CaseIterable {
        case transient, file
    }

    private let known: Set = ["imdb", "kofic", "yts", "a"]

    /// Returns a film whose titles are its search keys.
    ///
    /// A key that begins with a dash is a later word of the title.
    private static func film(_ ids: [String], _ title: String, _ keys: String...) -> LibraryFilm {
        LibraryFilm(ids: ids.compactMap { MovieID(parsing: $0) }, title: title, titles: keys, year: 2019)
    }

    @Sendable
    private static func keys(_ film: LibraryFilm) -> [FilmKey] {
        film.titles.map { key in
            key.hasPrefix("-")
                ? FilmKey(String(key.dropFirst()), of: film.title, isWhole: false)
                : FilmKey(key, of: film.title, isWhole: true)
        }
    }

    private func withIndex(_ kind: Kind, _ body: (any FilmIndex, StoreFixture) async throws -> Void) async throws {
        try await StoreFixture.run { fixture in
            switch kind {
            case .transient: try await body(TransientFilmIndex(), fixture)
            case .file:
                let cache = fixture.cache()
                try await body(cache, fixture)
                _ = await cache.close(within: 20_000)
                #expect(fixture.faults == [])
            }
        }
    }

    /// Writes the titles of a record and of those before it.
    private static let coding = FactsCoding(
        encode: { record, earlier in
            let title = record.facts.title?.text ?? ""
            return Array(title.utf8) + (earlier.map { Array("|".utf8) + $0 } ?? [])
        },
        decode: { MovieFacts(ids: [:], title: String(decoding: $0, as: UTF8.self)) }
    )

    @Test("What sources said of a film is found by each of its ids, with its age, also by another process")
    func records() async throws {
        try await StoreFixture.run { fixture in
            func known(_ provider: ProviderID, _ id: String, _ title: String, isRow: Bool) -> KnownRecord {
                let own = MovieID(parsing: id) ?? MovieID(namespace: "a", value: id)
                var record = MovieRecord(
                    provider: provider,
                    facts: MovieFacts(ids: [own.namespace: own.value], title: title)
                )
                record.isRow = isRow
                return KnownRecord(id: own, record: record)
            }
            var settings = fixture.settings(sizeLimit: 256 << 20, maximumPages: nil, busyTimeout: 20_000)
            settings.coding = Self.coding
            let cache = CacheFile(settings)
            cache.learn([Self.film(["imdb:tt1", "kofic:1", "yts:5"], "Silent", "silent")], keys: Self.keys)
            cache.learn([
                known("kofic", "kofic:1", "Whole", isRow: false), known("kofic", "kofic:1", "Row", isRow: true),
                known("yts", "yts:5", "Other", isRow: true), known("yts", "yts:6", "Of no film", isRow: true),
            ])
            #expect(await cache.close(within: 20_000))
            fixture.advance(7_000)
            let other = CacheFile(settings)
            for id in ["imdb:tt1", "kofic:1", "yts:5"] {
                let records = await other.records(with: try #require(MovieID(parsing: id)))
                #expect(records.map(\.record.provider) == ["kofic", "yts"])
                #expect(records.map(\.record.facts.title?.text) == ["Row|Whole", "Other"])
                #expect(records.map(\.record.isRow) == [false, true])
                #expect(records.allSatisfy { $0.record.freshness.fromCache && $0.record.freshness.ageSeconds == 7 })
            }
            #expect(await other.records(with: MovieID(namespace: "yts", value: "6")).isEmpty)
            _ = await other.removeAll(of: nil)
            #expect(await other.records(with: MovieID(namespace: "yts", value: "5")).isEmpty)
            _ = await other.close(within: 20_000)
        }
    }

    @Test("What a source said of a film is kept even if it is written before the film")
    func earlyRecords() async throws {
        try await StoreFixture.run { fixture in
            var settings = fixture.settings(sizeLimit: 256 << 20, maximumPages: nil, busyTimeout: 20_000)
            settings.coding = Self.coding
            let cache = CacheFile(settings)
            let id = MovieID(namespace: "yts", value: "5")
            let facts = MovieFacts(ids: ["yts": "5"], title: "Silent")
            cache.learn([KnownRecord(id: id, record: MovieRecord(provider: "yts", facts: facts))])
            // Writes what waits, as the writer does after 50 ms.
            #expect(await cache.records(with: id).isEmpty)
            cache.learn([Self.film(["yts:5"], "Silent", "silent")], keys: Self.keys)
            #expect(await cache.records(with: id).map(\.record.facts.title?.text) == ["Silent"])
            #expect(await cache.close(within: 20_000))
        }
    }

    @Test("A film is found by the beginning of any of its keys, and whole titles come first", arguments: Kind.allCases)
    func found(kind: Kind) async throws {
        try await withIndex(kind) { index, fixture in
            index.learn([Self.film(["imdb:tt1"], "Knight Rider", "knightrider")], keys: Self.keys)
            #expect(await index.films(beginningWith: "knight", in: known, limit: 5).map(\.title) == ["Knight Rider"])
            fixture.advance(1_000)
            index.learn(
                [
                    Self.film(["imdb:tt2"], "The Dark Knight", "thedarkknight", "-darkknight", "-knight"),
                    Self.film(["imdb:tt3"], "기생충", "ㄱㅣㅅㅐㅇㅊㅜㅇ", "ㄱㅅㅊ"),
                ],
                keys: Self.keys
            )
            let titles = await index.films(beginningWith: "knight", in: known, limit: 5).map(\.title)
            #expect(titles == ["Knight Rider", "The Dark Knight"])
            #expect(await index.films(beginningWith: "ㄱㅅㅊ", in: known, limit: 5).map(\.title) == ["기생충"])
            #expect(await index.films(beginningWith: "knight", in: known, limit: 1).count == 1)
            #expect(await index.films(beginningWith: "knights", in: known, limit: 5) == [])
            // An SQL pattern is matched literally.
            #expect(await index.films(beginningWith: "%", in: known, limit: 5) == [])
        }
    }

    @Test("Films whose ids turn out to be of one film become one suggestion", arguments: Kind.allCases)
    func united(kind: Kind) async throws {
        try await withIndex(kind) { index, _ in
            index.learn([Self.film(["kofic:1"], "기생충", "a"), Self.film(["yts:2"], "Parasite", "ab")], keys: Self.keys)
            #expect(await index.films(beginningWith: "a", in: known, limit: 5).count == 2)
            index.learn([Self.film(["imdb:tt1", "kofic:1", "yts:2"], "기생충", "a", "ab")], keys: Self.keys)
            let found = await index.films(beginningWith: "a", in: known, limit: 5)
            #expect(found.map(\.id.description) == ["kofic:1"])
            // A list with fewer details of the film removes none.
            index.learn([Self.film(["kofic:1"], "기생충 (재개봉)", "c")], keys: Self.keys)
            #expect(await index.films(beginningWith: "ab", in: known, limit: 5).map(\.id.description) == ["kofic:1"])
            #expect(await index.films(beginningWith: "c", in: known, limit: 5).map(\.title) == ["기생충"])
            let named = await index.films(beginningWith: "c", in: ["yts", "other"], limit: 5)
            #expect(named.map(\.id.description) == ["yts:2"])
            #expect(await index.films(beginningWith: "c", in: ["yt", "kofic:1"], limit: 5).isEmpty)
        }
    }

    @Test("A film keeps the id by which it was shown first, whatever is learned of it later", arguments: Kind.allCases)
    func firstID(_ kind: Kind) async throws {
        try await withIndex(kind) { index, _ in
            let ids = ["tmdb:7", "imdb:tt1", "kofic:9", "a:5"].compactMap { MovieID(parsing: $0) }
            #expect(await index.firstIDs(of: [ids, []]) == [nil, nil])
            for film in [["tmdb:7"], ["imdb:tt1", "tmdb:7"], ["kofic:9"], ["imdb:tt1", "kofic:9", "tmdb:7"]] {
                index.learn([Self.film(film, "Amber", "amber")], keys: Self.keys)
            }
            let films = ids.map { [$0] } + [Array(ids.suffix(3))]
            #expect(await index.firstIDs(of: films) == [ids[0], ids[0], ids[0], nil, ids[0]])
            #expect(await index.films(beginningWith: "am", in: ["imdb", "tmdb"], limit: 5).map(\.id) == [ids[0]])
        }
    }

    @Test("A film is found by each of its ids, with its title and year", arguments: Kind.allCases)
    func byID(_ kind: Kind) async throws {
        try await withIndex(kind) { index, _ in
            let ids = ["shelf:7", "imdb:tt1"].compactMap { MovieID(parsing: $0) }
            index.learn([LibraryFilm(ids: ids, title: "Amber", titles: ["Bernstein"], year: 2001)]) { _ in [] }
            for id in ids {
                let film = try #require(await index.film(with: id))
                #expect(Set(film.ids) == Set(ids))
                #expect(film.title == "Amber" && film.year == 2001)
            }
            #expect(await index.film(with: MovieID(namespace: "shelf", value: "8")) == nil)
        }
    }

    @Test("Films are known after the cache is reopened, until it is cleared")
    func kept() async throws {
        try await StoreFixture.run { fixture in
            let first = fixture.cache()
            first.learn([Self.film(["imdb:tt1"], "Up", "up")], keys: Self.keys)
            _ = await first.close(within: 20_000)
            let second = fixture.cache()
            #expect(await second.films(beginningWith: "u", in: known, limit: 5).map(\.title) == ["Up"])
            _ = await second.removeAll(of: nil)
            #expect(await second.films(beginningWith: "u", in: known, limit: 5) == [])
            _ = await second.close(within: 20_000)
            #expect(fixture.faults == [])
        }
    }

    @Test("A film that is shown again later is noted again, also after another process has cleared the cache")
    func seenAgain() async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            let film = Self.film(["imdb:tt1"], "Up", "up")
            var moments: [Int?] = []
            for _ in 0..<2 {
                cache.learn([film], keys: Self.keys)
                #expect(await cache.films(beginningWith: "u", in: known, limit: 5).map(\.title) == ["Up"])
                moments.append(try fixture.ask("SELECT seen_at FROM films"))
                fixture.advance(3_600_000)
            }
            #expect(moments == [1_795_000_000_000, 1_795_003_600_000])
            let other = fixture.cache()
            _ = await other.removeAll(of: nil)
            _ = await other.close(within: 20_000)
            #expect(await cache.films(beginningWith: "u", in: known, limit: 5) == [])
            cache.learn([film], keys: Self.keys)
            #expect(await cache.films(beginningWith: "u", in: known, limit: 5).map(\.title) == ["Up"])
            _ = await cache.close(within: 20_000)
        }
    }

    @Test("The index in memory keeps the newest 2,000 films")
    func bounded() async throws {
        let index = TransientFilmIndex()
        for number in 0..<2_100 {
            index.learn([Self.film(["a:\(number)"], "Film \(number)", "film\(number)")], keys: Self.keys)
        }
        #expect(await index.films(beginningWith: "film", in: known, limit: 5_000).count == 2_000)
        #expect(await index.films(beginningWith: "film0", in: known, limit: 5) == [])
        #expect(await index.films(beginningWith: "film2099", in: known, limit: 5).count == 1)
    }
}
