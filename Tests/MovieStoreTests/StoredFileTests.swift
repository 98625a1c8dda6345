import HTTPModel
import MarqueeTestKit
import MovieDomain
import SQLite
import Testing
import Upstream

@testable import MovieStore

/// The files in Fixtures/store were made by the version before this one, which reached SQLite through another library: one
/// call of `movies/search` to a source on this machine, and one of `matches/pin`.
@Suite("Files that an earlier version made")
struct EarlierFileTests {
    private static let key = ResponseKey(
        source: "local",
        identity: "GET http://127.0.0.1:18777/search?term=Parasite"
    )

    private func copy(_ name: String, _ fixture: StoreFixture) async throws {
        let original = ProjectFiles.root + "/Tests/Fixtures/store/" + name
        try await fixture.shell("mkdir -p '\(fixture.folder)' && cp '\(original)' '\(fixture.folder)'")
    }

    @Test("a cache is read, counted in, and written on") func cache() async throws {
        try await StoreFixture.run { fixture in
            try await copy("cache.sqlite", fixture)
            let cache = fixture.cache(busyTimeout: 20_000)
            let answer = try #require(await cache.response(for: Self.key))
            #expect(answer.status == 200 && answer.body.count == 133)
            #expect((answer.storedAt, answer.freshFor) == (1_795_322_850_788, 3_600_000))
            #expect(answer.headers["ETag"] == "\"a1\"" && answer.headers.fields.count == 3)
            #expect(await cache.spend(on: "local", in: "2026-11-22", limit: 9) == QuotaCount(used: 2, isGranted: true))
            #expect(await cache.claim(Self.key, after: nil, forMilliseconds: 1_000) == .answered)
            cache.keep(.sample(1), for: .sample(1))
            #expect(await cache.close(within: 20_000))
            let next = fixture.cache(busyTimeout: 20_000)
            #expect(await next.response(for: Self.key) == answer)
            #expect(await next.response(for: .sample(1)) == .sample(1))
            #expect(fixture.faults == [])
        }
    }

    @Test("a library is read, and written on") func library() async throws {
        try await StoreFixture.run { fixture in
            try await copy("library.sqlite", fixture)
            let library = fixture.library()
            let pin = NotedMatch(
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

    @Test("a new file has the same schema and head as theirs") func sameSchema() async throws {
        for (name, kind) in [("cache.sqlite", StoreFileKind.cache), ("library.sqlite", .library)] {
            try await StoreFixture.run { fixture in
                try await copy(name, fixture)
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

@Suite("Numbers in a file that no program of ours writes")
struct StoredNumberTests {
    @Test("times of use, and counts, at the ends of what a number can be", arguments: [Int.min, .max])
    func counts(_ number: Int) async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill(2)
            try fixture.execute(
                """
                UPDATE responses SET last_used = \(number);
                INSERT INTO quota VALUES ('kofic', 'd', \(number), \(number));
                INSERT INTO leases SELECT hash, 'other', \(number) FROM responses;
                """
            )
            let cache = fixture.cache(busyTimeout: 20_000)
            #expect(await cache.response(for: .sample(1)) == .sample(1))
            #expect(await cache.claim(.sample(1), after: .max, forMilliseconds: 1_000) == .granted)
            let isSpent = number == .max
            #expect(await cache.count(of: "kofic", in: "d") == max(number, 0))
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
        "an answer whose times cannot be is damage",
        arguments: [\StoredResponse.storedAt, \.freshFor, \.staleWhileRevalidate, \.staleIfError],
        [Int.min, .max]
    )
    func times(_ member: any WritableKeyPath<StoredResponse, Int> & Sendable, _ number: Int) async throws {
        try await StoreFixture.run { fixture in
            var answer = StoredResponse.sample(1)
            answer[keyPath: member] = number
            // With a checksum that is right.
            let writer = fixture.cache(busyTimeout: 20_000)
            writer.keep(answer, for: .sample(1))
            #expect(await writer.close(within: 20_000))
            let cache = fixture.cache(busyTimeout: 20_000)
            #expect(await cache.response(for: .sample(1)) == nil)
            cache.keep(.sample(2), for: .sample(2))
            #expect(await cache.close(within: 20_000))
            try await fixture.expectMovedAsideOnce()
        }
    }

    @Test("sizes are no more than a file can have") func sizes() async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill(1)
            for (size, expected) in [(Int.max, 1 << 53), (.min, 0)] {
                try fixture.execute("UPDATE responses SET size = \(size)")
                #expect(await fixture.cache(busyTimeout: 20_000).sizes()["kofic"]?.bytes == expected)
            }
            #expect(fixture.faults == [])
        }
    }

    @Test("the user's word counts whatever time and confidence stand beside it", arguments: [Int.min, .max])
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
