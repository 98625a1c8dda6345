import HTTPModel
import MovieDomain
import Platform

/// Waits for answers that another process fetches, by looking into the shared store now and then.
struct CacheLeases: Sendable {
    private let leases: any CacheLeaseStore
    private let clock: any MonotonicClock
    private let lifetime: Int
    private let limit: Int

    /// How the wait for another process ended.
    enum Turn: Sendable {
        /// The answer is there.
        case arrived(CachedResponse, CachedResponseState)
        /// This process is to ask, and to release its claim then.
        case mine
        /// It took too long: this process asks without a claim.
        case late
    }

    /// Waits for what other processes fetch under their claims.
    ///
    /// - Parameters:
    ///   - leases: The claims of all processes.
    ///   - lifetime: Milliseconds after which a claim of a process runs out that has died.
    ///   - limit: Milliseconds that a call waits for another process.
    ///   - clock: What the waiting is measured by.
    init(
        _ leases: any CacheLeaseStore,
        lifetime: Int = 9_000,
        limit: Int = 3_000,
        clock: any MonotonicClock
    ) {
        self.leases = leases
        self.lifetime = lifetime
        self.limit = limit
        self.clock = clock
    }

    /// Whether this process may ask now, knowing of an answer that was stored at `known`.
    func claim(_ key: ResponseKey, after known: Int?) async -> LeaseClaim {
        await leases.claim(key, after: known, forMilliseconds: lifetime)
    }

    /// Whether this process is to ask behind a call.
    ///
    /// A claim that stands is mostly its own, of the fetch before, which ends with the next write: so it looks again.
    func claimBehind(_ key: ResponseKey, after known: Int) async -> Bool {
        for length in [50, 200, 0] {
            switch await claim(key, after: known) {
            case .granted: return true
            case .answered: return false
            case .held, .unanswered: break
            }
            guard length > 0 else { break }
            guard await clock.sleep(for: .milliseconds(length)) else { return false }
        }
        return false
    }

    func release(_ key: ResponseKey) {
        leases.release(key)
    }

    /// Whose turn it is to ask, after as many looks as it takes.
    func await(
        _ question: CacheQuestion,
        besides kept: CachedResponse?,
        on shelf: TieredResponseCache
    ) async throws(ProviderError) -> Turn {
        var wait = LeaseWait(limit: limit)
        var known = kept?.storedAt
        while true {
            switch await claim(question.key, after: known) {
            case .granted:
                // What repeats a secret is in this process's memory alone.
                guard let own = shelf.inMemory(question.key), let answer = fresh(own, question, shelf) else {
                    return .mine
                }
                leases.release(question.key)
                return answer
            case .answered:
                if let stored = await shelf.newest(question.key, under: question.rule) {
                    if let answer = fresh(stored, question, shelf) { return answer }
                    // It is there and of no use: the next claim may be granted, if nothing newer comes.
                    if stored.storedAt > known ?? .min {
                        known = stored.storedAt
                        continue
                    }
                }
            case .held, .unanswered: break
            }
            guard let length = wait.next() else { return .late }
            try await pause(length, for: question)
        }
    }

    private func pause(_ milliseconds: Int, for question: CacheQuestion) async throws(ProviderError) {
        guard await clock.sleep(for: .milliseconds(milliseconds)) else {
            throw ProviderError(at: .cancelled, "cancelled while another process was asking \(question.key.source)")
        }
    }

    private func fresh(_ stored: CachedResponse, _ question: CacheQuestion, _ shelf: TieredResponseCache) -> Turn? {
        let reuse = stored.reuse(at: shelf.now, under: question.rule)
        return reuse.isFresh ? .arrived(stored, reuse) : nil
    }
}

/// How long to wait for an answer that another process fetches: short pauses that grow, and an end.
struct LeaseWait: Sendable, Hashable {
    private var pause = 20
    private var left: Int

    /// - Parameter limit: Milliseconds; past them, the caller asks the source itself.
    init(limit: Int = 3_000) {
        left = limit
    }

    /// Milliseconds to wait before the next look; `nil` where it has been long enough.
    mutating func next() -> Int? {
        guard left > 0 else { return nil }
        let length = min(pause, left)
        left -= length
        pause = min(pause * 2, 250)
        return length
    }
}

/// The port to the claims that processes make on questions, so that many of them ask for one thing once.
///
/// No function throws: where the shared claims cannot be had in time, every process may ask.
package protocol CacheLeaseStore: Sendable {
    /// Claims a question, unless an answer lies in the store that was stored after `known`, or another process holds a claim
    /// that has not run out.
    ///
    /// The claim runs out after `milliseconds`, for its holder may have died. `known` is in milliseconds since 1970; any
    /// answer is newer than `nil`. Where claims cannot be had at all, they are granted.
    func claim(_ key: ResponseKey, after known: Int?, forMilliseconds milliseconds: Int) async -> LeaseClaim

    /// Ends this process's claim; returns at once, and takes effect after everything that was handed over to be kept
    /// before it.
    func release(_ key: ResponseKey)
}

/// What came of a process's claim on a question.
package enum LeaseClaim: Sendable, Hashable {
    /// This process is to ask, and to release its claim then.
    case granted
    /// Another process asks.
    case held
    /// A newer answer than the known one lies in the store, and nothing was claimed.
    case answered
    /// The store gave no answer in time, which may be different the next time.
    case unanswered
}
