import HTTPModel
package import MovieDomain
import Platform
import Synchronization

/// The answers used last, within a number of bytes and of answers; what is added beyond drops what was used longest ago.
struct ResponseMemory: Sendable {
    private struct Slot: Sendable {
        var key: ResponseKey
        var response: CachedResponse
        /// The slot used just before, and just after, this one.
        var older: Int?
        var newer: Int?
    }

    private let maximumBytes: Int
    private let maximumAnswers: Int
    private var slots: [Slot?] = []
    private var vacant: [Int] = []
    private var index: [ResponseKey: Int] = [:]
    private var oldest: Int?
    private var newest: Int?
    /// Of bodies, keys and headers, roughly.
    private(set) var bytes = 0

    init(maximumBytes: Int = 16 << 20, maximumAnswers: Int = 1_024) {
        self.maximumBytes = maximumBytes
        self.maximumAnswers = maximumAnswers
    }

    var count: Int { index.count }

    /// The answers and the bytes of their bodies, by source.
    var sizes: [String: StoredSize] {
        index.values.reduce(into: [:]) { sizes, place in
            guard let slot = slots[place] else { return }
            sizes[slot.key.source, default: StoredSize(answers: 0, bytes: 0)].answers += 1
            sizes[slot.key.source, default: StoredSize(answers: 0, bytes: 0)].bytes += slot.response.body.count
        }
    }

    /// The answer under `key`, which becomes the one used last.
    mutating func response(for key: ResponseKey) -> CachedResponse? {
        guard let place = index[key] else { return nil }
        if place != newest {
            detach(place)
            attach(place)
        }
        return slots[place]?.response
    }

    /// Keeps an answer; one that takes more than a quarter of all bytes is not kept, for it would drive out the rest.
    mutating func keep(_ response: CachedResponse, for key: ResponseKey) {
        remove(key)
        let weight = ResponseMemory.weight(response, key)
        guard weight <= maximumBytes / 4, maximumAnswers > 0 else { return }
        let place = vacant.popLast() ?? slots.count
        let slot = Slot(key: key, response: response)
        if place == slots.count { slots.append(slot) } else { slots[place] = slot }
        index[key] = place
        bytes += weight
        attach(place)
        while bytes > maximumBytes || index.count > maximumAnswers, let oldest, let slot = slots[oldest] {
            remove(slot.key)
        }
    }

    /// Drops the answer under `key`, if there is one.
    mutating func remove(_ key: ResponseKey) {
        guard let place = index.removeValue(forKey: key), let slot = slots[place] else { return }
        detach(place)
        bytes -= ResponseMemory.weight(slot.response, key)
        slots[place] = nil
        vacant.append(place)
    }

    /// Drops what is kept of one source, or of all where it is `nil`; gives the keys that were dropped.
    @discardableResult
    mutating func removeAll(of source: String?) -> [ResponseKey] {
        let keys = index.keys.filter { source == nil || $0.source == source }
        for key in keys { remove(key) }
        return keys
    }

    private static func weight(_ response: CachedResponse, _ key: ResponseKey) -> Int {
        response.headers.fields.reduce(response.body.count + key.identity.utf8.count + 256) { sum, field in
            sum + field.name.utf8.count + field.value.utf8.count
        }
    }

    private mutating func attach(_ place: Int) {
        slots[place]?.older = newest
        slots[place]?.newer = nil
        if let newest { slots[newest]?.newer = place } else { oldest = place }
        newest = place
    }

    private mutating func detach(_ place: Int) {
        let (older, newer) = (slots[place]?.older, slots[place]?.newer)
        if let older { slots[older]?.newer = newer } else { oldest = newer }
        if let newer { slots[newer]?.older = older } else { newest = older }
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
    func inMemory(_ key: ResponseKey) -> CachedResponse? {
        memory.withLock { $0.response(for: key) }
    }

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
