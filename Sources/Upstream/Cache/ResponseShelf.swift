import Synchronization

/// The kept answers of this process: those used last in memory, all of them in a store behind.
package final class ResponseShelf: Sendable {
    private let memory: Mutex<ResponseMemory>
    private let tally = Mutex<[String: CacheCounts]>([:])
    private let store: (any ResponseStore)?
    /// Milliseconds since 1970.
    package let now: @Sendable () -> Int

    /// A shelf that keeps answers in memory alone where `store` is `nil`; `now` is the wall clock, which may jump.
    package init(
        memory: ResponseMemory = ResponseMemory(),
        store: (any ResponseStore)?,
        now: @escaping @Sendable () -> Int
    ) {
        self.memory = Mutex(memory)
        self.store = store
        self.now = now
    }

    /// What the cache did since the start, by source.
    package var counts: [String: CacheCounts] { tally.withLock { $0 } }

    /// How much the store holds, by source; what is in memory alone where there is none.
    package func sizes() async -> [String: StoredSize] {
        await store?.sizes() ?? memory.withLock(\.sizes)
    }

    /// Drops what is kept of one source, or of all where it is `nil`; gives the number of answers dropped.
    package func removeAll(of source: String?) async -> Int {
        let dropped = memory.withLock { $0.removeAll(of: source) }
        guard let store else { return dropped.count }
        // Most of them lie in both; those that memory has alone are few.
        return max(await store.removeAll(of: source), dropped.count)
    }

    /// The answer in memory, fresh or not.
    func inMemory(_ key: ResponseKey) -> StoredResponse? {
        memory.withLock { $0.response(for: key) }
    }

    /// The newest answer there is, for which the store is asked unless the one in memory is fresh.
    func newest(_ key: ResponseKey, under rule: CacheRule) async -> StoredResponse? {
        let own = inMemory(key)
        if let own, own.reuse(at: now(), under: rule).isFresh { return own }
        guard let stored = await store?.response(for: key), stored.storedAt > own?.storedAt ?? .min else { return own }
        memory.withLock { $0.keep(stored, for: key) }
        return stored
    }

    /// Keeps an answer; one that repeats a secret in memory alone, so that no key gets to the disk.
    func keep(_ response: StoredResponse, for key: ResponseKey, repeatsSecret: Bool) {
        memory.withLock { $0.keep(response, for: key) }
        if !repeatsSecret { store?.keep(response, for: key) }
        count(key.source) { $0.stores += 1 }
    }

    func count(_ source: String, _ change: (inout CacheCounts) -> Void) {
        tally.withLock { change(&$0[source, default: CacheCounts()]) }
    }
}
