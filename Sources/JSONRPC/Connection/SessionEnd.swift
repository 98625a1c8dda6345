import Platform

/// The last part of a session: no more input is read, calls continue for a while, answers are sent, the writer leaves.
struct SessionEnd {
    let connection: Connection
    let watch: InputWatch
    let handler: any RPCHandler

    /// Waits until the session is over.
    ///
    /// - Returns: `ending`, or the reason why answers could not be delivered.
    func waitUntilOver(after ending: RPCEnding) -> RPCEnding {
        let (wake, asked) = connection.state.withLock { state in
            state.isInputOver = true
            return (state.dispatch(), state.asked.endAll())
        }
        wake?.resume()
        for waiting in asked { waiting.resume(returning: nil) }
        let allowed = handler.inputEnded()
        var stall = StallClock(timeout: connection.configuration.stallTimeout)
        var patience = DrainPatience(until: ContinuousClock.now + drain(after: ending, allowed))
        while true {
            let now = ContinuousClock.now
            let view = connection.state.withLock { state in
                // Until the calls are given up, changes of the output need not wake this thread.
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

    /// Returns the error for an open request; with `exit`, the client itself cancels everything.
    private func error(after ending: RPCEnding) -> RPCError {
        ending.isExit ? .requestEnded : .serverCancelled
    }

    /// The part of the state that matters here.
    private struct View {
        let failure: RPCEnding?
        let stopPatience: Duration?
        let progress: StallClock.Progress
        let isOver: Bool
        /// Whether the session must end now, even if the client does not read.
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

    /// The deadline of the calls, which are given up once and then have `linger` to end.
    private struct DrainPatience {
        private static let linger = Duration.milliseconds(500)

        private(set) var deadline: ContinuousClock.Instant
        private(set) var isGone = false
        private var shortest: Duration?

        init(until deadline: ContinuousClock.Instant) { self.deadline = deadline }

        /// Makes the deadline earlier; a repeated request only counts if `stop` is shorter.
        mutating func shorten(to stop: Duration, now: ContinuousClock.Instant) {
            guard !isGone, stop < (shortest ?? .seconds(Int64.max)) else { return }
            shortest = stop
            deadline = min(deadline, now + stop)
        }

        /// Gives up the calls and returns false if that has already happened.
        mutating func giveUp(_ connection: Connection, error: RPCError?, now: ContinuousClock.Instant) -> Bool {
            guard !isGone else { return false }
            isGone = true
            deadline = now + Self.linger
            connection.abandonAll(error: error)
            return true
        }

        /// Whether to stop waiting: cancelled calls had time to end, and all is written or the end is urgent.
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

/// Measures how long a client has not read any waiting bytes.
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

    /// Returns the remaining time of the client, or `nil` if it is used up.
    mutating func rest(_ progress: Progress, now: ContinuousClock.Instant) -> Duration? {
        // Bytes that follow an idle output may be new, however long ago it was seen to be idle.
        if progress.isIdle || wasIdle || progress.written != written {
            written = progress.written
            since = now
        }
        wasIdle = progress.isIdle
        let rest = timeout - ((since ?? now).duration(to: now))
        return rest > .zero ? rest : nil
    }
}
