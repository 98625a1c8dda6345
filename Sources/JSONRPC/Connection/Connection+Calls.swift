import Synchronization

/// Starting, cancelling and answering calls.
extension Connection {
    /// Waits for calls that may start; nil when there will be none.
    func nextStartable() async -> [AdmittedCall]? {
        await withCheckedContinuation { continuation in
            let wake = monitor.withLock { state in
                state.dispatcher = continuation
                return state.dispatch()
            }
            wake?.resume()
        }
    }

    /// Runs one call to its end and answers it; the body of its task.
    func run(_ admitted: AdmittedCall, with handler: any RPCHandler) async {
        let flight = admitted.flight
        guard flight.id != nil else {
            await flight.whileRunning { await handler.notified(admitted.call) }
            send([]) { state in
                state.admission.noteEnd()
                state.admission.forget(flight)
            }
            return
        }
        let reply = await flight.whileRunning { await handler.handle(admitted.call) }
        var frames: [UInt8] = []
        let isFirst = answer(flight, with: reply, into: &frames)
        send(frames) { state in
            state.admission.noteEnd()
            if isFirst { state.admission.forget(flight) }
        }
    }

    /// Takes a request back.
    ///
    /// - Parameters:
    ///   - id: the request's id; one that is not in flight means nothing.
    ///   - rule: whether it is answered, with −32800, or nothing more is said about it.
    ///   - frames: gets the answer.
    func cancel(_ id: RPCID, by rule: RPCCancellationRule, into frames: inout [UInt8]) {
        guard let flight = monitor.withLock({ $0.admission.flight(of: id) }) else { return }
        if let exempt = rule.exemptMethod, flight.method == exempt { return }
        if giveUp(flight, error: rule.isAnswered ? .requestCancelled : nil, into: &frames) { flight.cancel() }
    }

    /// Gives every open call up.
    ///
    /// - Parameter error: what to answer; nil where nobody reads answers any more.
    func abandonAll(error: RPCError?) {
        var frames: [UInt8] = []
        var abandoned: [Flight] = []
        let open = monitor.withLock { state in
            state.isGivingUp = true
            return state.admission.open
        }
        for flight in open where giveUp(flight, error: error, into: &frames) {
            abandoned.append(flight)
        }
        // Before the tasks end: with the last of them the writer leaves.
        send(frames) { $0.isGivingUp = false }
        for flight in abandoned { flight.cancel() }
    }

    /// Answers a flight that is to be cancelled; false where it has been answered before.
    private func giveUp(_ flight: Flight, error: RPCError?, into frames: inout [UInt8]) -> Bool {
        guard flight.id != nil else { return true }
        let isFirst =
            if let error {
                answer(flight, with: .failure(error), into: &frames)
            } else {
                answerNothing(flight, into: &frames)
            }
        if isFirst { monitor.withLock { $0.admission.forget(flight) } }
        return isFirst
    }

    /// Claims the answer of a flight and writes it; false where it has been claimed before.
    private func answer(_ flight: Flight, with reply: RPCReply, into frames: inout [UInt8]) -> Bool {
        guard let id = flight.id else { return false }
        let claim = flight.claim()
        guard claim.isFirst else { return false }
        if let step = flight.lifecycleStep, case .failure = reply { refuse(step) }
        if let token = claim.openProgress {
            self.frames.appendFrame(RPCProgress.endNotification(token), into: &frames)
        }
        unansweredCount.subtract(1, ordering: .releasing)
        if let traced = flight.traced { tracer.answered(traced, reply, into: &frames, self.frames) }
        append(reply, to: id, on: flight.path, into: &frames)
        return true
    }

    private func answerNothing(_ flight: Flight, into frames: inout [UInt8]) -> Bool {
        guard flight.claim().isFirst else { return false }
        if let traced = flight.traced { tracer.withdrawn(traced) }
        unansweredCount.subtract(1, ordering: .releasing)
        if case .item(let batch, let place) = flight.path, let array = batch.fill(place, with: nil) {
            self.frames.appendFrame(array, into: &frames)
        }
        return true
    }

    /// Writes an answer where it belongs: into a frame, or into its batch, whose frame follows with the last one.
    func append(_ reply: RPCReply, to id: RPCID, on path: ReplyPath, into frames: inout [UInt8]) {
        switch path {
        case .single:
            self.frames.append(reply, to: id, into: &frames)
        case .item(let batch, let place):
            guard let array = batch.fill(place, with: FrameWriter.response(reply, to: id)) else { return }
            self.frames.appendFrame(array, into: &frames)
        }
    }
}
