import GRDB
import Synchronization
package import Upstream

extension CacheFile: ResponseLeases {
    package func claim(_ key: ResponseKey, forMilliseconds milliseconds: Int) async -> Bool {
        let hash = key.hash
        let isClaimed = await counts.run(within: settings.file.busyTimeout) { [self] database in
            let isClaimed = try StoreSchema.change(database) {
                try LeaseRow.claim(
                    hash,
                    of: owner,
                    for: min(milliseconds, LeaseRow.longest),
                    at: settings.file.now(),
                    in: database
                )
            }
            moveLogInTime()
            return isClaimed
        }
        // Without the file, asking twice is better than not at all.
        return isClaimed ?? true
    }

    package func release(_ key: ResponseKey) {
        if pending.withLock({ $0.release(key.hash) }) { scheduleWriting(after: settings.writeDelay) }
    }
}
