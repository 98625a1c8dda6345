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

    /// Records the end of an attempt; a cancelled one counts neither as answered nor as failed.
    mutating func ended(
        _ result: Result<HTTPAnswer, ProviderError>,
        after duration: Duration,
        atEpochMilliseconds moment: Int
    ) {
        requests.inFlight -= 1
        if case .failure(let error) = result, [.cancelled, .outOfTime].contains(error.stage) { return }
        requests.sent += 1
        latencies.add(duration)
        guard let message = result.reported else { return }
        requests.failed += 1
        lastFailure = ProviderStatistics.Failure(message: message, epochMilliseconds: moment)
    }
}

extension Result<HTTPAnswer, ProviderError> {
    /// The failure of an attempt in the terms of `providers/status`; `nil` for an answer.
    fileprivate var reported: String? {
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

/// Sends one attempt over the network, reads its response, and records its outcome and duration.
struct AttemptSender<Network: HTTPTransport>: AttemptClient {
    let states: ProviderStates
    let clock: any MonotonicClock
    let wallClock: WallClock
    /// Knows which sources do not answer; `nil` for programs, which need time to start.
    var ledger: (any QuotaLedger)?
    let network: Network

    func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration
    ) async throws(ProviderError) -> HTTPAnswer {
        let state = states[request.source]
        // An image may be large, so its time says nothing about the next one.
        let ledger = request.lane == .api ? ledger : nil
        let outage = await currentOutage(of: request.source, ledger)
        let (start, startMilliseconds) = (clock.now, wallClock.milliseconds)
        let isProbe = outage?.rest(at: startMilliseconds) != nil
        state.withTally { $0.began() }
        // The attempt's own time limit begins when it has its place.
        let full = request.fullTime
        let end = start + (isProbe ? min(full, Outage.probeTime) : full)
        var result = await Result { () async throws(ProviderError) in
            let response = try await network.send(request, until: min(end, moment))
            return try await HTTPAnswer.reading(response, to: request, by: reader)
        }
        let duration = clock.now - start
        func note(_ message: String, isSilent: Bool) async {
            let now = wallClock.milliseconds
            await ledger?.withOutage(of: request.source) {
                $0.note(message, isSilent: isSilent, from: startMilliseconds, to: now)
            }
        }
        switch result {
        case .success(let answer):
            if answer.saysOutage, let message = result.reported {
                await note(message, isSilent: false)
            } else if outage != nil {
                await ledger?.withOutage(of: request.source) { $0 = nil }
            }
        case .failure(let failure) where failure.stage == .timeout && start + duration >= min(end, moment):
            if moment < end {
                // The attempt was given less than its own time limit.
                result = .failure(.outOfTime(request))
            } else if let outage, isProbe, full > Outage.probeTime {
                result = .failure(.stillSilent(request.source, outage, on: wallClock))
            } else {
                await note(failure.message, isSilent: true)
            }
        case .failure(let failure):
            if failure.consequences.health == .down { await note(failure.message, isSilent: false) }
        }
        let milliseconds = wallClock.milliseconds
        state.withTally { [result] in $0.ended(result, after: duration, atEpochMilliseconds: milliseconds) }
        return try result.get()
    }

    /// Returns what is known about a source whose last call failed, after a claim of the next attempt that waits in full;
    /// `nil` if none did.
    private func currentOutage(of source: String, _ ledger: (any QuotaLedger)?) async -> Outage? {
        guard let ledger, let outage = await ledger.outage(of: source) else { return nil }
        guard outage.isSilent, outage.rest(at: wallClock.milliseconds) == nil else { return outage }
        let isClaimed = await ledger.withOutage(of: source) { [wallClock] in $0.claim(at: wallClock.milliseconds) }
        return isClaimed ? outage : await ledger.outage(of: source)
    }
}

extension HTTPAnswer {
    /// Whether the answer says that the source is down, or takes no key.
    fileprivate var saysOutage: Bool { failure.map { $0.kind == .auth || $0.consequences.health == .down } ?? false }
}

extension HTTPRequest {
    /// How long before its call an attempt ends that would end at about the same time: its failure is known by then.
    private static let margin = Duration.milliseconds(70)

    /// The time limit of an attempt, which is a little shorter if its call ends at about the same time.
    fileprivate var fullTime: Duration {
        let full = limits.attemptTimeout
        guard let left = context.deadline?.remaining, left >= full * 3 / 4 else { return full }
        return min(full, max(left - Self.margin, full / 2))
    }
}
