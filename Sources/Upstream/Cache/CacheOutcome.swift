import HTTPModel
import MovieDomain

/// What becomes of a question to the source, once it has ended.
enum CacheOutcome: Sendable {
    /// A new answer, kept where it may be.
    case answer(HTTPAnswer, kept: CachedResponse?)
    /// The kept answer is still the right one.
    case confirmed(CachedResponse)
    /// The source failed, and the kept answer is given in its place.
    case standIn(CachedResponse, CachedResponseState)
    /// The source confirmed another answer than the kept one: it is asked again, without a condition.
    case askAgain
    case failed(ProviderError)

    /// What becomes of an outcome; `kept` is the answer that was kept when the source was asked, `now` is in milliseconds
    /// since 1970.
    init(
        _ outcome: Result<HTTPAnswer, ProviderError>,
        to request: HTTPRequest,
        under rule: CachePolicy,
        kept: CachedResponse?,
        at now: Int
    ) {
        let reuse = kept?.reuse(at: now, under: rule)
        switch outcome {
        case .failure(let failure):
            let isLastHope = !(request.hasAlternative && failure.consequences.triesNextHost)
            guard let kept, let reuse, reuse.mayBeUsedInstead, failure.consequences.allowsStale, isLastHope else {
                self = .failed(failure)
                return
            }
            self = .standIn(kept, reuse)
        case .success(let answer) where answer.response.status == 304 && request.isConditional:
            self = kept?.confirmed(by: answer.response, under: rule, at: now).map { .confirmed($0) } ?? .askAgain
        case .success(let answer):
            if let kept, let reuse, reuse.mayBeUsedInstead, case .failure(let error) = answer.verdict,
                error.consequences.allowsStale
            {
                self = .standIn(kept, reuse)
                return
            }
            let rule = answer.isEmpty ? rule.ofEmptyAnswer : rule
            let stored = CachedResponse(answer.response, verdict: answer.verdict, under: rule, at: now)
            self = .answer(answer, kept: stored)
        }
    }
}

extension CachedResponseState {
    /// An answer may have become fresh while the source was asked: another process has fetched it.
    fileprivate var mayBeUsedInstead: Bool { isFresh || mayStandIn }
}

/// How long a source is waited for where an old answer may stand in for it.
///
/// An old answer is given when the source fails. A source that only says nothing would use up the time of the whole
/// call first, or all of it; so the old answer is given after a short while, and the new one is fetched behind.
struct StaleWaitPolicy: Sendable, Hashable {
    enum Decision: Sendable, Hashable {
        /// There is no old answer that may be given: wait to the end.
        case none
        /// Wait so long, and give the old answer then.
        case wait(Duration)
        /// Give the old answer: a call before was out of patience, and the source has still not answered.
        case giveNow
    }

    /// The longest that a call waits beside an old answer.
    var longest = Duration.milliseconds(2_500)
    /// The divisor of the time that the call has left: one of these parts is spent waiting.
    var parts = 2

    /// What to do with an old answer that may be used as `reuse` says, in a call that has `timeLeft`.
    ///
    /// `timeLeft` is `nil` if there is no limit; `isFetched` tells that a new answer is being fetched behind another call.
    func decision(about reuse: CachedResponseState, timeLeft: Duration?, isFetched: Bool) -> Decision {
        guard reuse.mayStandIn else { return .none }
        if isFetched { return .giveNow }
        guard let timeLeft else { return .wait(longest) }
        return .wait(min(longest, max(timeLeft, .zero) / parts))
    }
}
