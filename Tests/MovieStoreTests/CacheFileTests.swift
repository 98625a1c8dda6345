import HTTPModel
import MarqueeTestKit
import MovieStore
import Synchronization
import Testing
import Upstream

@Suite("Cache file")
struct CacheFileTests {
    @Test("A kept response is found at once and after the file is reopened") func keepAndFind() async throws {
        try await StoreFixture.run { fixture in
            let first = fixture.cache()
            first.keep(.sample(1), for: .sample(1))
            #expect(await first.response(for: .sample(1)) == .sample(1))
            #expect(await first.flush(within: 20_000))
            #expect(await first.response(for: .sample(1)) == .sample(1))
            #expect(await first.close(within: 20_000))
            let second = fixture.cache()
            #expect(await second.response(for: .sample(1)) == .sample(1))
            #expect(await second.response(for: .sample(2)) == nil)
            #expect(await second.response(for: .sample(1, source: "tmdb")) == nil)
            #expect(fixture.faults == [])
        }
    }

    @Test("The last response for a key is kept") func overwrite() async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            for number in 1...5 { cache.keep(.sample(number), for: .sample(0)) }
            #expect(await cache.flush(within: 20_000))
            cache.keep(.sample(6), for: .sample(0))
            #expect(await cache.flush(within: 20_000))
            #expect(await cache.response(for: .sample(0)) == .sample(6))
            #expect(await cache.sizes() == ["kofic": StoredSize(answers: 1, bytes: 15_000)])
        }
    }

    @Test(
        "A response keeps all its parts",
        arguments: [
            CachedResponse(status: 404, body: [], storedAt: 0, freshFor: 0),
            CachedResponse(
                status: 200,
                headers: HTTPHeaders([("Link", "<a>; rel=\"next\""), ("X-Empty", ""), ("Link", "b: c")]),
                body: [0, 255, 10, 0],
                storedAt: 1,
                freshFor: 2,
                staleWhileRevalidate: 3,
                staleIfError: 4
            ),
        ]
    )
    func parts(_ response: CachedResponse) async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            cache.keep(response, for: .sample(0))
            #expect(await cache.close(within: 20_000))
            #expect(await fixture.cache().response(for: .sample(0)) == response)
        }
    }

    @Test("Removing the responses of one source keeps the others and the quota counts") func remove() async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            for number in 0..<700 { cache.keep(.sample(number, bytes: 10), for: .sample(number)) }
            for number in 0..<3 { cache.keep(.sample(number, bytes: 10), for: .sample(number, source: "tmdb")) }
            _ = await cache.spend(on: "kofic", in: "2026-11-21", limit: 10)
            #expect(await cache.flush(within: 20_000))
            cache.keep(.sample(800, bytes: 10), for: .sample(800))
            #expect(await cache.removeAll(of: "kofic") == 701)
            #expect(await cache.sizes() == ["tmdb": StoredSize(answers: 3, bytes: 30)])
            #expect(await cache.removeAll(of: nil) == 3)
            #expect(await cache.sizes() == [:])
            #expect(await cache.count(of: "kofic", in: "2026-11-21").used == 1)
        }
    }

    @Test("An unused cache makes no folder") func lazy() async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            #expect(await cache.close(within: 20_000))
            #expect(!ProjectFiles.isReadable(fixture.folder))
        }
    }

    @Test("Only the user can access the folder and the files") func modes() async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            cache.keep(.sample(1), for: .sample(1))
            #expect(await cache.flush(within: 20_000))
            let outcome = try await ProcessOutcome.of(
                ProcessPlan("/bin/sh", ["-c", "cd '\(fixture.folder)' && ls -ld . cache.sqlite* | cut -c1-10"])
            )
            let modes = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
            #expect(modes == ["drwx------", "-rw-------", "-rw-------", "-rw-------"])
        }
    }

    @Test("S16: the file stays within its limit and keeps the most recently used responses") func sizeCap() async throws
    {
        try await StoreFixture.run { fixture in
            let limit = 2 << 20
            let cache = fixture.cache(sizeLimit: limit)
            for number in 0..<400 {
                fixture.advance(700_000)
                // The first response is used in every round.
                _ = await cache.response(for: .sample(0))
                cache.keep(.sample(number), for: .sample(number))
                #expect(await cache.flush(within: 20_000))
            }
            let bytes = try #require(await cache.sizes()["kofic"]).bytes
            #expect(bytes <= limit)
            #expect(bytes > limit / 2)
            #expect(await cache.response(for: .sample(0)) == .sample(0))
            #expect(await cache.response(for: .sample(399)) == .sample(399))
            #expect(await cache.response(for: .sample(1)) == nil)
            #expect(await cache.close(within: 20_000))
            let pages = try #require(try fixture.ask("PRAGMA page_count", Int.self))
            #expect(pages <= limit * 3 / 2 / 4_096)
            #expect(fixture.faults == [])
        }
    }

    @Test("S16: a file far above its limit shrinks to less than a quarter of its size") func shrink() async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill(1_000)
            let before = try #require(try fixture.ask("PRAGMA page_count", Int.self))
            let cache = fixture.cache(sizeLimit: 1 << 20)
            for number in 0..<20 {
                cache.keep(.sample(number, bytes: 10), for: .sample(2_000 + number))
                #expect(await cache.flush(within: 20_000))
            }
            #expect(await cache.close(within: 20_000))
            #expect(before > 3_500)
            let after = try #require(try fixture.ask("PRAGMA page_count", Int.self))
            #expect(after < 800)
            #expect(try fixture.ask("PRAGMA integrity_check", String.self) == "ok")
        }
    }

    @Test("Responses that can no longer be used are removed") func pastUse() async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            cache.keep(.sample(1), for: .sample(1))
            #expect(await cache.flush(within: 20_000))
            fixture.advance(8 * 86_400_000)
            let now = fixture.now.withLock(\.self)
            cache.keep(.sample(2, storedAt: now), for: .sample(2))
            #expect(await cache.flush(within: 20_000))
            #expect(await cache.response(for: .sample(1)) == nil)
            #expect(await cache.response(for: .sample(2)) == .sample(2, storedAt: now))
        }
    }

    @Test("S15: the responses that a canceled call keeps are still written") func cancelled() async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                for number in 0..<100 { cache.keep(.sample(number), for: .sample(number)) }
                return await cache.response(for: .sample(99))
            }
            task.cancel()
            #expect(await task.value == .sample(99))
            #expect(await cache.flush(within: 20_000))
            for number in 0..<100 { #expect(await cache.response(for: .sample(number)) == .sample(number)) }
        }
    }
}
