import HTTPModel
import Platform
import Synchronization
import Testing

@testable import MovieStore
@testable import Upstream

@Suite("Turns, and sources that do not answer, in the cache file")
struct TurnTests {
    private static let rate = Rate(count: 2, period: .seconds(5))

    private func take(
        _ cache: CacheFile,
        _ fixture: StoreFixture,
        within patience: Duration = .zero
    ) async -> SlidingWindowLimiter.Decision {
        await cache.withTurns(at: "yts") {
            $0.take([Self.rate], at: .milliseconds(fixture.now.withLock(\.self)), within: patience)
        }
    }

    private func turn(_ fixture: StoreFixture, after milliseconds: Int = 0) -> SlidingWindowLimiter.Decision {
        .turn(.milliseconds(fixture.now.withLock(\.self) + milliseconds))
    }

    @Test("Stores share the turns at a source, also those that were given back, and `cache/clear` keeps them")
    func shared() async throws {
        try await StoreFixture.run { fixture in
            let (mine, other) = (fixture.cache(), fixture.cache())
            let first = turn(fixture)
            let refused = SlidingWindowLimiter.Decision.refused(
                until: .milliseconds(fixture.now.withLock(\.self)) + .seconds(5)
            )
            #expect(await take(mine, fixture) == first)
            #expect(await take(other, fixture) == first)
            #expect(await take(mine, fixture) == refused)
            #expect(await take(fixture.cache(), fixture, within: .seconds(9)) == turn(fixture, after: 5_000))
            #expect(await other.withTurns(at: "omdb") { $0.turns } == [])
            let now = fixture.now.withLock(\.self)
            for turn in [now + 5_000, now] { await other.withTurns(at: "yts") { $0.giveBack(.milliseconds(turn)) } }
            _ = await mine.removeAll(of: nil)
            #expect(await take(mine, fixture) == first)
            #expect(await take(other, fixture) == refused)
            fixture.advance(5_000)
            #expect(await take(other, fixture) == turn(fixture))
            #expect(await other.withTurns(at: "yts") { $0.turns.count } == 1)
        }
    }

    @Test("The turns of a process that has ended are given back as far as they lie ahead")
    func ended() async throws {
        try await StoreFixture.run { fixture in
            let (mine, other) = (fixture.cache(), fixture.cache())
            for _ in 0..<4 { _ = await take(mine, fixture, within: .seconds(60)) }
            #expect(await take(other, fixture, within: .seconds(60)) == turn(fixture, after: 10_000))
            // Ours is running, and this one is not, or is another one than that which had this number.
            let namespace = String(ProcessMark.current.description.split(scalar: "-")[2])
            for gone in ["\(Int32.max)-1-\(namespace)", "\(ProcessID.current.number)-1-\(namespace)"] {
                try fixture.execute("UPDATE turns SET turns = replace(turns, '\(ProcessMark.current)', '\(gone)')")
                #expect(await take(other, fixture, within: .seconds(60)) == turn(fixture, after: 5_000))
                #expect(await take(other, fixture, within: .seconds(60)) == turn(fixture, after: 5_000))
                #expect(await take(other, fixture, within: .seconds(60)) == turn(fixture, after: 10_000))
            }
        }
    }

    @Test("The turns of a process in another container are not taken for those of one that has ended")
    func otherContainer() async throws {
        try await StoreFixture.run { fixture in
            let (mine, other) = (fixture.cache(), fixture.cache())
            for _ in 0..<4 { _ = await take(mine, fixture, within: .seconds(60)) }
            try fixture.execute("UPDATE turns SET turns = replace(turns, '\(ProcessMark.current)', '\(Int32.max)-1-7')")
            #expect(await take(other, fixture, within: .seconds(60)) == turn(fixture, after: 10_000))
        }
    }

    @Test("The lease of a process that was killed holds up nobody")
    func endedLease() async throws {
        try await StoreFixture.run { fixture in
            let (mine, other) = (fixture.cache(), fixture.cache())
            #expect(await mine.claim(.sample(1), after: nil, forMilliseconds: 60_000) == .granted)
            #expect(await other.claim(.sample(1), after: nil, forMilliseconds: 60_000) == .held)
            let namespace = String(ProcessMark.current.description.split(scalar: "-")[2])
            let gone = "\(Int32.max)-1-\(namespace)"
            try fixture.execute("UPDATE leases SET owner = replace(owner, '\(ProcessMark.current)', '\(gone)')")
            #expect(await other.claim(.sample(1), after: nil, forMilliseconds: 60_000) == .granted)
        }
    }

    @Test("Two stores that take turns concurrently grant exactly as many as the rate allows") func race() async throws {
        try await StoreFixture.run { fixture in
            let stores = [fixture.cache(), fixture.cache()]
            let granted = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<60 {
                    group.addTask { await take(stores[number % 2], fixture) == turn(fixture) }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(granted == Self.rate.count)
        }
    }

    @Test("Without its file a store goes on with the turns that it saw last") func alone() async throws {
        try await StoreFixture.run { fixture in
            let (mine, other) = (fixture.cache(), fixture.cache())
            let now = turn(fixture)
            #expect(await take(other, fixture) == now)
            #expect(await take(mine, fixture) == now)
            for cache in [mine, other] { #expect(await cache.close(within: 20_000)) }
            try await fixture.shell("mv '\(fixture.folder)' '\(fixture.folder).away' && touch '\(fixture.folder)'")
            guard case .refused = await take(mine, fixture) else {
                Issue.record("took a third turn")
                return
            }
            fixture.advance(5_000)
            #expect(await take(mine, fixture) == turn(fixture))
        }
    }

    @Test("Odd turns and times in the file cause no failure", arguments: ["\(Int.min)", "\(Int.max)", "x", ""])
    func odd(_ text: String) async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            _ = await take(cache, fixture)
            for number in [Int.min, .max] {
                try fixture.execute("UPDATE turns SET taken_at = \(number), turns = '\(text) 1 \(text)'")
                try fixture.execute(
                    "INSERT OR REPLACE INTO outages VALUES ('yts', \(number), \(number), 'x', 1, \(number))"
                )
                #expect(await take(cache, fixture) == turn(fixture))
                #expect(await cache.outage(of: "yts")?.message == "x")
                #expect(
                    await cache.withOutage(of: "yts") { $0?.beginning(on: fixture.fileSettings().wallClock) } != nil
                )
            }
            #expect(fixture.faults == [])
        }
    }

    @Test("Stores share which source does not answer, until it is forgotten or the cache is cleared")
    func outage() async throws {
        try await StoreFixture.run { fixture in
            let (mine, other) = (fixture.cache(), fixture.cache())
            let outage = Outage(since: 5, triedAt: 7, message: "nothing came", isSilent: true, waited: 3_000)
            for source in ["yts", "omdb"] { await mine.withOutage(of: source) { $0 = outage } }
            #expect(await other.outage(of: "yts") == outage)
            #expect(await other.withOutage(of: "yts") { $0 } == outage)
            await other.withOutage(of: "yts") { $0 = nil }
            #expect(await mine.outage(of: "yts") == nil)
            _ = await mine.removeAll(of: "yts")
            #expect(await mine.outage(of: "omdb") == outage)
            _ = await mine.removeAll(of: nil)
            #expect(await mine.outage(of: "omdb") == nil)
        }
    }

    @Test("Without its file a store remembers itself which source does not answer") func outageAlone() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.shell("touch '\(fixture.folder)'")
            let cache = fixture.cache()
            let outage = Outage(since: 5, triedAt: 7, message: "nothing came", isSilent: true, waited: 3_000)
            await cache.withOutage(of: "yts") { $0 = outage }
            #expect(await cache.outage(of: "yts") == outage)
        }
    }
}
