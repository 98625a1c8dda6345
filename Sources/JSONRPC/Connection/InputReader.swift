import JSON
import Platform

/// The reading thread: it frames, decodes, and admits messages, answers what needs no waiting, and ends the session.
struct InputReader {
    /// The number of gathered bytes at which answers are flushed.
    private static var flushBytes: Int { 48 << 10 }
    private static var bufferBytes: Int { 128 << 10 }

    let connection: Connection
    private let handler: any RPCHandler
    private let watch: InputWatch
    private var buffer = InputBuffer(capacity: bufferBytes)
    private var pump: MessagePump

    init(connection: Connection, handler: any RPCHandler) {
        self.connection = connection
        self.handler = handler
        watch = InputWatch(input: connection.input, output: connection.output, wake: connection.wakePipe)
        pump = MessagePump(connection: connection, handler: handler)
    }

    /// Reads until the end, then waits for the remaining work.
    mutating func run() {
        var ending = read()
        // What the client had sent before a stop is answered, too; only `exit` changes how the session ends.
        if ending == .stopped, connection.input.isReadable(within: .zero), case .exit(let code)? = readInput() {
            ending = .exit(code: code)
        }
        connection.finish(
            SessionEnd(connection: connection, watch: watch, handler: handler).waitUntilOver(after: ending)
        )
    }

    private mutating func read() -> RPCEnding {
        if let ending = take(watch.next(timeout: .zero)) { return ending }
        connection.configuration.onceUnderWay?()
        while true {
            if let ending = take(watch.next(timeout: nil)) { return ending }
        }
    }

    /// Handles an event and returns the ending if the session is over.
    private mutating func take(_ event: InputWatch.Event) -> RPCEnding? {
        switch event {
        case .woken, .timeout: return connection.state.withLock { $0.interruption }
        case .outputClosed:
            connection.fail(.outputClosed)
            return .outputClosed
        case .input: return readInput()
        }
    }

    /// Reads once, handles all that came, and returns the ending if the session is over.
    private mutating func readInput() -> RPCEnding? {
        buffer.makeRoom()
        let count: Int
        do throws(SystemError) {
            count = try buffer.fill { [input = connection.input] (bytes, start) throws(SystemError) in
                try input.read(into: &bytes, from: start)
            }
        } catch {
            return .inputFailed(errno: error.code)
        }
        if let ending = consume(atEnd: count == 0) { return ending }
        return count == 0 ? .endOfInput : nil
    }

    /// Handles the messages in the buffer until it needs more bytes.
    private mutating func consume(atEnd: Bool) -> RPCEnding? {
        while takeStep(atEnd: atEnd) {
            if let ending = pump.receiver.ending {
                _ = connection.flush(&pump.receiver.answers)
                return ending
            }
            if pump.receiver.answers.count >= Self.flushBytes || pump.receiver.wantsFlush {
                if let ending = flushAndWait(), ending != .stopped { return ending }
            }
        }
        return flushAndWait()
    }

    /// Handles one message, or returns false if more bytes are needed.
    private mutating func takeStep(atEnd: Bool) -> Bool {
        guard let count = Self.step(&pump, on: buffer, atEnd: atEnd) else { return false }
        buffer.drop(count)
        return true
    }

    /// Runs one step of the pump; static, so that the pump can change while the buffer is borrowed.
    private static func step(_ pump: inout MessagePump, on buffer: InputBuffer, atEnd: Bool) -> Int? {
        pump.take(buffer.storage.span.extracting(buffer.unread), atEnd: atEnd)
    }

    /// Flushes the answers and waits while the client is behind.
    private mutating func flushAndWait() -> RPCEnding? {
        pump.receiver.wantsFlush = false
        let (hasRoom, hasOpenCalls) = connection.flush(&pump.receiver.answers)
        pump.receiver.mayHaveOpenCalls = hasOpenCalls
        if hasRoom { return nil }
        return RoomWait(connection: connection, watch: watch).waitForRoom()
    }
}

/// Takes messages from the start of the bytes that were read, one at a time.
struct MessagePump {
    private let connection: Connection
    private let isObserved: Bool
    private var framer: StreamFramer
    /// Handles the messages and holds their answers.
    var receiver: MessageReceiver

    init(connection: Connection, handler: any RPCHandler) {
        self.connection = connection
        isObserved = connection.configuration.traffic != nil
        framer = StreamFramer(
            framing: connection.configuration.framing,
            maximumBytes: connection.configuration.messageLimits.maximumBytes
        )
        receiver = MessageReceiver(connection: connection, handler: handler)
    }

    /// Handles the start of the bytes.
    ///
    /// - Returns: The number of bytes used, or `nil` if more are needed.
    mutating func take(_ bytes: Span<UInt8>, atEnd: Bool) -> Int? {
        let step = framer.step(bytes, atEnd: atEnd)
        if connection.framing == nil, let framing = framer.framing { settle(framing) }
        switch step {
        case .needsMore: return nil
        case .skip(let count): return count
        case .message(let range, let drop):
            let message = bytes.extracting(range)
            if isObserved { observe(message) }
            let isJSON = receiver.receive(message)
            return isJSON ? drop : framer.noteUnparsable(message, drop: drop)
        case .fault(let fault, let drop):
            if isObserved { observe(fault, bytes.extracting(0..<drop)) }
            receiver.receive(fault)
            return drop
        }
    }

    // Kept out of line, away from the code that runs for every message.

    @inline(never)
    private func settle(_ framing: RPCFraming) {
        connection.settle(framing)
        connection.configuration.diagnostics?(.framing(framing))
    }

    @inline(never)
    private func observe(_ fault: FramingFault, _ bytes: Span<UInt8>) {
        let framing = framer.framing ?? .line
        connection.configuration.traffic?.received(fault: bytes.copied, reason: fault.reason, framing: framing)
    }

    @inline(never)
    private func observe(_ message: Span<UInt8>) {
        connection.configuration.traffic?.received(message: message.copied, framing: framer.framing ?? .line)
    }
}

/// Waits until there is input, the thread is woken, or the output is closed.
struct InputWatch {
    enum Event {
        /// There are bytes to read, or the end of the input.
        case input
        case woken
        case outputClosed
        /// Nothing happened within the timeout.
        case timeout
    }

    let input: FileDescriptor
    let output: FileDescriptor
    let wake: WakePipe

    /// Waits for the next event, for ever where there is no `timeout`; input and output can be left alone.
    func next(timeout: Duration?, seesInput: Bool = true, seesOutput: Bool = true) -> Event {
        let (input, output) = (seesInput ? input : nil, seesOutput ? output : nil)
        var poll = PollSet((wake.descriptor, .readable), (input, .readable), (output, .closed))
        let count = poll.wait(atMost: timeout)
        if count == 0 { return .timeout }
        if poll.isReady(0) {
            wake.clear()
            return .woken
        }
        // If polling fails, there is nothing to wait for, and reading will report the reason.
        return count < 0 || poll.isReady(1) ? .input : .outputClosed
    }
}

/// The reader's wait for a client that reads too slowly or has too many requests running and waiting.
struct RoomWait {
    let connection: Connection
    let watch: InputWatch

    /// Waits until there is room, or returns the ending if the session is over.
    func waitForRoom() -> RPCEnding? {
        var stall = StallClock(timeout: connection.configuration.stallTimeout)
        defer { connection.state.withLock { $0.isReaderParked = false } }
        while true {
            let (ending, hasRoom, progress) = connection.state.withLock { state in
                state.isReaderParked = true
                return (state.interruption, state.hasRoom, state.outbound.progress)
            }
            if ending != nil || hasRoom { return ending }
            guard let rest = stall.rest(progress, now: .now) else {
                connection.fail(.stalled)
                return .stalled
            }
            if watch.next(timeout: rest, seesInput: false) == .outputClosed { connection.fail(.outputClosed) }
        }
    }
}
