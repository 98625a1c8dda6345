import HTTPModel
import MovieDomain
import Platform
import Synchronization
import Testing

@testable import Upstream

@Suite("Processes that share a store ask for one thing once")
struct ResponseLeasingTests {
    private let request = HTTPRequest(
        source: "films",
        origin: HTTPOrigin(scheme: .https, host: "films.example"),
        path: "/list",
        cachePolicy: CachePolicy(ttl: .seconds(60))
    )

    /// A process of its own on a store, with pauses that end when the script says so.
    private func process(
        on store: MemoryStore,
        _ network: ScriptedUpstream,
        pause: @escaping @Sendable (Duration) async -> Bool
    ) -> ResponseCache<ScriptedUpstream> {
        ResponseCache(
            shelf: TieredResponseCache(store: store, wallClock: WallClock { 1_700_000_000_000 }),
            refreshes: RefreshQueue(),
            leases: CacheLeases(leases: store, clock: ScriptedClock(pause)),
            next: network
        )
    }

    @Test("the first asks, the others wait for its answer")
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
                while store.kept.isEmpty { await Task.yield() }
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

    @Test("a claim that is never ended holds no call for ever")
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
        #expect(pauses.withLock { $0.reduce(.zero, +) } == .seconds(3))
        #expect(pauses.withLock { $0.first } == .milliseconds(20))
        #expect(pauses.withLock { $0.allSatisfy { $0 <= .milliseconds(250) } })
        // It had no claim of its own to end.
        #expect(store.releases == 0)
    }

    @Test("the answer of another process is used, and a failure ends the claim")
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

    @Test("who is cancelled waits no longer")
    func cancellation() async throws {
        let store = MemoryStore()
        #expect(await store.claim(ResponseKey(request), after: nil, forMilliseconds: 1) == .granted)
        let network = ScriptedUpstream { _ in .text("") }
        let process = process(on: store, network) { _ in false }
        let failure = await #expect(throws: ProviderError.self) { try await process.send(request) }
        #expect(failure?.stage == .cancelled)
        #expect(network.requests.isEmpty)
    }

    @Test("a store that is busy for a moment is asked again, and the source only then")
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

    @Test("what came while the store was busy is used, and no call waits for what is of no use")
    func answeredMeanwhile() async throws {
        let store = MemoryStore()
        let key = ResponseKey(request)
        let network = ScriptedUpstream { _ in .text("mine") }
        @Sendable func kept(_ text: String, freshFor: Int) -> CachedResponse {
            CachedResponse(status: 200, body: Array(text.utf8), storedAt: 1_700_000_000_000, freshFor: freshFor)
        }
        for (freshFor, expected) in [(9_000, "theirs"), (0, "mine")] {
            _ = await store.removeAll(of: nil)
            store.leaveUnanswered(1)
            let process = process(on: store, network) { _ in
                store.keep(kept("theirs", freshFor: freshFor), for: key)
                return true
            }
            #expect(try await process.send(request).text == expected)
        }
        #expect(network.requests.count == 1)
        #expect(store.claims.isEmpty)
    }
}
