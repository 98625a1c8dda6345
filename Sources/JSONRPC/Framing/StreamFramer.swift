import Platform

/// Cuts a stream into messages in the framing that was asked for, or in the one its first bytes show.
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

    mutating func step(_ bytes: Span<UInt8>, atEnd: Bool) -> FramingStep {
        switch mode {
        case .detecting(let detector): return detect(detector, bytes, atEnd: atEnd)
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
        case .undecided: return .needsMore
        case .mark(let length): return .skip(length)
        case .framing(let framing):
            mode = Self.mode(of: framing, maximumBytes)
            return step(bytes, atEnd: atEnd)
        }
    }
}

/// Cuts newline-delimited JSON into messages, one a line.
///
/// Blank lines mean nothing. A line above the limit is reported once, as soon as it is, and the rest of it is drained.
struct LineFramer {
    /// The most bytes a message may have, without its line end.
    let maximumBytes: Int
    /// The bytes that are known to hold no line feed.
    private var searched = 0
    /// Whether the rest of an over-size line is being dropped.
    private var isDraining = false

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    mutating func step(_ bytes: Span<UInt8>, atEnd: Bool) -> FramingStep {
        guard let end = bytes.firstIndex(of: .lineFeed, from: searched) else {
            return unended(bytes, atEnd: atEnd)
        }
        searched = 0
        guard !isDraining else {
            isDraining = false
            return .skip(end + 1)
        }
        return line(bytes, length: end, drop: end + 1)
    }

    private mutating func unended(_ bytes: Span<UInt8>, atEnd: Bool) -> FramingStep {
        if isDraining { return bytes.count == 0 ? .needsMore : .skip(bytes.count) }
        if atEnd { return bytes.count == 0 ? .needsMore : line(bytes, length: bytes.count, drop: bytes.count) }
        // One byte above the limit may still be the carriage return of the line's end.
        let endsInReturn = bytes.count > 0 && bytes[bytes.count - 1] == .carriageReturn
        if bytes.count > maximumBytes + (endsInReturn ? 1 : 0) {
            searched = 0
            isDraining = true
            return .fault(.tooLarge, drop: bytes.count)
        }
        searched = bytes.count
        return .needsMore
    }

    private mutating func line(_ bytes: Span<UInt8>, length: Int, drop: Int) -> FramingStep {
        searched = 0
        let endsInReturn = length > 0 && bytes[length - 1] == .carriageReturn
        let content = endsInReturn ? length - 1 : length
        if content > maximumBytes { return .fault(.tooLarge, drop: drop) }
        if content == 0 || (bytes[0].isJSONBlank && bytes.extracting(0..<content).isAllBlank) { return .skip(drop) }
        return .message(0..<content, drop: drop)
    }
}

/// The bytes that were read and not used yet, in one piece.
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

    var unread: Range<Int> { start..<end }

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

    /// Lets `read` fill the room behind the unused bytes.
    mutating func fill<Failure>(_ read: (inout [UInt8], _ start: Int) throws(Failure) -> Int) throws(Failure) -> Int {
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
