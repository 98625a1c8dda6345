import JSON
import Platform
import Synchronization

/// The state that the reader, the writer, and the calls of one client share.
final class Connection: Sendable {
    let configuration: RPCServerConfiguration
    let input: FileDescriptor
    let output: FileDescriptor
    let wakePipe: WakePipe
    let state: ConditionLock<ConnectionState>

    let tracer: CallTracer

    private let framingCode = Atomic<UInt8>(0)
    /// The handshake steps whose calls have failed, for the reader to undo.
    private let refusedSteps = Atomic<UInt8>(0)

    init(input: FileDescriptor, output: FileDescriptor, configuration: RPCServerConfiguration, wakePipe: WakePipe) {
        self.configuration = configuration
        self.input = input
        self.output = output
        self.wakePipe = wakePipe
        state = ConditionLock(ConnectionState(configuration))
        tracer = CallTracer(log: configuration.callEvents)
        if let framing = configuration.framing { settle(framing) }
    }

    /// The framing, or `nil` if it is not known yet.
    var framing: RPCFraming? {
        switch framingCode.load(ordering: .acquiring) {
        case 1: .line
        case 2: .header
        default: nil
        }
    }

    func settle(_ framing: RPCFraming) { framingCode.store(framing == .header ? 2 : 1, ordering: .releasing) }

    /// The writer of frames, which writes lines until the framing is known.
    var frames: FrameWriter { FrameWriter(framing: framing ?? .line) }

    // MARK: Handshake steps

    /// Notes that the call behind a step has failed.
    func refuse(_ step: Lifecycle.Step) {
        refusedSteps.bitwiseOr(step == .initialize ? 1 : 2, ordering: .acquiringAndReleasing)
    }

    var hasRefusedSteps: Bool { refusedSteps.load(ordering: .acquiring) != 0 }

    func takeRefusedSteps() -> [Lifecycle.Step] {
        let bits = refusedSteps.exchange(0, ordering: .acquiringAndReleasing)
        return (bits & 2 != 0 ? [.shutdown] : []) + (bits & 1 != 0 ? [.initialize] : [])
    }

    // MARK: Ending

    /// Asks the reader to stop and lets calls continue for `patience`.
    func stop(within patience: Duration) {
        state.withLock { state in
            state.stopPatience = min(state.stopPatience ?? patience, patience)
        }
        wakePipe.wake()
    }

    /// Notes that nothing can be written any more.
    func fail(_ ending: RPCEnding) {
        let wake = state.withLock { state in
            state.failure = state.failure ?? ending
            state.outbound.discard()
            return state.dispatch()
        }
        wake?.resume()
        state.wake()
        wakePipe.wake()
    }

    func noteAllAnswered() {
        state.withLock { $0.haveTasksEnded = true }
        state.wake()
        wakePipe.wake()
    }

    /// Waits until the reader has finished.
    func ending() async -> RPCEnding {
        await withCheckedContinuation { continuation in
            let ending = state.withLock { state in
                if state.ending == nil { state.finish.append(continuation) }
                return state.ending
            }
            if let ending { continuation.resume(returning: ending) }
        }
    }

    /// Publishes how the session ended; the reader calls it last.
    func finish(_ ending: RPCEnding) {
        let waiting = state.withLock { state in
            state.ending = ending
            defer { state.finish = [] }
            return state.finish
        }
        for continuation in waiting { continuation.resume(returning: ending) }
    }
}

/// Starts, cancels, and answers calls.
extension Connection {
    /// Waits for calls that may start, or returns `nil` if no more will come.
    func nextStartable() async -> [AdmittedCall]? {
        await withCheckedContinuation { continuation in
            let wake = state.withLock { state in
                state.dispatcher = continuation
                return state.dispatch()
            }
            wake?.resume()
        }
    }

    /// Runs one call and answers it; the body of its task.
    func run(_ admitted: AdmittedCall, with handler: any RPCHandler) async {
        let pending = admitted.pending
        let reply = await pending.whileRunning { await handler.handle(admitted.call) }
        var frames: [UInt8] = []
        let isFirst = answer(pending, with: reply, into: &frames)
        if pending.id == nil { report(reply, toNotification: pending.method) }
        send(frames) { state in
            state.requests.noteEnd()
            if isFirst || pending.id == nil { state.requests.forget(pending) }
        }
    }

    /// Reports a notification that failed, because the client gets no answer to it.
    ///
    /// Clients send notifications of other protocols, too, so an unknown one is not reported.
    func report(_ reply: RPCReply, toNotification method: String) {
        guard case .failure(let error) = reply, error.code != .methodNotFound else { return }
        configuration.diagnostics?(.failedNotification(method: method, error.code))
    }

    /// Cancels a request and answers as `rule` says; an id that is not in flight is ignored.
    func cancel(_ id: RPCID, by rule: RPCCancellationRule, into frames: inout [UInt8]) {
        guard let pending = state.withLock({ $0.requests.pending(id) }) else { return }
        if let exempt = rule.exemptMethod, pending.method == exempt { return }
        if giveUp(pending, error: rule.isAnswered ? .requestCancelled : nil, into: &frames) { pending.cancel() }
    }

    func abandonAll(error: RPCError?) {
        var frames: [UInt8] = []
        var abandoned: [PendingRequest] = []
        let open = state.withLock { state in
            state.isGivingUp = true
            return state.requests.open
        }
        for pending in open where giveUp(pending, error: error, into: &frames) {
            abandoned.append(pending)
        }
        // Send before the tasks end, because the writer leaves after the last one.
        send(frames) { $0.isGivingUp = false }
        for pending in abandoned { pending.cancel() }
    }

    /// Answers a request that is to be cancelled, and returns false if it was already answered.
    private func giveUp(_ pending: PendingRequest, error: RPCError?, into frames: inout [UInt8]) -> Bool {
        guard pending.id != nil else { return true }
        let isFirst =
            if let error {
                answer(pending, with: .failure(error), into: &frames)
            } else {
                answerNothing(pending, into: &frames)
            }
        if isFirst { state.withLock { $0.requests.forget(pending) } }
        return isFirst
    }

    /// Claims the answer to a request and writes it, and returns false if it was already claimed.
    private func answer(_ pending: PendingRequest, with reply: RPCReply, into frames: inout [UInt8]) -> Bool {
        guard let id = pending.id else { return false }
        let claim = pending.claim()
        guard claim.isFirst else { return false }
        if let step = pending.lifecycleStep, case .failure = reply { refuse(step) }
        if let token = claim.openProgress {
            self.frames.appendFrame(RPCProgress.endNotification(token), into: &frames)
        }
        if let traced = pending.traced { tracer.answered(traced, reply, into: &frames, self.frames) }
        append(reply, to: id, on: pending.path, into: &frames)
        return true
    }

    private func answerNothing(_ pending: PendingRequest, into frames: inout [UInt8]) -> Bool {
        guard pending.claim().isFirst else { return false }
        if let traced = pending.traced { tracer.withdrawn(traced) }
        if case .item(let batch, let place) = pending.path { fill(batch, place, with: nil, to: .null, into: &frames) }
        return true
    }

    /// Appends an answer as a frame, or adds it to its batch, whose frame follows with the last answer.
    func append(_ reply: consuming RPCReply, to id: RPCID, on path: ReplyPath, into frames: inout [UInt8]) {
        switch path {
        case .single: self.frames.append(reply, to: id, into: &frames)
        case .item(let batch, let place): fill(batch, place, with: reply, to: id, into: &frames)
        }
    }

    private func fill(
        _ batch: BatchReply,
        _ place: Int,
        with reply: RPCReply?,
        to id: RPCID,
        into frames: inout [UInt8]
    ) {
        let (array, growth) = batch.fill(place, with: reply, to: id)
        if growth != 0 { state.withLock { $0.requests.noteBatchBytes(growth) } }
        if let array { self.frames.appendFrame(array, into: &frames) }
    }
}

/// Information that the client gives about itself.
extension Connection {
    func noteHandshake(_ params: JSONElement?) {
        tracer.set(params?["trace"])
        guard let identifier = params?["processId"]?.int, identifier > 0, let process = Int32(exactly: identifier)
        else { return }
        watchClient(ProcessID(process))
    }

    /// Ends the session when that process ends; a separate thread waits for it.
    func watchClient(_ process: ProcessID) {
        do {
            try SystemThread.start { [weak self] in
                ProcessWatch.waitForEnd(of: process)
                self?.fail(.clientGone(processID: process.number))
            }
        } catch {
            // The end of the input still shows that the client is gone.
        }
    }
}
