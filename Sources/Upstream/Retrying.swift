import HTTPModel
import MovieDomain
import Platform

/// Makes one attempt of one request: what stands between ``Retrying`` and the network.
protocol AttemptClient: Sendable {
    /// Fails with `.timeout` where the answer is not whole at `moment`.
    func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration
    ) async throws(ProviderError) -> HTTPAnswer
}

extension AttemptClient {
    /// What sending comes to, as a value.
    func outcome(
        of request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration
    ) async -> Result<HTTPAnswer, ProviderError> {
        await Result { () async throws(ProviderError) in
            try await send(request, readBy: reader, until: moment)
        }
    }
}

/// Repeats what is safe to repeat and failed in a way that may pass, until its time is over, which waiting uses up too.
struct Retrying<Next: AttemptClient>: HTTPClient {
    let states: ProviderStates
    let clock: any MonotonicClock
    let wallClock: WallClock
    let random: RandomSource
    /// Whether a repetition may go out, which then counts as a call like any other; waits for its turn until the deadline.
    let mayRepeat: @Sendable (_ request: HTTPRequest, _ deadline: Duration) async -> Bool
    let next: Next

    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        let state = states[request.source]
        let limit = request.limits.totalTimeout ?? state.policy.totalTimeout
        let deadline = clock.now + limit
        var sequence = RetrySequence(state.policy.retry, deadline: deadline, isRepeatable: request.method == .get)
        var result = await next.outcome(of: request, readBy: reader, until: deadline)
        if result.wasSent { state.withCore { $0.budget.deposit() } }
        while let moment = nextAttempt(&sequence, after: result, request, state) {
            guard await clock.sleep(until: moment), await mayRepeat(request, deadline) else { break }
            state.withTally { $0.requests.retried += 1 }
            result = await next.outcome(of: request, readBy: reader, until: deadline)
        }
        if case .failure(let failure) = result, failure.stage == .cancelled, !Task.isCancelled, clock.now >= deadline {
            throw ProviderError(
                at: .timeout,
                "\(request.source) did not answer within the \(limit.wholeMilliseconds) ms that all attempts have"
            )
        }
        return try result.get()
    }

    /// When the request is sent again, which is paid for then; `nil` where it is not.
    private func nextAttempt(
        _ sequence: inout RetrySequence,
        after result: Result<HTTPAnswer, ProviderError>,
        _ request: HTTPRequest,
        _ state: ProviderState
    ) -> Duration? {
        guard let reason = RetryReason(result, to: request, nowSeconds: wallClock.seconds),
            case .retry(let moment) = sequence.failed(at: clock.now, wish: reason.wish, chance: random.fraction())
        else { return nil }
        return state.withCore { core in
            // A circuit that this very failure has opened would turn the repetition down.
            core.breakerRefusal(of: request.origin, at: moment) == nil && core.budget.withdraw() ? moment : nil
        }
    }
}

extension Result<HTTPAnswer, ProviderError> {
    /// Whether the request left this side, as far as the layers know.
    fileprivate var wasSent: Bool {
        if case .failure(let failure) = self {
            failure.stage != .circuitOpen && failure.stage != .overloaded
        } else {
            true
        }
    }
}

/// The attempts of one call: tells after each that failed whether, and when, another is made.
struct RetrySequence: Sendable {
    enum Action: Sendable, Hashable {
        case giveUp
        /// Wait until then, and send it again.
        case retry(at: Duration)
    }

    /// A repetition is not begun with less time than this left.
    private static let leastTime = Duration.milliseconds(100)

    private let rule: RetryPolicy
    private let deadline: Duration
    private let isRepeatable: Bool
    private var failures = 0

    /// A call by whose `deadline` everything is over; it is repeatable where sending it twice does no more than sending it
    /// once.
    init(_ rule: RetryPolicy, deadline: Duration, isRepeatable: Bool) {
        self.rule = rule
        self.deadline = deadline
        self.isRepeatable = isRepeatable
    }

    /// An attempt failed at `now` in a way that may pass.
    ///
    /// `wish` is the pause that the source wants, which a shorter one does not undercut. One that is longer than any pause of
    /// ours ends the call: it is for the next one, because the client waits for this one's other sources. `chance`, from 0 to 1, is
    /// the part of the longest pause that is taken.
    mutating func failed(at now: Duration, wish: Duration?, chance: Double) -> Action {
        failures += 1
        guard isRepeatable, failures < rule.attempts, wish ?? .zero <= rule.backoff.upperBound else { return .giveUp }
        let pause = max(longestPause * chance, wish ?? .zero)
        guard pause < deadline - now, now + pause + Self.leastTime <= deadline else { return .giveUp }
        return .retry(at: now + pause)
    }

    private var longestPause: Duration {
        let doublings = min(failures - 1, 20)
        return min(rule.backoff.upperBound, rule.backoff.lowerBound * (1 << doublings))
    }
}

/// Why an attempt may be worth repeating.
struct RetryReason: Sendable, Hashable {
    /// The pause that the source asked for.
    var wish: Duration?

    /// `nil` for what a repetition does not change: answers of all kinds but those of a gate or an overloaded server, and
    /// everything that was refused, on either side, for a reason.
    init?(_ result: Result<HTTPAnswer, ProviderError>, to request: HTTPRequest, nowSeconds: Int) {
        switch result {
        case .success(let answer):
            let response = answer.response
            guard [502, 503, 504].contains(response.status) else { return nil }
            wish = response.headers["Retry-After"].flatMap { RetryAfter.seconds($0, now: nowSeconds) }
                .map { .seconds(min($0, 1_000_000_000)) }
        case .failure(let failure):
            switch failure.consequences.retry {
            case .always: break
            case .atLastHost: if request.hasAlternative { return nil }
            case .never: return nil
            }
        }
    }
}

/// Holds repetitions to a share of the calls: what helps against one lost packet would double a storm.
///
/// Every first attempt saves a fifth of a repetition, and three are there from the beginning: of N calls at most
/// N / 5 + 3 are repeated.
struct RetryBudget: Sendable {
    private static let price = 5
    private static let most = 3 * price

    private var savings = most

    /// A call begins.
    mutating func deposit() { savings = min(Self.most, savings + 1) }

    /// Whether a repetition may be made, which is then paid for.
    mutating func withdraw() -> Bool {
        guard savings >= Self.price else { return false }
        savings -= Self.price
        return true
    }
}

/// Where pauses take their chance from; a parameter, so that a test knows it.
package struct RandomSource: Sendable {
    /// A number from 0 up to, and without, 1.
    package let fraction: @Sendable () -> Double

    package init(fraction: @escaping @Sendable () -> Double) {
        self.fraction = fraction
    }

    /// The system's generator.
    package static let system = RandomSource { Double.random(in: 0..<1) }
}
