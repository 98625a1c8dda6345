/// What the threads and tasks of a connection share, behind one lock.
struct ConnectionState {
    /// The task that starts calls, waiting for some; nil at the end.
    typealias Dispatcher = CheckedContinuation<[AdmittedCall]?, Never>

    var outbound: OutboundQueue
    var admission: Admission
    /// Who waits for startable calls.
    var dispatcher: Dispatcher?
    /// Who waits for the end.
    var finish: [CheckedContinuation<RPCEnding, Never>] = []
    /// How it ended, once it has.
    var ending: RPCEnding?

    /// Whether the reading thread sleeps and wants to be woken by any change.
    var isReaderParked = false
    /// Whether no more calls will be admitted.
    var isInputOver = false
    /// Whether all tasks have ended.
    var haveTasksEnded = false
    /// Whether answers to calls that are given up are on their way to the output.
    var isGivingUp = false
    /// Whether nothing more will be answered.
    var isAnswered: Bool { haveTasksEnded && !isGivingUp }
    /// For how long calls may go on after somebody asked for the end.
    var stopPatience: Duration?
    /// Why the output is lost.
    var failure: RPCEnding?
    /// Whether the writing thread has left.
    var isWriterGone = false

    init(_ configuration: RPCServerConfiguration) {
        outbound = OutboundQueue(limit: configuration.maximumOutboundBytes)
        admission = Admission(
            runningLimit: configuration.maximumInFlight,
            waitingLimit: configuration.maximumWaiting,
            waitingBytesLimit: configuration.maximumWaitingBytes
        )
    }

    /// Whether the reading thread may go on reading.
    var hasRoom: Bool { admission.hasRoom && !outbound.isFull }
    /// Whether the reading thread should leave off.
    var isInterrupted: Bool { stopPatience != nil || failure != nil }

    /// What the dispatcher is to be told, if it waits and there is something to tell.
    ///
    /// Nothing new begins while the client is behind with reading.
    mutating func dispatch() -> DispatcherWake? {
        guard let waiting = dispatcher else { return nil }
        let mayStart = !outbound.isFull || failure != nil
        let startable = mayStart ? admission.takeStartable() : []
        guard !startable.isEmpty || (isInputOver && admission.isEmpty) else { return nil }
        dispatcher = nil
        return DispatcherWake(dispatcher: waiting, calls: startable.isEmpty ? nil : startable)
    }
}
