import JSON

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
