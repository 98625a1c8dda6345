import Synchronization

/// What the layers remember of one source while the program runs; shared by all of them.
final class SourceState: Sendable {
    let source: String
    let policy: SourcePolicy
    let places: Places
    private let core: Mutex<SourceCore>
    private let tally: SharedTally

    /// Survives a change of policy, as what it counts has happened all the same.
    private final class SharedTally: Sendable {
        let value = Mutex(SourceTally())
    }

    init(source: String, policy: SourcePolicy, after previous: SourceState? = nil) {
        self.source = source
        self.policy = policy
        places = Places(AdmissionQueue(places: policy.concurrent, waiting: policy.waiting))
        core = Mutex(SourceCore(policy))
        tally = previous?.tally ?? SharedTally()
    }

    func withCore<Result: Sendable>(_ body: (inout SourceCore) -> sending Result) -> Result {
        core.withLock { body(&$0) }
    }

    func withTally<Result: Sendable>(_ body: (inout SourceTally) -> sending Result) -> Result {
        tally.value.withLock { body(&$0) }
    }

    /// A failure of a call that is not sent, counted as such.
    func refusal(_ kind: TransportFailure.Kind, _ message: String, retryAfter: Duration? = nil) -> TransportFailure {
        withTally { $0.refusals += 1 }
        return TransportFailure(kind, message, retryAfterSeconds: retryAfter.map { max(1, $0.secondsRoundedUp) })
    }

    /// Why a call would be turned down before it is sent, as it stands; `nil` where it would not.
    func standingRefusal(of request: HTTPRequest, at now: Duration) -> TransportFailure? {
        let (pause, breaker) = withCore {
            ($0.pause.remaining(at: now), $0.breakerRefusal(of: request.origin, at: now))
        }
        if let pause { return pausedRefusal(pause) }
        return breaker.map { openRefusal(request.origin, retryAfter: $0) }
    }

    func pausedRefusal(_ remaining: Duration) -> TransportFailure {
        refusal(.rateLimited, "\(source) was asked too often and wants to be left alone", retryAfter: remaining)
    }

    func openRefusal(_ origin: HTTPOrigin, retryAfter: Duration) -> TransportFailure {
        refusal(.circuitOpen, "\(origin.host) failed so often that it is left alone", retryAfter: retryAfter)
    }
}
