import GRDB
import Synchronization
package import Upstream

extension CacheFile: ResponseLeases {
    package func claim(_ key: ResponseKey, after known: Int?, forMilliseconds milliseconds: Int) async -> LeaseClaim {
        // Nobody asks under a claim that came too late.
        let late: @Sendable (LeaseClaim) -> Void = { [self] claim in
            guard claim == .granted else { return }
            release(key)
        }
        let claim = await counts.run(within: settings.file.busyTimeout, late: late) { [self] database in
            try self.claim(key, after: known, for: milliseconds, in: database)
        }
        // Without the file, asking twice is better than not at all.
        return claim ?? (counts.mayTry ? .unanswered : .granted)
    }

    private func claim(
        _ key: ResponseKey,
        after known: Int?,
        for milliseconds: Int,
        in database: Database
    ) throws -> LeaseClaim {
        // Mostly it is there already, and then nobody has to wait for a transaction.
        if try StoredRow.isStored(key, after: known, in: database) { return .answered }
        let claim: LeaseClaim = try StoreSchema.change(database) {
            if try StoredRow.isStored(key, after: known, in: database) { return .answered }
            let isClaimed = try LeaseRow.claim(
                key.hash,
                of: owner,
                for: min(milliseconds, LeaseRow.longest),
                at: settings.file.now(),
                in: database
            )
            return isClaimed ? .granted : .held
        }
        moveLogInTime()
        return claim
    }

    package func release(_ key: ResponseKey) {
        if pending.withLock({ $0.release(key.hash) }) { scheduleWriting(after: settings.writeDelay) }
    }
}
