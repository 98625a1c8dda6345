import JSON
import MarqueeTestKit

@testable import JSONRPC

/// What must hold for any stream that is cut into messages.
enum FramerInvariants {
    /// The limit of the framers under test: small, so that few bytes reach it.
    static let limit = 48

    /// What a framer says about a stream, in order.
    enum Event: Equatable {
        case message([UInt8])
        case fault(FramingFault)
    }

    /// Lines: any split gives what the model says.
    static func checkLines(_ bytes: [UInt8]) throws(Violation) {
        try checkSplits(of: bytes, framing: .line, expected: modelOfLines(bytes))
    }

    /// Headers, asked for and detected: any split gives the same; what was cut out is cut out again when framed anew.
    static func checkHeaders(_ bytes: [UInt8]) throws(Violation) {
        let whole = try FramedStream(framing: .header, limit: limit).events(of: [bytes])
        try checkSplits(of: bytes, framing: .header, expected: whole)
        try checkSplits(of: bytes, framing: nil, expected: FramedStream(framing: nil, limit: limit).events(of: [bytes]))
        let messages = whole.filter { if case .message(let body) = $0 { isJSON(body) } else { false } }
        let again = try FramedStream(framing: .header, limit: limit).events(of: [messages.flatMap(frame)])
        try Violation.unless(again == messages, "framed anew, the messages are \(again) instead of \(messages)")
    }

    /// The reference: lines without their ends, blank ones left out, long ones refused.
    private static func modelOfLines(_ bytes: [UInt8]) -> [Event] {
        bytes.split(separator: .lineFeed, omittingEmptySubsequences: true).compactMap { line in
            let content = line.last == .carriageReturn ? line.dropLast() : line
            if content.count > limit { return .fault(.tooLarge) }
            return content.allSatisfy(\.isJSONBlank) ? nil : .message(Array(content))
        }
    }

    private static func checkSplits(of bytes: [UInt8], framing: RPCFraming?, expected: [Event]) throws(Violation) {
        var random = SeededGenerator(seed: UInt64(bytes.count))
        for longest in [bytes.count + 1, 1, 3, 17] {
            let pieces = bytes.split(longest: longest, using: &random)
            let events = try FramedStream(framing: framing, limit: limit).events(of: pieces)
            try Violation.unless(
                events == expected,
                "in pieces of \(pieces.map(\.count)) the stream is \(events) instead of \(expected)"
            )
        }
    }

    private static func frame(_ event: Event) -> [UInt8] {
        guard case .message(let body) = event else { return [] }
        return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    static func isJSON(_ bytes: [UInt8]) -> Bool { document(bytes) != nil }

    /// The document, or nil where the bytes are not JSON.
    static func document(_ bytes: [UInt8]) -> JSONDocument? {
        do {
            return try JSONDocument(bytes)
        } catch {
            return nil
        }
    }
}

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
