import HTTPModel
import MovieDomain
import Platform

/// Retries requests that are safe to repeat and failed temporarily, within a time limit that includes the pauses.
struct Retrying<Network: HTTPTransport>: HTTPClient {
    let attempt: Attempt<Network>
    let random: RandomSource
    /// Waits until the deadline for the turn of a retry; returns whether it came.
    let mayRepeat: @Sendable (_ request: HTTPRequest, _ deadline: Duration) async -> Bool

    private var clock: any MonotonicClock { attempt.clock }

    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        let state = attempt.account.states[request.source]
        let limit = request.limits.totalTimeout ?? state.policy.totalTimeout
        let deadline = clock.now + limit
        var sequence = RetrySequence(state.policy.retry, deadline: deadline, isRepeatable: request.isRepeatable)
        var result = await attempt.outcome(of: request, readBy: reader, until: deadline)
        if result.wasSent { state.withCore { $0.budget.deposit() } }
        while let moment = nextAttempt(&sequence, after: result, request, state) {
            guard await clock.sleep(until: moment), await mayRepeat(request, deadline) else { break }
            let repetition = await attempt.outcome(of: request, readBy: reader, until: deadline)
            // What the source said counts more than why it was not asked again.
            guard repetition.wasSent else { break }
            state.withTally { $0.requests.retried += 1 }
            // The attempt before had more time.
            if repetition.problem?.isStillSilent ?? false { break }
            result = repetition
        }
        if case .failure(let failure) = result, failure.stage == .outOfTime {
            throw ProviderError(
                at: .timeout,
                "\(request.source) did not answer within the \(limit.wholeMilliseconds) ms that all attempts have"
            )
        }
        return try result.get()
    }

    /// Returns when to retry the request, and charges the budget for it; `nil` if it is not retried.
    private func nextAttempt(
        _ sequence: inout RetrySequence,
        after result: Result<HTTPAnswer, ProviderError>,
        _ request: HTTPRequest,
        _ state: ProviderState
    ) -> Duration? {
        guard let reason = RetryReason(result, to: request, nowSeconds: attempt.account.wallClock.seconds),
            let moment = sequence.failed(at: clock.now, wish: reason.wish, chance: random.fraction())
        else { return nil }
        return state.withCore { core in
            // If this failure has opened the circuit, the breaker would refuse the retry.
            core.breakerRefusal(of: request.origin, at: moment) == nil && core.budget.withdraw() ? moment : nil
        }
    }
}

extension Result<HTTPAnswer, ProviderError> {
    /// Whether the request was sent and had its time, as far as the layers know.
    fileprivate var wasSent: Bool {
        if case .failure(let failure) = self {
            ![.circuitOpen, .overloaded, .quotaExhausted, .outOfTime].contains(failure.stage)
        } else {
            true
        }
    }
}

/// The attempts of one call: decides after each failure whether and when to make another one.
struct RetrySequence: Sendable {
    /// The least time that must be left to begin a retry.
    private static let leastTime = Duration.milliseconds(100)

    private let rule: RetryPolicy
    private let deadline: Duration
    private let isRepeatable: Bool
    private var failures = 0

    /// Creates the attempts of a call that ends at `deadline`; the call is repeatable if sending it twice has no more
    /// effect than sending it once.
    init(_ rule: RetryPolicy, deadline: Duration, isRepeatable: Bool) {
        self.rule = rule
        self.deadline = deadline
        self.isRepeatable = isRepeatable
    }

    /// Returns when to send the request again after a temporary failure at `now`; `nil` to give up.
    ///
    /// `wish` is the pause that the source asks for, and the least that is taken. If it exceeds our longest pause, the
    /// call ends, because the client also waits for the other sources; the next call may try again. `chance`, from 0 to
    /// 1, is the fraction of the longest pause that is taken.
    mutating func failed(at now: Duration, wish: Duration?, chance: Double) -> Duration? {
        failures += 1
        guard isRepeatable, failures < rule.attempts, wish ?? .zero <= rule.backoff.upperBound else { return nil }
        let pause = max(rule.pause(after: failures) * chance, wish ?? .zero)
        guard pause < deadline - now, now + pause + Self.leastTime <= deadline else { return nil }
        return now + pause
    }
}

/// The reason why an attempt may be worth repeating.
struct RetryReason: Sendable, Hashable {
    /// The pause that the source asked for, or until which it would have little time.
    var wish: Duration?

    /// Returns `nil` if a retry would change nothing: for all responses except those of a gateway or an overloaded
    /// server, those that are not an answer yet, and those that the definition repeats; and for everything that either
    /// side refused for a reason.
    init?(_ result: Result<HTTPAnswer, ProviderError>, to request: HTTPRequest, nowSeconds: Int) {
        switch result {
        case .success(let answer):
            let response = answer.response
            // With 202, the source has only begun to work on the answer.
            let isNotYet = response.status == 202 && answer.failure != nil
            let mayPass = answer.failure?.mayPass == true
            guard [502, 503, 504].contains(response.status) || isNotYet || mayPass else { return nil }
            wish = response.headers["Retry-After"].flatMap { RetryAfter.seconds($0, now: nowSeconds) }
                .map { .seconds(min($0, 1_000_000_000)) }
            if mayPass { wish = answer.failure?.retryAfterSeconds.map { .seconds($0) } ?? wish }
        case .failure(let failure):
            switch failure.consequences.retry {
            case .always: wish = failure.retryAfterSeconds.map { .seconds($0) }
            case .atLastHost: if request.hasAlternative { return nil }
            case .never: return nil
            }
        }
    }
}

/// Limits retries to a share of the calls: what helps against one lost packet would double a storm.
///
/// Every first attempt earns a fifth of a retry, and three are available from the start: of N calls, at most N / 5 + 3
/// are repeated.
struct RetryBudget: Sendable {
    private static let price = 5
    private static let most = 3 * price

    private var savings = most

    /// A call begins.
    mutating func deposit() { savings = min(Self.most, savings + 1) }

    /// Pays for a retry; returns whether the budget allows it.
    mutating func withdraw() -> Bool {
        guard savings >= Self.price else { return false }
        savings -= Self.price
        return true
    }
}

/// The source of randomness for pauses; a parameter, so that tests can control it.
package struct RandomSource: Sendable {
    /// Returns a number from 0 up to, but not including, 1.
    package let fraction: @Sendable () -> Double

    package init(fraction: @escaping @Sendable () -> Double) {
        self.fraction = fraction
    }

    /// The system's generator.
    package static let system = RandomSource { Double.random(in: 0..<1) }
}
