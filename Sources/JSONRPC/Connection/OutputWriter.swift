import Platform

/// The thread that writes what is more than a few bytes, waiting for the client as long as it takes.
struct OutputWriter: Sendable {
    let connection: Connection
    /// The most bytes of one write: it waits until all are taken, and only its end tells that the client reads.
    private static let pieceBytes = 64 << 10

    /// Writes until everything is answered and written, or nothing can be written any more.
    func run() {
        while case let segments = next(), !segments.isEmpty {
            var rest = Array(segments.reversed())
            // Each is given back when it is written, so that what waits is all the memory that is held.
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

    /// Writes a segment; false where the output has failed.
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

    /// Counts what has gone out and wakes who waited for room; false where writing has become pointless.
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
