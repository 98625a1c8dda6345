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
        encode: { known, earlier in
            let title = known.record.facts.title?.text ?? ""
            let ids = known.record.facts.ids.map { "\($0.key):\($0.value)" }.sorted().joined(separator: " ")
            let bytes = Array("\(title)\n\(ids)".utf8)
            guard let earlier = earlier.map({ String(decoding: $0, as: UTF8.self).split(separator: "\n")[0] }) else {
                return CodedFacts(bytes)
            }
            // Films whose titles begin with two letters are two films.
            if title.first != earlier.first { return CodedFacts(bytes, isOfOtherFilm: true) }
            return CodedFacts(Array("\(title)|\(earlier)\n\(ids)".utf8))
        },
        decode: { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let ids = lines[1].split(separator: " ").compactMap { MovieID(parsing: String($0)) }
            return MovieFacts(
                ids: ids.reduce(into: [:]) { $0[$1.namespace] = $1.value },
                title: String(lines[0])
            )
        }
    )

    private static func id(_ text: String) -> MovieID { MovieID(parsing: text) ?? MovieID(namespace: "a", value: text) }

    /// Returns what a source, named as the namespace of the first id, said about a film with some ids.
    private static func told(_ title: String, _ ids: String..., isRow: Bool = false) -> KnownRecord {
        let all = ids.map(id)
        let facts = MovieFacts(ids: all.reduce(into: [:]) { $0[$1.namespace] = $1.value }, title: title)
        var record = MovieRecord(provider: ProviderID(all[0].namespace), facts: facts)
        record.isRow = isRow
        return KnownRecord(id: all[0], record: record)
    }

    @Test("What sources said about a film is found by each of its ids, with its age, also by another process")
    func records() async throws {
        try await StoreFixture.run { fixture in
            var settings = fixture.settings(sizeLimit: 256 << 20, maximumPages: nil, busyTimeout: 20_000)
            settings.coding = Self.coding
            let cache = CacheFile(settings)
            cache.learn([Self.film(["imdb:tt1", "kofic:1", "yts:5"], "Silent", "silent")], keys: Self.keys)
            cache.learn([
                Self.told("Whole", "kofic:1"), Self.told("Wow", "kofic:1", isRow: true),
                Self.told("Other", "yts:5", isRow: true), Self.told("Of no film", "yts:6", isRow: true),
            ])
            #expect(await cache.close(within: 20_000))
            fixture.advance(7_000)
            let other = CacheFile(settings)
            for id in ["imdb:tt1", "kofic:1", "yts:5"] {
                let records = await other.records(with: try #require(MovieID(parsing: id)))
                #expect(records.map(\.record.provider) == ["kofic", "yts"])
                #expect(records.map(\.record.facts.title?.text) == ["Wow|Whole", "Other"])
                #expect(records.map(\.record.isRow) == [false, true])
                #expect(records.allSatisfy { $0.record.freshness.fromCache && $0.record.freshness.ageSeconds == 7 })
            }
            #expect(await other.records(with: MovieID(namespace: "yts", value: "6")).isEmpty)
            _ = await other.removeAll(of: nil)
            #expect(await other.records(with: MovieID(namespace: "yts", value: "5")).isEmpty)
            _ = await other.close(within: 20_000)
        }
    }

    @Test("What a source said about a film is kept even if it is written before the film")
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

    private func withStoredIndex(_ kind: Kind, _ body: (any FilmIndex, StoreFixture) async throws -> Void) async throws
    {
        try await StoreFixture.run { fixture in
            var settings = fixture.settings(sizeLimit: 256 << 20, maximumPages: nil, busyTimeout: 20_000)
            settings.coding = Self.coding
            let cache = CacheFile(settings)
            try await body(kind == .file ? cache : TransientFilmIndex(), fixture)
            _ = await cache.close(within: 20_000)
            #expect(fixture.faults == [])
        }
    }

    @Test("An id that is of another film now leaves its film, which keeps its other ids", arguments: Kind.allCases)
    func putApart(_ kind: Kind) async throws {
        try await withStoredIndex(kind) { index, _ in
            let old = [Self.told("Silent", "kofic:1"), Self.told("Silent", "yts:5", "imdb:tt1")]
            index.learn([Self.film(["kofic:1", "imdb:tt1", "yts:5"], "Silent", "silent")], keys: Self.keys)
            index.learn(old)
            let new = Self.told("Wholly Other", "kofic:1")
            #expect(
                await index.earlier([new, Self.told("New", "kofic:2")]).map { $0?.facts.title?.text } == [
                    "Silent", nil,
                ]
            )
            await index.putApart([new])
            #expect(await index.earlier([new]) == [nil])
            index.learn([Self.film(["kofic:1"], "Wholly Other", "wholly")], keys: Self.keys)
            index.learn([new])
            let shown = await index.shown([[Self.id("kofic:1")], [Self.id("yts:5")]])
            #expect(shown.map { $0?.firstID.description } == ["kofic:1", "imdb:tt1"])
            #expect(shown.map { Set($0?.ids.map(\.description) ?? []) } == [["kofic:1"], ["imdb:tt1", "yts:5"]])
            #expect(await index.records(with: Self.id("kofic:1")).map(\.record.facts.title?.text) == ["Wholly Other"])
            #expect(await index.records(with: Self.id("imdb:tt1")).map(\.record.facts.title?.text) == ["Silent"])
            #expect(await index.films(beginningWith: "sil", in: known, limit: 5).map(\.id.description) == ["imdb:tt1"])
            // A film without any other id is gone.
            await index.putApart([new])
            #expect(await index.shown([[Self.id("kofic:1")]]) == [nil])
        }
    }

    @Test("A call that began before its source gave an id to another film does not give the id back")
    func lateCall() async throws {
        try await withStoredIndex(.file) { index, fixture in
            let old = Self.film(["kofic:1", "yts:5"], "Silent", "silent")
            let new = Self.told("Wholly Other", "kofic:1")
            await index.putApart([new])
            #expect(index.current(old)?.ids == [Self.id("yts:5")])
            #expect(index.current(Self.film(["kofic:1"], "Silent", "silent")) == nil)
            let other = Self.film(["kofic:1"], "Wholly Other", "wholly")
            #expect(index.current(other) == other)
            // Hardly a call takes that long.
            fixture.advance(60_000)
            #expect(index.current(old) == old)
        }
    }

    @Test("Films that were joined wrongly are taken apart by what each source said", arguments: Kind.allCases)
    func regrouped(_ kind: Kind) async throws {
        try await withStoredIndex(kind) { index, _ in
            let ids = ["kofic:1", "imdb:tt1", "yts:5"]
            index.learn([Self.film(ids, "Silent", "silent")], keys: Self.keys)
            index.learn([Self.told("Silent", "kofic:1"), Self.told("Shore", "yts:5", "imdb:tt1")])
            let pair = IDPair(Self.id("kofic:1"), Self.id("imdb:tt1"))
            await index.regroup([pair.first], apart: [pair]) { film in
                film.titles.map { FilmKey($0.lowercased(), of: $0, isWhole: true) }
            }
            let shown = await index.shown(ids.map { [Self.id($0)] })
            #expect(shown.map { $0?.firstID.description } == ["kofic:1", "imdb:tt1", "imdb:tt1"])
            #expect(shown.map { Set($0?.ids.map(\.description) ?? []) }[0] == ["kofic:1"])
            #expect(await index.records(with: Self.id("kofic:1")).map(\.record.facts.title?.text) == ["Silent"])
            #expect(await index.records(with: Self.id("imdb:tt1")).map(\.record.facts.title?.text) == ["Shore"])
            #expect(await index.films(beginningWith: "sho", in: known, limit: 5).map(\.id.description) == ["imdb:tt1"])
            // A record that has both ids of a pair keeps its own one.
            await index.regroup([Self.id("yts:5")], apart: [IDPair(Self.id("yts:5"), Self.id("imdb:tt1"))]) { _ in [] }
            #expect(await index.shown([[Self.id("yts:5")]])[0]?.ids == [Self.id("yts:5")])
        }
    }

    @Test("A film that shares an id with one that has another id of its source stays apart")
    func sharedID() async throws {
        try await withStoredIndex(.file) { index, _ in
            index.learn([Self.film(["yts:1", "imdb:tt1"], "Silent", "silent")], keys: Self.keys)
            index.learn([Self.film(["yts:2", "imdb:tt1"], "Shore", "shore")], keys: Self.keys)
            let shown = await index.shown([
                [Self.id("yts:1")], [Self.id("yts:2")], [Self.id("yts:2"), Self.id("imdb:tt1")],
            ])
            #expect(shown.map { $0?.ids.contains(Self.id("yts:1")) } == [true, false, false])
            // A source that numbers a film anew does not make another one of it.
            index.learn([Self.film(["yts:3", "imdb:tt1"], "Silent", "silent")], keys: Self.keys)
            #expect(await index.shown([[Self.id("yts:3")]])[0]?.firstID == Self.id("yts:1"))
        }
    }

    @Test("What is told of another film takes nothing from an earlier record, unless it is older")
    func otherFilm() async throws {
        try await withStoredIndex(.file) { index, fixture in
            index.learn([Self.film(["kofic:1"], "Silent", "silent")], keys: Self.keys)
            index.learn([Self.told("Silent", "kofic:1")])
            fixture.advance(60_000)
            var old = Self.told("Older", "kofic:1")
            old.record.freshness = Freshness(fromCache: true, ageSeconds: 3_600)
            index.learn([old])
            #expect(await index.records(with: Self.id("kofic:1")).map(\.record.facts.title?.text) == ["Silent"])
            index.learn([Self.told("New", "kofic:1", isRow: true)])
            let now = await index.records(with: Self.id("kofic:1"))
            #expect(now.map(\.record.facts.title?.text) == ["New"] && now.map(\.record.isRow) == [true])
        }
    }

    @Test("The films of the library are kept when the oldest ones are removed")
    func spared() async throws {
        try await withStoredIndex(.file) { index, fixture in
            index.learn(
                [Self.film(["kofic:1"], "Silent", "silent"), Self.film(["kofic:2"], "Shore", "shore")],
                keys: Self.keys
            )
            index.learn([Self.told("Silent", "kofic:1")])
            index.spare(LibraryIDs([LibraryIDs.Film(ids: [Self.id("kofic:1"), Self.id("a:7")])]))
            for part in 0..<6 {
                fixture.advance(1_000)
                let numbers = part * 1_900..<(part + 1) * 1_900
                index.learn(numbers.map { Self.film(["b:\($0)"], "Film", "film\($0)") }, keys: Self.keys)
                _ = await index.shown([])
            }
            #expect(await index.records(with: Self.id("kofic:1")).count == 1)
            #expect(await index.shown([[Self.id("kofic:2")]]) == [nil])
            let count: Int? = try fixture.ask("SELECT count(*) FROM films")
            #expect(count.map { $0 <= 10_100 } == true)
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
