import JSON
import MarqueeTestKit

@testable import JSONRPC

/// Invariants of the stream framer for arbitrary bytes.
enum FramerInvariants {
    /// The message limit of the framers under test, in bytes; small so that short inputs reach it.
    static let limit = 48

    /// A message or a fault that a framer finds in a stream.
    enum Event: Equatable {
        case message([UInt8])
        case fault(FramingFault)
    }

    /// Checks that line framing gives the events of the model, however the bytes are split.
    static func checkLines(_ bytes: [UInt8]) throws(Violation) {
        try checkSplits(of: bytes, framing: .line, expected: modelOfLines(bytes))
    }

    /// Checks that header framing, configured or detected, gives the same events however the bytes are split, and that
    /// its JSON messages come out again when they are framed anew.
    static func checkHeaders(_ bytes: [UInt8]) throws(Violation) {
        let whole = try FramedStream(framing: .header, limit: limit).events(of: [bytes])
        try checkSplits(of: bytes, framing: .header, expected: whole)
        try checkSplits(of: bytes, framing: nil, expected: FramedStream(framing: nil, limit: limit).events(of: [bytes]))
        let messages = whole.filter { if case .message(let body) = $0 { isJSON(body) } else { false } }
        let again = try FramedStream(framing: .header, limit: limit).events(of: [messages.flatMap(frame)])
        try Violation.unless(again == messages, "framed anew, the messages are \(again) instead of \(messages)")
    }

    /// Returns the expected events: each line without its end, none for a blank line, a fault for a line that is too
    /// long.
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

    /// Returns the document, or `nil` if the bytes aren't JSON.
    static func document(_ bytes: [UInt8]) -> JSONDocument? {
        do {
            return try JSONDocument(bytes)
        } catch {
            return nil
        }
    }
}

/// Passes a stream to a framer piece by piece and checks that the framer accounts for every byte.
struct FramedStream {
    private var framer: StreamFramer
    private var buffer: [UInt8] = []
    private var events: [FramerInvariants.Event] = []

    init(framing: RPCFraming?, limit: Int) {
        framer = StreamFramer(framing: framing, maximumBytes: limit)
    }

    /// Returns the framer's events for the pieces and the end of the stream.
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

    /// Records the event of a step and returns the number of bytes to drop, or `nil` if the framer needs more input.
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
