import JSON

/// Takes messages off the front of the bytes that were read, one at a time.
struct MessagePump {
    private let connection: Connection
    /// Whether somebody wants to see all messages.
    private let isObserved: Bool
    private var framer: StreamFramer
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

    /// Deals with what lies at the front.
    ///
    /// - Parameters:
    ///   - bytes: what was read and not used.
    ///   - atEnd: whether no more will come.
    /// - Returns: how many bytes are used now; nil where more are needed.
    mutating func take(_ bytes: Span<UInt8>, atEnd: Bool) -> Int? {
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
            return receiver.receive(message) ? drop : framer.noteUnparsable(message, drop: drop)
        case .fault(let fault, let drop):
            if isObserved { observe(fault, bytes.extracting(0..<drop)) }
            receiver.receive(fault)
            return drop
        }
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
