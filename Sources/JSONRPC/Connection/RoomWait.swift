/// The reader's wait for a client that is behind: with reading answers, or with requests that all run and wait.
struct RoomWait {
    let connection: Connection
    let watch: InputWatch

    /// Waits until there is room; an ending where that will not come.
    func await() -> RPCEnding? {
        var stall = StallClock(timeout: connection.configuration.stallTimeout)
        defer { connection.monitor.withLock { $0.isReaderParked = false } }
        while true {
            let (verdict, progress) = connection.monitor.withLock { state in
                state.isReaderParked = true
                return (Self.verdict(state), StallClock.Progress(state.outbound))
            }
            switch verdict {
            case .go: return nil
            case .end(let ending): return ending
            case .wait: break
            }
            guard let rest = stall.rest(progress, now: .now) else {
                connection.fail(.stalled)
                return .stalled
            }
            if watch.nextBesidesInput(timeout: rest) == .outputClosed { connection.fail(.outputClosed) }
        }
    }

    private enum Verdict {
        case go
        case wait
        case end(RPCEnding)
    }

    private static func verdict(_ state: ConnectionState) -> Verdict {
        if let failure = state.failure { return .end(failure) }
        if state.stopPatience != nil { return .end(.stopped) }
        return state.hasRoom ? .go : .wait
    }
}
