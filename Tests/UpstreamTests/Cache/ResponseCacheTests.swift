import HTTPModel
import MovieDomain
import Platform
import Synchronization
import Testing

@testable import Upstream

@Suite("The cache between a request and the network")
struct ResponseCacheTests {
    /// A cache over a scripted network, a store of a dictionary, and a clock that is set by hand.
    private final class World: Sendable {
        let network = ScriptedUpstream { _ in .text("1") }
        let store = MemoryStore()
        let news = Mutex<[Bool]>([])
        let told = Gate()
        let shelf: TieredResponseCache
        let refreshes: RefreshQueue

        private let patience: (any MonotonicClock)?

        init(_ refreshes: RefreshQueue = RefreshQueue(), patience: (any MonotonicClock)? = nil) {
            self.refreshes = refreshes
            self.patience = patience
            let clock = Clock()
            self.clock = clock
            shelf = TieredResponseCache(store: store, wallClock: clock.wall)
        }

        final class Clock: Sendable {
            let milliseconds = Mutex(1_700_000_000_000)

            var wall: WallClock { WallClock { self.milliseconds.withLock { $0 } } }
        }

        private let clock: Clock

        func pass(seconds: Int) { clock.milliseconds.withLock { $0 += seconds * 1_000 } }

        var cache: ResponseCache<ScriptedUpstream> { cache(shelf) }

        /// Another process on the same store.
        func other() -> ResponseCache<ScriptedUpstream> {
            cache(TieredResponseCache(store: store, wallClock: clock.wall))
        }

        private func cache(_ shelf: TieredResponseCache) -> ResponseCache<ScriptedUpstream> {
            ResponseCache(
                shelf: shelf,
                refreshes: refreshes,
                clock: patience,
                onRefreshed: { [self] _, changed in
                    news.withLock { $0.append(changed) }
                    told.open()
                },
                next: network
            )
        }
    }

    private func request(_ rule: CachePolicy?, _ query: String = "a", hasAlternative: Bool = false) -> HTTPRequest {
        var request = HTTPRequest(
            source: "films",
            origin: HTTPOrigin(scheme: .https, host: "films.example"),
            path: "/list",
            query: [.init("q", SecretText(query)), .init("key", SecretText([.secret(Secret("k3y"))]))],
            cachePolicy: rule
        )
        request.hasAlternative = hasAlternative
        return request
    }

    private static let rule = CachePolicy(
        ttl: .seconds(60),
        staleWhileRevalidate: .seconds(60),
        staleIfError: .seconds(600)
    )
    private static let errorRule = CachePolicy(ttl: .seconds(60), staleIfError: .seconds(600))

    @Test("a second call is answered from memory, another process from the store")
    func fresh() async throws {
        let world = World()
        let first = try await world.cache.send(request(Self.rule))
        #expect((first.text, first.provenance) == ("1", .network))
        world.pass(seconds: 59)
        let second = try await world.cache.send(request(Self.rule))
        #expect(second.provenance == .cache(ageSeconds: 59, isStale: false))
        #expect(second.text == "1")
        #expect(world.store.reads == 1)
        let other = try await world.other().send(request(Self.rule))
        #expect(other.provenance == .cache(ageSeconds: 59, isStale: false))
        #expect(world.cache.ready(request(Self.rule), readBy: StatusReader.shared)?.response.text == "1")
        #expect(world.cache.ready(request(Self.rule, "b"), readBy: StatusReader.shared) == nil)
        #expect(world.network.requests.count == 1)
        #expect(world.shelf.counts["films"].map { [$0.hits, $0.misses] } == [2, 1])
        #expect(world.store.writes == 1)
    }

    @Test("a call that takes only what is kept sends nothing: it gets a good answer, or fails")
    func keptOnly() async throws {
        let world = World()
        func keptOnly(_ rule: CachePolicy?) -> HTTPRequest {
            var request = request(rule)
            request.context.takesKeptOnly = true
            return request
        }
        for rule in [Self.rule, nil] {
            await #expect(throws: ProviderError.self) { try await world.cache.send(keptOnly(rule)) }
        }
        #expect(world.network.requests.isEmpty)
        _ = try await world.cache.send(request(Self.errorRule))
        #expect(try await world.cache.send(keptOnly(Self.errorRule)).text == "1")
        world.pass(seconds: 61)
        await #expect(throws: ProviderError.self) { try await world.cache.send(keptOnly(Self.errorRule)) }
        #expect(world.network.requests.count == 1)
    }

    @Test("without a rule nothing is kept, and a failure never is")
    func unkept() async throws {
        let world = World()
        for _ in 0..<2 { #expect(try await world.cache.send(request(nil)).provenance == .network) }
        world.network.answers { _ in .text("down", status: 503) }
        for _ in 0..<2 {
            let answer = try await world.cache.send(request(Self.rule))
            #expect(answer.status == 503)
        }
        world.network.answers { _ throws(ProviderError) in throw ProviderError(at: .timeout, "late") }
        await #expect(throws: ProviderError(at: .timeout, "late")) { try await world.cache.send(request(Self.rule)) }
        #expect(world.network.requests.count == 5)
        #expect(world.store.kept.isEmpty)
    }

    @Test("a stale answer at once, a new one behind, and word of what changed", arguments: [true, false])
    func staleWhileRevalidate(_ changes: Bool) async throws {
        try await withRefreshQueue { queue in
            let world = World(queue)
            _ = try await world.cache.send(request(Self.rule))
            world.pass(seconds: 61)
            world.network.answers { _ in .text(changes ? "2" : "1") }
            var call = request(Self.rule)
            call.context.deadline = Deadline(after: .seconds(6), on: SystemMonotonicClock())
            let stale = try await world.cache.send(call)
            #expect((stale.text, stale.provenance) == ("1", .cache(ageSeconds: 61, isStale: true)))
            await world.told.pass()
            let renewed = try await world.cache.send(request(Self.rule))
            #expect((renewed.text, renewed.provenance) == (changes ? "2" : "1", .cache(ageSeconds: 0, isStale: false)))
            #expect(world.news.withLock { $0 } == [changes])
            #expect(world.network.requests.count == 2)
            // The call is over by then: what goes on behind it has no deadline of it.
            #expect(world.network.requests.last?.context.deadline == nil)
            #expect(world.shelf.counts["films"].map { [$0.hits, $0.staleHits, $0.misses] } == [1, 1, 1])
        }
    }

    @Test("a host that is down behind a call is not asked behind the next one, so that another host is")
    func unreachable() async throws {
        try await withRefreshQueue { queue in
            let world = World(queue)
            _ = try await world.cache.send(request(Self.rule))
            world.pass(seconds: 61)
            world.network.answers { _ throws(ProviderError) in throw ProviderError(at: .connectionRefused, "down") }
            let first = request(Self.rule, hasAlternative: true)
            #expect(try await world.cache.send(first).text == "1")
            while queue.count > 0 { await Task.yield() }
            await #expect(throws: ProviderError(at: .connectionRefused, "down")) { try await world.cache.send(first) }
            // The last host's request is answered at once again.
            #expect(try await world.cache.send(request(Self.rule)).text == "1")
        }
    }

    @Test("304 renews what is kept; the source is sent what it gave")
    func revalidation() async throws {
        let world = World()
        let tag = ("ETag", "\"v1\"")
        let date = ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")
        world.network.answers { _ in .text("1", [tag, date]) }
        _ = try await world.cache.send(request(Self.errorRule))
        world.pass(seconds: 90)
        world.network.answers { _ in .text("", status: 304) }
        let confirmed = try await world.cache.send(request(Self.errorRule))
        #expect((confirmed.text, confirmed.status) == ("1", 200))
        #expect(confirmed.provenance == .cache(ageSeconds: 0, isStale: false))
        let sent = world.network.requests.map { request in
            request.headers.map { "\($0.name): \($0.value.revealed())" }
        }
        #expect(sent == [[], ["If-None-Match: \"v1\"", "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"]])
        world.pass(seconds: 59)
        #expect(
            try await world.cache.send(request(Self.errorRule)).provenance == .cache(ageSeconds: 59, isStale: false)
        )
        // The source confirms what it never gave: it is asked again, without a condition.
        world.pass(seconds: 2)
        world.network.answers { request in
            request.isConditional ? .text("", status: 304, [("ETag", "\"v9\"")]) : .text("2")
        }
        #expect(try await world.cache.send(request(Self.errorRule)).text == "2")
        #expect(world.network.requests.count == 4)
        #expect(world.shelf.counts["films"].map { [$0.revalidations, $0.misses] } == [1, 2])
        #expect(world.store.writes == 3)
    }

    @Test("what was confirmed a moment ago is not old, though the source wants to be asked every time")
    func confirmedEveryTime() async throws {
        let world = World()
        let headers = [("ETag", "\"v1\""), ("Cache-Control", "no-cache")]
        world.network.answers { $0.isConditional ? .text("", status: 304, headers) : .text("1", headers) }
        for provenance in [HTTPResponse.Provenance.network, .cache(ageSeconds: 0, isStale: false)] {
            let answer = try await world.cache.send(request(.asProviderSays))
            #expect((answer.text, answer.provenance) == ("1", provenance))
        }
        #expect(world.network.requests.count == 2)
    }

    @Test("an old answer stands in for a source that fails, also with status 200")
    func standIn() async throws {
        let world = World()
        let request = request(Self.errorRule)
        let reader = StatusReader { $0.text.contains("error") ? ProviderError(.quota, message: "") : nil }
        _ = try await world.cache.send(request)
        world.pass(seconds: 100)
        world.network.answers { _ in .text(#"{"error": "limit"}"#) }
        let quota = try await world.cache.send(request, readBy: reader).response
        #expect((quota.text, quota.provenance) == ("1", .cache(ageSeconds: 100, isStale: true)))
        world.network.answers { _ throws(ProviderError) in throw ProviderError(at: .connectTimeout, "down") }
        #expect(try await world.cache.send(request).provenance == .cache(ageSeconds: 100, isStale: true))
        world.pass(seconds: 560)
        await #expect(throws: ProviderError(at: .connectTimeout, "down")) { try await world.cache.send(request) }
        #expect(world.shelf.counts["films"].map { [$0.staleHits, $0.misses] } == [2, 4])
        #expect(world.store.writes == 1)
    }

    @Test("that there is no such film is kept for a minute")
    func negative() async throws {
        let world = World()
        world.network.answers { _ in .text("none", status: 404) }
        let rule = CachePolicy(ttl: .seconds(3_600), staleIfError: .seconds(3_600))
        for _ in 0..<2 { #expect(try await world.cache.send(request(rule)).status == 404) }
        #expect(world.network.requests.count == 1)
        world.pass(seconds: 60)
        world.network.answers { _ in .text("there it is") }
        #expect(try await world.cache.send(request(rule)).text == "there it is")
    }

    @Test("an answer that repeats the key stays off the disk")
    func secrets() async throws {
        let world = World()
        world.network.answers { _ in .text(#"{"next": "/list?key=k3y&page=2"}"#) }
        _ = try await world.cache.send(request(Self.rule))
        #expect(try await world.cache.send(request(Self.rule)).provenance == .cache(ageSeconds: 0, isStale: false))
        #expect(world.store.kept.isEmpty)
        world.network.answers { _ in .text("{}") }
        _ = try await world.cache.send(request(Self.rule, "b"))
        #expect(world.store.kept.keys.map(\.identity) == ["GET https://films.example/list?q=b"])
    }

    @Test("what is dropped is asked for again")
    func dropping() async throws {
        let world = World()
        _ = try await world.cache.send(request(Self.rule))
        #expect(await world.shelf.removeAll(of: "books") == 0)
        #expect(await world.shelf.removeAll(of: "films") == 1)
        #expect(try await world.cache.send(request(Self.rule)).provenance == .network)
    }

    @Test("beside a source that says nothing an old answer is given, and the new one when it has come")
    func impatience() async throws {
        try await withRefreshQueue { queue in
            let (silence, patience) = (Gate(), Gate())
            let world = World(queue, patience: ScriptedClock { _ in await patience.pass() })
            _ = try await world.cache.send(request(Self.errorRule))
            world.pass(seconds: 100)
            world.network.answers { _ in
                await silence.pass()
                return .text("2")
            }
            async let first = world.cache.send(request(Self.errorRule))
            await silence.waiters(1)
            patience.open()
            let old = try await first
            #expect((old.text, old.provenance) == ("1", .cache(ageSeconds: 100, isStale: true)))
            // It is still being asked: no other call waits, and none asks again.
            #expect(try await world.cache.send(request(Self.errorRule)).text == "1")
            #expect(world.network.requests.count == 2)
            silence.open()
            await world.told.pass()
            #expect(
                try await world.cache.send(request(Self.errorRule)).provenance == .cache(ageSeconds: 0, isStale: false)
            )
            #expect(world.news.withLock { $0 } == [true])
            #expect(world.network.requests.count == 2)
            #expect(world.shelf.counts["films"].map { [$0.staleHits, $0.hits] } == [2, 1])
        }
    }

    @Test("whoever is patient enough gets the new answer, or the failure that nothing may stand in for")
    func patience() async throws {
        let world = World(patience: ScriptedClock { _ in await Gate().pass() })
        _ = try await world.cache.send(request(Self.errorRule))
        world.pass(seconds: 100)
        world.network.answers { _ in .text("2") }
        #expect(try await world.cache.send(request(Self.errorRule)).text == "2")
        world.pass(seconds: 700)
        world.network.answers { _ throws(ProviderError) in throw ProviderError(at: .timeout, "late") }
        await #expect(throws: ProviderError(at: .timeout, "late")) {
            try await world.cache.send(request(Self.errorRule))
        }
        #expect(world.refreshes.count == 0)
    }

    @Test("who is cancelled out of patience cancels the question")
    func cancelledInPatience() async throws {
        let world = World(patience: ScriptedClock { _ in await Gate().pass() })
        _ = try await world.cache.send(request(Self.errorRule))
        world.pass(seconds: 100)
        let (silence, left) = (Gate(), Gate())
        world.network.answers { request throws(ProviderError) in
            if await silence.pass() { return .text("2") }
            left.open()
            throw ProviderError(at: .cancelled, "")
        }
        let asking = Task { [cache = world.cache, request = request(Self.errorRule)] in try await cache.send(request) }
        await silence.waiters(1)
        asking.cancel()
        let failure = await #expect(throws: ProviderError.self) { try await asking.value }
        #expect(failure?.stage == .cancelled)
        await left.pass()
    }

    @Test("a first host that says nothing is given up at the next call, so that the second one is asked")
    func impatienceWithAlternative() async throws {
        try await withRefreshQueue { queue in
            let (silence, patience) = (Gate(), Gate())
            let world = World(queue, patience: ScriptedClock { _ in await patience.pass() })
            _ = try await world.cache.send(request(Self.errorRule))
            world.pass(seconds: 100)
            world.network.answers { _ throws(ProviderError) in
                await silence.pass()
                throw ProviderError(at: .connectTimeout, "down")
            }
            let first = request(Self.errorRule, hasAlternative: true)
            async let impatient = world.cache.send(first)
            await silence.waiters(1)
            patience.open()
            #expect(try await impatient.text == "1")
            silence.open()
            while queue.count > 0 { await Task.yield() }
            await #expect(throws: ProviderError(at: .connectTimeout, "down")) { try await world.cache.send(first) }
        }
    }

    @Test("what another process has fetched since is used")
    func newerInStore() async throws {
        let world = World()
        _ = try await world.cache.send(request(Self.errorRule))
        world.pass(seconds: 70)
        world.network.answers { _ in .text("2") }
        _ = try await world.other().send(request(Self.errorRule))
        world.pass(seconds: 5)
        let answer = try await world.cache.send(request(Self.errorRule))
        #expect((answer.text, answer.provenance) == ("2", .cache(ageSeconds: 5, isStale: false)))
        #expect(world.network.requests.count == 2)
    }
}
