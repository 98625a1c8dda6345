@testable import JSONRPC

/// Puts a stream through a framer piece by piece and holds the framer to its account of the bytes.
struct FramedStream {
    private var framer: StreamFramer
    private var buffer: [UInt8] = []
    private var events: [FramerInvariants.Event] = []

    init(framing: RPCFraming?, limit: Int) {
        framer = StreamFramer(framing: framing, maximumBytes: limit)
    }

    /// What the framer says about the pieces and their end.
    consuming func events(of pieces: [[UInt8]]) throws(Violation) -> [FramerInvariants.Event] {
        for piece in pieces {
            buffer += piece
            try drain(atEnd: false)
        }
        try drain(atEnd: true)
        try Violation.unless(buffer.isEmpty, "\(buffer.count) bytes are left at the end")
        return events
    }

    private mutating func drain(atEnd: Bool) throws(Violation) {
        var idleSteps = 0
        while true {
            let bytes = buffer
            let step = framer.step(bytes.span, atEnd: atEnd)
            guard let drop = take(step) else { return }
            try Violation.unless((0...buffer.count).contains(drop), "\(step) drops more than the \(buffer.count) there")
            idleSteps = drop == 0 ? idleSteps + 1 : 0
            try Violation.unless(idleSteps < 4, "\(step) again and again")
            buffer.removeFirst(drop)
        }
    }

    /// Notes what a step found; how many bytes to drop, or nil where it wants more.
    private mutating func take(_ step: FramingStep) -> Int? {
        switch step {
        case .needsMore:
            return nil
        case .skip(let count):
            return count
        case .fault(let fault, let drop):
            events.append(.fault(fault))
            return drop
        case .message(let range, let drop):
            let body = Array(buffer[range])
            events.append(.message(body))
            return FramerInvariants.isJSON(body) ? drop : framer.noteUnparsable(body.span, drop: drop)
        }
    }
}
