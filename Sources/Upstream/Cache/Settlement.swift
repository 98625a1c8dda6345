/// What becomes of a question to the source, once it has ended.
package enum Settlement: Sendable {
    /// A new answer, kept where it may be.
    case answer(HTTPResponse, kept: StoredResponse?)
    /// The kept answer is still the right one.
    case confirmed(StoredResponse)
    /// The source failed, and the kept answer is given in its place.
    case standIn(StoredResponse, Reuse)
    /// The source confirmed another answer than the kept one: it is asked again, without a condition.
    case askAgain
    case failed(TransportFailure)

    /// What becomes of an outcome; `kept` is the answer that was kept when the source was asked, `now` is in milliseconds
    /// since 1970.
    package init(
        _ outcome: Result<HTTPResponse, TransportFailure>,
        to request: HTTPRequest,
        under rule: CacheRule,
        kept: StoredResponse?,
        at now: Int
    ) {
        let reuse = kept?.reuse(at: now, under: rule)
        switch outcome {
        case .failure(let failure):
            let isLastHope = !(request.hasAlternative && failure.meansHostIsDown)
            guard let kept, let reuse, reuse.mayBeUsedInstead, failure.mayBeStoodInFor, isLastHope else {
                self = .failed(failure)
                return
            }
            self = .standIn(kept, reuse)
        case .success(let response) where response.status == 304 && request.isConditional:
            self = kept?.confirmed(by: response, under: rule, at: now).map { .confirmed($0) } ?? .askAgain
        case .success(let response):
            let verdict = request.verdict(on: response)
            if let kept, let reuse, reuse.mayBeUsedInstead, case .failure(let fault) = verdict, fault.isOfTheSource {
                self = .standIn(kept, reuse)
                return
            }
            let stored = StoredResponse(response, verdict: verdict, under: rule, at: now)
            self = .answer(response, kept: stored)
        }
    }
}

extension Reuse {
    /// An answer may have become fresh while the source was asked: another process has fetched it.
    fileprivate var mayBeUsedInstead: Bool { isFresh || mayStandIn }
}
