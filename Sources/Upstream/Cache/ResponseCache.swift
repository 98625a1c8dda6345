import HTTPModel
import MovieDomain
import Platform

/// Answers from the cache if the request's rule allows it, and asks the next client otherwise.
///
/// ``CachedResponse/reuse(at:under:)`` decides whether a cached answer may be used, ``CacheOutcome`` what follows from a
/// new one; this type decides the order of the steps.
struct ResponseCache<Next: HTTPClient>: ReadyClient {
    /// Called when a stale answer that was given has been fetched anew, with its key and whether it has changed.
    typealias RefreshObserver = @Sendable (ResponseKey, Bool) -> Void

    typealias Outcome = Result<HTTPAnswer, ProviderError>

    let responses: TieredResponseCache
    /// Fetches in the background.
    let refreshes: RefreshQueue
    /// The claims of all processes; without them each asks for itself.
    var leases: CacheLeases?
    /// What patience is measured by; without it a source is waited for to the end.
    var clock: (any MonotonicClock)?
    var onRefreshed: RefreshObserver = { _, _ in }
    /// Asked for what is not cached.
    let next: Next

    func ready(_ request: HTTPRequest, readBy reader: any AnswerReading) -> HTTPAnswer? {
        guard let rule = request.cachePolicy, request.context.cachedAnswers != .refused else { return nil }
        let question = CacheQuestion(request: request, rule: rule, key: ResponseKey(request), reader: reader)
        guard let cached = responses.inMemory(question.key) else { return nil }
        let reuse = cached.reuse(at: responses.now, under: rule)
        guard reuse.isFresh else { return nil }
        responses.count(request.source) { $0.hits += 1 }
        return question.answer(cached, reuse)
    }

    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        guard let rule = request.cachePolicy else {
            if request.context.cachedAnswers == .only { throw .notCached(request) }
            return try await next.send(request, readBy: reader)
        }
        let question = CacheQuestion(request: request, rule: rule, key: ResponseKey(request), reader: reader)
        if request.context.cachedAnswers == .refused { return try await fetch(question, nil) }
        let cached = await responses.newest(question.key, under: rule)
        if let cached, let answer = usable(cached, for: question) { return answer }
        if request.context.cachedAnswers == .only { throw .notCached(request) }
        guard let patience = patience(with: cached, for: question) else { return try await fetchOnce(question, cached) }
        return try await fetch(question, besides: patience.cached, waiting: patience.wait)
    }

    /// Returns the cached answer if it may be given without waiting for the source.
    private func usable(_ cached: CachedResponse, for question: CacheQuestion) -> HTTPAnswer? {
        let reuse = cached.reuse(at: responses.now, under: question.rule)
        if reuse.isFresh {
            responses.count(question.key.source) { $0.hits += 1 }
            return question.answer(cached, reuse)
        }
        // A stale answer may be given only because it is fetched anew, which is a request.
        guard reuse.mayBeGivenMeanwhile, question.request.context.cachedAnswers != .only else { return nil }
        // A background fetch tries no other host, so the caller has to find out which one is up.
        if question.request.hasAlternative, refreshes.isUnreachable(question.key) { return nil }
        responses.count(question.key.source) { $0.staleHits += 1 }
        var background = question
        // No call waits for the fetch, so the deadline of the call doesn't apply.
        background.request.context.deadline = nil
        background.isInBackground = true
        refreshes.add(question.key) { [background] in await refresh(background, cached) }
        return question.answer(cached, reuse)
    }

    /// Fetches a new answer in the background, in only one process if the claims are available.
    private func refresh(_ question: CacheQuestion, _ cached: CachedResponse) async {
        if let leases {
            guard await leases.claimInBackground(question.key, after: cached.storedAt) else { return }
        }
        defer { leases?.release(question.key) }
        settleInBackground(
            await Result { () async throws(ProviderError) in try await fetch(question, cached) },
            question,
            cached
        )
    }

    /// Handles the result of a fetch for which no call waits.
    func settleInBackground(_ outcome: Outcome, _ question: CacheQuestion, _ cached: CachedResponse) {
        if case .success(let answer) = outcome { tell(question, of: answer, after: cached) }
        // The next call gives the stale answer again, or asks the source itself and reports the failure.
        if let failure = outcome.problem, question.request.hasAlternative, failure.consequences.triesNextHost {
            refreshes.noteUnreachable(question.key)
        }
    }

    private func tell(_ question: CacheQuestion, of answer: HTTPAnswer, after cached: CachedResponse) {
        switch answer.response.provenance {
        case .cache(_, let isStale):
            if !isStale { onRefreshed(question.key, false) }
        case .network, .recording:
            guard answer.verdict == .good else { return }
            let response = answer.response
            onRefreshed(question.key, response.status != cached.status || response.body != cached.body)
        }
    }
}

extension ResponseCache {
    /// Asks the source, or waits if another process is already asking.
    func fetchOnce(_ question: CacheQuestion, _ cached: CachedResponse?) async throws(ProviderError) -> HTTPAnswer {
        var isMine = false
        switch try await leases?.turn(for: question, besides: cached, on: responses) {
        case .arrived(let answer, let reuse):
            responses.count(question.key.source) { $0.hits += 1 }
            return question.answer(answer, reuse)
        case .mine: isMine = true
        case .late, nil: break
        }
        defer { if isMine { leases?.release(question.key) } }
        responses.count(question.key.source) { $0.misses += 1 }
        return try await fetch(question, cached)
    }

    /// Asks the source, caches what may be cached, and gives the answer.
    private func fetch(_ question: CacheQuestion, _ cached: CachedResponse?) async throws(ProviderError) -> HTTPAnswer {
        var request = question.request
        request.headers += cached?.conditions ?? []
        let outcome = await next.outcome(of: request, readBy: question.reader)
        let settlement = CacheOutcome(outcome, to: request, under: question.rule, cached: cached, at: responses.now)
        switch settlement {
        case .askAgain where cached != nil: return try await fetch(question, nil)
        case .answer(var answer, let cached):
            answer.freshForSeconds = (cached?.freshFor ?? 0) / 1_000
            if let cached { keep(cached, question, answer) }
            return answer
        case .confirmed(let cached):
            if let answer = try await confirm(cached, question) { return answer }
            return try await fetch(question, nil)
        case .standIn(let cached, let reuse, let failure):
            responses.count(question.key.source) { $0.staleHits += 1 }
            var answer = question.answer(cached, reuse)
            answer.replacedFailure = failure
            return answer
        case .askAgain:
            throw ProviderError(at: .brokenResponse, "the source confirmed an answer that it was not asked about")
        case .failed(let failure): throw failure
        }
    }

    /// Reads an answer that the source has confirmed, and caches it for as long as a new one like it; returns `nil` if it
    /// is not an answer anymore.
    private func confirm(
        _ confirmed: CachedResponse,
        _ question: CacheQuestion
    ) async throws(ProviderError) -> HTTPAnswer? {
        var reuse = confirmed.reuse(at: responses.now, under: question.rule)
        // The source has just confirmed it, even if it wants to be asked every time.
        reuse.isFresh = true
        let response = HTTPResponse(confirmed, reuse)
        var answer = try await HTTPAnswer.reading(response, to: question.request, by: question.reader)
        guard let cached = CachedResponse(answer, under: question.rule, at: responses.now) else { return nil }
        answer.freshForSeconds = cached.freshFor / 1_000
        keep(cached, question, answer)
        responses.count(question.key.source) { counts in
            counts.revalidations += 1
            // The request was counted as a miss when the source was asked.
            if !question.isInBackground { counts.misses -= 1 }
        }
        return answer
    }

    private func keep(_ cached: CachedResponse, _ question: CacheQuestion, _ answer: HTTPAnswer) {
        responses.keep(cached, for: question.key, repeatsSecret: question.request.isRepeated(in: answer.response))
    }
}

extension ResponseCache {
    /// Returns the cached answer and how long to wait for the source before giving it; `nil` to wait to the end.
    func patience(
        with cached: CachedResponse?,
        for question: CacheQuestion
    ) -> (cached: CachedResponse, wait: Duration)? {
        let request = question.request
        // A background fetch tries no other host, so the caller has to find out which one is up.
        if request.hasAlternative, refreshes.takeUnreachable(question.key) { return nil }
        guard clock != nil, let cached else { return nil }
        let reuse = cached.reuse(at: responses.now, under: question.rule)
        let (timeLeft, isFetched) = (request.context.deadline?.remaining, refreshes.isUnderWay(question.key))
        return StaleWaitPolicy.wait(with: reuse, timeLeft: timeLeft, isFetched: isFetched).map { (cached, $0) }
    }

    /// Returns the source's answer if it comes soon, otherwise the stale one, while the fetch continues in the
    /// background.
    func fetch(
        _ question: CacheQuestion,
        besides cached: CachedResponse,
        waiting wait: Duration
    ) async throws(ProviderError) -> HTTPAnswer {
        guard wait > .zero else { return old(cached, question) }
        // The fetch may outlive this call; in that case the queue takes it over and ends it.
        let isLate = { @Sendable () async in _ = await clock?.sleep(for: wait) }
        let (fetching, outcome) = await Task.racing(isLate) {
            await Outcome { () async throws(ProviderError) in try await fetchOnce(question, cached) }
        }
        if let outcome { return try outcome.get() }
        if Task.isCancelled {
            fetching.cancel()
            throw .cancelled(question.request)
        }
        continueInBackground(fetching, question, cached)
        return old(cached, question)
    }

    private func continueInBackground(
        _ fetching: Task<Outcome, Never>,
        _ question: CacheQuestion,
        _ cached: CachedResponse
    ) {
        let isTaken = refreshes.add(question.key) {
            let outcome = await withTaskCancellationHandler {
                await fetching.value
            } onCancel: {
                fetching.cancel()
            }
            settleInBackground(outcome, question, cached)
        }
        if !isTaken { fetching.cancel() }
    }

    private func old(_ cached: CachedResponse, _ question: CacheQuestion) -> HTTPAnswer {
        responses.count(question.key.source) { $0.staleHits += 1 }
        return question.answer(cached, cached.reuse(at: responses.now, under: question.rule))
    }
}

/// One request to the cache, with its rule and its key.
struct CacheQuestion: Sendable {
    var request: HTTPRequest
    var rule: CachePolicy
    var key: ResponseKey
    var reader: any AnswerReading
    /// Whether no call waits for the answer.
    var isInBackground = false

    func answer(_ cached: CachedResponse, _ reuse: CachedResponseState) -> HTTPAnswer {
        var answer = HTTPAnswer(cached: HTTPResponse(cached, reuse), to: request, readBy: reader)
        answer.freshForSeconds = reuse.secondsLeft
        return answer
    }
}

/// A client that has some answers available immediately.
protocol ReadyClient: HTTPClient {
    /// Returns the answer if it is fresh and in memory; `nil` if ``HTTPClient/send(_:readBy:)`` must be called.
    func ready(_ request: HTTPRequest, readBy reader: any AnswerReading) -> HTTPAnswer?
}

extension ProviderError {
    /// Creates the failure of a request that must not be sent.
    fileprivate static func notCached(_ request: HTTPRequest) -> ProviderError {
        ProviderError(.unavailable, message: "no answer of \(request.source) is cached")
    }
}
