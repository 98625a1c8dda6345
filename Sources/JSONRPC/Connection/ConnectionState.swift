import Platform

/// What the threads and tasks of a connection share, behind one lock.
struct ConnectionState {
    /// The task that starts calls, waiting for some; nil at the end.
    typealias Dispatcher = CheckedContinuation<[AdmittedCall]?, Never>

    var outbound: OutboundQueue
    var requests: RequestQueue
    /// Who waits for startable calls.
    var dispatcher: Dispatcher?
    /// Who waits for the end.
    var finish: [CheckedContinuation<RPCEnding, Never>] = []
    var ending: RPCEnding?

    /// Whether the reading thread sleeps and wants to be woken by any change.
    var isReaderParked = false
    /// Whether no more calls will be admitted.
    var isInputOver = false
    var haveTasksEnded = false
    /// Whether answers to calls that are given up are on their way to the output.
    var isGivingUp = false
    /// Whether nothing more will be answered.
    var isAnswered: Bool { haveTasksEnded && !isGivingUp }
    /// For how long calls may go on after the end was asked for.
    var stopPatience: Duration?
    /// Why the output is lost.
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

    /// Whether the reading thread may go on reading.
    var hasRoom: Bool { requests.hasRoom && !outbound.isFull }
    /// Whether the reading thread should leave off.
    var isInterrupted: Bool { stopPatience != nil || failure != nil }

    /// What the dispatcher is to be told, if it waits and there is something to tell.
    ///
    /// Nothing new begins while the client is behind with reading.
    mutating func dispatch() -> DispatcherWake? {
        guard let waiting = dispatcher else { return nil }
        let mayStart = !outbound.isFull || failure != nil
        let startable = mayStart ? requests.takeStartable() : []
        guard !startable.isEmpty || (isInputOver && requests.isEmpty) else { return nil }
        dispatcher = nil
        return DispatcherWake(dispatcher: waiting, calls: startable.isEmpty ? nil : startable)
    }
}

/// Who is to be woken after a change, decided with the lock held and done without it.
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
        hasRoom = state.hasRoom && !state.isInterrupted
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

/// A dispatcher to be resumed once the lock is free.
struct DispatcherWake {
    let dispatcher: ConnectionState.Dispatcher
    let calls: [AdmittedCall]?

    func resume() { dispatcher.resume(returning: calls) }
}

/// Getting frames to the client.
extension Connection {
    /// Whether the client is not behind by the limit.
    var hasOutboundRoom: Bool { state.withLock { !$0.outbound.isFull && $0.failure == nil } }

    /// Sends a notification; false before the framing is known and after the end.
    @discardableResult
    func notify(_ method: String, params: [UInt8]) -> Bool {
        guard let framing else { return false }
        var frame: [UInt8] = []
        FrameWriter(framing: framing).appendFrame(FrameWriter.notification(method, params: params), into: &frame)
        return send(frame) { _ in }
    }

    /// Sends whole frames, and makes a change to the state in the same moment.
    ///
    /// Few bytes for an idle output are written here and now while no other call runs: waking the writing thread would
    /// cost more than the write. With many calls the writing thread gathers their answers into fewer writes.
    ///
    /// - Returns: false where nothing can be sent any more.
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

    /// Hands over the frames that the reader has gathered and leaves it an empty buffer.
    ///
    /// - Returns: whether the reader may go on without waiting, and whether there are unanswered calls.
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

    /// The frames as they are written; a header has counted the bytes of its message already.
    private func shown(_ frames: [UInt8]) -> [UInt8] {
        guard let escaping = configuration.escaping, framing != .header else { return frames }
        return escaping(frames)
    }

    /// Shows frames to whoever looks on; with the lock held, so that they come in the order in which they are written.
    private func observe(_ frames: [UInt8]) {
        guard let traffic = configuration.traffic, !frames.isEmpty else { return }
        traffic.sent(frames: frames, framing: framing ?? .line)
    }

    /// Writes frames that fit into a ready output, and leaves to the writer what does not.
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
