import GRDB
import Synchronization

/// The one writer of the process: its functions run on the thread of the lane for writes.
extension CacheFile {
    func scheduleWriting(after delay: Int) {
        writes.schedule(after: delay) { [self] in
            guard !writeNow() else { return }
            if writes.isRefused { return dropPending() }
            scheduleWriting(after: max(writes.rest, settings.writeDelay))
        }
    }

    /// Writes batch after batch; whether nothing is left.
    @discardableResult
    func writeNow() -> Bool {
        while true {
            let batch = pending.withLock { $0.takeBatch() }
            if batch.isEmpty { return true }
            guard writes.attempt({ database in try self.write(batch, to: database) }) != nil else {
                pending.withLock { $0.putBack(batch) }
                return false
            }
            file.works()
        }
    }

    private func write(_ batch: PendingWrites.Batch, to database: Database) throws {
        let now = settings.file.now()
        try StoreSchema.change(database) {
            for (key, response) in batch.answers { try StoredRow.store(response, for: key, at: now, in: database) }
            for hash in batch.used { try StoredRow.use(hash, at: now, in: database) }
            for hash in batch.released { try LeaseRow.release(hash, of: owner, in: database) }
        }
        try keepInOrder(database, at: now)
    }

    /// Removes what is past its use, and what is too much.
    private func keepInOrder(_ database: Database, at now: Int) throws {
        if upkeep.withLock({ $0.isDue(at: now) }) { try Eviction.removePast(now, from: database) }
        try Eviction.shrink(database, to: settings.sizeLimit)
    }

    /// Lets go of what will not be written, and of the writer.
    private func dropPending() {
        pending.withLock { pending in
            while !pending.takeBatch().isEmpty {}
        }
    }
}
