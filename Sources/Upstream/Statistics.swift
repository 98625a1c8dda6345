import HTTPModel
import MovieDomain
import Platform

/// How one source is, for `providers/status`; holds no secret.
package struct ProviderStatistics: Sendable, Hashable {
    package struct Failure: Sendable, Hashable {
        /// A `ProviderError.Stage` or a `ResponseVerdict.Fault.Kind`, as text.
        package var kind: String
        package var message: String
        package var epochMilliseconds: Int

        package init(kind: String, message: String, epochMilliseconds: Int) {
            self.kind = kind
            self.message = message
            self.epochMilliseconds = epochMilliseconds
        }
    }

    package struct Quota: Sendable, Hashable {
        package var used: Int
        package var limit: Int
        /// When the next period begins, in seconds since 1970.
        package var resetAt: Int

        package init(used: Int, limit: Int, resetAt: Int) {
            self.used = used
            self.limit = limit
            self.resetAt = resetAt
        }
    }

    /// Attempts that ended, cancelled ones not counted.
    package var calls = 0
    /// Those of them without a usable answer.
    package var failures = 0
    /// Attempts that were repetitions.
    package var retries = 0
    /// Calls that were turned down without a question to the source.
    package var refusals = 0
    /// Attempts under way.
    package var inFlight = 0
    /// Calls that wait for a place.
    package var waiting = 0
    /// Of the last 256 attempts; `nil` before the first.
    package var p50Milliseconds: Int?
    package var p99Milliseconds: Int?
    /// The best state among the source's hosts.
    package var breaker = CircuitBreaker.State.closed
    /// Whole seconds for which the source wants to be left alone yet.
    package var pausedForSeconds: Int?
    /// `nil` for a source without one.
    package var quota: Quota?
    package var lastFailure: Failure?

    package init() {}
}

/// What has happened with one source since the program began.
struct ProviderTally: Sendable {
    private(set) var calls = 0
    private(set) var failures = 0
    private(set) var inFlight = 0
    private(set) var lastFailure: ProviderStatistics.Failure?
    private(set) var latencies = LatencyRing()
    var retries = 0
    var refusals = 0

    mutating func began() {
        inFlight += 1
    }

    /// An attempt is over; one that was cancelled is no call that the source has answered or failed.
    mutating func ended(_ outcome: AttemptOutcome, after duration: Duration, atEpochMilliseconds moment: Int) {
        inFlight -= 1
        switch outcome {
        case .cancelled: return
        case .answered: break
        case .failed(let kind, let message):
            failures += 1
            lastFailure = ProviderStatistics.Failure(kind: kind, message: message, epochMilliseconds: moment)
        }
        calls += 1
        latencies.add(duration)
    }
}

/// The durations of the last 256 attempts.
struct LatencyRing: Sendable {
    private static let capacity = 256

    private var durations: [Duration] = []
    private var next = 0

    mutating func add(_ duration: Duration) {
        if durations.count < Self.capacity {
            durations.append(duration)
        } else {
            durations[next] = duration
        }
        next = (next + 1) % Self.capacity
    }

    /// The duration that so many percent of the attempts did not exceed (nearest rank); `nil` without attempts.
    func percentile(_ percent: Int) -> Duration? {
        guard !durations.isEmpty else { return nil }
        let rank = (durations.count * percent + 99) / 100
        return durations.sorted()[min(max(rank, 1), durations.count) - 1]
    }
}

/// Writes down what every attempt comes to, and how long it takes.
struct Measuring<Next: HTTPTransport>: HTTPTransport {
    let states: ProviderStates
    let clock: any MonotonicClock
    let wallClock: WallClock
    let next: Next

    func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse {
        let state = states[request.source]
        let start = clock.now
        state.withTally { $0.began() }
        // The attempt's own time begins here, where it has its place.
        let end = start + request.limits.attemptTimeout
        var result = await next.outcome(of: request, until: min(end, moment))
        if moment < end, clock.now >= moment, case .failure(let failure) = result, failure.stage == .timeout {
            // It was given less than its time, which tells nothing of the source.
            result = .failure(.cancelled(request))
        }
        let outcome =
            switch result {
            case .success(let response): AttemptOutcome(request.verdict(on: response), status: response.status)
            case .failure(let failure): AttemptOutcome(failure)
            }
        let duration = clock.now - start
        let milliseconds = wallClock.milliseconds
        state.withTally { $0.ended(outcome, after: duration, atEpochMilliseconds: milliseconds) }
        return try result.get()
    }
}

/// What one attempt came to, in the words of `providers/status`.
enum AttemptOutcome: Sendable, Hashable {
    case answered
    case cancelled
    case failed(kind: String, message: String)

    init(_ failure: ProviderError) {
        self =
            failure.stage == .cancelled ? .cancelled : .failed(kind: failure.stage.rawValue, message: failure.message)
    }

    init(_ verdict: ResponseVerdict, status: Int) {
        switch verdict {
        case .good, .negative: self = .answered
        case .failure(let fault):
            self = .failed(kind: fault.kind.rawValue, message: "the source answered with HTTP status \(status)")
        }
    }
}
