import Synchronization

@testable import Upstream

/// An in-memory store with claims that never expire.
final class MemoryStore: ResponseStore, CacheLeaseStore {
    private struct State {
        var cached: [ResponseKey: CachedResponse] = [:]
        var claims: Set<ResponseKey> = []
        var reads = 0
        var releases = 0
        var unansweredClaims = 0
        var writes = 0
    }

    let path = "memory"

    private let state = Mutex(State())

    var cached: [ResponseKey: CachedResponse] { state.withLock(\.cached) }
    var reads: Int { state.withLock(\.reads) }
    var claims: Set<ResponseKey> { state.withLock(\.claims) }
    /// The number of responses stored, including replacements.
    var writes: Int { state.withLock(\.writes) }
    var releases: Int { state.withLock(\.releases) }

    func response(for key: ResponseKey) async -> CachedResponse? {
        state.withLock {
            $0.reads += 1
            return $0.cached[key]
        }
    }

    func keep(_ response: CachedResponse, for key: ResponseKey) {
        state.withLock {
            $0.cached[key] = response
            $0.writes += 1
        }
    }

    func removeAll(of source: String?) async -> Int {
        state.withLock { state in
            let keys = state.cached.keys.filter { source == nil || $0.source == source }
            for key in keys { state.cached[key] = nil }
            return keys.count
        }
    }

    func sizes() async -> [String: StoredSize] {
        cached.reduce(into: [:]) { sizes, entry in
            let size = sizes[entry.key.source] ?? StoredSize(answers: 0, bytes: 0)
            sizes[entry.key.source] = StoredSize(answers: size.answers + 1, bytes: size.bytes + entry.value.body.count)
        }
    }

    func claim(_ key: ResponseKey, after known: Int?, forMilliseconds milliseconds: Int) async -> LeaseClaim {
        state.withLock { state in
            if state.unansweredClaims > 0 {
                state.unansweredClaims -= 1
                return .unanswered
            }
            if let cached = state.cached[key], cached.storedAt > known ?? .min { return .answered }
            return state.claims.insert(key).inserted ? .granted : .held
        }
    }

    /// Leaves the next `count` claims unanswered.
    func leaveUnanswered(_ count: Int) {
        state.withLock { $0.unansweredClaims = count }
    }

    func release(_ key: ResponseKey) {
        state.withLock {
            $0.claims.remove(key)
            $0.releases += 1
        }
    }
}
