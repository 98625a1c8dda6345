import Platform

/// The thread that writes more than a few bytes, and waits for the client as long as necessary.
struct OutputWriter: Sendable {
    let connection: Connection
    /// The limit on the bytes of one write, which blocks until all are taken; only its end shows that the client reads.
    private static let pieceBytes = 64 << 10

    /// Writes until everything is answered and written, or nothing can be written any more.
    func run() {
        while case let segments = next(), !segments.isEmpty {
            var rest = Array(segments.reversed())
            // Recycle each segment once it is written, so that only unwritten segments hold memory.
            while var segment = rest.popLast(), write(segment) {
                connection.state.withLock { $0.outbound.recycle(&segment) }
            }
            finishTurn()
        }
        connection.state.withLock { $0.isWriterGone = true }
        connection.wakePipe.wake()
    }

    /// What is to be written now; empty at the end.
    private func next() -> [[UInt8]] {
        connection.state.wait { state in
            if state.failure != nil { return [] }
            if let segments = state.outbound.claimAll() { return segments }
            return state.isAnswered && state.outbound.isIdle ? [] : nil
        }
    }

    /// Writes a segment, or returns false if the output has failed.
    private func write(_ segment: [UInt8]) -> Bool {
        var start = 0
        while start < segment.count {
            let end = min(segment.count, start + Self.pieceBytes)
            let count: Int
            do throws(SystemError) {
                count = try connection.output.write(segment.span.extracting(start..<end))
            } catch {
                connection.fail(RPCEnding(writing: error))
                return false
            }
            start += count
            guard noteWritten(count) else { return false }
        }
        return true
    }

    /// Counts written bytes, wakes what waits for room, and returns false if the session has failed.
    private func noteWritten(_ count: Int) -> Bool {
        let (outcome, hasFailed) = connection.state.withLock { state in
            if state.failure == nil { state.outbound.noteWritten(count) }
            return (SendOutcome(isOpen: true, isDirect: false, &state), state.failure != nil)
        }
        outcome.wake(connection)
        return !hasFailed
    }

    private func finishTurn() {
        let outcome = connection.state.withLock { state in
            state.outbound.finishWriting()
            return SendOutcome(isOpen: true, isDirect: false, &state)
        }
        outcome.wake(connection)
    }
}

extension RPCEnding {
    init(writing error: SystemError) {
        self = error.isBrokenPipe ? .outputClosed : .outputFailed(errno: error.code)
    }
}
