import GRDB
import Synchronization
package import Upstream

/// The cache on disk: answers and counted calls, shared by all processes of a user.
///
/// Nothing is opened before the first use. Calls wait for it for at most the busy timeout, and for writes never: what is
/// to be kept waits in memory, where it is found again at once, until the one writer of the process has written it.
package final class CacheFile: Sendable {
    let settings: CacheFileSettings
    /// This store among those of all processes.
    let owner = String(UInt64.random(in: .min ... .max), radix: 36)
    let file: StoreFile
    let reads: StoreLane
    let writes: StoreLane
    let counts: StoreLane
    let pending: Mutex<PendingWrites>
    let localCounts = Mutex(LocalCounts())
    let upkeep = Mutex(Upkeep())
    let claims = Mutex(ClaimQueue<WaitingClaim>())

    package init(_ settings: CacheFileSettings) {
        self.settings = settings
        file = StoreFile(.cache, settings.file)
        reads = StoreLane(file, .reads)
        writes = StoreLane(file, .writes)
        counts = StoreLane(file, .counts)
        pending = Mutex(PendingWrites(byteLimit: settings.waitingLimit))
    }

    /// Where the file lies.
    package var path: String { file.path }

    /// Writes what waits and closes the file; whether all was written.
    ///
    /// Each step is waited for, for up to `limit` milliseconds. For the orderly end of the process; what is asked of the
    /// store after it opens the file again.
    package func close(within limit: Int = 1_000) async -> Bool {
        let isWritten = await flush(within: limit)
        for lane in [reads, counts, writes] {
            // The writer last: it moves the log into the file.
            guard await lane.done(within: limit, { lane.close() }) else { return false }
        }
        return isWritten
    }

    /// Writes what waits; whether it was written in time.
    package func flush(within limit: Int = 1_000) async -> Bool {
        await writes.done(within: limit) { self.writeNow() } && pending.withLock(\.unwrittenCount) == 0
    }
}

// MARK: - The port

extension CacheFile: ResponseStore {
    package func response(for key: ResponseKey) async -> StoredResponse? {
        if let waiting = pending.withLock({ $0[key] }) { return waiting }
        let hash = key.hash
        let now = settings.file.now()
        let found = await reads.run(within: settings.file.busyTimeout) { database in
            try StoredRow.fetch(key, hash: hash, from: database)
        }
        guard case .some(.some(let row)) = found else { return nil }
        // Often enough for an order of use, and seldom enough that reading causes hardly any writing.
        if abs(now - row.lastUsed) > StoredRow.useGrain { noteUse(of: hash) }
        return row.response
    }

    package func keep(_ response: StoredResponse, for key: ResponseKey) {
        guard !writes.isRefused || writes.mayTry else { return }
        if pending.withLock({ $0.keep(response, for: key) }) { scheduleWriting(after: settings.writeDelay) }
    }

    package func removeAll(of source: String?) async -> Int {
        let waiting = pending.withLock { $0.removeAll(of: source) }
        var removed = 0
        // In steps, so that other processes get their turn in between.
        while let count = await removeSome(of: source), count > 0 { removed += count }
        return waiting + removed
    }

    package func sizes() async -> [String: StoredSize] {
        await reads.run(within: 4 * settings.file.busyTimeout) { database in
            try StoredRow.sizes(in: database)
        } ?? [:]
    }

    private func removeSome(of source: String?) async -> Int? {
        await writes.run(within: 20 * settings.file.busyTimeout) { database in
            try Eviction.remove(atMost: 500, of: source, from: database, limit: self.settings.sizeLimit)
        }
    }

    private func noteUse(of hash: Int64) {
        if pending.withLock({ $0.use(hash) }) { scheduleWriting(after: settings.writeDelay) }
    }
}
