#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes a session's traffic to a file as NDJSON, one record a message, on a thread of its own.
///
/// The threads that talk to the client only hand their bytes over. Where the file is slow, so many bytes wait, and what
/// comes then is left out and counted; where it cannot be written at all, the session goes on without it.
package final class TrafficRecorder: RPCTrafficObserver {
    private static let waitingBytes = 32 << 20

    private let file: Descriptor
    private let mask: @Sendable ([UInt8]) -> [UInt8]
    private let warn: @Sendable (String) -> Void
    private let queue = Monitor(TrafficQueue(limit: waitingBytes))
    private let done: WakePipe?

    /// A recorder that begins at once.
    ///
    /// - Parameters:
    ///   - file: the descriptor to write to; it is closed at the end.
    ///   - mask: takes secrets out of a message or of any other bytes; called on the recorder's thread.
    ///   - warn: hears at most once that the file cannot be written, and at most once that it is too slow.
    package init(
        file: Int32,
        masking mask: @escaping @Sendable ([UInt8]) -> [UInt8],
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.file = Descriptor(number: file)
        self.mask = mask
        self.warn = warn
        done = WakePipe()
        let failure = PlainThread.start { [self] in run() }
        if failure != 0 { giveUp(errno: failure) }
    }

    /// Takes a message that came.
    package func received(message: [UInt8], framing: RPCFraming) {
        append(.in, framing, .message(message))
    }

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
        guard let done else { return }
        let nowhere = Descriptor(number: -1)
        _ = InputWatch(input: nowhere, output: nowhere, wake: done).nextWake(timeout: patience)
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
        var start = 0
        while start < line.count {
            let count = unsafe line.withUnsafeBytes { bytes in
                unsafe file.write(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            }
            guard count > 0 else {
                giveUp(errno: Int32(clamping: -count))
                return false
            }
            start += count
        }
        return true
    }

    private func giveUp(errno number: Int32) {
        queue.withLock { $0.isBroken = true }
        warn("the trace cannot be written and ends here: \(RPCEnding.text(number))")
    }
}
