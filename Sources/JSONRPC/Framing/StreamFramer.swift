/// Cuts a stream into messages, in a given framing or in the one that the first bytes show.
struct StreamFramer {
    private enum Mode {
        case detecting(FramingDetector)
        case line(LineFramer)
        case header(HeaderFramer)
    }

    private let maximumBytes: Int
    private var mode: Mode

    /// Creates a framer for messages up to a size; it detects the framing if `framing` is `nil`.
    init(framing: RPCFraming?, maximumBytes: Int) {
        self.maximumBytes = maximumBytes
        mode = framing.map { Self.mode(of: $0, maximumBytes) } ?? .detecting(FramingDetector())
    }

    private static func mode(of framing: RPCFraming, _ maximumBytes: Int) -> Mode {
        switch framing {
        case .line: .line(LineFramer(maximumBytes: maximumBytes))
        case .header: .header(HeaderFramer(maximumBytes: maximumBytes))
        }
    }

    /// The framing, once it is known.
    var framing: RPCFraming? {
        switch mode {
        case .detecting: nil
        case .line: .line
        case .header: .header
        }
    }

    /// Returns the step for the start of `bytes`.
    mutating func step(_ bytes: Span<UInt8>, atEnd: Bool) -> FramingStep {
        switch mode {
        case .detecting(let detector):
            return detect(detector, bytes, atEnd: atEnd)
        case .line(var framer):
            let step = framer.step(bytes, atEnd: atEnd)
            mode = .line(framer)
            return step
        case .header(var framer):
            let step = framer.step(bytes, atEnd: atEnd)
            mode = .header(framer)
            return step
        }
    }

    /// Notes that the last message was not JSON.
    ///
    /// - Returns: The number of bytes to drop instead of `drop`.
    mutating func noteUnparsable(_ message: Span<UInt8>, drop: Int) -> Int {
        guard case .header(var framer) = mode else { return drop }
        let kept = message.count - framer.noteUnparsable(message)
        mode = .header(framer)
        return drop - kept
    }

    private mutating func detect(_ detector: FramingDetector, _ bytes: Span<UInt8>, atEnd: Bool) -> FramingStep {
        switch detector.verdict(on: bytes, atEnd: atEnd) {
        case .undecided:
            return .needsMore
        case .mark(let length):
            return .skip(length)
        case .framing(let framing):
            mode = Self.mode(of: framing, maximumBytes)
            return step(bytes, atEnd: atEnd)
        }
    }
}

/// A contiguous buffer of the bytes that were read but not used yet.
///
/// It grows up to the size of the current message and shrinks back afterwards.
struct InputBuffer {
    private(set) var storage: [UInt8]
    private(set) var start = 0
    private(set) var end = 0
    private let usualCapacity: Int

    init(capacity: Int) {
        usualCapacity = capacity
        storage = [UInt8](repeating: 0, count: capacity)
    }

    /// The range of the unused bytes in `storage`.
    var unread: Range<Int> { start..<end }

    /// Drops the first unused bytes.
    mutating func drop(_ count: Int) { start += count }

    /// Moves the unused bytes to the front and makes room for at least half the usual capacity.
    mutating func makeRoom() {
        if start > 0 {
            let count = end - start
            if count > 0 { moveToFront(count) }
            start = 0
            end = count
            if storage.count > usualCapacity, count < usualCapacity / 2 { resize(to: usualCapacity) }
        }
        if storage.count - end < usualCapacity / 2 { resize(to: storage.count * 2) }
    }

    /// Lets `read` fill the room after the unused bytes.
    mutating func fill<Failure>(
        _ read: (inout [UInt8], _ start: Int) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        let count = try read(&storage, end)
        end += count
        return count
    }

    private mutating func moveToFront(_ count: Int) {
        let start = start
        unsafe storage.withUnsafeMutableBytes { buffer in
            unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<(start + count)]))
        }
    }

    private mutating func resize(to capacity: Int) {
        if capacity > storage.count {
            storage.append(contentsOf: repeatElement(0, count: capacity - storage.count))
        } else {
            storage = Array(storage[0..<end]) + repeatElement(0, count: capacity - end)
        }
    }
}
