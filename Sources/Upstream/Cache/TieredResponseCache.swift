import HTTPModel
package import MovieDomain
import Platform
import Synchronization

/// The answers used last, within a number of bytes and of answers; what is added beyond drops what was used longest ago.
struct ResponseMemory: Sendable {
    private struct Slot: Sendable {
        var response: CachedResponse
        var weight: Int
        /// Which use of any answer was its last.
        var lastUse: Int
    }

    private let maximumBytes: Int
    private let maximumAnswers: Int
    private var slots: [ResponseKey: Slot] = [:]
    private var uses = 0
    /// Of bodies, keys and headers, roughly.
    private(set) var bytes = 0

    init(maximumBytes: Int = 16 << 20, maximumAnswers: Int = 1_024) {
        self.maximumBytes = maximumBytes
        self.maximumAnswers = maximumAnswers
    }

    var count: Int { slots.count }

    /// The answers and the bytes of their bodies, by source.
    var sizes: [String: StoredSize] {
        slots.reduce(into: [:]) { sizes, slot in
            sizes[slot.key.source, default: StoredSize(answers: 0, bytes: 0)].answers += 1
            sizes[slot.key.source, default: StoredSize(answers: 0, bytes: 0)].bytes += slot.value.response.body.count
        }
    }

    /// The answer under `key`, which becomes the one used last.
    mutating func response(for key: ResponseKey) -> CachedResponse? {
        guard let place = slots.index(forKey: key) else { return nil }
        uses += 1
        slots.values[place].lastUse = uses
        return slots.values[place].response
    }

    /// Keeps an answer; one that takes more than a quarter of all bytes is not kept, for it would drive out the rest.
    mutating func keep(_ response: CachedResponse, for key: ResponseKey) {
        remove(key)
        let weight = ResponseMemory.weight(response, key)
        guard weight <= maximumBytes / 4, maximumAnswers > 0 else { return }
        uses += 1
        slots[key] = Slot(response: response, weight: weight, lastUse: uses)
        bytes += weight
        // There are so few that to look through them costs less than to keep them in order.
        while bytes > maximumBytes || slots.count > maximumAnswers,
            let oldest = slots.min(by: { $0.value.lastUse < $1.value.lastUse })
        { remove(oldest.key) }
    }

    mutating func remove(_ key: ResponseKey) {
        if let slot = slots.removeValue(forKey: key) { bytes -= slot.weight }
    }

    /// Drops what is kept of one source, or of all where it is `nil`; gives the keys that were dropped.
    @discardableResult
    mutating func removeAll(of source: String?) -> [ResponseKey] {
        let keys = slots.keys.filter { source == nil || $0.source == source }
        for key in keys { remove(key) }
        return keys
    }

    private static func weight(_ response: CachedResponse, _ key: ResponseKey) -> Int {
        response.headers.fields.reduce(response.body.count + key.identity.utf8.count + 256) { sum, field in
            sum + field.name.utf8.count + field.value.utf8.count
        }
    }
}

/// The kept answers of this process: those used last in memory, all of them in a store behind.
package final class TieredResponseCache: Sendable {
    private let memory: Mutex<ResponseMemory>
    private let tally = Mutex<[String: CacheCounts]>([:])
    private let store: (any ResponseStore)?
    private let wallClock: WallClock

    /// Keeps answers in memory alone where `store` is `nil`.
    init(memory: ResponseMemory = ResponseMemory(), store: (any ResponseStore)?, wallClock: WallClock) {
        self.memory = Mutex(memory)
        self.store = store
        self.wallClock = wallClock
    }

    /// Milliseconds since 1970.
    var now: Int { wallClock.milliseconds }

    /// What the cache did since the start, by source.
    package var counts: [String: CacheCounts] { tally.withLock { $0 } }

    /// The file that answers are kept in; `nil` where nothing is kept beyond the end of the program.
    package var path: String? { store?.path }

    /// How much the store holds, by source; what is in memory alone where there is none.
    package func sizes() async -> [String: StoredSize] { await store?.sizes() ?? memory.withLock(\.sizes) }

    /// Drops what is kept of one source, or of all where it is `nil`; gives the number of answers dropped.
    package func removeAll(of source: String?) async -> Int {
        let dropped = memory.withLock { $0.removeAll(of: source) }
        guard let store else { return dropped.count }
        // Most of them lie in both; those that memory has alone are few.
        return max(await store.removeAll(of: source), dropped.count)
    }

    /// The answer in memory, fresh or not.
    func inMemory(_ key: ResponseKey) -> CachedResponse? { memory.withLock { $0.response(for: key) } }

    /// The newest answer there is, for which the store is asked unless the one in memory is fresh.
    func newest(_ key: ResponseKey, under rule: CachePolicy) async -> CachedResponse? {
        let own = inMemory(key)
        if let own, own.reuse(at: now, under: rule).isFresh { return own }
        guard let stored = await store?.response(for: key), stored.storedAt > own?.storedAt ?? .min else { return own }
        memory.withLock { $0.keep(stored, for: key) }
        return stored
    }

    /// Keeps an answer; one that repeats a secret in memory alone, so that no key gets to the disk.
    func keep(_ response: CachedResponse, for key: ResponseKey, repeatsSecret: Bool) {
        memory.withLock { $0.keep(response, for: key) }
        if !repeatsSecret { store?.keep(response, for: key) }
    }

    func count(_ source: String, _ change: (inout CacheCounts) -> Void) {
        tally.withLock { change(&$0[source, default: CacheCounts()]) }
    }
}

/// How much is kept of one source.
package struct StoredSize: Sendable, Hashable {
    package var answers: Int
    /// Of their bodies, as they are stored.
    package var bytes: Int

    package init(answers: Int, bytes: Int) {
        self.answers = answers
        self.bytes = bytes
    }
}
