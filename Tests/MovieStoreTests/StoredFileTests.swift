import HTTPModel
import MarqueeTestKit
import MovieDomain
import SQLite
import Synchronization
import Testing
import Upstream

@testable import MovieStore

/// An earlier version, which used SQLite through another library, made the files in Fixtures/store with one call of
/// `movies/search` to a local source and one of `matches/pin`.
@Suite("Files of an earlier version")
struct EarlierFileTests {
    private static let key = ResponseKey(
        source: "local",
        identity: "GET http://127.0.0.1:18777/search?term=Parasite"
    )

    private func copy(_ name: String, _ fixture: StoreFixture) async throws {
        let original = ProjectFiles.root + "/Tests/Fixtures/store/" + name
        try await fixture.shell("mkdir -p '\(fixture.folder)' && cp '\(original)' '\(fixture.folder)'")
    }

    @Test("A cache of an earlier version is read, counted in, and written to") func cache() async throws {
        try await StoreFixture.run { fixture in
            try await copy("cache.sqlite", fixture)
            let cache = fixture.cache()
            let answer = try #require(await cache.response(for: Self.key))
            #expect(answer.status == 200 && answer.body.count == 133)
            #expect((answer.storedAt, answer.freshFor) == (1_795_322_850_788, 3_600_000))
            #expect(answer.headers["ETag"] == "\"a1\"" && answer.headers.fields.count == 3)
            #expect(await cache.spend(on: "local", in: "2026-11-22", limit: 9) == QuotaCount(used: 2, isGranted: true))
            #expect(await cache.claim(Self.key, after: nil, forMilliseconds: 1_000) == .answered)
            cache.keep(.sample(1), for: .sample(1))
            #expect(await cache.close(within: 20_000))
            let next = fixture.cache()
            #expect(await next.response(for: Self.key) == answer)
            #expect(await next.response(for: .sample(1)) == .sample(1))
            #expect(fixture.faults == [])
        }
    }

    @Test("A library of an earlier version is read and written to") func library() async throws {
        try await StoreFixture.run { fixture in
            try await copy("library.sqlite", fixture)
            let library = fixture.library()
            let pin = MatchNote(
                IDPair(MovieID(namespace: "kofic", value: "20183782"), MovieID(namespace: "tmdb", value: "496243")),
                .same,
                by: .user,
                at: Timestamp(secondsSinceEpoch: 1_795_322_850)
            )
            #expect(try await library.notes(about: nil, limit: 9) == [pin])
            #expect(await library.corrections() == Corrections(pinned: [pin.pair]))
            try await library.choose(FieldChoice(id: pin.pair.first, field: .title, provider: "kofic"))
            #expect(await library.close(within: 20_000))
            #expect(try await fixture.library().choices(for: nil).count == 1)
            #expect(fixture.faults == [])
        }
    }

    @Test("A new file has the same schema and header as a migrated file of an earlier version")
    func sameSchema() async throws {
        for (name, kind) in [("cache.sqlite", StoreFileKind.cache), ("library.sqlite", .library)] {
            try await StoreFixture.run { fixture in
                try await copy(name, fixture)
                try StoreFile(kind, fixture.fileSettings()).open(.writes).database.close()
                let earlier = try StoreProbe.description(of: fixture.folder + "/" + name)
                try await fixture.shell("rm '\(fixture.folder)/\(name)'")
                try StoreFile(kind, fixture.fileSettings()).open(.writes).database.close()
                let made = try StoreProbe.description(of: fixture.folder + "/" + name)
                #expect(made == earlier)
                #expect(made.count > 10)
            }
        }
    }
}

@Suite("Unexpected values in a file")
struct StoredNumberTests {
    @Test("Extreme times of use, counts, and leases in a file cause no failure", arguments: [Int.min, .max])
    func counts(_ number: Int) async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill(2)
            try fixture.execute(
                """
                UPDATE responses SET last_used = \(number);
                INSERT INTO quota (source, period, used, changed_at) VALUES ('kofic', 'd', \(number), \(number));
                INSERT INTO leases SELECT hash, 'other', \(number) FROM responses;
                """
            )
            let cache = fixture.cache()
            #expect(await cache.response(for: .sample(1)) == .sample(1))
            #expect(await cache.claim(.sample(1), after: .max, forMilliseconds: 1_000) == .granted)
            let isSpent = number == .max
            #expect(await cache.count(of: "kofic", in: "d").used == max(number, 0))
            #expect(await cache.spend(on: "kofic", in: "d", limit: .max).isGranted == !isSpent)
            #expect(await cache.spend(on: "kofic", in: "d", limit: 1).isGranted == false)
            fixture.advance(8 * 86_400_000)
            for _ in 0..<2 {
                fixture.advance(120_000)
                cache.keep(.sample(5), for: .sample(5))
                #expect(await cache.flush(within: 20_000))
            }
            #expect(await cache.close(within: 20_000))
            #expect(fixture.faults == [])
            let strange = "SELECT count(*) FROM responses WHERE last_used IN (\(Int.max), -\(Int.max) - 1)"
            #expect(try fixture.ask(strange, Int.self) == 0)
            #expect(try fixture.ask("SELECT count(*) FROM leases", Int.self) == 0)
        }
    }

    @Test(
        "A response with an impossible time counts as damage",
        arguments: [\CachedResponse.storedAt, \.freshFor, \.staleWhileRevalidate, \.staleIfError],
        [Int.min, .max]
    )
    func times(_ member: any WritableKeyPath<CachedResponse, Int> & Sendable, _ number: Int) async throws {
        try await StoreFixture.run { fixture in
            var answer = CachedResponse.sample(1)
            answer[keyPath: member] = number
            // The response is written with a correct checksum.
            let writer = fixture.cache()
            writer.keep(answer, for: .sample(1))
            #expect(await writer.close(within: 20_000))
            let cache = fixture.cache()
            #expect(await cache.response(for: .sample(1)) == nil)
            cache.keep(.sample(2), for: .sample(2))
            #expect(await cache.close(within: 20_000))
            try await fixture.expectMovedAsideOnce()
        }
    }

    /// Values that a damaged file may have in any column, whatever its schema.
    private static let strange = [
        "\(Int.min)", "\(Int.max)", "-1", "0", "9007199254740993", "1e300", "-9e999", "0.5", "'text'", "''", "x'00ff'",
        "NULL",
    ]

    /// Which value the first column gets, the next column the next one: each of them in a long run.
    private static let firstValues = stride(
        from: 0,
        to: strange.count,
        by: ProjectFiles.environment("MARQUEE_LONG") == "1" ? 1 : 4
    ).map(\.self)

    /// Removes the constraints of all tables so that any value fits into any column.
    private static let withoutRules = """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = replace(replace(sql, 'STRICT, ', ''), 'STRICT', '') WHERE type = 'table';
        UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE type = 'table';
        """

    /// Puts a value into a column of all rows, and returns whether SQLite accepts it there: some keys keep their type.
    private func put(_ value: String, in place: (table: String, column: String), of path: String) throws -> Bool {
        do {
            let change = "UPDATE OR REPLACE \(place.table) SET \(place.column) = \(value)"
            try StoreProbe.execute("PRAGMA ignore_check_constraints = ON; \(change)", in: path)
            return true
        } catch let error as SQLiteError where error.kind == .content {
            return false
        }
    }

    private func columns(of path: String, _ tables: [String]) throws -> [(table: String, column: String)] {
        let database = try SQLiteConnection(path: path, busyTimeout: 20_000)
        return try tables.flatMap { table in
            try database.all("SELECT name FROM pragma_table_info('\(table)')") { row throws(SQLiteError) in
                (table: table, column: try row.text(0))
            }
        }
    }

    @Test(
        "Any value in any column of a cache causes at most a damage report, and the cache still works",
        arguments: firstValues
    )
    func anyColumnOfCache(_ first: Int) async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill(3)
            let columns = try columns(of: fixture.path, ["responses", "quota", "leases", "counts", "store"])
            var generator = SeededGenerator(seed: UInt64(first))
            for (number, place) in columns.enumerated() {
                try fixture.empty()
                await fixture.fill(3)
                try fixture.execute(
                    "INSERT INTO quota (source, period, used, changed_at) VALUES ('kofic', 'd', 1, 1); INSERT INTO leases VALUES (1, 'other', 5)"
                )
                try fixture.execute("INSERT INTO counts VALUES ('kofic', 20776, 'sent', 3)")
                try fixture.execute(Self.withoutRules)
                let value = Self.strange[(first + number) % Self.strange.count]
                guard try put(value, in: place, of: fixture.path) else { continue }
                let cache = fixture.cache()
                for step in (0..<8).shuffled(using: &generator) {
                    switch step {
                    case 0:
                        _ = await cache.response(for: .sample(1))?.reuse(
                            at: 1_795_000_000_000,
                            under: CachePolicy(ttl: nil)
                        )
                    case 1: _ = await cache.sizes()
                    case 2: _ = await cache.spend(on: "kofic", in: "d", limit: .max)
                    case 3: await cache.setUsedUp(true, "kofic", in: "d")
                    case 4: _ = await cache.claim(.sample(1), after: .max, forMilliseconds: .max)
                    case 5: await cache.add(["kofic": ["sent": .max]])
                    case 6: _ = await cache.counts()
                    default: _ = await cache.count(of: "kofic", in: "d")
                    }
                }
                fixture.advance(9 * 86_400_000)
                for number in 5..<8 {
                    fixture.advance(120_000)
                    cache.keep(.sample(number), for: .sample(number))
                    _ = await cache.flush(within: 20_000)
                }
                #expect(await cache.response(for: .sample(7)) == .sample(7), "\(place) = \(value)")
                _ = await cache.removeAll(of: nil)
                _ = await cache.close(within: 20_000)
                let isOnlyDamage = fixture.faults.allSatisfy { if case .damaged = $0 { true } else { $0 == .remnants } }
                #expect(isOnlyDamage, "\(place) = \(value): \(fixture.faults)")
                fixture.problems.withLock { $0 = [] }
            }
        }
    }

    @Test(
        "Any value in any column of a library causes at most a damage report, and the file isn't moved",
        arguments: firstValues
    )
    func anyColumnOfLibrary(_ first: Int) async throws {
        try await StoreFixture.run { fixture in
            let path = fixture.folder + "/library.sqlite"
            let (one, other) = (MovieID(namespace: "kofic", value: "1"), MovieID(namespace: "tmdb", value: "1"))
            let pin = MatchNote(IDPair(one, other), .same, by: .user, at: Timestamp(secondsSinceEpoch: 0))
            for number in 0..<16 {
                let maker = fixture.library()
                try await maker.correct(pin)
                try await maker.choose(FieldChoice(id: one, field: .title, provider: "kofic"))
                #expect(await maker.close(within: 20_000))
                let columns = try columns(of: path, ["noted_matches", "choices", "store"])
                let place = columns[number % columns.count]
                try StoreProbe.execute(Self.withoutRules, in: path)
                let value = Self.strange[(first + number) % Self.strange.count]
                _ = try put(value, in: place, of: path)
                let library = fixture.library()
                _ = await library.corrections()
                _ = await library.links(of: [one, other])
                library.remember([MatchNote(IDPair(one, other), .same, by: .matcher, at: library.now)])
                do throws(LibraryError) {
                    _ = try await library.notes(about: nil, limit: 9).map(\.decidedAt.description)
                    _ = try await library.choices(for: one)
                    try await library.correct(pin)
                    _ = try await library.forget(one, with: nil, field: nil)
                } catch {
                    #expect(fixture.faults == [.damaged(keptAs: nil)], "\(place) = \(value)")
                }
                _ = await library.close(within: 20_000)
                #expect(fixture.faults.allSatisfy { $0 == .damaged(keptAs: nil) }, "\(place) = \(value)")
                #expect(try !fixture.names().contains { $0.contains(".corrupt-") })
                fixture.problems.withLock { $0 = [] }
                try fixture.empty()
            }
        }
    }

    @Test("Stored sizes are clamped to the range from 0 to 2^53") func sizes() async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill(1)
            for (size, expected) in [(Int.max, 1 << 53), (.min, 0)] {
                try fixture.execute("UPDATE responses SET size = \(size)")
                #expect(await fixture.cache().sizes()["kofic"]?.bytes == expected)
            }
            #expect(fixture.faults == [])
        }
    }

    @Test(
        "A correction with an extreme time and confidence counts, with both values clamped",
        arguments: [Int.min, .max]
    )
    func notes(_ number: Int) async throws {
        try await StoreFixture.run { fixture in
            let maker = fixture.library()
            #expect(await maker.corrections().isEmpty)
            #expect(await maker.close(within: 20_000))
            try StoreProbe.execute(
                """
                INSERT INTO noted_matches VALUES
                    ('kofic:1', 'tmdb:1', 'same', 'user', \(number > 0 ? "9e999" : "-9e999"), '', \(number)),
                    ('kofic:2', 'tmdb:2', 'different', 'user', 1, '', 0)
                """,
                in: fixture.folder + "/library.sqlite"
            )
            let library = fixture.library()
            let notes = try await library.notes(about: MovieID(namespace: "kofic", value: "1"), limit: 9)
            #expect(notes.map(\.confidence) == [number > 0 ? 1 : 0])
            let text = number > 0 ? "9999-12-31T23:59:59Z" : "0001-01-01T00:00:00Z"
            #expect(notes.map(\.decidedAt.description) == [text])
            let pairs = [1, 2].map {
                IDPair(MovieID(namespace: "kofic", value: "\($0)"), MovieID(namespace: "tmdb", value: "\($0)"))
            }
            #expect(await library.corrections() == Corrections(pinned: [pairs[0]], split: [pairs[1]]))
            #expect(fixture.faults == [])
        }
    }
}
