package import HTTPModel
package import MovieDomain
import Platform
import Synchronization

/// The most recently used answers, up to a number of bytes and of answers; the least recently used ones are dropped.
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

    /// The number of answers and the bytes of their bodies, by source.
    var sizes: [String: StoredSize] {
        slots.reduce(into: [:]) { sizes, slot in
            sizes[slot.key.source, default: StoredSize(answers: 0, bytes: 0)].answers += 1
            sizes[slot.key.source, default: StoredSize(answers: 0, bytes: 0)].bytes += slot.value.response.body.count
        }
    }

    /// Returns the answer for `key`, which becomes the most recently used one.
    mutating func response(for key: ResponseKey) -> CachedResponse? {
        guard let place = slots.index(forKey: key) else { return nil }
        uses += 1
        slots.values[place].lastUse = uses
        return slots.values[place].response
    }

    /// Keeps an answer, unless it takes more than a quarter of all bytes and would drive out the rest.
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

    /// Drops the answers of one source, or of all if it is `nil`; returns their keys.
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

/// The cached answers of this process: the most recently used ones in memory, and all of them in a store behind it.
package final class TieredResponseCache: Sendable {
    private let memory: Mutex<ResponseMemory>
    private let tally = Mutex<[String: CacheCounts]>([:])
    private let store: (any ResponseStore)?
    private let wallClock: WallClock

    /// Creates a cache, which keeps answers in memory only if `store` is `nil`.
    init(memory: ResponseMemory = ResponseMemory(), store: (any ResponseStore)?, wallClock: WallClock) {
        self.memory = Mutex(memory)
        self.store = store
        self.wallClock = wallClock
    }

    /// Milliseconds since 1970.
    var now: Int { wallClock.milliseconds }

    /// The counts of the cache's events since the program started, by source.
    package var counts: [String: CacheCounts] { tally.withLock { $0 } }

    /// The path of the store's file; `nil` if nothing is cached beyond the end of the program.
    package var path: String? { store?.path }

    /// How much the store holds, by source; what is in memory alone where there is none.
    package func sizes() async -> [String: StoredSize] { await store?.sizes() ?? memory.withLock(\.sizes) }

    /// Drops the answers of one source, or of all if it is `nil`; returns their number.
    package func removeAll(of source: String?) async -> Int {
        let dropped = memory.withLock { $0.removeAll(of: source) }
        guard let store else { return dropped.count }
        // Most answers are in both; only a few are in memory alone.
        return max(await store.removeAll(of: source), dropped.count)
    }

    /// The answer in memory, fresh or not.
    func inMemory(_ key: ResponseKey) -> CachedResponse? { memory.withLock { $0.response(for: key) } }

    /// Returns the newest answer; asks the store unless the one in memory is fresh.
    func newest(_ key: ResponseKey, under rule: CachePolicy) async -> CachedResponse? {
        let own = inMemory(key)
        if let own, own.reuse(at: now, under: rule).isFresh { return own }
        guard let stored = await store?.response(for: key), stored.storedAt > own?.storedAt ?? .min else { return own }
        memory.withLock { $0.keep(stored, for: key) }
        return stored
    }

    /// Keeps an answer; one that repeats a secret stays in memory, so that no key reaches the disk.
    func keep(_ response: CachedResponse, for key: ResponseKey, repeatsSecret: Bool) {
        memory.withLock { $0.keep(response, for: key) }
        if !repeatsSecret { store?.keep(response, for: key) }
    }

    func count(_ source: String, _ change: (inout CacheCounts) -> Void) {
        tally.withLock { change(&$0[source, default: CacheCounts()]) }
    }
}

/// The number and size of the answers cached for one source.
package struct StoredSize: Sendable, Hashable {
    package var answers: Int
    /// The bytes of their bodies, as they are stored.
    package var bytes: Int

    package init(answers: Int, bytes: Int) {
        self.answers = answers
        self.bytes = bytes
    }
}

/// The port to the store of answers between calls and between processes.
///
/// No function throws: a store that is broken, locked, or full acts as an empty one, logs that once, and never prevents
/// an answer.
package protocol ResponseStore: Sendable {
    /// The path of the store's file.
    var path: String { get }

    /// Returns the cached answer, fresh or not; `nil` if there is none, or none can be read in time.
    func response(for key: ResponseKey) async -> CachedResponse?

    /// Passes an answer to be written; returns at once, and no call waits for the write.
    func keep(_ response: CachedResponse, for key: ResponseKey)

    /// Drops the answers of one source, or of all if it is `nil`; returns their number.
    func removeAll(of source: String?) async -> Int

    /// Returns the number and size of the cached answers, by source.
    func sizes() async -> [String: StoredSize]
}

/// The key of a cached answer: the source, and the request without any secret.
package struct ResponseKey: Hashable, Sendable {
    /// The source's id, which allows dropping all answers of the source.
    package let source: String
    /// The request, identical for every process and every run, and free of secrets.
    package let identity: String

    package init(source: String, identity: String) {
        self.source = source
        self.identity = identity
    }
}

extension ResponseKey {
    /// The key of a request's answer.
    package init(_ request: HTTPRequest) {
        self.init(source: request.source, identity: request.answerIdentity)
    }
}
