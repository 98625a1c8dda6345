/// How the child process of a source is doing.
package struct ProcessHealth: Hashable, Sendable {
    package enum State: String, Sendable, CaseIterable {
        /// Nobody has asked it yet, or it ended in good order.
        case idle
        case running
        /// It failed, and is started again when its pause is over.
        case waiting
        /// It failed too often, and is left alone.
        case failed
    }

    package var state: State
    /// Starts after the first one.
    package var restarts: Int
    /// Seconds until it may be started again.
    package var retryAfterSeconds: Int?

    package init(state: State, restarts: Int = 0, retryAfterSeconds: Int? = nil) {
        self.state = state
        self.restarts = restarts
        self.retryAfterSeconds = retryAfterSeconds
    }
}
