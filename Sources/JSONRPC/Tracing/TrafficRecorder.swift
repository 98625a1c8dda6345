import JSON
package import Platform

/// Writes a session's traffic to a file as NDJSON, one record a message, on a thread of its own.
///
/// The threads that talk to the client only hand their bytes over. Where the file is slow, a limited number of bytes wait, and what
/// comes then is left out and counted; where it cannot be written at all, the session goes on without it.
package final class TrafficRecorder: RPCTrafficObserver {
    private static let waitingBytes = 32 << 20

    private let file: FileDescriptor
    private let mask: @Sendable ([UInt8]) -> [UInt8]
    private let warn: @Sendable (String) -> Void
    private let queue = ConditionLock(TrafficQueue(limit: waitingBytes))
    /// Nil where the system has no descriptor left: then the end is not waited for.
    private let done: WakePipe?

    /// A recorder that begins at once, and closes the file at its end.
    ///
    /// On its own thread, `mask` takes secrets out of messages. `warn` hears at most once that the file cannot be written,
    /// and at most once that it is too slow.
    package init(
        file: FileDescriptor,
        masking mask: @escaping @Sendable ([UInt8]) -> [UInt8],
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.file = file
        self.mask = mask
        self.warn = warn
        do throws(SystemError) {
            done = try WakePipe()
        } catch {
            done = nil
        }
        do throws(SystemError) {
            try SystemThread.start { [self] in run() }
        } catch {
            giveUp(error)
        }
    }

    package func received(message: [UInt8], framing: RPCFraming) { append(.in, framing, .message(message)) }

    /// Takes a stretch that was no message.
    package func received(fault bytes: [UInt8], reason: String, framing: RPCFraming) {
        append(.in, framing, .fault(bytes, reason: reason))
    }

    /// Takes the messages of some frames of ours.
    package func sent(frames: [UInt8], framing: RPCFraming) {
        var framer = StreamFramer(framing: framing, maximumBytes: .max)
        var start = 0
        while start < frames.count {
            switch framer.step(frames.span.extracting(start..<frames.count), atEnd: false) {
            case .message(let range, let drop):
                append(.out, framing, .message(Array(frames[(start + range.lowerBound)..<(start + range.upperBound)])))
                start += drop
            case .skip(let count): start += count
            case .needsMore, .fault: return
            }
        }
    }

    /// Takes nothing more, and waits for a while until all is written.
    package func finish(within patience: Duration) {
        queue.withLock { $0.isClosed = true }
        queue.wake()
        done?.wait(atMost: patience)
    }

    private func append(_ direction: TrafficRecord.Direction, _ framing: RPCFraming, _ content: TrafficRecord.Content) {
        let record = TrafficRecord(time: .now, direction: direction, framing: framing, content: content)
        let isInTime = queue.withLock { $0.append(record) }
        queue.wake()
        if !isInTime { warn("the trace is behind: its file is too slow, so messages are left out of it") }
    }

    // MARK: The thread

    private func run() {
        while let records = next() {
            for record in records where !write(record.line(masking: mask)) { break }
        }
        file.close()
        done?.wake()
    }

    /// What is to be written; nil at the end.
    private func next() -> [TrafficRecord]? {
        let records = queue.wait { $0.takeAll() }
        return records.isEmpty ? nil : records
    }

    /// Writes a line; false where that has failed.
    private func write(_ line: [UInt8]) -> Bool {
        do throws(SystemError) {
            try file.writeAll(line.span)
            return true
        } catch {
            giveUp(error)
            return false
        }
    }

    private func giveUp(_ error: SystemError) {
        queue.withLock { $0.isBroken = true }
        warn("the trace cannot be written and ends here: \(error.words)")
    }
}

/// One message of a session as a line of NDJSON.
struct TrafficRecord: Sendable {
    enum Direction: String, Sendable {
        case `in`, out
    }

    enum Content: Sendable {
        /// What framing made of it; JSON as a rule.
        case message([UInt8])
        /// A stretch that was no message, and what is wrong with it.
        case fault([UInt8], reason: String)
        /// The number of messages that are missing here, because nothing was written for too long.
        case missing(Int)
    }

    let time: UTCTime
    let direction: Direction
    let framing: RPCFraming
    let content: Content

    /// A fault's bytes are cut here; those above the limit of a message are not wanted in a trace.
    private static let longestFault = 65_536

    var byteCount: Int {
        switch content {
        case .message(let bytes), .fault(let bytes, _): bytes.count + 64
        case .missing: 64
        }
    }

    func line(masking mask: ([UInt8]) -> [UInt8]) -> [UInt8] {
        var writer = JSONWriter(reserving: byteCount + 128)
        writer.object { writer in
            writer.member("time", "\(time)")
            writer.member("direction", direction.rawValue)
            writer.member("framing", framing == .line ? "line" : "header")
            switch content {
            case .message(let bytes): Self.append(mask(bytes), to: &writer)
            case .fault(let bytes, let reason):
                writer.member("fault", reason)
                if bytes.count <= Self.longestFault {
                    Self.appendText(mask(bytes), to: &writer)
                } else {
                    writer.member("omittedBytes", bytes.count)
                }
            case .missing(let count): writer.member("missing", count)
            }
        }
        return writer.bytes + [.lineFeed]
    }

    private static func append(_ message: [UInt8], to writer: inout JSONWriter) {
        guard isJSON(message) else { return appendText(message, to: &writer) }
        // In JSON a line end can only stand between tokens.
        writer.member("message") { $0.raw(message.map { $0 == .lineFeed || $0 == .carriageReturn ? 0x20 : $0 }) }
    }

    private static func appendText(_ bytes: [UInt8], to writer: inout JSONWriter) {
        if let text = String(validating: bytes, as: UTF8.self) {
            writer.member("text", text)
        } else {
            writer.member("base64", Base64.text(bytes))
        }
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        let limits = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)
        do {
            _ = try JSONDocument(bytes, limits: limits)
            return true
        } catch {
            return false
        }
    }
}

/// Records that wait to be written, and those that found no room.
struct TrafficQueue {
    /// The most memory that waiting records may hold.
    let limit: Int
    private var records: [TrafficRecord] = []
    private var byteCount = 0
    private var missing = 0
    var isClosed = false
    /// Whether writing has failed, so that nothing is taken any more.
    var isBroken = false

    init(limit: Int) { self.limit = limit }

    /// Takes a record, or counts it where there is no room.
    ///
    /// - Returns: false where it is the first one that is left out.
    mutating func append(_ record: TrafficRecord) -> Bool {
        guard !isClosed, !isBroken else { return true }
        guard byteCount + record.byteCount <= limit else {
            missing += 1
            return missing > 1
        }
        if missing > 0 {
            records.append(TrafficRecord(record, missing: missing))
            missing = 0
        }
        records.append(record)
        byteCount += record.byteCount
        return true
    }

    /// All that waits; empty at the end, and nil where there is nothing yet.
    mutating func takeAll() -> [TrafficRecord]? {
        guard !records.isEmpty || isClosed || isBroken else { return nil }
        byteCount = 0
        defer { records = [] }
        return isBroken ? [] : records
    }
}

extension TrafficRecord {
    /// What stands before a record where others are missing.
    fileprivate init(_ next: TrafficRecord, missing: Int) {
        self.init(time: next.time, direction: next.direction, framing: next.framing, content: .missing(missing))
    }
}

/// Sees every message of a session, both ways; called on the threads that read, answer and run calls, so it must be quick.
package protocol RPCTrafficObserver: Sendable {
    func received(message: [UInt8], framing: RPCFraming)

    /// A stretch of the input was no message.
    func received(fault bytes: [UInt8], reason: String, framing: RPCFraming)

    /// Frames are about to be written.
    func sent(frames: [UInt8], framing: RPCFraming)
}
