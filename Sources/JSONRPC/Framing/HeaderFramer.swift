import Platform

/// Cuts a stream with `Content-Length` headers into messages (LSP base protocol, "Header Part").
///
/// If the stream is malformed, the framer reports one fault and searches for the next `Content-Length` line. A body
/// above the limit is reported when its header is read and then drained byte for byte. Any other body ends before a
/// whole `Content-Length` line, which JSON cannot contain, so that a length that is too great does not swallow the next
/// messages.
struct HeaderFramer {
    private enum Phase: Equatable {
        case header
        /// Waiting for a body of this number of bytes.
        case body(Int)
        /// Dropping the rest of a body.
        case draining(Int)
        /// Looking for the next header.
        case lost
    }

    let maximumBytes: Int
    private static let maximumHeaderBytes = 8_192

    private var phase = Phase.header
    private var fields = HeaderFields()
    /// The number of bytes of the body that are known to contain no `Content-Length` line.
    private var searched = 0
    /// Whether the next malformed header belongs to a message that was already answered with an error.
    private var isForgiving = false

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

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

    /// Notes that the last message was not JSON, so that its length may have been wrong.
    ///
    /// - Returns: The number of its bytes to drop; the next header seems to begin after them.
    mutating func noteUnparsable(_ body: Span<UInt8>) -> Int {
        isForgiving = true
        switch HeaderSearch.search(body) {
        case .line(let offset): return offset
        case .perhaps(let offset):
            phase = .lost
            return offset
        case .nothing: return body.count
        }
    }

    // MARK: Header

    private mutating func stepInHeader(_ bytes: Span<UInt8>) -> FramingStep {
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

    /// Returns how much of a bad line to drop: a body longer than stated may end on the line of the next header.
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
        // Where nothing is dropped, only the phase changes.
        return isForgiving ? .skip(drop) : .fault(.malformedHeader, drop: drop)
    }

    // MARK: Body

    private mutating func stepInBody(_ bytes: Span<UInt8>, length: Int) -> FramingStep {
        let body = bytes.extracting(0..<min(length, bytes.count))
        let next = HeaderSearch.line(in: body, endingFrom: searched)
        guard next != nil || body.count == length else {
            searched = body.count
            return .needsMore
        }
        searched = 0
        phase = .header
        // Include the first letter of the header line: it makes the text invalid JSON, and ``noteUnparsable(_:)`` then
        // returns it to the stream.
        let count = next.map { $0 + 1 } ?? length
        return .message(0..<count, drop: count)
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
        case .perhaps(let offset): return offset == 0 ? .needsMore : .skip(offset)
        case .nothing: return bytes.count == 0 ? .needsMore : .skip(bytes.count)
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

/// One line of a header block, read as leniently as HTTP fields: any case, and any blanks around the value.
enum HeaderLine: Equatable {
    /// `Content-Length` with a plain decimal value.
    case contentLength(Int)
    /// `Content-Type`, and whether its charset is UTF-8 or missing.
    case contentType(isUTF8: Bool)
    /// A header without a meaning here.
    case other
    /// Not a header line, or an invalid length.
    case malformed

    /// The greatest plausible length; a greater one counts as damage.
    private static let greatestLength = Int(UInt32.max)

    /// Reads a line without its line end.
    init(_ line: Span<UInt8>) {
        var colon = 0
        while colon < line.count, line[colon].isTokenCharacter { colon += 1 }
        let name = line.extracting(0..<colon)
        while colon < line.count, line[colon].isSpaceOrTab { colon += 1 }
        guard name.count > 0, colon < line.count, line[colon] == UInt8(ascii: ":") else {
            self = .malformed
            return
        }
        let value = line.extracting(line.trimmed((colon + 1)..<line.count))
        if name.equalsIgnoringCase("content-length") {
            self = Self.decimal(value).map(HeaderLine.contentLength) ?? .malformed
        } else if name.equalsIgnoringCase("content-type") {
            self = .contentType(isUTF8: Self.isUTF8(value))
        } else {
            self = .other
        }
    }

    private static func decimal(_ digits: Span<UInt8>) -> Int? {
        guard digits.count > 0 else { return nil }
        var value = 0
        for index in 0..<digits.count {
            guard digits[index].isASCIIDigit else { return nil }
            value = value * 10 + Int(digits[index] - 0x30)
            guard value <= greatestLength else { return nil }
        }
        return value
    }

    /// Returns whether the charset parameter is UTF-8, the older LSP spelling `utf8`, or missing.
    private static func isUTF8(_ value: Span<UInt8>) -> Bool {
        let text = String(decoding: value.copied, as: UTF8.self).lowercased()
        for parameter in text.split(scalar: ";").dropFirst() {
            let parts = parameter.split(scalar: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
            guard parts.count == 2, parts[0] == "charset" else { continue }
            let charset = parts[1].filter { $0 != "\"" }
            return charset == "utf-8" || charset == "utf8"
        }
        return true
    }
}

extension Span<UInt8> {
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isSpaceOrTab { lower += 1 }
        while lower < upper, self[upper - 1].isSpaceOrTab { upper -= 1 }
        return lower..<upper
    }

    /// Returns whether the bytes equal `text`, which is in lower case, ignoring case.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { buffer in
            for index in 0..<count where unsafe self[index].lowercasedASCII != buffer[index] { return false }
            return true
        }
    }
}

/// Finds the next `Content-Length` line in a stream that is out of step.
///
/// Only a complete line with a decimal value counts, so that the same words inside a text don't.
enum HeaderSearch {
    enum Finding: Equatable {
        /// A header line begins at this offset.
        case line(at: Int)
        /// A header line may begin at this offset; more bytes are needed.
        case perhaps(at: Int)
        /// Neither a header line nor the beginning of one.
        case nothing
    }

    private enum Match {
        case complete
        case partial
        case none
    }

    private static let name = Array("content-length".utf8)
    /// The length above which a line cannot be a `Content-Length` header.
    private static let longestLine = 128

    /// Returns the offset of the first whole header line whose end lies at `offset` or behind it.
    static func line(in bytes: Span<UInt8>, endingFrom offset: Int) -> Int? {
        var first = max(0, offset - longestLine)
        var start = offset
        while let lineFeed = bytes.firstIndex(of: .lineFeed, from: start) {
            let begin = max(first, lineFeed + 1 - longestLine)
            if case .line(let place) = search(bytes.extracting(begin...lineFeed)) { return begin + place }
            start = lineFeed + 1
            first = start
        }
        return nil
    }

    static func search(_ bytes: Span<UInt8>) -> Finding {
        for start in 0..<bytes.count where bytes[start].lowercasedASCII == name[0] {
            switch match(bytes, at: start) {
            case .complete: return .line(at: start)
            case .partial: return .perhaps(at: start)
            case .none: continue
            }
        }
        return .nothing
    }

    /// Matches the name, the colon, the digits, and the line end, with blanks between them.
    private static func match(_ bytes: Span<UInt8>, at start: Int) -> Match {
        let limit = start + longestLine
        let end = min(bytes.count, limit)
        var at = start
        for letter in name {
            guard at < end else { return .partial }
            guard bytes[at].lowercasedASCII == letter else { return .none }
            at += 1
        }
        while at < end, bytes[at].isSpaceOrTab { at += 1 }
        guard at < end else { return end < limit ? .partial : .none }
        guard bytes[at] == UInt8(ascii: ":") else { return .none }
        return matchValue(bytes, from: at + 1, end: end, isCut: end < limit)
    }

    private static func matchValue(_ bytes: Span<UInt8>, from start: Int, end: Int, isCut: Bool) -> Match {
        let short: Match = isCut ? .partial : .none
        var at = start
        while at < end, bytes[at].isSpaceOrTab { at += 1 }
        let digits = at
        while at < end, bytes[at].isASCIIDigit { at += 1 }
        guard at < end else { return short }
        guard at > digits else { return .none }
        while at < end, bytes[at].isSpaceOrTab { at += 1 }
        if at < end, bytes[at] == .carriageReturn { at += 1 }
        guard at < end else { return short }
        return bytes[at] == .lineFeed ? .complete : .none
    }
}

/// The values that the lines of one header block have set so far.
struct HeaderFields {
    private(set) var contentLength: Int?
    private(set) var isUTF8 = true
    /// The bytes of the lines taken so far, including line ends.
    private(set) var byteCount = 0

    var isEmpty: Bool { byteCount == 0 }

    /// Takes a line and returns false if it is malformed or contradicts an earlier one.
    mutating func take(_ line: HeaderLine, byteCount: Int) -> Bool {
        self.byteCount += byteCount
        switch line {
        case .contentLength(let length):
            if let contentLength, contentLength != length { return false }
            contentLength = length
        case .contentType(let isUTF8): self.isUTF8 = isUTF8
        case .other: break
        case .malformed: return false
        }
        return true
    }
}
