import Platform

/// The state that the threads and tasks of a connection share, behind one lock.
struct ConnectionState {
    /// The continuation of the task that starts calls; it receives calls, or `nil` at the end.
    typealias Dispatcher = CheckedContinuation<[AdmittedCall]?, Never>

    var outbound: OutboundQueue
    var requests: RequestQueue
    var asked = ClientRequests()
    /// The task that waits for startable calls.
    var dispatcher: Dispatcher?
    /// The tasks that wait for the end.
    var finish: [CheckedContinuation<RPCEnding, Never>] = []
    var ending: RPCEnding?

    /// Whether the reading thread sleeps and must be woken by any change.
    var isReaderParked = false
    /// Whether no more calls will be admitted.
    var isInputOver = false
    var haveTasksEnded = false
    /// Whether answers to abandoned calls are on their way to the output.
    var isGivingUp = false
    /// Whether no more answers will come.
    var isAnswered: Bool { haveTasksEnded && !isGivingUp }
    /// How long calls may continue after a stop was requested.
    var stopPatience: Duration?
    /// The reason why the output is lost.
    var failure: RPCEnding?
    var isWriterGone = false

    init(_ configuration: RPCServerConfiguration) {
        outbound = OutboundQueue(limit: configuration.maximumOutboundBytes)
        requests = RequestQueue(
            runningLimit: configuration.maximumInFlight,
            waitingLimit: configuration.maximumWaiting,
            waitingBytesLimit: configuration.maximumWaitingBytes
        )
    }

    /// Whether the reading thread may continue.
    var hasRoom: Bool { requests.hasRoom && !outbound.isFull }
    /// The reason why the reading thread must stop, or `nil` if it may read on.
    var interruption: RPCEnding? { failure ?? (stopPatience == nil ? nil : .stopped) }

    /// Returns what to send to the dispatcher if it waits, or `nil` if there is nothing to send.
    ///
    /// No call starts while the client is behind with reading.
    mutating func dispatch() -> DispatcherWake? {
        guard let waiting = dispatcher else { return nil }
        let mayStart = !outbound.isFull || failure != nil
        let startable = mayStart ? requests.takeStartable() : []
        guard !startable.isEmpty || (isInputOver && requests.isEmpty) else { return nil }
        dispatcher = nil
        return DispatcherWake(dispatcher: waiting, calls: startable.isEmpty ? nil : startable)
    }
}

/// Which threads and tasks to wake after a change; decided with the lock held, carried out without it.
struct SendOutcome {
    let isOpen: Bool
    let isDirect: Bool
    let hasRoom: Bool
    let hasOpenCalls: Bool
    private let writer: Bool
    private let reader: Bool
    private let dispatcher: DispatcherWake?

    init(isOpen: Bool, isDirect: Bool, _ state: inout ConnectionState) {
        self.isOpen = isOpen
        self.isDirect = isDirect
        hasRoom = state.hasRoom && state.interruption == nil
        hasOpenCalls = state.requests.hasOpenCalls
        writer = state.outbound.wantsWriter || (state.isAnswered && state.outbound.isIdle)
        reader = state.isReaderParked
        dispatcher = state.dispatch()
    }

    func wake(_ connection: Connection) {
        if writer { connection.state.wake() }
        if reader { connection.wakePipe.wake() }
        dispatcher?.resume()
    }
}

/// A dispatcher to resume after the lock is released.
struct DispatcherWake {
    let dispatcher: ConnectionState.Dispatcher
    let calls: [AdmittedCall]?

    func resume() { dispatcher.resume(returning: calls) }
}

/// Sends frames to the client.
extension Connection {
    /// Whether the unread bytes are below the limit and the output still works.
    var hasOutboundRoom: Bool { state.withLock { !$0.outbound.isFull && $0.failure == nil } }

    /// Sends a notification; returns false before the framing is known and after the end.
    @discardableResult
    func notify(_ method: String, params: [UInt8]) -> Bool {
        guard let framing else { return false }
        var frame: [UInt8] = []
        FrameWriter(framing: framing).appendFrame(FrameWriter.notification(method, params: params), into: &frame)
        return send(frame) { _ in }
    }

    /// Sends whole frames and changes the state under the same lock.
    ///
    /// A few bytes for an idle output are written directly if no other call runs, because waking the writing thread
    /// would cost more than the write. With many calls, the writing thread gathers their answers into fewer writes.
    ///
    /// - Returns: False if nothing can be sent any more.
    @discardableResult
    func send(_ frames: [UInt8], alongside change: (inout ConnectionState) -> Void) -> Bool {
        let frames = shown(frames)
        let outcome = state.withLock { state in
            change(&state)
            let isOpen = state.failure == nil && !state.isWriterGone
            let isQuiet = state.requests.runningCount == 0
            if isOpen { observe(frames) }
            let isDirect = isOpen && isQuiet && state.outbound.claimForDirectWrite(of: frames.count)
            if isOpen && !isDirect { state.outbound.append(frames) }
            return SendOutcome(isOpen: isOpen, isDirect: isDirect, &state)
        }
        if outcome.isDirect { writeDirectly(frames) }
        outcome.wake(self)
        return outcome.isOpen
    }

    /// Sends the frames that the reader has gathered and leaves an empty buffer.
    ///
    /// - Returns: Whether the reader may continue without waiting, and whether there are unanswered calls.
    func flush(_ frames: inout [UInt8]) -> (hasRoom: Bool, hasOpenCalls: Bool) {
        if configuration.escaping != nil { frames = shown(frames) }
        let outcome = state.withLock { state in
            let isOpen = state.failure == nil
            if isOpen { observe(frames) }
            let isDirect = isOpen && state.outbound.claimForDirectWrite(of: frames.count)
            if isOpen && !isDirect && !frames.isEmpty { state.outbound.exchange(&frames) }
            return SendOutcome(isOpen: isOpen, isDirect: isDirect, &state)
        }
        if outcome.isDirect { writeDirectly(frames) }
        frames.removeAll(keepingCapacity: true)
        outcome.wake(self)
        return (outcome.hasRoom, outcome.hasOpenCalls)
    }

    /// Returns the frames as they are written; those with headers stay, because the header states the length.
    private func shown(_ frames: [UInt8]) -> [UInt8] {
        guard let escaping = configuration.escaping, framing != .header else { return frames }
        return escaping(frames)
    }

    /// Shows frames to the observer, with the lock held, so that it sees them in the order of writing.
    private func observe(_ frames: [UInt8]) {
        guard let traffic = configuration.traffic, !frames.isEmpty else { return }
        traffic.sent(frames: frames, framing: framing ?? .line)
    }

    /// Writes frames to the output if it is ready, and leaves the rest to the writer.
    private func writeDirectly(_ frames: [UInt8]) {
        var count = 0
        do throws(SystemError) {
            if output.hasRoom() { count = try output.write(frames.span) }
        } catch {
            fail(RPCEnding(writing: error))
        }
        let wake = state.withLock { state in
            state.outbound.finishWriting()
            if state.failure == nil {
                state.outbound.noteWritten(count)
                if count < frames.count { state.outbound.putBack(Array(frames[count...])) }
            }
            return SendOutcome(isOpen: true, isDirect: false, &state)
        }
        wake.wake(self)
    }
}
