import HTTPModel
import MarqueeTestKit
import MovieDomain
import Platform
import Synchronization
import Testing

@testable import Upstream

@Suite("Leases between processes that share a store")
struct ResponseLeasingTests {
    private let request = HTTPRequest(
        source: "films",
        origin: HTTPOrigin(scheme: .https, host: "films.example"),
        path: "/list",
        cachePolicy: CachePolicy(ttl: .seconds(60))
    )

    /// Returns the cache of a process on the store, whose pauses end when `pause` returns.
    private func process(
        on store: MemoryStore,
        _ network: ScriptedUpstream,
        pause: @escaping @Sendable (Duration) async -> Bool
    ) -> ResponseCache<ScriptedUpstream> {
        ResponseCache(
            responses: TieredResponseCache(store: store, wallClock: WallClock { 1_700_000_000_000 }),
            refreshes: RefreshQueue(),
            leases: CacheLeases(leases: store, clock: ScriptedClock(pause)),
            next: network
        )
    }

    @Test("One process asks the source, and the others wait for its response")
    func waiting() async throws {
        let store = MemoryStore()
        let (gate, network) = (Gate(), ScriptedUpstream { _ in .text("") })
        network.answers { _ in
            await gate.pass()
            return .text("films")
        }
        let processes = (0..<20).map { _ in
            process(on: store, network) { _ in
                gate.open()
                while store.cached.isEmpty { await Task.yield() }
                return true
            }
        }
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for process in processes { group.addTask { [request] in try await process.send(request).text } }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(texts == [String](repeating: "films", count: 20))
        #expect(network.requests.count == 1)
        #expect(store.claims.isEmpty)
    }

    @Test("A claim that is never released delays a call for three seconds")
    func deadHolder() async throws {
        let store = MemoryStore()
        #expect(await store.claim(ResponseKey(request), after: nil, forMilliseconds: 1) == .granted)
        let pauses = Mutex<[Duration]>([])
        let network = ScriptedUpstream { _ in .text("films") }
        let process = process(on: store, network) { length in
            pauses.withLock { $0.append(length) }
            return true
        }
        #expect(try await process.send(request).text == "films")
        let lengths = [20, 40, 80, 160] + [Int](repeating: 250, count: 10) + [200]
        #expect(pauses.withLock { $0 } == lengths.map { .milliseconds($0) })
        // The process has no claim of its own to release.
        #expect(store.releases == 0)
    }

    @Test("The response of another process is used, and a failed request releases its claim")
    func arrival() async throws {
        let store = MemoryStore()
        let key = ResponseKey(request)
        #expect(await store.claim(key, after: nil, forMilliseconds: 1) == .granted)
        let network = ScriptedUpstream { _ in .text("mine", status: 503) }
        let process = process(on: store, network) { _ in
            store.keep(
                CachedResponse(status: 200, body: Array("theirs".utf8), storedAt: 1_700_000_000_000, freshFor: 9_000),
                for: key
            )
            return true
        }
        #expect(try await process.send(request).text == "theirs")
        #expect(network.requests.isEmpty)
        store.release(key)
        _ = await store.removeAll(of: nil)
        let other = self.process(on: store, network) { _ in true }
        #expect(try await other.send(request).status == 503)
        #expect(store.claims.isEmpty)
    }

    @Test("A canceled call stops waiting for a claim")
    func cancellation() async throws {
        let store = MemoryStore()
        #expect(await store.claim(ResponseKey(request), after: nil, forMilliseconds: 1) == .granted)
        let network = ScriptedUpstream { _ in .text("") }
        let process = process(on: store, network) { _ in false }
        let failure = await #expect(throws: ProviderError.self) { try await process.send(request) }
        #expect(failure?.stage == .cancelled)
        #expect(network.requests.isEmpty)
    }

    @Test("A busy store is asked again before the source is")
    func busyStore() async throws {
        let store = MemoryStore()
        store.leaveUnanswered(2)
        let pauses = Mutex(0)
        let network = ScriptedUpstream { _ in .text("films") }
        let process = process(on: store, network) { _ in
            #expect(network.requests.isEmpty)
            pauses.withLock { $0 += 1 }
            return true
        }
        #expect(try await process.send(request).text == "films")
        #expect(pauses.withLock { $0 } == 2)
        #expect(store.claims.isEmpty)
    }

    @Test("A response that is stored while the store is busy is used only if it is fresh")
    func answeredMeanwhile() async throws {
        let store = MemoryStore()
        let key = ResponseKey(request)
        let network = ScriptedUpstream { _ in .text("mine") }
        @Sendable func cached(_ text: String, freshFor: Int) -> CachedResponse {
            CachedResponse(status: 200, body: Array(text.utf8), storedAt: 1_700_000_000_000, freshFor: freshFor)
        }
        for (freshFor, expected) in [(9_000, "theirs"), (0, "mine")] {
            _ = await store.removeAll(of: nil)
            store.leaveUnanswered(1)
            let process = process(on: store, network) { _ in
                store.keep(cached("theirs", freshFor: freshFor), for: key)
                return true
            }
            #expect(try await process.send(request).text == expected)
        }
        #expect(network.requests.count == 1)
        #expect(store.claims.isEmpty)
    }
}
