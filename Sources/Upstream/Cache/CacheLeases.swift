import HTTPModel
import MovieDomain
import Platform

/// Waits for answers that another process fetches, by looking into the shared store now and then.
struct CacheLeases: Sendable {
    let leases: any CacheLeaseStore
    let clock: any MonotonicClock

    /// Milliseconds after which a claim of a process runs out that has died.
    private static let lifetime = 9_000
    /// Milliseconds that a call waits for another process.
    private static let limit = 3_000

    /// How the wait for another process ended.
    enum Turn: Sendable {
        /// The answer is there.
        case arrived(CachedResponse, CachedResponseState)
        /// This process is to ask, and to release its claim then.
        case mine
        /// It took too long: this process asks without a claim.
        case late
    }

    /// Whether this process may ask now, knowing of an answer that was stored at `known`.
    private func claim(_ key: ResponseKey, after known: Int?) async -> LeaseClaim {
        await leases.claim(key, after: known, forMilliseconds: Self.lifetime)
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

    func release(_ key: ResponseKey) { leases.release(key) }

    /// Whose turn it is to ask, after as many looks as it takes.
    func await(
        _ question: CacheQuestion,
        besides kept: CachedResponse?,
        on shelf: TieredResponseCache
    ) async throws(ProviderError) -> Turn {
        // Short pauses that grow, and an end.
        var (pause, left) = (20, Self.limit)
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
            guard left > 0 else { return .late }
            guard await clock.sleep(for: .milliseconds(min(pause, left))) else {
                throw ProviderError(at: .cancelled, "cancelled while another process was asking \(question.key.source)")
            }
            (pause, left) = (min(pause * 2, 250), left - pause)
        }
    }

    private func fresh(_ stored: CachedResponse, _ question: CacheQuestion, _ shelf: TieredResponseCache) -> Turn? {
        let reuse = stored.reuse(at: shelf.now, under: question.rule)
        return reuse.isFresh ? .arrived(stored, reuse) : nil
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
