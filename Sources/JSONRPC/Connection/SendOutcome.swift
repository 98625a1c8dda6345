/// Who is to be woken after a change, decided with the lock held and done without it.
struct SendOutcome {
    let isOpen: Bool
    let isDirect: Bool
    let hasRoom: Bool
    private let writer: Bool
    private let reader: Bool
    private let dispatcher: DispatcherWake?

    init(isOpen: Bool, isDirect: Bool, _ state: inout ConnectionState) {
        self.isOpen = isOpen
        self.isDirect = isDirect
        hasRoom = state.hasRoom && !state.isInterrupted
        writer = state.outbound.wantsWriter || (state.isAnswered && state.outbound.isIdle)
        reader = state.isReaderParked
        dispatcher = state.dispatch()
    }

    func wake(_ connection: Connection) {
        if writer { connection.monitor.wake() }
        if reader { connection.wakePipe.wake() }
        dispatcher?.resume()
    }
}
