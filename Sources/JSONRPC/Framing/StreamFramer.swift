/// Cuts a stream into messages in the framing that was asked for, or in the one its first bytes show.
struct StreamFramer {
    private enum Mode {
        case detecting(FramingDetector)
        case line(LineFramer)
        case header(HeaderFramer)
    }

    private let maximumBytes: Int
    private var mode: Mode

    /// A framer for messages of at most so many bytes; `framing` nil detects.
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

    /// Whether nothing is known of the message that comes next.
    var isBetweenMessages: Bool {
        switch mode {
        case .detecting: false
        case .line(let framer): framer.isBetweenMessages
        case .header(let framer): framer.isBetweenMessages
        }
    }

    /// What lies at the front of `bytes`.
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

    /// Says that the last message was not JSON.
    ///
    /// - Parameters:
    ///   - message: its bytes.
    ///   - drop: the bytes to drop as the step had it.
    /// - Returns: how many bytes to drop after all.
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
