import Platform

/// The last part of a session: no more input, calls go on for a while, answers go out, the writer leaves.
struct SessionEnd {
    let connection: Connection
    let watch: InputWatch
    let handler: any RPCHandler

    /// Waits for all of that.
    ///
    /// - Returns: how the session ended: that, or why its answers could not be delivered.
    func await(after ending: RPCEnding) -> RPCEnding {
        let wake = connection.state.withLock { state in
            state.isInputOver = true
            return state.dispatch()
        }
        wake?.resume()
        let allowed = handler.inputEnded()
        var stall = StallClock(timeout: connection.configuration.stallTimeout)
        var patience = DrainPatience(until: ContinuousClock.now + drain(after: ending, allowed))
        while true {
            let now = ContinuousClock.now
            let view = connection.state.withLock { state in
                // Before that, what happens to the output does not matter here.
                state.isReaderParked = patience.isGone
                return View(state, after: ending)
            }
            if view.isOver || patience.isExhausted(view, now) { return view.failure ?? ending }
            if let stop = view.stopPatience { patience.shorten(to: stop, now: now) }
            if view.failure != nil || now >= patience.deadline {
                let reason = view.failure == nil ? error(after: ending) : nil
                let isFirst = patience.giveUp(connection, error: reason, now: now)
                if isFirst { continue }
            }
            guard let rest = view.failure == nil ? stall.rest(view.progress, now: now) : .seconds(1) else {
                connection.fail(.stalled)
                continue
            }
            let timeout = now < patience.deadline ? min(rest, patience.deadline - now) : rest
            // With the failure known, the closed output would only keep the poll from sleeping.
            let event = watch.next(timeout: timeout, seesInput: false, seesOutput: view.failure == nil)
            if event == .outputClosed { connection.fail(.outputClosed) }
        }
    }

    private func drain(after ending: RPCEnding, _ allowed: Duration?) -> Duration {
        switch ending {
        // It ends the process; what is left is answered with −32800.
        case .exit: .zero
        default: min(allowed ?? .seconds(Int64.max), connection.configuration.endOfInputDrain)
        }
    }

    /// What an open request is told: `exit` is the client's own way of taking everything back.
    private func error(after ending: RPCEnding) -> RPCError {
        ending.isExit ? .requestCancelled : .serverCancelled
    }

    /// The state as far as it matters here.
    private struct View {
        let failure: RPCEnding?
        let stopPatience: Duration?
        let progress: StallClock.Progress
        let isOver: Bool
        /// Whether the end is wanted now, so that a client that does not read cannot hold it up.
        let isUrgent: Bool

        init(_ state: ConnectionState, after ending: RPCEnding) {
            failure = state.failure
            stopPatience = state.stopPatience
            isUrgent = failure != nil || stopPatience != nil || ending.isExit
            progress = state.outbound.progress
            // A writer that is stuck in a client who does not read cannot be waited for.
            isOver = state.isAnswered && (state.isWriterGone || state.failure == .stalled)
        }
    }

    /// For how long calls may go on, that they are given up once, and how long a cancelled one may take to end.
    private struct DrainPatience {
        private static let linger = Duration.milliseconds(500)

        private(set) var deadline: ContinuousClock.Instant
        private(set) var isGone = false
        private var shortest: Duration?

        init(until deadline: ContinuousClock.Instant) { self.deadline = deadline }

        /// Brings the end forward; asked again, it must be sooner still.
        mutating func shorten(to stop: Duration, now: ContinuousClock.Instant) {
            guard !isGone, stop < (shortest ?? .seconds(Int64.max)) else { return }
            shortest = stop
            deadline = min(deadline, now + stop)
        }

        /// Gives the calls up; false where that has been done.
        mutating func giveUp(_ connection: Connection, error: RPCError?, now: ContinuousClock.Instant) -> Bool {
            guard !isGone else { return false }
            isGone = true
            deadline = now + Self.linger
            connection.abandonAll(error: error)
            return true
        }

        /// Whether nothing is to be waited for any more: everything is answered and written and a cancelled call has still
        /// not ended, or the end is urgent.
        func isExhausted(_ view: View, _ now: ContinuousClock.Instant) -> Bool {
            isGone && now >= deadline && (view.progress.isIdle || view.isUrgent)
        }
    }
}

extension RPCEnding {
    fileprivate var isExit: Bool {
        if case .exit = self { true } else { false }
    }
}

/// Measures for how long a client has read nothing of what waits for it.
struct StallClock {
    struct Progress {
        let written: Int
        let isIdle: Bool
    }

    let timeout: Duration
    private var written = -1
    private var wasIdle = true
    private var since: ContinuousClock.Instant?

    init(timeout: Duration) { self.timeout = timeout }

    /// How much longer the client may take; nil when its time is up.
    mutating func rest(_ progress: Progress, now: ContinuousClock.Instant) -> Duration? {
        // After idleness what waits may have come this moment, however long ago the idleness was seen.
        if progress.isIdle || wasIdle || progress.written != written {
            written = progress.written
            since = now
        }
        wasIdle = progress.isIdle
        let rest = timeout - ((since ?? now).duration(to: now))
        return rest > .zero ? rest : nil
    }
}
