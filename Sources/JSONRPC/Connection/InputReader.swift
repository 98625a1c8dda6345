/// The thread that reads: it cuts, decodes and admits messages, answers what needs no waiting, and sees to the end.
struct InputReader {
    /// A stretch of reading after which the gathered answers are handed over.
    private static var flushBytes: Int { 48 << 10 }
    private static var bufferBytes: Int { 128 << 10 }

    let connection: Connection
    private let watch: InputWatch
    private var buffer = InputBuffer(capacity: bufferBytes)
    private var pump: MessagePump

    init(connection: Connection, handler: any RPCHandler) {
        self.connection = connection
        watch = InputWatch(input: connection.input, output: connection.output, wake: connection.wakePipe)
        pump = MessagePump(connection: connection, handler: handler)
    }

    /// Reads until the end, then waits for the rest of the work.
    mutating func run() {
        let ending = read()
        connection.finish(SessionEnd(connection: connection, watch: watch).await(after: ending))
    }

    private mutating func read() -> RPCEnding {
        if let ending = take(watch.next(timeout: .zero)) { return ending }
        connection.configuration.onceUnderWay?()
        while true {
            if let ending = take(watch.next(timeout: nil)) { return ending }
        }
    }

    /// Deals with what happened; an ending where the session is over.
    private mutating func take(_ event: InputWatch.Event) -> RPCEnding? {
        switch event {
        case .woken, .timeout: return interruption()
        case .outputClosed:
            connection.fail(.outputClosed)
            return .outputClosed
        case .input: return readInput()
        }
    }

    /// Reads once and deals with all that came; an ending where the session is over.
    private mutating func readInput() -> RPCEnding? {
        buffer.makeRoom()
        let input = connection.input
        let count = unsafe buffer.fill { unsafe input.read(into: $0) }
        if count < 0 { return .inputFailed(errno: Int32(clamping: -count)) }
        if let ending = consume(atEnd: count == 0) { return ending }
        return count == 0 ? .endOfInput : nil
    }

    /// Takes messages out of the buffer until it wants more.
    private mutating func consume(atEnd: Bool) -> RPCEnding? {
        while takeStep(atEnd: atEnd) {
            if let ending = pump.receiver.ending {
                _ = connection.flush(&pump.receiver.answers)
                return ending
            }
            if pump.receiver.answers.count >= Self.flushBytes || pump.receiver.wantsFlush {
                if let ending = flushAndWait() { return ending }
            }
        }
        return flushAndWait()
    }

    /// Deals with one message; false where more bytes are needed.
    private mutating func takeStep(atEnd: Bool) -> Bool {
        guard let count = Self.step(&pump, on: buffer, atEnd: atEnd) else { return false }
        buffer.drop(count)
        return true
    }

    /// One step of the pump, which must not know the buffer it borrows from.
    private static func step(_ pump: inout MessagePump, on buffer: InputBuffer, atEnd: Bool) -> Int? {
        pump.take(buffer.storage.span.extracting(buffer.unread), atEnd: atEnd)
    }

    /// Hands the answers over and waits while the client is behind.
    private mutating func flushAndWait() -> RPCEnding? {
        pump.receiver.wantsFlush = false
        if connection.flush(&pump.receiver.answers) { return nil }
        return RoomWait(connection: connection, watch: watch).await()
    }

    private func interruption() -> RPCEnding? {
        connection.monitor.withLock { state in
            state.failure ?? (state.stopPatience == nil ? nil : .stopped)
        }
    }
}
