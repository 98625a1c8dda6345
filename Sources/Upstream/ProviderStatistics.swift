import HTTPModel
package import MovieDomain
import Platform

/// The state of one source for `providers/status`, free of secrets.
package struct ProviderStatistics: Sendable, Hashable {
    package struct Failure: Sendable, Hashable {
        package var message: String
        package var epochMilliseconds: Int
    }

    /// The attempts that ended, except cancelled ones, and those under way.
    package var requests = RequestCounts()
    /// The number of calls that wait for a place.
    package var waiting = 0
    /// The latency of the last 256 attempts; `nil` before the first.
    package var latency: Latency?
    /// The best state among the source's hosts.
    package var breaker = CircuitBreaker.State.closed
    /// The remaining whole seconds of the pause that the source asked for.
    package var pausedForSeconds: Int?
    /// Whether the source asked for the pause because its quota is used up.
    package var isQuotaUsedUp = false
    package var quota: QuotaHealth?
    package var lastFailure: Failure?
    /// What is known about a source whose last call failed, also from other processes.
    package var outage: Outage?
}

/// The counts of one source since the program started.
struct ProviderTally: Sendable {
    var requests = RequestCounts()
    private(set) var lastFailure: ProviderStatistics.Failure?
    private var latencies = LatencyRing()

    var latency: Latency? {
        guard let p50 = latencies.percentile(50), let p99 = latencies.percentile(99) else { return nil }
        return Latency(p50Milliseconds: p50.wholeMilliseconds, p99Milliseconds: p99.wholeMilliseconds)
    }

    mutating func began() { requests.inFlight += 1 }

    /// Records that an attempt has let its call wait in vain, although it goes on.
    mutating func gaveUp(_ message: String, atEpochMilliseconds moment: Int) {
        requests.sent += 1
        failed(message, atEpochMilliseconds: moment)
    }

    /// Records the end of an attempt; a cancelled one counts neither as answered nor as failed, and one that has let its
    /// call wait in vain was counted then.
    mutating func ended(
        _ result: Result<HTTPAnswer, ProviderError>,
        after duration: Duration,
        atEpochMilliseconds moment: Int,
        isCounted: Bool = false
    ) {
        requests.inFlight -= 1
        if case .failure(let error) = result, [.cancelled, .outOfTime].contains(error.stage) { return }
        latencies.add(duration)
        if isCounted {
            // It has answered after all.
            if result.reported == nil { requests.failed -= 1 }
            return
        }
        requests.sent += 1
        if let message = result.reported { failed(message, atEpochMilliseconds: moment) }
    }

    private mutating func failed(_ message: String, atEpochMilliseconds moment: Int) {
        requests.failed += 1
        lastFailure = ProviderStatistics.Failure(message: message, epochMilliseconds: moment)
    }
}

extension Result<HTTPAnswer, ProviderError> {
    /// The failure of an attempt in the terms of `providers/status`; `nil` for an answer.
    var reported: String? {
        switch self {
        // A program reports with an error that an item doesn't exist, which is an answer.
        case .failure(let error): error.stage == .answer && error.kind == .notFound ? nil : error.message
        case .success(let answer):
            answer.failure.map { error in
                let status = answer.response.status
                let words = status < 300 ? "a failure (\(error.kind.rawValue))" : "HTTP status \(status)"
                return "the source answered with \(words)"
            }
        }
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
