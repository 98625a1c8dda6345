import MarqueeTestKit
import MovieStore
import SQLite
import Synchronization
import Testing
import Upstream

@Suite("S1, S3, S9, S11, S14, S16: unusable files")
struct RefusalTests {
    /// Expects that a cache works without its file and reports the fault only once.
    private func expectWithout(_ cache: CacheFile, _ fixture: StoreFixture, _ fault: StoreFault) async {
        for number in 0..<3 {
            cache.keep(.sample(number), for: .sample(number))
            _ = await cache.flush(within: 20_000)
            #expect(await cache.response(for: .sample(number + 10)) == nil)
            #expect(await cache.spend(on: "kofic", in: "d", limit: 2).used == min(number + 1, 2))
            #expect(await cache.claim(.sample(number), after: nil, forMilliseconds: 1_000) == .granted)
            #expect(await cache.removeAll(of: "tmdb") == 0)
            fixture.advance(1_000_000)
        }
        #expect(fixture.faults == [fault])
    }

    @Test("S16: a cache folder that is a symbolic link is refused") func linkedFolder() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.shell("mkdir '\(fixture.folder).real' && ln -s marquee.real '\(fixture.folder)'")
            await expectWithout(fixture.cache(), fixture, .symbolicLink(path: fixture.folder))
            let names = try fixture.names()
            #expect(names == [])
        }
    }

    @Test(
        "S16: a cache file that is a symbolic link is refused",
        arguments: ["cache.sqlite", "cache.sqlite-wal", "cache.sqlite-shm"]
    )
    func linkedFile(_ name: String) async throws {
        try await StoreFixture.run { fixture in
            let path = fixture.folder + "/" + name
            try await fixture.shell("mkdir '\(fixture.folder)' && ln -s ../target '\(path)'")
            await expectWithout(fixture.cache(), fixture, .symbolicLink(path: path))
            #expect(!ProjectFiles.isReadable(fixture.folder + "/../target"))
        }
    }

    @Test("A folder or pipe in place of the file and a file in place of the folder are refused") func otherKinds()
        async throws
    {
        for (line, end) in [
            ("mkdir -p $F/cache.sqlite", "/cache.sqlite"), ("echo > $F", ""),
            ("mkdir $F; mkfifo $F/cache.sqlite", "/cache.sqlite"),
        ] {
            try await StoreFixture.run { fixture in
                try await fixture.shell("F='\(fixture.folder)'; \(line)")
                await expectWithout(fixture.cache(), fixture, .notOurs(path: fixture.folder + end))
            }
        }
    }

    @Test("S11: a file with a newer schema is refused and stays unchanged") func newer() async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill(3)
            try fixture.execute("PRAGMA user_version = 9; CREATE TABLE later (x); PRAGMA journal_mode = DELETE")
            let before = try await ProcessOutcome.of(ProcessPlan("/usr/bin/cksum", [fixture.path])).output
            await expectWithout(fixture.cache(), fixture, .newerSchema(found: 9, known: 8))
            let after = try await ProcessOutcome.of(ProcessPlan("/usr/bin/cksum", [fixture.path])).output
            #expect(after == before)
        }
    }

    @Test("S11: a file that a newer version has updated is left alone by a process that has it open, too")
    func updated() async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill(3)
            let cache = fixture.cache()
            #expect(await cache.claim(.sample(900), after: nil, forMilliseconds: 1_000) == .granted)
            try fixture.execute("ALTER TABLE responses ADD COLUMN later TEXT; PRAGMA user_version = 9")
            await expectWithout(cache, fixture, .newerSchema(found: 9, known: 8))
            #expect(try fixture.names().filter { $0.contains("corrupt") } == [])
            #expect(try fixture.ask("SELECT count(*) FROM responses", Int.self) == 3)
        }
    }

    @Test(
        "Another program's database is refused and keeps its tables",
        arguments: ["", "PRAGMA application_id = 7;", "PRAGMA user_version = 1;"]
    )
    func foreign(_ mark: String) async throws {
        try await StoreFixture.run { fixture in
            try await fixture.shell("mkdir '\(fixture.folder)'")
            try fixture.execute("\(mark) CREATE TABLE theirs (x)")
            await expectWithout(fixture.cache(), fixture, .foreign)
            #expect(try fixture.ask("SELECT group_concat(name) FROM sqlite_master", String.self) == "theirs")
        }
    }

    @Test("S9: writes wait while another connection holds the write lock, and reads don't") func lockedForWriting()
        async throws
    {
        try await StoreFixture.run { fixture in
            await fixture.fill(3)
            let cache = fixture.cache()
            let other = try fixture.otherConnection()
            try other.execute("BEGIN IMMEDIATE")
            cache.keep(.sample(9), for: .sample(9))
            // A single failure may be a busy moment, which isn't reported.
            for _ in 0..<2 { #expect(await !cache.flush(within: 20_000)) }
            #expect(await cache.response(for: .sample(9)) == .sample(9))
            #expect(await cache.spend(on: "kofic", in: "d", limit: 2) == QuotaCount(used: 1, isGranted: true))
            #expect(await cache.claim(.sample(8), after: nil, forMilliseconds: 1_000) != .held)
            #expect(await cache.claim(.sample(8), after: nil, forMilliseconds: 1_000) == .granted)
            #expect(fixture.faults == [.locked] || fixture.faults == [.locked, .slow])
            try other.execute("COMMIT")
            other.close()
            fixture.advance(1_000_000)
            #expect(await cache.flush(within: 20_000))
            #expect(await cache.close(within: 20_000))
            let next = fixture.cache()
            #expect(await next.response(for: .sample(9)) == .sample(9))
            #expect(await next.response(for: .sample(1)) == .sample(1))
        }
    }

    @Test("S9: a file that is locked exclusively isn't used until the lock is released") func lockedWhole()
        async throws
    {
        try await StoreFixture.run { fixture in
            await fixture.fill(3)
            let other = try fixture.otherConnection()
            try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
            let cache = fixture.cache(busyTimeout: 50)
            for _ in 0..<50 { #expect(await cache.response(for: .sample(1)) == nil) }
            #expect(fixture.faults.allSatisfy { [.locked, .slow].contains($0) })
            #expect(fixture.faults.count <= 2 && !fixture.faults.isEmpty)
            other.close()
            fixture.advance(1_000_000)
            let patient = fixture.cache()
            #expect(await patient.response(for: .sample(1)) == .sample(1))
        }
    }

    @Test("S1: a file that can't grow is still read, is reported as full, and can be cleared") func noPages()
        async throws
    {
        try await StoreFixture.run { fixture in
            await fixture.fill(10)
            let pages = try #require(try fixture.ask("PRAGMA page_count", Int.self))
            let cache = fixture.cache(maximumPages: pages + 4)
            for number in 0..<30 { cache.keep(.sample(number), for: .sample(100 + number)) }
            #expect(await !cache.flush(within: 20_000))
            fixture.advance(1_000_000)
            #expect(await !cache.flush(within: 20_000))
            #expect(await cache.response(for: .sample(3)) == .sample(3))
            #expect(await cache.response(for: .sample(129)) == .sample(29))
            #expect(fixture.faults == [.full])
            let removed = await cache.removeAll(of: nil)
            // The writer may hold one response at that moment.
            #expect((29...30).contains(removed))
        }
    }

    @Test(
        "S14: a clock that jumps causes no failure and loses no response or count",
        arguments: [86_400_000, -86_400_000, -1_795_000_000_000]
    )
    func clock(_ jump: Int) async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache(sizeLimit: 1 << 20)
            for number in 0..<10 { cache.keep(.sample(number), for: .sample(number)) }
            #expect(await cache.flush(within: 20_000))
            fixture.advance(jump)
            let now = fixture.now.withLock(\.self)
            for number in 10..<20 { cache.keep(.sample(number, storedAt: now), for: .sample(number)) }
            #expect(await cache.flush(within: 20_000))
            // The store keeps the given time; its caller judges whether a response is fresh.
            #expect(await cache.response(for: .sample(15))?.storedAt == now)
            #expect(await cache.spend(on: "kofic", in: "d", limit: 2) == QuotaCount(used: 1, isGranted: true))
            fixture.advance(-jump)
            #expect(await cache.response(for: .sample(5)) == .sample(5))
            #expect(await cache.spend(on: "kofic", in: "d", limit: 2) == QuotaCount(used: 2, isGranted: true))
            #expect(fixture.faults == [])
        }
    }
}
