#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The thread that writes what is more than a few bytes, waiting for the client as long as it takes.
struct OutputWriter: Sendable {
    let connection: Connection
    /// The most bytes of one write: it waits until all are taken, and only its end tells that the client reads.
    private static let pieceBytes = 64 << 10

    private enum Turn {
        case write([[UInt8]])
        case leave
    }

    /// Writes until everything is answered and written, or nothing can be written any more.
    func run() {
        while case .write(let segments) = nextTurn() {
            var rest = Array(segments.reversed())
            // Each is given back when it is written, so that what waits is all the memory that is held.
            while var segment = rest.popLast(), write(segment) {
                connection.monitor.withLock { $0.outbound.recycle(&segment) }
            }
            finishTurn()
        }
        connection.monitor.withLock { $0.isWriterGone = true }
        connection.wakePipe.wake()
    }

    private func nextTurn() -> Turn {
        connection.monitor.wait { state in
            if state.failure != nil { return .leave }
            if let segments = state.outbound.claimAll() { return .write(segments) }
            return state.isAnswered && state.outbound.isIdle ? .leave : nil
        }
    }

    /// Writes a segment; false where the output has failed.
    private func write(_ segment: [UInt8]) -> Bool {
        var start = 0
        while start < segment.count {
            let count = unsafe segment.withUnsafeBytes { bytes in
                let piece = unsafe bytes[start...].prefix(Self.pieceBytes)
                return unsafe connection.output.write(UnsafeRawBufferPointer(rebasing: piece))
            }
            guard count > 0 else {
                connection.fail(RPCEnding(writeFailure: count))
                return false
            }
            start += count
            guard noteWritten(count) else { return false }
        }
        return true
    }

    /// Counts what has gone out and wakes who waited for room; false where writing has become pointless.
    private func noteWritten(_ count: Int) -> Bool {
        let (outcome, hasFailed) = connection.monitor.withLock { state in
            if state.failure == nil { state.outbound.noteWritten(count) }
            return (SendOutcome(isOpen: true, isDirect: false, &state), state.failure != nil)
        }
        outcome.wake(connection)
        return !hasFailed
    }

    private func finishTurn() {
        let outcome = connection.monitor.withLock { state in
            state.outbound.finishWriting()
            return SendOutcome(isOpen: true, isDirect: false, &state)
        }
        outcome.wake(connection)
    }
}

extension RPCEnding {
    /// The ending for a write that gave a negated error number.
    init(writeFailure result: Int) {
        let number = Int32(clamping: -result)
        self = number == EPIPE || number == ECONNRESET ? .outputClosed : .outputFailed(errno: number)
    }
}
