import HTTPModel
import MovieDomain
import Platform

/// Waits for answers that another process fetches, by polling the shared store.
struct CacheLeases: Sendable {
    private let leases: any CacheLeaseStore
    private let clock: any MonotonicClock
    private let lifetime: Int
    private let limit: Int

    /// How the wait for another process ended.
    enum Turn: Sendable {
        /// A fresh answer is in the store.
        case arrived(CachedResponse, CachedResponseState)
        /// This process must ask the source, and release its claim afterwards.
        case mine
        /// The wait took too long: this process asks without a claim.
        case late
    }

    /// Creates a client for the claims of all processes.
    ///
    /// - Parameters:
    ///   - leases: The claims of all processes.
    ///   - lifetime: The milliseconds after which a claim expires, because its process may have died.
    ///   - limit: The most milliseconds that a call waits for another process.
    ///   - clock: The clock that measures the wait.
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

    /// Tries to claim a question for this process, which knows the answer stored at `known`.
    func claim(_ key: ResponseKey, after known: Int?) async -> LeaseClaim {
        await leases.claim(key, after: known, forMilliseconds: lifetime)
    }

    /// Whether this process is to fetch in the background.
    ///
    /// An existing claim is usually its own from the preceding fetch, and ends with the next write, so it tries again.
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

    /// Waits until an answer arrives, the claim is granted, or the time is over.
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
                // An answer that repeats a secret is only in the memory of this process.
                guard let own = shelf.inMemory(question.key), let answer = fresh(own, question, shelf) else {
                    return .mine
                }
                leases.release(question.key)
                return answer
            case .answered:
                if let stored = await shelf.newest(question.key, under: question.rule) {
                    if let answer = fresh(stored, question, shelf) { return answer }
                    // The stored answer is not fresh: the next claim may be granted if nothing newer comes.
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

/// The waits for an answer that another process fetches: short pauses that grow, up to a limit.
struct LeaseWait: Sendable, Hashable {
    private var pause = 20
    private var left: Int

    /// - Parameter limit: In milliseconds; after that, the caller asks the source itself.
    init(limit: Int = 3_000) {
        left = limit
    }

    /// Returns the milliseconds to wait before the next look; `nil` after the limit.
    mutating func next() -> Int? {
        guard left > 0 else { return nil }
        let length = min(pause, left)
        left -= length
        pause = min(pause * 2, 250)
        return length
    }
}

/// The port to the claims that processes make on questions, so that many processes ask the same question once.
///
/// No function throws: if the shared claims are not available in time, every process may ask.
package protocol CacheLeaseStore: Sendable {
    /// Claims a question, unless the store has an answer stored after `known`, or another process holds an unexpired
    /// claim.
    ///
    /// The claim expires after `milliseconds`, because its holder may have died. `known` is in milliseconds since 1970;
    /// any answer is newer than `nil`. If claims are not available at all, they are granted.
    func claim(_ key: ResponseKey, after known: Int?, forMilliseconds milliseconds: Int) async -> LeaseClaim

    /// Ends this process's claim; returns at once, and takes effect after all answers that were passed to the store
    /// before.
    func release(_ key: ResponseKey)
}

/// The result of a process's claim on a question.
package enum LeaseClaim: Sendable, Hashable {
    /// This process must ask the source, and release its claim afterwards.
    case granted
    /// Another process is asking.
    case held
    /// The store has a newer answer than the known one, and nothing was claimed.
    case answered
    /// The store did not respond in time, but may do so the next time.
    case unanswered
}
