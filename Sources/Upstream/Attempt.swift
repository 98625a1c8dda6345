import HTTPModel
import MovieDomain
import Platform

/// Makes one attempt of one request: leaves alone a host that is down, takes a place, counts the call, sends it, and
/// judges what came.
struct Attempt<Network: HTTPTransport>: Sendable {
    let account: QuotaAccount
    let clock: any MonotonicClock
    /// Knows which sources do not answer; `nil` for programs, which need time to start.
    var outages: (any QuotaLedger)?
    var observer: (any RequestObserver)?
    let network: Network

    private var wallClock: WallClock { account.wallClock }

    /// Sends the request.
    ///
    /// Throws `.circuitOpen` if the host is blocked, `.overloaded` if too many calls wait for a place, `.quotaExhausted`
    /// if no call is left, and `.outOfTime` if the response is not complete at `moment`.
    func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration
    ) async throws(ProviderError) -> HTTPAnswer {
        let state = account.states[request.source]
        await recallRest(of: request, state)
        let now = clock.now
        switch state.withCore({ $0.admit(to: request.origin, at: now) }) {
        case .refused(let retryAfter): throw state.openRefusal(request.origin, retryAfter: retryAfter)
        case .pass(let pass):
            let result = await Result { () async throws(ProviderError) in
                try await sendInPlace(request, readBy: reader, until: moment, state)
            }
            let end = clock.now
            let rest = result.rest(under: state.policy.retry)
            let change = state.withCore {
                $0.finished(pass, at: request.origin, result.health, rest: rest, now: end)
            }
            if let change {
                let end = change.left.map { wallClock.seconds + $0.secondsRoundedUp }
                await outages?.storePause(of: request.host, until: end)
            }
            let answer = try result.get()
            return rest.map { answer.failing(forSeconds: $0.secondsRoundedUp) } ?? answer
        }
    }

    /// Leaves a host alone that another process leaves alone, until this one has sent something to it.
    private func recallRest(of request: HTTPRequest, _ state: ProviderState) async {
        guard let outages, state.withCore({ $0.isNew(request.origin) }),
            let left = await outages.pauseLeft(of: request.host, on: wallClock)
        else { return }
        let now = clock.now
        state.withCore { $0.leaveAlone(request.origin, for: .seconds(left), at: now) }
    }

    /// Returns the outcome of sending as a value.
    func outcome(
        of request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration
    ) async -> Result<HTTPAnswer, ProviderError> {
        await Result { () async throws(ProviderError) in
            try await send(request, readBy: reader, until: moment)
        }
    }

    /// Sends the request as soon as one of the source's places is free.
    private func sendInPlace(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration,
        _ state: ProviderState
    ) async throws(ProviderError) -> HTTPAnswer {
        switch await state.places.enter(until: moment, on: clock) {
        case .entered: break
        case .refused:
            throw .refusal(
                .overloaded,
                "\(state.policy.limits.waiting) calls are already waiting for \(request.source)",
                retryAfter: .seconds(1)
            )
        case .cancelled: throw .cancelled(request)
        case .outOfTime: throw .outOfTime(request)
        }
        defer { state.places.leave() }
        // A place may come together with the end of the call.
        guard !Task.isCancelled else { throw .cancelled(request) }
        return try await sendCounted(request, readBy: reader, until: moment, state)
    }

    /// Sends the request, and counts it toward the source's quota; enrichment is refused first.
    ///
    /// This comes after all waits, because a call that waited in vain was not sent, and costs nothing.
    private func sendCounted(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration,
        _ state: ProviderState
    ) async throws(ProviderError) -> HTTPAnswer {
        // Other processes may have made the last calls in the meantime.
        let period = try await account.spend(request)
        let sentBefore = request.sending.count
        let result = await judged(request, readBy: reader, until: moment, state)
        if let period, request.sending.count == sentBefore {
            await account.ledger.takeBack(request.source, in: period.name)
        }
        return try result.get()
    }

    /// Sends the request, and records its outcome and duration, and whether the source lets calls wait in vain.
    private func judged(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration,
        _ state: ProviderState
    ) async -> Result<HTTPAnswer, ProviderError> {
        // An image may be large, so its time says nothing about the next one.
        let ledger = request.lane == .api ? outages : nil
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
        return result
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
                try await HTTPAnswer.reading(observed(request, until: end), to: request, by: reader)
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
                await giveUp(request, start, ledger, account.states[request.source])
                return true
            }
            let result = await send()
            group.cancelAll()
            return (result, await group.next() ?? false)
        }
    }

    private func observed(_ request: HTTPRequest, until end: Duration) async throws(ProviderError) -> HTTPResponse {
        guard let observer else { return try await network.send(request, until: end) }
        let start = clock.now
        let result = await Result { () async throws(ProviderError) in try await network.send(request, until: end) }
        observer.attempted(request, result, after: clock.now - start)
        return try result.get()
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

extension Result<HTTPAnswer, ProviderError> {
    /// What the result of an attempt says about the health of its host.
    var health: ProviderError.Health { problem?.consequences.health ?? .up }

    /// Returns how long a source that is down asked to be left alone; `nil` if it did not, or if a call waits for that
    /// long itself before it tries again.
    fileprivate func rest(under rule: RetryPolicy) -> Duration? {
        guard let problem, problem.stage == .answer, problem.consequences.health == .down,
            let seconds = problem.retryAfterSeconds, .seconds(seconds) > rule.backoff.upperBound
        else { return nil }
        return min(.seconds(seconds), RetryAfterState.longest)
    }
}

extension ProviderError {
    /// Creates the failure of an attempt that the time of all attempts ends; ``Retrying`` says how long that was.
    static func outOfTime(_ request: HTTPRequest) -> ProviderError {
        ProviderError(at: .outOfTime, "the time for the request to \(request.origin.host) is up")
    }
}

extension HTTPAnswer {
    /// Whether the answer says that the source is down, or takes no key.
    fileprivate var saysOutage: Bool { failure.map { $0.kind == .auth || $0.consequences.health == .down } ?? false }
}

extension HTTPRequest {
    /// The host of the source, by which all processes know it.
    fileprivate var host: String { "\(source) \(origin)" }

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
