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
        let time = request.attemptTime(until: moment, from: clock.now)
        let outage = await currentOutage(of: request.source, for: time, ledger)
        let start = AttemptStart(clock.now, wallClock.milliseconds)
        let isProbe = outage?.rest(for: time, at: start.milliseconds) != nil
        state.withTally { $0.began() }
        // The attempt's own time limit begins when it has its place.
        let full = request.fullTime
        let end = start.moment + (isProbe ? min(full, Outage.probeTime) : full)
        let (sent, isGivenUp) = await exchange(request, readBy: reader, until: min(end, moment), start, ledger)
        var result = sent
        let duration = clock.now - start.moment
        switch result {
        case .success(let answer):
            if answer.saysOutage, let message = result.reported {
                await note(message, isSilent: false, request, start, ledger)
            } else if outage != nil || isGivenUp {
                await ledger?.withOutage(of: request.source) { $0 = nil }
            }
        case .failure(let failure) where failure.stage == .timeout && start.moment + duration >= min(end, moment):
            if let outage, isProbe, full > Outage.probeTime {
                let isCut = moment < end
                result = .failure(isCut ? .outOfTime(request) : .stillSilent(request.source, outage, on: wallClock))
            } else if moment >= end {
                await note(failure.message, isSilent: true, request, start, ledger)
            } else {
                // The attempt was given less than its own time limit.
                if ledger != nil, !isGivenUp, isEvidence(duration, request) {
                    await giveUp(request, start, ledger, state)
                }
                result = .failure(.outOfTime(request))
            }
        case .failure(let failure):
            if failure.consequences.health == .down {
                await note(failure.message, isSilent: false, request, start, ledger)
            }
        }
        let milliseconds = wallClock.milliseconds
        state.withTally { [result] in
            $0.ended(result, after: duration, atEpochMilliseconds: milliseconds, isCounted: isGivenUp)
        }
        return try result.get()
    }

    /// When an attempt began, on both clocks.
    private struct AttemptStart {
        var moment: Duration
        var milliseconds: Int

        init(_ moment: Duration, _ milliseconds: Int) { (self.moment, self.milliseconds) = (moment, milliseconds) }
    }

    /// Sends the request and reads the response; returns also whether its call ended before, without an answer.
    ///
    /// The attempt may go on after the end of its call, for later ones, or end with the process. So it is noted at the
    /// end of the call that the source let it wait in vain.
    private func exchange(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading,
        until end: Duration,
        _ start: AttemptStart,
        _ ledger: (any QuotaLedger)?
    ) async -> (result: Result<HTTPAnswer, ProviderError>, isGivenUp: Bool) {
        let send = { () async -> Result<HTTPAnswer, ProviderError> in
            await Result { () async throws(ProviderError) in
                let response = try await network.send(request, until: end)
                return try await HTTPAnswer.reading(response, to: request, by: reader)
            }
        }
        // Nothing ends such a call before its attempt, or so soon that it would say anything.
        guard ledger != nil, let deadline = request.context.deadline, let patience = request.patience,
            deadline.watch != nil || patience >= Outage.fairTime && start.moment + patience < end
        else { return (await send(), false) }
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                guard await deadline.wait(leaving: HTTPRequest.margin),
                    isEvidence(clock.now - start.moment, request)
                else { return false }
                await giveUp(request, start, ledger, states[request.source])
                return true
            }
            let result = await send()
            group.cancelAll()
            return (result, await group.next() ?? false)
        }
    }

    /// Whether a source that has not answered for so long lets calls wait in vain.
    private func isEvidence(_ duration: Duration, _ request: HTTPRequest) -> Bool {
        duration >= Outage.fairTime && !request.sending.isAnswered
    }

    private func giveUp(
        _ request: HTTPRequest,
        _ start: AttemptStart,
        _ ledger: (any QuotaLedger)?,
        _ state: ProviderState
    ) async {
        let now = wallClock.milliseconds
        let message = "\(request.origin.host) did not answer within \(now - start.milliseconds) ms"
        state.withTally { $0.gaveUp(message, atEpochMilliseconds: now) }
        await note(message, isSilent: true, request, start, ledger)
    }

    private func note(
        _ message: String,
        isSilent: Bool,
        _ request: HTTPRequest,
        _ start: AttemptStart,
        _ ledger: (any QuotaLedger)?
    ) async {
        let now = wallClock.milliseconds
        await ledger?.withOutage(of: request.source) {
            $0.note(message, isSilent: isSilent, from: start.milliseconds, to: now)
        }
    }

    /// Returns what is known about a source whose last call failed, after a claim of the next attempt that waits in full;
    /// `nil` if none did.
    private func currentOutage(
        of source: String,
        for time: Duration,
        _ ledger: (any QuotaLedger)?
    ) async -> Outage? {
        guard let ledger, let outage = await ledger.outage(of: source) else { return nil }
        guard outage.isSilent, outage.rest(for: time, at: wallClock.milliseconds) == nil else { return outage }
        let isClaimed = await ledger.withOutage(of: source) { [wallClock] in
            $0.claim(for: time, at: wallClock.milliseconds)
        }
        return isClaimed ? outage : await ledger.outage(of: source)
    }
}

extension HTTPAnswer {
    /// Whether the answer says that the source is down, or takes no key.
    fileprivate var saysOutage: Bool { failure.map { $0.kind == .auth || $0.consequences.health == .down } ?? false }
}

extension HTTPRequest {
    /// How long before its call an attempt ends that would end at about the same time: its failure is known by then.
    fileprivate static let margin = Duration.milliseconds(70)

    /// The time limit of an attempt, which is a little shorter if its call ends at about the same time.
    fileprivate var fullTime: Duration {
        let full = limits.attemptTimeout
        guard let left = context.deadline?.remaining, left >= full * 3 / 4 else { return full }
        return min(full, max(left - Self.margin, full / 2))
    }

    /// How long the call waits for an attempt that begins now; `nil` without a deadline.
    fileprivate var patience: Duration? { context.deadline.map { max(.zero, $0.remaining - Self.margin) } }

    /// How long an attempt that begins at `now` may take, and its call waits for it.
    func attemptTime(until moment: Duration? = nil, from now: Duration) -> Duration {
        max(.zero, min(fullTime, moment.map { $0 - now } ?? fullTime, patience ?? fullTime))
    }
}
