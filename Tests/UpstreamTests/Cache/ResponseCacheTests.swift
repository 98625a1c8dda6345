import HTTPModel
import JSON
import MarqueeTestKit
import MovieDomain
import Platform
import Synchronization
import Testing

@testable import Upstream

@Suite("Response cache")
struct ResponseCacheTests {
    /// A cache with a scripted network, an in-memory store, and a manual clock.
    private final class World: Sendable {
        let network = ScriptedUpstream { _ in .text("1") }
        let store = MemoryStore()
        let news = Mutex<[Bool]>([])
        let told = Gate()
        let responses: TieredResponseCache
        let refreshes: RefreshQueue

        private let patience: (any MonotonicClock)?

        init(_ refreshes: RefreshQueue = RefreshQueue(), patience: (any MonotonicClock)? = nil) {
            self.refreshes = refreshes
            self.patience = patience
            let clock = Clock()
            self.clock = clock
            responses = TieredResponseCache(store: store, wallClock: clock.wall)
        }

        final class Clock: Sendable {
            let milliseconds = Mutex(1_700_000_000_000)

            var wall: WallClock { WallClock { self.milliseconds.withLock { $0 } } }
        }

        private let clock: Clock

        func pass(seconds: Int) { clock.milliseconds.withLock { $0 += seconds * 1_000 } }

        var cache: ResponseCache<ScriptedUpstream> { cache(responses) }

        /// Returns the cache of another process on the same store.
        func other() -> ResponseCache<ScriptedUpstream> {
            cache(TieredResponseCache(store: store, wallClock: clock.wall))
        }

        private func cache(_ responses: TieredResponseCache) -> ResponseCache<ScriptedUpstream> {
            ResponseCache(
                responses: responses,
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

    @Test("A second call is answered from memory, and another process from the store")
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
        let ready = world.cache.ready(request(Self.rule), readBy: StatusReader.shared)
        #expect(ready?.response.text == "1")
        #expect(ready?.freshForSeconds == 1)
        #expect(world.cache.ready(request(Self.rule, "b"), readBy: StatusReader.shared) == nil)
        #expect(world.network.requests.count == 1)
        #expect(world.responses.counts["films"].map { [$0.hits, $0.misses] } == [2, 1])
        #expect(world.store.writes == 1)
    }

    @Test("A call for cached responses only gets a fresh one or fails, and sends no request")
    func cachedOnly() async throws {
        let world = World()
        func cachedOnly(_ rule: CachePolicy?) -> HTTPRequest {
            var request = request(rule)
            request.context.cachedAnswers = .only
            return request
        }
        for rule in [Self.rule, nil] {
            await #expect(throws: ProviderError.self) { try await world.cache.send(cachedOnly(rule)) }
        }
        #expect(world.network.requests.isEmpty)
        _ = try await world.cache.send(request(Self.errorRule))
        #expect(try await world.cache.send(cachedOnly(Self.errorRule)).text == "1")
        world.pass(seconds: 61)
        await #expect(throws: ProviderError.self) { try await world.cache.send(cachedOnly(Self.errorRule)) }
        #expect(world.network.requests.count == 1)
    }

    @Test("A 304 response to a condition of the definition itself fails, and isn't asked for again and again")
    func ownCondition() async throws {
        let world = World()
        world.network.answers { _ in .text("", status: 304) }
        func conditional() -> HTTPRequest {
            var request = request(Self.rule)
            request.headers = [.init("If-None-Match", SecretText("\"v1\""))]
            return request
        }
        await #expect(throws: ProviderError.self) { try await world.cache.send(conditional()) }
        #expect(world.network.requests.count == 1)
    }

    @Test("However many hosts were found down, the last one is remembered")
    func unreachable() {
        let refreshes = RefreshQueue()
        let keys = (0..<100).map { ResponseKey(source: "films", identity: "\($0)") }
        for key in keys { refreshes.noteUnreachable(key) }
        #expect(refreshes.isUnreachable(keys[99]))
    }

    @Test("A call that refuses cached responses asks the source, and its response is cached")
    func refusingKept() async throws {
        let world = World()
        _ = try await world.cache.send(request(Self.rule))
        var anew = request(Self.rule)
        anew.context.cachedAnswers = .refused
        #expect(world.cache.ready(anew, readBy: StatusReader.shared) == nil)
        world.network.answers { _ in .text("2") }
        #expect(try await world.cache.send(anew).text == "2")
        #expect(try await world.cache.send(request(Self.rule)).text == "2")
        world.network.answers { _ throws(ProviderError) in throw ProviderError(at: .connectTimeout, "down") }
        await #expect(throws: ProviderError(at: .connectTimeout, "down")) { try await world.cache.send(anew) }
        #expect(try await world.cache.send(request(Self.rule)).text == "2")
    }

    @Test("A call for cached responses only gets no stale one, whose refresh would be a request")
    func keptOnlyWhileStale() async throws {
        try await withRefreshQueue { queue in
            let world = World(queue)
            _ = try await world.cache.send(request(Self.rule))
            world.pass(seconds: 61)
            var cachedOnly = request(Self.rule)
            cachedOnly.context.cachedAnswers = .only
            await #expect(throws: ProviderError.self) { try await world.cache.send(cachedOnly) }
            #expect(queue.count == 0)
            #expect(world.network.requests.count == 1)
            #expect(world.responses.counts["films"].map { [$0.hits, $0.staleHits, $0.misses] } == [0, 0, 1])
            // Another call gets it, and has it refreshed.
            #expect(try await world.cache.send(request(Self.rule)).provenance == .cache(ageSeconds: 61, isStale: true))
            await world.told.pass()
            #expect(world.network.requests.count == 2)
        }
    }

    @Test("Responses without a rule, error statuses, and failures aren't cached")
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
        #expect(world.store.cached.isEmpty)
    }

    @Test(
        "A stale response is returned at once and refreshed, and the refresh reports any change",
        arguments: [true, false]
    )
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
            // The refresh outlives the call, so it doesn't have the call's deadline.
            #expect(world.network.requests.last?.context.deadline == nil)
            #expect(world.responses.counts["films"].map { [$0.hits, $0.staleHits, $0.misses] } == [1, 1, 1])
        }
    }

    @Test("After a failed refresh, the next call to the host fails so that an alternative is asked")
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
            // A request without an alternative gets the stale response again.
            #expect(try await world.cache.send(request(Self.rule)).text == "1")
            while queue.count > 0 { await Task.yield() }
            // A host that answers with a status of its own is as unreachable.
            world.network.answers { _ in .text("down", status: 503) }
            #expect(try await world.cache.send(first).text == "1")
            while queue.count > 0 { await Task.yield() }
            #expect(try await world.cache.send(first).text == "down")
        }
    }

    @Test("A 304 response renews the cached response, whose validators are sent to the source")
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
        // The source confirms a validator that it never sent, so it is asked again without a condition.
        world.pass(seconds: 2)
        world.network.answers { request in
            request.isConditional ? .text("", status: 304, [("ETag", "\"v9\"")]) : .text("2")
        }
        #expect(try await world.cache.send(request(Self.errorRule)).text == "2")
        #expect(world.network.requests.count == 4)
        #expect(world.responses.counts["films"].map { [$0.revalidations, $0.misses] } == [1, 2])
        #expect(world.store.writes == 3)
    }

    @Test("A response that was just confirmed isn't stale, even with no-cache")
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

    @Test("A stale response replaces a failure of the source, even one with status 200")
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
        let down = try await world.cache.send(request, readBy: StatusReader.shared)
        #expect(down.response.provenance == .cache(ageSeconds: 100, isStale: true))
        #expect(down.freshness.replacedFailure == ProviderError(at: .connectTimeout, "down"))
        world.pass(seconds: 560)
        await #expect(throws: ProviderError(at: .connectTimeout, "down")) { try await world.cache.send(request) }
        #expect(world.responses.counts["films"].map { [$0.staleHits, $0.misses] } == [2, 4])
        #expect(world.store.writes == 1)
    }

    @Test("A 404 response is cached for a minute")
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

    @Test("A negative response that is confirmed is cached no longer than a new one", arguments: [4, 70_000])
    func confirmedNegative(bytes: Int) async throws {
        let world = World()
        let reader = StatusReader { $0.text.hasPrefix("none") ? ProviderError(.notFound, message: "none") : nil }
        let rule = CachePolicy(ttl: .seconds(3_600))
        let body = "none" + String(repeating: " ", count: bytes - 4)
        world.network.answers { request in
            request.isConditional ? .text("", status: 304) : .text(body, [("ETag", "\"v1\"")])
        }
        for count in 1...3 {
            let answer = try await world.cache.send(request(rule), readBy: reader)
            #expect(answer.verdict == .negative(ProviderError(.notFound, message: "none")))
            #expect(world.network.requests.count == count)
            world.pass(seconds: 61)
        }
    }

    @Test(
        "The rows of a day that has settled meanwhile are cached for its longer time, and an empty day is not",
        arguments: [("[1]", 3_600), ("[]", 60)]
    )
    func confirmedDay(body: String, seconds: Int) async throws {
        let world = World()
        let reader = RowReader()
        let rule = CachePolicy(ttl: .seconds(60), settledAfter: .seconds(100), settledTTL: .seconds(3_600))
        world.network.answers { request in
            request.isConditional ? .text("", status: 304) : .text(body, [("ETag", "\"v1\"")])
        }
        _ = try await world.cache.send(request(rule.settled(secondsSincePeriod: 0)), readBy: reader)
        world.pass(seconds: 61)
        let settled = request(rule.settled(secondsSincePeriod: 100))
        #expect(try await world.cache.send(settled, readBy: reader).freshForSeconds == seconds)
        #expect(world.network.requests.count == 2)
    }

    @Test("A response that repeats the API key isn't written to the store")
    func secrets() async throws {
        let world = World()
        world.network.answers { _ in .text(#"{"next": "/list?key=k3y&page=2"}"#) }
        _ = try await world.cache.send(request(Self.rule))
        #expect(try await world.cache.send(request(Self.rule)).provenance == .cache(ageSeconds: 0, isStale: false))
        #expect(world.store.cached.isEmpty)
        world.network.answers { _ in .text("{}") }
        _ = try await world.cache.send(request(Self.rule, "b"))
        #expect(world.store.cached.keys.map(\.identity) == ["GET https://films.example/list?q=b"])
    }

    @Test("A removed response is requested again")
    func dropping() async throws {
        let world = World()
        _ = try await world.cache.send(request(Self.rule))
        #expect(await world.responses.removeAll(of: "books") == 0)
        #expect(await world.responses.removeAll(of: "films") == 1)
        #expect(try await world.cache.send(request(Self.rule)).provenance == .network)
    }

    @Test("A stale response is returned while the source is silent, and the new one once it arrives")
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
            // The source is still being asked, so other calls neither wait nor ask again.
            #expect(try await world.cache.send(request(Self.errorRule)).text == "1")
            #expect(world.network.requests.count == 2)
            silence.open()
            await world.told.pass()
            #expect(
                try await world.cache.send(request(Self.errorRule)).provenance == .cache(ageSeconds: 0, isStale: false)
            )
            #expect(world.news.withLock { $0 } == [true])
            #expect(world.network.requests.count == 2)
            #expect(world.responses.counts["films"].map { [$0.staleHits, $0.hits] } == [2, 1])
        }
    }

    @Test("A call that waits long enough gets the new response, or a failure past the stale period")
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

    @Test("Canceling a call that waits for the source cancels its request")
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

    @Test("After a silent host fails in the background, the next call fails so that an alternative is asked")
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

    @Test("A newer response that another process has stored is used")
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

/// A reader whose rows are the elements of a list.
private final class RowReader: AnswerReading {
    func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document {
        do throws(JSONError) {
            let root = try JSONDocument(response.body).root
            return HTTPAnswer.Document(root: root, rows: Array(root.elements))
        } catch {
            throw ProviderError(.malformed, message: error.message)
        }
    }
}
