import Platform
import SQLite
import Synchronization
import Upstream

/// The only writer of the process: its functions run on the thread of the worker for writes.
extension CacheFile {
    func scheduleWriting(after delay: Int) {
        writes.schedule(after: delay) { [self] in
            guard !writeNow() else { return }
            // Drop what cannot be written, and let the writer end.
            if writes.isRefused { return pending.withLock { while !$0.takeBatch().isEmpty {} } }
            scheduleWriting(after: max(writes.rest, settings.writeDelay))
        }
    }

    /// Writes batch after batch; returns whether nothing is left.
    @discardableResult
    func writeNow() -> Bool {
        while true {
            let batch = pending.withLock { $0.takeBatch() }
            if batch.isEmpty { return true }
            guard writes.attempt({ database throws(SQLiteError) in try self.write(batch, to: database) }) != nil else {
                pending.withLock { $0.putBack(batch) }
                return false
            }
            file.works()
        }
    }

    private func write(_ batch: PendingWrites.Batch, to database: SQLiteConnection) throws(SQLiteError) {
        let now = settings.file.wallClock.milliseconds
        try database.change { () throws(SQLiteError) in
            for (key, response) in batch.answers { try database.store(response, for: key, at: now) }
            for hash in batch.used { try database.noteUse(of: hash, at: now) }
            for hash in batch.released { try database.releaseLease(of: hash, owner: owner) }
        }
        if upkeep.withLock({ $0.isDue(at: now) }) { try database.removePast(now) }
        try database.shrink(to: settings.sizeLimit)
    }
}

// MARK: - Pending writes

/// Pending writes: the last answer for each key, and the rows that were used; bounded, the oldest answers dropped
/// first.
struct PendingWrites: Sendable {
    struct Batch: Sendable {
        var answers: [(key: ResponseKey, response: CachedResponse)] = []
        var used: Set<Int> = []
        /// Leases that are released in this transaction.
        var released: Set<Int> = []
        var isEmpty: Bool { answers.isEmpty && used.isEmpty && released.isEmpty }
    }

    static let answersInBatch = 64
    static let bytesInBatch = 1 << 20

    let byteLimit: Int
    private(set) var byteCount = 0
    private var answers: [ResponseKey: CachedResponse] = [:]
    private var order: [ResponseKey] = []
    private var used: Set<Int> = []
    private var released: Set<Int> = []
    private var isScheduled = false
    /// The answers that the writer has taken, which are not in the file yet.
    private var inHand: [ResponseKey: CachedResponse] = [:]

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    var count: Int { answers.count }

    /// The number of answers that wait, or that the writer has taken.
    var unwrittenCount: Int { answers.count + inHand.count }

    subscript(key: ResponseKey) -> CachedResponse? { answers[key] ?? inHand[key] }

    /// Adds an answer to write; returns whether a writer has to be started.
    mutating func keep(_ response: CachedResponse, for key: ResponseKey) -> Bool {
        insert(response, for: key)
        while byteCount > byteLimit, !order.isEmpty { dropOldest() }
        return schedule()
    }

    /// Notes that a row was used; returns whether a writer has to be started.
    mutating func use(_ hash: Int) -> Bool {
        guard used.count < 4_096 else { return false }
        used.insert(hash)
        return schedule()
    }

    /// Releases a lease after all answers that wait now; returns whether a writer has to be started.
    mutating func release(_ hash: Int) -> Bool {
        released.insert(hash)
        return schedule()
    }

    /// Removes and returns the content of the next transaction; an empty batch ends the writer.
    mutating func takeBatch() -> Batch {
        var batch = Batch(used: used)
        used = []
        var bytes = 0
        var taken = 0
        for key in order {
            guard batch.answers.count < Self.answersInBatch, bytes < Self.bytesInBatch else { break }
            taken += 1
            guard let response = answers.removeValue(forKey: key) else { continue }
            bytes += response.body.count
            batch.answers.append((key, response))
        }
        order.removeFirst(taken)
        byteCount -= bytes
        if order.isEmpty {
            batch.released = released
            released = []
        }
        if batch.isEmpty { isScheduled = false }
        inHand = Dictionary(uniqueKeysWithValues: batch.answers.map { ($0.key, $0.response) })
        return batch
    }

    /// Puts back a batch that could not be written, except where a newer answer waits; the writer stays scheduled.
    mutating func putBack(_ batch: Batch) {
        released.formUnion(batch.released)
        inHand = [:]
        let newer = order
        order = []
        for (key, response) in batch.answers where answers[key] == nil { insert(response, for: key) }
        order += newer
        while byteCount > byteLimit, !order.isEmpty { dropOldest() }
    }

    /// Drops the waiting answers of a source, or of all; returns their number.
    mutating func removeAll(of source: String?) -> Int {
        let gone = order.filter { source == nil || $0.source == source }
        for key in gone {
            if let response = answers.removeValue(forKey: key) { byteCount -= response.body.count }
        }
        order.removeAll { answers[$0] == nil }
        inHand = inHand.filter { source != nil && $0.key.source != source }
        return gone.count
    }

    private mutating func insert(_ response: CachedResponse, for key: ResponseKey) {
        if let old = answers.updateValue(response, forKey: key) {
            byteCount -= old.body.count
        } else {
            order.append(key)
        }
        byteCount += response.body.count
    }

    private mutating func dropOldest() {
        let key = order.removeFirst()
        guard let response = answers.removeValue(forKey: key) else { return }
        byteCount -= response.body.count
    }

    private mutating func schedule() -> Bool {
        defer { isScheduled = true }
        return !isScheduled
    }
}
