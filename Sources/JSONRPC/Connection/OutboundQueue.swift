import Platform

/// Frames that wait to be written, in order, and the rule that one at a time writes them.
///
/// Small frames are gathered into segments of up to 64 KiB, which a pipe takes in one write; large ones stay as they
/// are. The bytes count until they are written, so ``isFull`` is what the client has not read.
struct OutboundQueue {
    private static let segmentBytes = 64 << 10
    private static let spareSegments = 4

    /// Above this many bytes nothing new should be begun.
    let limit: Int
    private var segments: [[UInt8]] = []
    private var spares: [[UInt8]] = []
    /// Bytes handed in and not written yet.
    private(set) var byteCount = 0
    /// Bytes written since the start: a number that stands still while the client does not read.
    private(set) var writtenCount = 0
    private(set) var isWriting = false

    init(limit: Int) { self.limit = limit }

    /// Whether the client is behind by the limit.
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

    /// Adds whole frames at the end by exchange with an empty buffer.
    mutating func exchange(_ frames: inout [UInt8]) {
        byteCount += frames.count
        segments.append(frames)
        frames = spares.popLast() ?? []
        frames.reserveCapacity(Self.segmentBytes)
    }

    /// Whether the caller may write this number of bytes itself, being the only one; then it must call ``finishWriting()``.
    mutating func claimForDirectWrite(of count: Int) -> Bool {
        guard isIdle, count <= FileDescriptor.readyBytes, count > 0 else { return false }
        byteCount += count
        isWriting = true
        return true
    }

    /// All that waits, for the caller to write; nil where there is nothing or a write is under way.
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

    /// The caller writes no more.
    mutating func finishWriting() { isWriting = false }

    /// What a direct write could not get rid of goes first.
    mutating func putBack(_ rest: [UInt8]) { segments.insert(rest, at: 0) }

    /// Keeps the memory of a written segment for the next one.
    mutating func recycle(_ segment: inout [UInt8]) {
        guard spares.count < Self.spareSegments, segment.capacity <= 2 * Self.segmentBytes else { return }
        segment.removeAll(keepingCapacity: true)
        spares.append(segment)
    }

    /// Forgets what waits: it will not be read.
    mutating func discard() {
        segments = []
        byteCount = 0
    }
}
