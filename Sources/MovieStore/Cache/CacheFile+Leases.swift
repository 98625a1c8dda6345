import Platform
import SQLite
import Synchronization
package import Upstream

extension CacheFile: CacheLeaseStore {
    package func claim(_ key: ResponseKey, after known: Int?, forMilliseconds milliseconds: Int) async -> LeaseClaim {
        // Without the file, sending a request twice is better than not sending it.
        guard counts.mayTry else { return .granted }
        let claim = await withCheckedContinuation { continuation in
            let call = FirstValue<LeaseClaim?>(continuation)
            let alarm = counts.after(settings.file.busyTimeout) { [counts] in if call.give(nil) { counts.failed(.slow) }
            }
            let claim = WaitingClaim(key: key, known: known, milliseconds: milliseconds, call: call, alarm: alarm)
            if claims.withLock({ $0.add(claim) }) { counts.schedule { [self] in claimWaiting() } }
        }
        return claim ?? (counts.mayTry ? .unanswered : .granted)
    }

    package func release(_ key: ResponseKey) {
        if pending.withLock({ $0.release(key.hash) }) { scheduleWriting(after: settings.writeDelay) }
    }

    /// Makes the waiting claims, on the worker's thread.
    private func claimWaiting() {
        while true {
            let waiting = claims.withLock { $0.take() }
            if waiting.isEmpty { return }
            let made = counts.attempt { database throws(SQLiteError) in try make(waiting, in: database) }
            for (number, claim) in waiting.enumerated() { answer(claim, made?[number]) }
            if made != nil { moveLogInTime() }
        }
    }

    private func answer(_ claim: WaitingClaim, _ made: LeaseClaim?) {
        counts.lift(claim.alarm)
        // The call no longer waits for its claim.
        if !claim.call.give(made), made == .granted { release(claim.key) }
    }

    private func make(_ waiting: [WaitingClaim], in database: SQLiteConnection) throws(SQLiteError) -> [LeaseClaim] {
        // Usually the answers are already stored, and no call has to wait for a transaction.
        var areStored = true
        for claim in waiting where areStored {
            areStored = try database.hasAnswer(for: claim.key, after: claim.known)
        }
        if areStored { return waiting.map { _ in .answered } }
        let now = settings.file.wallClock.milliseconds
        return try database.change { () throws(SQLiteError) in
            var claims: [LeaseClaim] = []
            for claim in waiting {
                if try database.hasAnswer(for: claim.key, after: claim.known) {
                    claims.append(.answered)
                } else {
                    let (hash, length) = (claim.key.hash, claim.milliseconds)
                    let isTaken = try database.takeLease(of: hash, owner: owner, for: length, at: now)
                    claims.append(isTaken ? .granted : .held)
                }
            }
            return claims
        }
    }
}

// MARK: - Waiting claims

struct WaitingClaim: Sendable {
    let key: ResponseKey
    /// When the answer that the call knows was stored, in milliseconds since 1970.
    let known: Int?
    let milliseconds: Int
    /// The waiting call; it gets `nil` if the claim takes too long, which `alarm` tells.
    let call: FirstValue<LeaseClaim?>
    let alarm: Alarm
}

/// Claims that wait for the worker's next transaction, which makes all of them: a burst of calls costs one, not
/// hundreds.
struct ClaimQueue<Claim: Sendable>: Sendable {
    /// The most claims in one transaction, which holds up the other processes.
    static var claimsInTransaction: Int { 128 }

    private var waiting: [Claim] = []
    private var isScheduled = false

    var count: Int { waiting.count }

    /// Adds a claim; returns whether the worker has to be scheduled.
    mutating func add(_ claim: Claim) -> Bool {
        waiting.append(claim)
        defer { isScheduled = true }
        return !isScheduled
    }

    /// Removes and returns the claims for the next transaction, in order of arrival; without any, the queue is no
    /// longer scheduled.
    mutating func take() -> [Claim] {
        let taken = Array(waiting.prefix(Self.claimsInTransaction))
        waiting.removeFirst(taken.count)
        if taken.isEmpty { isScheduled = false }
        return taken
    }
}

// MARK: - Rows

/// Statements on leases.
extension SQLiteConnection {
    /// The longest lease in milliseconds: calls end sooner.
    static let longestLease = 60_000

    /// Takes a lease, unless another one is in force; returns whether it was taken.
    func takeLease(of hash: Int, owner: String, for milliseconds: Int, at now: Int) throws(SQLiteError) -> Bool {
        if try insertLease(of: hash, owner: owner, for: milliseconds, at: now) { return true }
        let other = try first("SELECT owner FROM leases WHERE hash = ?", [.integer(hash)]) { row throws(SQLiteError) in
            try row.text(0)
        }
        // One that was killed has released nothing.
        let mark = other?.split(scalar: " ").first.flatMap { ProcessMark(parsing: $0) }
        guard let other, let mark, !mark.isRunning else { return false }
        try releaseLease(of: hash, owner: other)
        return try insertLease(of: hash, owner: owner, for: milliseconds, at: now)
    }

    private func insertLease(
        of hash: Int,
        owner: String,
        for milliseconds: Int,
        at now: Int
    ) throws(SQLiteError) -> Bool {
        let end = now + min(milliseconds, Self.longestLease)
        // A lease that ends later than the longest possible one was taken while a clock ran ahead.
        return try run(
            """
            INSERT INTO leases (hash, owner, ends_at) VALUES (?1, ?2, ?3)
            ON CONFLICT (hash) DO UPDATE SET owner = ?2, ends_at = ?3 WHERE ends_at <= ?4 OR ends_at > ?5
            """,
            [.integer(hash), .text(owner), .integer(end), .integer(now), .integer(now + Self.longestLease)]
        ) > 0
    }

    /// Releases a lease, if it is this owner's.
    func releaseLease(of hash: Int, owner: String) throws(SQLiteError) {
        try run("DELETE FROM leases WHERE hash = ? AND owner = ?", [.integer(hash), .text(owner)])
    }
}
