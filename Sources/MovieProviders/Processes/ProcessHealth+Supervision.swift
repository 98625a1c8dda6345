import MovieDomain

extension ProcessHealth {
    /// The state of a child at a moment.
    init(_ supervision: ChildSupervision, at now: Duration) {
        let (state, end): (State, Duration?) =
            switch supervision.state {
            case .idle: (.idle, nil)
            case .running: (.running, nil)
            case .waiting(let end): (.waiting, end)
            case .givenUp(let end): (.failed, end)
            }
        self.init(
            state: state,
            restarts: supervision.restarts,
            retryAfterSeconds: end.map { max(.zero, $0 - now).secondsUp }
        )
    }
}
