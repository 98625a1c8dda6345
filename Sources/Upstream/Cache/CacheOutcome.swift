import HTTPModel
import MovieDomain

/// The consequence of asking the source.
enum CacheOutcome: Sendable {
    /// A new answer, cached if that is allowed.
    case answer(HTTPAnswer, cached: CachedResponse?)
    /// The cached answer is still valid, and has to be read before it is cached again.
    case confirmed(CachedResponse)
    /// The source failed, and the cached answer replaces its answer.
    case standIn(CachedResponse, CachedResponseState, ProviderError)
    /// The source confirmed a different answer than the cached one, so it must be asked again without a condition.
    case askAgain
    case failed(ProviderError)

    /// Creates the outcome of asking the source; `cached` is the answer that was cached at that time, and `now` is in
    /// milliseconds since 1970.
    init(
        _ outcome: Result<HTTPAnswer, ProviderError>,
        to request: HTTPRequest,
        under rule: CachePolicy,
        cached: CachedResponse?,
        at now: Int
    ) {
        if case .success(let answer) = outcome, answer.response.status == 304, request.isConditional {
            self = cached?.confirmed(by: answer.response, at: now).map { .confirmed($0) } ?? .askAgain
            return
        }
        if let failure = outcome.problem, failure.consequences.allowsStale,
            !(request.hasAlternative && failure.consequences.triesNextHost),
            let cached, case let reuse = cached.reuse(at: now, under: rule), reuse.mayBeUsedInstead
        {
            self = .standIn(cached, reuse, failure)
            return
        }
        switch outcome {
        case .failure(let failure): self = .failed(failure)
        case .success(let answer):
            self = .answer(answer, cached: CachedResponse(answer, under: rule, at: now))
        }
    }
}

extension CachedResponseState {
    /// Whether the answer may be used after a failure; it may be fresh again if another process has fetched it
    /// meanwhile.
    fileprivate var mayBeUsedInstead: Bool { isFresh || mayStandIn }
}

/// Decides how long to wait for a source if a stale answer may replace its answer.
///
/// The stale answer is given if the source fails. A source that doesn't respond would use up all the time of the call,
/// so the stale answer is given after a short wait, and the new one is fetched in the background.
enum StaleWaitPolicy {
    /// The longest wait of a call that has a stale answer.
    private static let longest = Duration.milliseconds(2_500)

    /// Returns how long to wait before the stale answer is given; `nil` if it may not be given.
    ///
    /// The wait is at most half of `timeLeft`, which is `nil` without a limit. It is zero if a new answer is already being
    /// fetched in the background: an earlier call ran out of patience, and the source still has not answered.
    static func wait(with reuse: CachedResponseState, timeLeft: Duration?, isFetched: Bool) -> Duration? {
        guard reuse.mayStandIn else { return nil }
        if isFetched { return .zero }
        return timeLeft.map { min(longest, max($0, .zero) / 2) } ?? longest
    }
}
