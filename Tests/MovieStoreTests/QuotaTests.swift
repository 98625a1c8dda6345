import MovieStore
import Testing
import Upstream

@Suite("Quota counts in the cache file")
struct QuotaTests {
    @Test("Calls are granted up to the limit by source and period, and the count survives a restart") func spend()
        async throws
    {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            for used in 1...3 {
                let count = await cache.spend(on: "kofic", in: "2026-11-21", limit: 3)
                #expect(count == QuotaCount(used: used, isGranted: true))
            }
            #expect(await cache.spend(on: "kofic", in: "2026-11-21", limit: 3) == QuotaCount(used: 3, isGranted: false))
            #expect(await cache.spend(on: "kofic", in: "2026-11-22", limit: 3) == QuotaCount(used: 1, isGranted: true))
            #expect(await cache.spend(on: "omdb", in: "2026-11-21", limit: 0) == QuotaCount(used: 0, isGranted: false))
            #expect(await cache.close(within: 20_000))
            let next = fixture.cache()
            #expect(await next.count(of: "kofic", in: "2026-11-21").used == 3)
            #expect(await next.spend(on: "kofic", in: "2026-11-21", limit: 5) == QuotaCount(used: 4, isGranted: true))
        }
    }

    @Test("A source's report that its quota is used up begins and ends for all stores together")
    func report() async throws {
        try await StoreFixture.run { fixture in
            let (mine, other) = (fixture.cache(), fixture.cache())
            _ = await mine.spend(on: "kofic", in: "d", limit: 9)
            await mine.setUsedUp(true, "kofic", in: "d")
            let usedUp = QuotaCount(used: 1, isUsedUp: true)
            #expect(await other.spend(on: "kofic", in: "d", limit: 9) == usedUp)
            #expect(await other.count(of: "kofic", in: "d") == usedUp)
            await mine.setUsedUp(false, "kofic", in: "d")
            #expect(await mine.count(of: "kofic", in: "d") == QuotaCount(used: 1))
            #expect(await other.count(of: "kofic", in: "d") == QuotaCount(used: 1))
            #expect(await other.spend(on: "kofic", in: "d", limit: 9) == QuotaCount(used: 2, isGranted: true))
        }
    }

    @Test("A report is remembered without the file") func reportAlone() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.shell("touch '\(fixture.folder)'")
            let cache = fixture.cache()
            _ = await cache.spend(on: "kofic", in: "d", limit: 9)
            await cache.setUsedUp(true, "kofic", in: "d")
            #expect(await cache.spend(on: "kofic", in: "d", limit: 9) == QuotaCount(used: 1, isUsedUp: true))
        }
    }

    @Test("A file of the version before has its reports and pauses in the counts") func migration() async throws {
        try await StoreFixture.run { fixture in
            try StoreProbe.makeCache(
                fixture.fileSettings(),
                ofSchema: 3,
                content: """
                    INSERT INTO quota VALUES ('kofic', 'd', (1 << 40) + 7, 1), ('tmdb', 'd', 7, 1),
                        ('kofic', 'pause', 1795219800, 1)
                    """
            )
            let cache = fixture.cache()
            #expect(await cache.count(of: "kofic", in: "d") == QuotaCount(used: 7, isUsedUp: true))
            #expect(await cache.count(of: "tmdb", in: "d") == QuotaCount(used: 7))
            #expect(await cache.pauseEnd(of: "kofic") == 1_795_219_800)
            #expect(await cache.pauseEnd(of: "tmdb") == nil)
        }
    }

    @Test("The pause that a source asked for is kept until it is ended or the cache is cleared") func pause()
        async throws
    {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            _ = await cache.spend(on: "kofic", in: "d", limit: 9)
            await cache.storePause(of: "kofic", until: 1_795_219_800)
            #expect(await fixture.cache().pauseEnd(of: "kofic") == 1_795_219_800)
            #expect(await cache.pauseEnd(of: "omdb") == nil)
            await cache.storePause(of: "kofic", until: nil)
            #expect(await cache.pauseEnd(of: "kofic") == nil)
            for source in ["kofic", "omdb"] { await cache.storePause(of: source, until: 1_795_219_800) }
            _ = await cache.removeAll(of: "omdb")
            #expect(await cache.pauseEnd(of: "omdb") == nil)
            #expect(await cache.pauseEnd(of: "kofic") == 1_795_219_800)
            _ = await cache.removeAll(of: nil)
            #expect(await cache.pauseEnd(of: "kofic") == nil)
            #expect(await cache.count(of: "kofic", in: "d").used == 1)
        }
    }

    @Test("A count that was lowered stays so for this store and for others") func lower() async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            for _ in 0..<3 { _ = await cache.spend(on: "kofic", in: "d", limit: 9) }
            await cache.takeBack("kofic", in: "d")
            #expect(await cache.count(of: "kofic", in: "d").used == 2)
            #expect(await cache.spend(on: "kofic", in: "d", limit: 9) == QuotaCount(used: 3, isGranted: true))
            #expect(await fixture.cache().count(of: "kofic", in: "d").used == 3)
        }
    }

    @Test("Without its file a lowered count is lower, too") func lowerAlone() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.shell("touch '\(fixture.folder)'")
            let cache = fixture.cache()
            for _ in 0..<2 { _ = await cache.spend(on: "kofic", in: "d", limit: 9) }
            await cache.takeBack("kofic", in: "d")
            #expect(await cache.count(of: "kofic", in: "d").used == 1)
            #expect(fixture.faults == [.notOurs(path: fixture.folder)])
        }
    }

    @Test("Two stores that spend concurrently grant exactly the limit") func race() async throws {
        try await StoreFixture.run { fixture in
            let stores = [fixture.cache(), fixture.cache()]
            let granted = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<120 {
                    group.addTask { await stores[number % 2].spend(on: "kofic", in: "d", limit: 50).isGranted }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(granted == 50)
            #expect(await stores[0].count(of: "kofic", in: "d").used == 50)
        }
    }

    @Test("Without its file a store counts on its own, and adds its count to the file later") func alone()
        async throws
    {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            #expect(await cache.spend(on: "kofic", in: "d", limit: 5) == QuotaCount(used: 1, isGranted: true))
            #expect(await cache.close(within: 20_000))
            try await fixture.shell("mv '\(fixture.folder)' '\(fixture.folder).away' && touch '\(fixture.folder)'")
            for used in 2...4 {
                #expect(await cache.spend(on: "kofic", in: "d", limit: 4) == QuotaCount(used: used, isGranted: true))
            }
            #expect(await cache.spend(on: "kofic", in: "d", limit: 4) == QuotaCount(used: 4, isGranted: false))
            try await fixture.shell("rm '\(fixture.folder)' && mv '\(fixture.folder).away' '\(fixture.folder)'")
            fixture.advance(600_000)
            #expect(await cache.spend(on: "kofic", in: "d", limit: 5) == QuotaCount(used: 5, isGranted: true))
            #expect(await fixture.cache().count(of: "kofic", in: "d").used == 5)
            #expect(fixture.faults == [.notOurs(path: fixture.folder)])
        }
    }
}

@Suite("Leases")
struct LeaseTests {
    @Test("A claim is held by one store until it is released or expires") func claim() async throws {
        try await StoreFixture.run { fixture in
            let one = fixture.cache()
            let other = fixture.cache()
            #expect(await one.claim(.sample(1), after: nil, forMilliseconds: 5_000) == .granted)
            #expect(await other.claim(.sample(1), after: nil, forMilliseconds: 5_000) == .held)
            #expect(await other.claim(.sample(2), after: nil, forMilliseconds: 5_000) == .granted)
            one.keep(.sample(1), for: .sample(1))
            one.release(.sample(1))
            #expect(await one.flush(within: 20_000))
            let answer = CachedResponse.sample(1)
            #expect(await other.claim(.sample(1), after: nil, forMilliseconds: 5_000) == .answered)
            #expect(await other.claim(.sample(1), after: answer.storedAt - 1, forMilliseconds: 5_000) == .answered)
            #expect(await other.claim(.sample(1), after: answer.storedAt, forMilliseconds: 5_000) == .granted)
            #expect(await other.response(for: .sample(1)) == answer)
            other.release(.sample(3))
            one.release(.sample(2))
            #expect(await one.flush(within: 20_000))
            #expect(await one.claim(.sample(2), after: nil, forMilliseconds: 5_000) == .held)
            fixture.advance(5_000)
            #expect(await one.claim(.sample(2), after: nil, forMilliseconds: 5_000) == .granted)
        }
    }

    @Test("Each key is granted once in a burst of claims by two stores") func burst() async throws {
        try await StoreFixture.run { fixture in
            let stores = [fixture.cache(), fixture.cache()]
            let granted = await withTaskGroup(of: (Int, Bool).self) { group in
                for number in 0..<300 {
                    for store in stores {
                        group.addTask {
                            let claim = await store.claim(.sample(number), after: nil, forMilliseconds: 60_000)
                            return (number, claim == .granted)
                        }
                    }
                }
                return await group.reduce(into: [Int]()) { if $1.1 { $0.append($1.0) } }
            }
            #expect(granted.sorted() == Array(0..<300))
        }
    }

    @Test("A claim is granted again if the clock is set back") func clock() async throws {
        try await StoreFixture.run { fixture in
            let one = fixture.cache()
            let other = fixture.cache()
            #expect(await one.claim(.sample(1), after: nil, forMilliseconds: 5_000) == .granted)
            fixture.advance(-86_400_000)
            #expect(await other.claim(.sample(1), after: nil, forMilliseconds: 5_000) == .granted)
        }
    }
}
