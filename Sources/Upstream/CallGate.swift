package import HTTPModel
package import MovieDomain
package import Platform
import Synchronization

/// Holds calls that are not HTTP to a rate and to a number at the same time.
package final class CallGate: Sendable {
    private let places: AsyncSemaphore
    private let rate: Mutex<SlidingWindowLimiter?>
    private let clock: any MonotonicClock

    package init(_ limits: RequestLimits, clock: any MonotonicClock) {
        places = AsyncSemaphore(AdmissionQueue(places: limits.concurrent, waiting: limits.waiting))
        rate = Mutex(limits.rate.map(SlidingWindowLimiter.init))
        self.clock = clock
    }

    /// Waits for a turn within this time; after it, call ``leave()`` once.
    ///
    /// Throws `.rateLimited` at once where no turn comes in time, and `.overloaded` where too many wait.
    package func enter(within time: Duration) async throws(ProviderError) {
        let deadline = clock.now + time
        // First the turn: no call holds a place while it waits for one.
        try await waitForTurn(by: deadline)
        switch await places.enter(until: deadline, on: clock) {
        case .entered: return
        case .refused: throw ProviderError(at: .overloaded, "too many calls wait for it already", retryAfterSeconds: 1)
        case .cancelled where clock.now >= deadline:
            throw ProviderError(at: .timeout, "no other call to it ended in time")
        case .cancelled: throw ProviderError(at: .cancelled, "the call was cancelled")
        }
    }

    package func leave() { places.leave() }

    private func waitForTurn(by deadline: Duration) async throws(ProviderError) {
        let now = clock.now
        switch rate.withLock({ $0?.take(at: now, by: deadline) }) {
        case nil: return
        case .refused(let moment):
            throw ProviderError(
                at: .rateLimited,
                "the calls that it may be sent just now are used up",
                retryAfterSeconds: max(1, (moment - now).secondsRoundedUp)
            )
        case .turn(let turn):
            guard turn > now, await !clock.sleep(until: turn) else { return }
            rate.withLock { $0?.giveBack(turn) }
            throw ProviderError(at: .cancelled, "the call was cancelled")
        }
    }
}
