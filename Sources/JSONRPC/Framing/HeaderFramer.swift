/// Cuts a stream with `Content-Length` headers into messages (LSP base protocol, "Header Part").
///
/// Where the stream makes no sense it says so once and looks for the next `Content-Length` line. A body above the limit
/// is reported when its header is read and then drained, byte for byte.
struct HeaderFramer {
    private enum Phase: Equatable {
        /// Reading header lines.
        case header
        /// Waiting for a body of so many bytes.
        case body(Int)
        /// Dropping the rest of a body.
        case draining(Int)
        /// Looking for the next header.
        case lost
    }

    /// The most bytes a body may have.
    let maximumBytes: Int
    /// The most bytes a header block may have.
    private static let maximumHeaderBytes = 8_192

    private var phase = Phase.header
    private var fields = HeaderFields()
    /// Whether the next loss of the way belongs to a message that has been answered with an error already.
    private var isForgiving = false

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Whether nothing is known of the message that comes next.
    var isBetweenMessages: Bool { phase == .header && fields.isEmpty }

    /// What lies at the front of `bytes`.
    mutating func step(_ bytes: Span<UInt8>, atEnd: Bool) -> FramingStep {
        let step =
            switch phase {
            case .header: stepInHeader(bytes)
            case .body(let length): stepInBody(bytes, length: length)
            case .draining(let rest): stepInDrain(bytes, rest: rest)
            case .lost: stepWhileLost(bytes)
            }
        return atEnd && step == .needsMore ? end(bytes) : step
    }

    /// Says that the last message was not JSON, so that its length may have been wrong.
    ///
    /// - Parameter body: the message.
    /// - Returns: how many of its bytes to drop; what follows them looks like the next header.
    mutating func noteUnparsable(_ body: Span<UInt8>) -> Int {
        isForgiving = true
        switch HeaderSearch.search(body) {
        case .line(let offset):
            return offset
        case .perhaps(let offset):
            phase = .lost
            return offset
        case .nothing:
            return body.count
        }
    }

    // MARK: Header

    private mutating func stepInHeader(_ bytes: Span<UInt8>) -> FramingStep {
        if fields.isEmpty, let plain = PlainHeader(bytes), plain.length > 0, plain.length <= maximumBytes {
            // The header makes sense again, whether or not its body is here.
            isForgiving = false
            guard bytes.count - plain.end >= plain.length else { return .needsMore }
            let end = plain.end + plain.length
            return .message(plain.end..<end, drop: end)
        }
        let room = Self.maximumHeaderBytes - fields.byteCount
        guard let lineFeed = bytes.extracting(0..<min(bytes.count, room)).firstIndex(of: .lineFeed, from: 0) else {
            return bytes.count < room ? .needsMore : lose(dropping: 0)
        }
        let hasReturn = lineFeed > 0 && bytes[lineFeed - 1] == .carriageReturn
        let line = bytes.extracting(0..<(hasReturn ? lineFeed - 1 : lineFeed))
        if line.count == 0 { return endHeader(dropping: lineFeed + 1) }
        guard fields.take(HeaderLine(line), byteCount: lineFeed + 1) else {
            return lose(dropping: Self.junk(in: bytes.extracting(0...lineFeed)))
        }
        return .skip(lineFeed + 1)
    }

    /// How much of a bad line to drop: the tail of a message that was longer than stated may run into the next header.
    private static func junk(in line: Span<UInt8>) -> Int {
        guard case .line(let offset) = HeaderSearch.search(line), offset > 0 else { return line.count }
        return offset
    }

    private mutating func endHeader(dropping drop: Int) -> FramingStep {
        if fields.isEmpty { return .skip(drop) }
        guard let length = fields.contentLength else { return lose(dropping: drop) }
        let isUTF8 = fields.isUTF8
        fields = HeaderFields()
        isForgiving = false
        if length == 0 {
            phase = .header
            return .fault(.emptyMessage, drop: drop)
        }
        if length > maximumBytes || !isUTF8 {
            phase = .draining(length)
            return .fault(length > maximumBytes ? .tooLarge : .unsupportedCharset, drop: drop)
        }
        phase = .body(length)
        return .skip(drop)
    }

    private mutating func lose(dropping drop: Int) -> FramingStep {
        fields = HeaderFields()
        phase = .lost
        if isForgiving { return drop == 0 ? stepAgain : .skip(drop) }
        return .fault(.malformedHeader, drop: drop)
    }

    /// A step that drops nothing and only changes the phase.
    private var stepAgain: FramingStep { .skip(0) }

    // MARK: Body

    private mutating func stepInBody(_ bytes: Span<UInt8>, length: Int) -> FramingStep {
        guard bytes.count >= length else { return .needsMore }
        phase = .header
        return .message(0..<length, drop: length)
    }

    private mutating func stepInDrain(_ bytes: Span<UInt8>, rest: Int) -> FramingStep {
        guard bytes.count > 0 else { return .needsMore }
        let drop = min(rest, bytes.count)
        phase = drop == rest ? .header : .draining(rest - drop)
        return .skip(drop)
    }

    private mutating func stepWhileLost(_ bytes: Span<UInt8>) -> FramingStep {
        switch HeaderSearch.search(bytes) {
        case .line(let offset):
            phase = .header
            return .skip(offset)
        case .perhaps(let offset):
            return offset == 0 ? .needsMore : .skip(offset)
        case .nothing:
            return bytes.count == 0 ? .needsMore : .skip(bytes.count)
        }
    }

    // MARK: End of input

    private mutating func end(_ bytes: Span<UInt8>) -> FramingStep {
        let isInside =
            switch phase {
            case .header: !fields.isEmpty || !bytes.isAllBlank
            case .body: true
            case .draining, .lost: false
            }
        let wasForgiving = isForgiving && phase == .header
        phase = .lost
        fields = HeaderFields()
        if isInside && !wasForgiving { return .fault(.endedInsideMessage, drop: bytes.count) }
        return bytes.count == 0 ? .needsMore : .skip(bytes.count)
    }
}
