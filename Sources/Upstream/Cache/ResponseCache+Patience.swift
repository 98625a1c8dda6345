extension ResponseCache {
    /// How long the question waits for its source beside what is kept; `nil` where it waits to the end.
    func patience(with kept: StoredResponse?, for question: CacheQuestion) -> (kept: StoredResponse, wait: Duration)? {
        let request = question.request
        // Behind a call no other host is tried, so the caller has to find out which one is up.
        if request.hasAlternative, refreshes.takeUnreachable(question.key) { return nil }
        guard pause != nil, let kept else { return nil }
        let decision = Patience().decision(
            about: kept.reuse(at: shelf.now(), under: question.rule),
            timeLeft: request.timeLeft(),
            isFetched: refreshes.isUnderWay(question.key)
        )
        switch decision {
        case .none: return nil
        case .giveNow: return (kept, .zero)
        case .wait(let wait): return (kept, wait)
        }
    }

    /// The source's answer if it comes soon, and the old one otherwise, while the source is waited for behind.
    func fetch(
        _ question: CacheQuestion,
        besides kept: StoredResponse,
        waiting wait: Duration
    ) async throws(TransportFailure) -> HTTPResponse {
        guard wait > .zero else { return old(kept, question) }
        let (outcomes, outlet) = AsyncStream<Outcome>.makeStream(bufferingPolicy: .bufferingOldest(1))
        // It may outlive this call, so it cannot be a child of it; then it is handed to the queue, which ends it.
        let fetching = Task {
            let outcome = await self.outcome(of: question, kept)
            outlet.yield(outcome)
            outlet.finish()
            return outcome
        }
        if let outcome = await first(of: outcomes, outlet, within: wait) { return try outcome.get() }
        if Task.isCancelled {
            fetching.cancel()
            throw .cancelled(question.request)
        }
        goOnBehind(fetching, question, kept)
        return old(kept, question)
    }

    private func first(
        of outcomes: AsyncStream<Outcome>,
        _ outlet: AsyncStream<Outcome>.Continuation,
        within wait: Duration
    ) async -> Outcome? {
        async let _: Void = finish(outlet, after: wait)
        // Ends without one when the calling task is cancelled.
        var outcomes = outcomes.makeAsyncIterator()
        return await outcomes.next()
    }

    private func finish(_ outlet: AsyncStream<Outcome>.Continuation, after wait: Duration) async {
        await pause?(wait)
        outlet.finish()
    }

    private func outcome(of question: CacheQuestion, _ kept: StoredResponse) async -> Outcome {
        do throws(TransportFailure) {
            return .success(try await fetchOnce(question, kept))
        } catch {
            return .failure(error)
        }
    }

    private func goOnBehind(_ fetching: Task<Outcome, Never>, _ question: CacheQuestion, _ kept: StoredResponse) {
        let isTaken = refreshes.add(question.key) {
            let outcome = await withTaskCancellationHandler {
                await fetching.value
            } onCancel: {
                fetching.cancel()
            }
            settleBehind(outcome, question, kept)
        }
        if !isTaken { fetching.cancel() }
    }

    private func old(_ kept: StoredResponse, _ question: CacheQuestion) -> HTTPResponse {
        shelf.count(question.key.source) { $0.standIns += 1 }
        return HTTPResponse(kept, kept.reuse(at: shelf.now(), under: question.rule))
    }
}
