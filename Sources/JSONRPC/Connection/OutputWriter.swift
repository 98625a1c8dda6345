import Platform

/// The thread that writes more than a few bytes, and waits for the client as long as necessary.
struct OutputWriter: Sendable {
    let connection: Connection
    /// The limit on the bytes of one write, which blocks until all are taken; only its end shows that the client reads.
    private static let pieceBytes = 64 << 10

    /// Writes until everything is answered and written, or nothing can be written any more.
    func run() {
        while case let segments = next(), !segments.isEmpty {
            var rest = Array(segments.reversed())
            // Recycle each segment once it is written, so that only unwritten segments hold memory.
            while var segment = rest.popLast(), write(segment) {
                connection.state.withLock { $0.outbound.recycle(&segment) }
            }
            finishTurn()
        }
        connection.state.withLock { $0.isWriterGone = true }
        connection.wakePipe.wake()
    }

    /// What is to be written now; empty at the end.
    private func next() -> [[UInt8]] {
        connection.state.wait { state in
            if state.failure != nil { return [] }
            if let segments = state.outbound.claimAll() { return segments }
            return state.isAnswered && state.outbound.isIdle ? [] : nil
        }
    }

    /// Writes a segment, or returns false if the output has failed.
    private func write(_ segment: [UInt8]) -> Bool {
        var start = 0
        while start < segment.count {
            let end = min(segment.count, start + Self.pieceBytes)
            let count: Int
            do throws(SystemError) {
                count = try connection.output.write(segment.span.extracting(start..<end))
            } catch {
                connection.fail(RPCEnding(writing: error))
                return false
            }
            start += count
            guard noteWritten(count) else { return false }
        }
        return true
    }

    /// Counts written bytes, wakes what waits for room, and returns false if the session has failed.
    private func noteWritten(_ count: Int) -> Bool {
        let (outcome, hasFailed) = connection.state.withLock { state in
            if state.failure == nil { state.outbound.noteWritten(count) }
            return (SendOutcome(isOpen: true, isDirect: false, &state), state.failure != nil)
        }
        outcome.wake(connection)
        return !hasFailed
    }

    private func finishTurn() {
        let outcome = connection.state.withLock { state in
            state.outbound.finishWriting()
            return SendOutcome(isOpen: true, isDirect: false, &state)
        }
        outcome.wake(connection)
    }
}

extension RPCEnding {
    init(writing error: SystemError) {
        self = error.isBrokenPipe ? .outputClosed : .outputFailed(errno: error.code)
    }
}

/// Frames that wait to be written, in order; only one thread at a time writes them.
///
/// Small frames are gathered into segments of up to 64 KiB, which a pipe takes in one write; large frames stay as they
/// are. Bytes count until they are written, so ``isFull`` tells that the client is behind with reading.
struct OutboundQueue {
    private static let segmentBytes = 64 << 10
    private static let spareSegments = 4

    /// The number of bytes from which on no new work should start.
    let limit: Int
    private var segments: [[UInt8]] = []
    private var spares: [[UInt8]] = []
    /// The number of bytes not written yet.
    private(set) var byteCount = 0
    /// The number of bytes written since the start; it stays the same while the client does not read.
    private(set) var writtenCount = 0
    private(set) var isWriting = false

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { byteCount >= limit }
    var isIdle: Bool { byteCount == 0 && !isWriting }
    /// How far the client has read.
    var progress: StallClock.Progress { StallClock.Progress(written: writtenCount, isIdle: isIdle) }
    var wantsWriter: Bool { !isWriting && !segments.isEmpty }

    mutating func append(_ frames: [UInt8]) {
        guard !frames.isEmpty else { return }
        byteCount += frames.count
        if let last = segments.last, last.count + frames.count <= Self.segmentBytes {
            segments[segments.count - 1].append(contentsOf: frames)
        } else {
            segments.append(frames)
        }
    }

    /// Appends whole frames by exchanging their buffer for an empty one.
    mutating func exchange(_ frames: inout [UInt8]) {
        byteCount += frames.count
        segments.append(frames)
        frames = spares.popLast() ?? []
        frames.reserveCapacity(Self.segmentBytes)
    }

    /// Claims the idle output for a small write by the caller, who must call ``finishWriting()`` if this returns true.
    mutating func claimForDirectWrite(of count: Int) -> Bool {
        guard isIdle, count <= FileDescriptor.readyBytes, count > 0 else { return false }
        byteCount += count
        isWriting = true
        return true
    }

    /// Claims all segments for the caller to write, or returns `nil` if there are none or a write is in progress.
    mutating func claimAll() -> [[UInt8]]? {
        guard wantsWriter else { return nil }
        isWriting = true
        defer { segments = [] }
        return segments
    }

    mutating func noteWritten(_ count: Int) {
        byteCount -= count
        writtenCount += count
    }

    mutating func finishWriting() { isWriting = false }

    /// Puts the rest of a direct write back to the front.
    mutating func putBack(_ rest: [UInt8]) { segments.insert(rest, at: 0) }

    /// Keeps the memory of a written segment for reuse.
    mutating func recycle(_ segment: inout [UInt8]) {
        guard spares.count < Self.spareSegments, segment.capacity <= 2 * Self.segmentBytes else { return }
        segment.removeAll(keepingCapacity: true)
        spares.append(segment)
    }

    /// Discards everything that waits, because it will not be read.
    mutating func discard() {
        segments = []
        byteCount = 0
    }
}
