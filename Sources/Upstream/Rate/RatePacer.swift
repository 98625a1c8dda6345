/// Lets calls wait for their turn at a source.
struct RatePacer: Sendable {
    let states: SourceStates
    let clock: UpstreamClock

    /// Comes back when the call may go.
    ///
    /// Throws `.rateLimited` at once where the source wants to be left alone or no turn comes before `deadline`.
    func wait(_ request: HTTPRequest, by deadline: Duration) async throws(TransportFailure) {
        let state = states[request.source]
        try checkPause(state)
        let now = clock.now()
        switch state.withCore({ $0.rate?.take(at: now, by: deadline) }) {
        case nil: return
        case .refused(let moment):
            throw state.refusal(
                .rateLimited,
                "the calls that \(request.source) may be sent just now are used up",
                retryAfter: moment - now
            )
        case .turn(let turn) where turn > now: try await wait(for: turn, request, state)
        case .turn: return
        }
    }

    private func wait(
        for turn: Duration,
        _ request: HTTPRequest,
        _ state: SourceState
    ) async throws(TransportFailure) {
        guard await clock.sleep(until: turn) else {
            state.withCore { $0.rate?.giveBack(turn) }
            throw .cancelled(request)
        }
        // The source may have said meanwhile that it is enough.
        do {
            try checkPause(state)
        } catch {
            state.withCore { $0.rate?.giveBack(turn) }
            throw error
        }
    }

    private func checkPause(_ state: SourceState) throws(TransportFailure) {
        let now = clock.now()
        if let remaining = state.withCore({ $0.pause.remaining(at: now) }) { throw state.pausedRefusal(remaining) }
    }
}
