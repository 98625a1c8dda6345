import Synchronization

/// One client on two descriptors: what its reader, its writer and its calls share.
final class Connection: Sendable {
    let configuration: RPCServerConfiguration
    let input: Descriptor
    let output: Descriptor
    let wakePipe: WakePipe
    let monitor: Monitor<ConnectionState>

    let tracer: CallTracer

    private let framingCode = Atomic<UInt8>(0)
    /// The handshake steps whose calls have failed, for the reader to take back.
    private let refusedSteps = Atomic<UInt8>(0)
    /// How many requests are not answered; a number only the reader makes grow.
    let unansweredCount = Atomic<Int>(0)

    init(input: Int32, output: Int32, configuration: RPCServerConfiguration, wakePipe: WakePipe) {
        self.configuration = configuration
        self.input = Descriptor(number: input)
        self.output = Descriptor(number: output)
        self.wakePipe = wakePipe
        monitor = Monitor(ConnectionState(configuration))
        tracer = CallTracer(log: configuration.callEvents)
        if let framing = configuration.framing { settle(framing) }
    }

    /// The framing, once it is known.
    var framing: RPCFraming? {
        switch framingCode.load(ordering: .acquiring) {
        case 1: .line
        case 2: .header
        default: nil
        }
    }

    /// Says what the framing is, once.
    func settle(_ framing: RPCFraming) { framingCode.store(framing == .header ? 2 : 1, ordering: .releasing) }

    /// The writer of frames; lines as long as nothing is known.
    var frames: FrameWriter { FrameWriter(framing: framing ?? .line) }

    // MARK: Handshake steps

    /// The call that made a step has failed.
    func refuse(_ step: Lifecycle.Step) {
        refusedSteps.bitwiseOr(step == .initialize ? 1 : 2, ordering: .acquiringAndReleasing)
    }

    /// Whether there are steps to take back.
    var hasRefusedSteps: Bool { refusedSteps.load(ordering: .acquiring) != 0 }

    /// The steps to take back since the last time.
    func takeRefusedSteps() -> [Lifecycle.Step] {
        let bits = refusedSteps.exchange(0, ordering: .acquiringAndReleasing)
        return (bits & 2 != 0 ? [.shutdown] : []) + (bits & 1 != 0 ? [.initialize] : [])
    }

    // MARK: Ending

    /// Asks the reader to leave off and to let calls go on for so long.
    func stop(within patience: Duration) {
        monitor.withLock { state in
            state.stopPatience = min(state.stopPatience ?? patience, patience)
        }
        wakePipe.wake()
    }

    /// Nothing can be written any more.
    func fail(_ ending: RPCEnding) {
        let wake = monitor.withLock { state in
            state.failure = state.failure ?? ending
            state.outbound.discard()
            return state.dispatch()
        }
        wake?.resume()
        monitor.wake()
        wakePipe.wake()
    }

    /// All calls have ended.
    func noteAllAnswered() {
        monitor.withLock { $0.haveTasksEnded = true }
        monitor.wake()
        wakePipe.wake()
    }

    /// Waits until the reader has seen the end.
    func ending() async -> RPCEnding {
        await withCheckedContinuation { continuation in
            let ending = monitor.withLock { state in
                if state.ending == nil { state.finish.append(continuation) }
                return state.ending
            }
            if let ending { continuation.resume(returning: ending) }
        }
    }

    /// Says how it ended; the reader's last act.
    func finish(_ ending: RPCEnding) {
        let waiting = monitor.withLock { state in
            state.ending = ending
            defer { state.finish = [] }
            return state.finish
        }
        for continuation in waiting { continuation.resume(returning: ending) }
    }
}
