import HTTPModel
package import MovieDomain
import Platform

/// The state of one source for `providers/status`, free of secrets.
package struct ProviderStatistics: Sendable, Hashable {
    package struct Failure: Sendable, Hashable {
        /// A `ProviderError.Stage` or a `ProviderError.Kind`, as text.
        package var kind: String
        package var message: String
        package var epochMilliseconds: Int
    }

    /// The attempts that ended, except cancelled ones, and those under way.
    package var requests = RequestCounts()
    /// The number of calls that were refused without asking the source.
    package var refusals = 0
    /// The number of calls that wait for a place.
    package var waiting = 0
    /// The latency of the last 256 attempts; `nil` before the first.
    package var latency: Latency?
    /// The best state among the source's hosts.
    package var breaker = CircuitBreaker.State.closed
    /// The remaining whole seconds of the pause that the source asked for.
    package var pausedForSeconds: Int?
    package var quota: QuotaHealth?
    package var lastFailure: Failure?
}

/// The counts of one source since the program started.
struct ProviderTally: Sendable {
    var requests = RequestCounts()
    var refusals = 0
    private(set) var lastFailure: ProviderStatistics.Failure?
    private var latencies = LatencyRing()

    var latency: Latency? {
        guard let p50 = latencies.percentile(50), let p99 = latencies.percentile(99) else { return nil }
        return Latency(p50Milliseconds: p50.wholeMilliseconds, p99Milliseconds: p99.wholeMilliseconds)
    }

    mutating func began() { requests.inFlight += 1 }

    /// Records the end of an attempt; a cancelled one counts neither as answered nor as failed.
    mutating func ended(_ outcome: AttemptOutcome, after duration: Duration, atEpochMilliseconds moment: Int) {
        requests.inFlight -= 1
        switch outcome {
        case .cancelled: return
        case .answered: break
        case .failed(let kind, let message):
            requests.failed += 1
            lastFailure = ProviderStatistics.Failure(kind: kind, message: message, epochMilliseconds: moment)
        }
        requests.sent += 1
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

    /// Returns the duration that a percentage of the attempts did not exceed (nearest rank); `nil` without attempts.
    func percentile(_ percent: Int) -> Duration? {
        guard !durations.isEmpty else { return nil }
        let rank = (durations.count * percent + 99) / 100
        return durations.sorted()[min(max(rank, 1), durations.count) - 1]
    }
}

/// Sends one attempt over the network, reads its response, and records its outcome and duration.
struct Measuring<Network: HTTPTransport>: AttemptClient {
    let states: ProviderStates
    let clock: any MonotonicClock
    let wallClock: WallClock
    let network: Network

    func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration
    ) async throws(ProviderError) -> HTTPAnswer {
        let state = states[request.source]
        let start = clock.now
        state.withTally { $0.began() }
        // The attempt's own time limit begins when it has its place.
        let end = start + request.limits.attemptTimeout
        var result = await Result { () async throws(ProviderError) in
            let response = try await network.send(request, until: min(end, moment))
            return try await HTTPAnswer.reading(response, to: request, by: reader)
        }
        if moment < end, clock.now >= moment, case .failure(let failure) = result, failure.stage == .timeout {
            // The attempt was given less than its own time limit, so the timeout says nothing about the source.
            result = .failure(.cancelled(request))
        }
        let outcome =
            switch result {
            case .success(let answer): AttemptOutcome(answer.verdict, status: answer.response.status)
            case .failure(let failure): AttemptOutcome(failure)
            }
        let duration = clock.now - start
        let milliseconds = wallClock.milliseconds
        state.withTally { $0.ended(outcome, after: duration, atEpochMilliseconds: milliseconds) }
        return try result.get()
    }
}

/// The outcome of one attempt, in the terms of `providers/status`.
enum AttemptOutcome: Sendable, Hashable {
    case answered
    case cancelled
    case failed(kind: String, message: String)

    init(_ failure: ProviderError) {
        // A program reports with an error that an item doesn't exist, which is an answer.
        self =
            switch failure.stage {
            case .cancelled: .cancelled
            case .answer where failure.kind == .notFound: .answered
            case .answer: .failed(kind: failure.kind.rawValue, message: failure.message)
            default: .failed(kind: failure.stage.rawValue, message: failure.message)
            }
    }

    init(_ verdict: HTTPAnswer.Verdict, status: Int) {
        switch verdict {
        case .good, .negative: self = .answered
        case .failure(let error):
            let words = status < 300 ? "a failure (\(error.kind.rawValue))" : "HTTP status \(status)"
            self = .failed(kind: error.kind.rawValue, message: "the source answered with \(words)")
        }
    }
}
