import JSON

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

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

/// Takes messages off the front of the bytes that were read, one at a time.
struct MessagePump {
    private let connection: Connection
    /// Whether somebody wants to see all messages.
    private let isObserved: Bool
    private var framer: StreamFramer
    /// The last exchange, if the next messages may be its repetitions.
    private var exchange: RepeatedExchange?
    /// Deals with the messages and holds their answers.
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

    /// Deals with what lies at the front: one message, or a run of repetitions of the last one.
    ///
    /// - Parameters:
    ///   - bytes: what was read and not used.
    ///   - atEnd: whether no more will come.
    /// - Returns: how many bytes are used now; nil where more are needed.
    mutating func take(_ bytes: Span<UInt8>, atEnd: Bool) -> Int? {
        if let exchange, !isObserved, framer.isBetweenMessages, receiver.mayRepeat {
            let count = exchange.answer(bytes, into: &receiver.answers)
            if count > 0 { return count }
        }
        return takeStep(bytes, atEnd: atEnd)
    }

    private mutating func takeStep(_ bytes: Span<UInt8>, atEnd: Bool) -> Int? {
        let step = framer.step(bytes, atEnd: atEnd)
        if connection.framing == nil, let framing = framer.framing { settle(framing) }
        switch step {
        case .needsMore:
            return nil
        case .skip(let count):
            return count
        case .message(let range, let drop):
            let message = bytes.extracting(range)
            if isObserved { observe(message) }
            let isJSON = receiver.receive(message)
            remember(bytes.extracting(0..<drop), messageAt: range.lowerBound)
            return isJSON ? drop : framer.noteUnparsable(message, drop: drop)
        case .fault(let fault, let drop):
            exchange = nil
            if isObserved { observe(fault, bytes.extracting(0..<drop)) }
            receiver.receive(fault)
            return drop
        }
    }

    /// Makes a pattern of the exchange that has just been, if it lasts and the whole frame is at hand.
    private mutating func remember(_ frame: Span<UInt8>, messageAt start: Int) {
        guard let (result, idInMessage) = receiver.lasting, let framing = framer.framing else {
            if exchange != nil { exchange = nil }
            return
        }
        let id = (start + idInMessage.lowerBound)..<(start + idInMessage.upperBound)
        let isWhole = framing == .header ? start > 0 : frame[frame.count - 1] == .lineFeed
        guard isWhole else { return exchange = nil }
        var answer: [UInt8] = []
        FrameWriter(framing: framing).append(
            .result(result),
            to: RPCID(token: frame.extracting(id)),
            into: &answer
        )
        let end = answer.count - FrameWriter(framing: framing).countAfterID
        exchange = RepeatedExchange(
            request: frame,
            id: id,
            answer: answer.span,
            answerID: (end - id.count)..<end,
            digits: digits(of: id, in: frame, framing)
        )
    }

    /// How many digits the ids of repetitions may have: with headers as many as this one's, since both lengths are said.
    private func digits(of id: Range<Int>, in frame: Span<UInt8>, _ framing: RPCFraming) -> ClosedRange<Int> {
        guard framing == .line else { return id.count...id.count }
        let room = connection.configuration.messageLimits.maximumBytes - (frame.count - id.count)
        return 1...min(max(room, 1), RepeatedExchange.mostDigits)
    }

    // Out of the way of the code that runs for every message.

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

/// Sleeps until there is input, until somebody wakes the thread, or until nobody reads the output any more.
struct InputWatch {
    /// What happened.
    enum Event {
        /// There are bytes to read, or the end of the input.
        case input
        /// Somebody woke the thread.
        case woken
        /// The other end of the output is closed.
        case outputClosed
        /// Nothing, for as long as was asked.
        case timeout
    }

    let input: Descriptor
    let output: Descriptor
    let wake: WakePipe

    /// Waits for the next event, input included.
    ///
    /// - Parameter timeout: for how long at most; nil for ever.
    /// - Returns: what happened.
    func next(timeout: Duration?) -> Event { poll(for: input.number, timeout: timeout) }

    /// Waits for the next event and leaves the input alone.
    ///
    /// - Parameter timeout: for how long at most; nil for ever.
    /// - Returns: what happened.
    func nextBesidesInput(timeout: Duration?) -> Event { poll(for: -1, timeout: timeout) }

    /// Waits until somebody wakes the thread, and leaves input and output alone.
    ///
    /// - Parameter timeout: for how long at most; nil for ever.
    /// - Returns: that somebody did, or that the time is up.
    func nextWake(timeout: Duration?) -> Event { poll(for: -1, and: -1, timeout: timeout) }

    private func poll(for input: Int32, timeout: Duration?) -> Event {
        poll(for: input, and: output.number, timeout: timeout)
    }

    private func poll(for input: Int32, and output: Int32, timeout: Duration?) -> Event {
        var requests = (
            pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            pollfd(fd: output, events: 0, revents: 0)
        )
        let milliseconds = timeout.map { Int32(clamping: $0.wholeMilliseconds) } ?? -1
        while true {
            let count = unsafe withUnsafeMutableBytes(of: &requests) {
                unsafe systemPoll($0.assumingMemoryBound(to: pollfd.self).baseAddress, 3, milliseconds)
            }
            if count == 0 { return .timeout }
            // A poll that fails for good has nothing to wait for; reading will say why.
            if count < 0 && errno != EINTR { return .input }
            if count < 0 { continue }
            if requests.0.revents != 0 {
                wake.clear()
                return .woken
            }
            if requests.1.revents != 0 { return .input }
            return .outputClosed
        }
    }
}

extension Duration {
    /// Milliseconds, rounded up.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}

// The name of the C function, out of the way of the method.
private func systemPoll(_ requests: UnsafeMutablePointer<pollfd>?, _ count: UInt, _ timeout: Int32) -> Int32 {
    unsafe poll(requests, nfds_t(count), timeout)
}

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
