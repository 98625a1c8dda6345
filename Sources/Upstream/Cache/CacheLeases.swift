import HTTPModel
import MovieDomain
import Platform

/// Waits for answers that another process fetches, by polling the shared store.
struct CacheLeases: Sendable {
    let leases: any CacheLeaseStore
    let clock: any MonotonicClock

    /// Milliseconds after which a claim of a process runs out that has died.
    private static let lifetime = 9_000
    /// Milliseconds that a call waits for another process.
    private static let limit = 3_000

    /// How the wait for another process ended.
    enum Turn: Sendable {
        /// A fresh answer is in the store.
        case arrived(CachedResponse, CachedResponseState)
        /// This process must ask the source, and release its claim afterwards.
        case mine
        /// The wait took too long: this process asks without a claim.
        case late
    }

    /// Whether this process may ask now, knowing of an answer that was stored at `known`.
    private func claim(_ key: ResponseKey, after known: Int?) async -> LeaseClaim {
        await leases.claim(key, after: known, forMilliseconds: Self.lifetime)
    }

    /// Whether this process is to fetch in the background.
    ///
    /// An existing claim is usually its own from the preceding fetch, and ends with the next write, so it tries again.
    func claimInBackground(_ key: ResponseKey, after known: Int) async -> Bool {
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

    func release(_ key: ResponseKey) { leases.release(key) }

    /// Waits until an answer arrives, the claim is granted, or the time is over.
    func turn(
        for question: CacheQuestion,
        besides cached: CachedResponse?,
        on responses: TieredResponseCache
    ) async throws(ProviderError) -> Turn {
        // Short pauses that grow, and an end.
        var (pause, left) = (20, Self.limit)
        var known = cached?.storedAt
        while true {
            switch await claim(question.key, after: known) {
            case .granted:
                // An answer that repeats a secret is only in the memory of this process.
                guard let own = responses.inMemory(question.key), let answer = fresh(own, question, responses) else {
                    return .mine
                }
                leases.release(question.key)
                return answer
            case .answered:
                if let stored = await responses.newest(question.key, under: question.rule) {
                    if let answer = fresh(stored, question, responses) { return answer }
                    // The stored answer is not fresh: the next claim may be granted if nothing newer comes.
                    if stored.storedAt > known ?? .min {
                        known = stored.storedAt
                        continue
                    }
                }
            case .held, .unanswered: break
            }
            guard left > 0 else { return .late }
            guard await clock.sleep(for: .milliseconds(min(pause, left))) else {
                throw ProviderError(at: .cancelled, "cancelled while another process was asking \(question.key.source)")
            }
            (pause, left) = (min(pause * 2, 250), left - pause)
        }
    }

    private func fresh(_ stored: CachedResponse, _ question: CacheQuestion, _ responses: TieredResponseCache) -> Turn? {
        let reuse = stored.reuse(at: responses.now, under: question.rule)
        return reuse.isFresh ? .arrived(stored, reuse) : nil
    }
}

/// The port to the claims that processes make on questions, so that many of them ask for one thing once.
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
