import JSON
package import Platform

/// Writes the traffic of a session to a file as NDJSON, one record per message, on its own thread.
///
/// The threads that talk to the client only hand over bytes. If the file is slow, a limited number of bytes wait, and
/// further messages are left out and counted. If the file cannot be written, the session continues without it.
package final class TrafficRecorder: Sendable {
    private static let waitingBytes = 32 << 20

    private let file: FileDescriptor
    private let mask: @Sendable ([UInt8]) -> [UInt8]
    private let warn: @Sendable (String) -> Void
    private let queue = ConditionLock(TrafficQueue(limit: waitingBytes))
    /// Signals the end of the thread; `nil` if the system has no descriptor left, and then nothing waits for the end.
    private let done: WakePipe?

    /// Creates a recorder that starts at once and closes the file at its end.
    ///
    /// `mask` removes secrets from messages, on the recorder's own thread. `warn` is called once if the file cannot be
    /// written, and once for each gap if it is too slow.
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

    /// Takes a message of the client; quick, like the functions below, because the serving threads call them.
    func received(message: [UInt8], framing: RPCFraming) { append(.in, framing, .message(message)) }

    /// Takes a stretch that was not a message.
    func received(fault bytes: [UInt8], reason: String, framing: RPCFraming) {
        append(.in, framing, .fault(bytes, reason: reason))
    }

    /// Takes the messages from frames of the server that are about to be written.
    func sent(frames: [UInt8], framing: RPCFraming) {
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

    /// Closes the recorder and waits up to `patience` until everything is written; warns if it is not by then.
    package func finish(within patience: Duration) {
        queue.withLock { $0.isClosed = true }
        queue.wake()
        if let done, !done.wait(atMost: patience) {
            warn("the trace is not complete: it could not be written within \(patience.shortText)")
        }
    }

    private func append(_ direction: TrafficRecord.Direction, _ framing: RPCFraming, _ content: TrafficRecord.Content) {
        let record = TrafficRecord(time: .now, direction: direction, framing: framing, content: content)
        let isInTime = queue.withLock { $0.append(record) }
        queue.wake()
        if !isInTime { warn("the trace file is too slow, so messages are left out of it") }
    }

    // MARK: The thread

    private func run() {
        while let records = next() {
            for record in records where !write(record.line(masking: mask)) { break }
        }
        file.close()
        done?.wake()
    }

    /// Waits for records and returns them, or `nil` at the end.
    private func next() -> [TrafficRecord]? {
        let records = queue.wait { $0.takeAll() }
        return records.isEmpty ? nil : records
    }

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
        /// The bytes of a message, which are usually JSON.
        case message([UInt8])
        /// The bytes of a stretch that was not a message, and the reason.
        case fault([UInt8], reason: String)
        /// The number of messages missing here, because the file was too slow.
        case missing(Int)
    }

    let time: UTCTime
    let direction: Direction
    let framing: RPCFraming
    let content: Content

    /// The number of bytes above which a fault is left out: an oversize message is not wanted in a trace.
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
        // In JSON, a line end can occur only between tokens.
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

/// Records that wait to be written, and the number of those that did not fit.
struct TrafficQueue {
    /// The limit on the memory of waiting records.
    let limit: Int
    private var records: [TrafficRecord] = []
    private var byteCount = 0
    private var missing = 0
    /// The record of the messages that are missing since the last one that was taken.
    private var gap: TrafficRecord?
    var isClosed = false
    /// Whether writing has failed, so that no more records are taken.
    var isBroken = false

    init(limit: Int) { self.limit = limit }

    /// Appends a record, or counts it if there is no room.
    ///
    /// - Returns: False if it is the first record of a gap.
    mutating func append(_ record: TrafficRecord) -> Bool {
        guard !isClosed, !isBroken else { return true }
        guard byteCount + record.byteCount <= limit else {
            missing += 1
            gap = TrafficRecord(record, missing: missing)
            return missing > 1
        }
        recordGap()
        records.append(record)
        byteCount += record.byteCount
        return true
    }

    /// Returns all waiting records, an empty array at the end, or `nil` if there are none yet.
    mutating func takeAll() -> [TrafficRecord]? {
        if isClosed { recordGap() }
        guard !records.isEmpty || isClosed || isBroken else { return nil }
        byteCount = 0
        defer { records = [] }
        return isBroken ? [] : records
    }

    private mutating func recordGap() {
        guard let gap else { return }
        records.append(gap)
        self.gap = nil
        missing = 0
    }
}

extension TrafficRecord {
    /// Creates the record of missing messages, of which `last` is the last one.
    fileprivate init(_ last: TrafficRecord, missing: Int) {
        self.init(time: last.time, direction: last.direction, framing: last.framing, content: .missing(missing))
    }
}
