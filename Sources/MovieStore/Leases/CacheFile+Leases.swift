import GRDB
import Synchronization
package import Upstream

extension CacheFile: ResponseLeases {
    package func claim(_ key: ResponseKey, after known: Int?, forMilliseconds milliseconds: Int) async -> LeaseClaim {
        // Without the file, asking twice is better than not at all.
        guard counts.mayTry else { return .granted }
        let claim = await withCheckedContinuation { continuation in
            let call = FirstValue<LeaseClaim?>(continuation)
            let alarm = counts.after(settings.file.busyTimeout) { [counts] in if call.give(nil) { counts.gaveUp() } }
            let claim = WaitingClaim(key: key, known: known, milliseconds: milliseconds, call: call, alarm: alarm)
            if claims.withLock({ $0.add(claim) }) { counts.schedule { [self] in claimWaiting() } }
        }
        return claim ?? (counts.mayTry ? .unanswered : .granted)
    }

    package func release(_ key: ResponseKey) {
        if pending.withLock({ $0.release(key.hash) }) { scheduleWriting(after: settings.writeDelay) }
    }

    /// Makes the claims that wait, on the lane's thread.
    private func claimWaiting() {
        while true {
            let waiting = claims.withLock { $0.take() }
            if waiting.isEmpty { return }
            let made = counts.attempt { database in try make(waiting, in: database) }
            for (number, claim) in waiting.enumerated() { answer(claim, made?[number]) }
            if made != nil { moveLogInTime() }
        }
    }

    private func answer(_ claim: WaitingClaim, _ made: LeaseClaim?) {
        counts.lift(claim.alarm)
        // Nobody asks under a claim that came too late.
        if !claim.call.give(made), made == .granted { release(claim.key) }
    }

    private func make(_ waiting: [WaitingClaim], in database: Database) throws -> [LeaseClaim] {
        // Mostly they are answered already, and then nobody has to wait for a transaction.
        let isStored = try waiting.map { try StoredRow.isStored($0.key, after: $0.known, in: database) }
        if !isStored.contains(false) { return isStored.map { _ in .answered } }
        let now = settings.file.now()
        return try StoreSchema.change(database) {
            try waiting.map { try make($0, at: now, in: database) }
        }
    }

    private func make(_ claim: WaitingClaim, at now: Int, in database: Database) throws -> LeaseClaim {
        if try StoredRow.isStored(claim.key, after: claim.known, in: database) { return .answered }
        let length = min(claim.milliseconds, LeaseRow.longest)
        let isClaimed = try LeaseRow.claim(claim.key.hash, of: owner, for: length, at: now, in: database)
        return isClaimed ? .granted : .held
    }
}
