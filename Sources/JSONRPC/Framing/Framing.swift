/// Byte classes of the text around messages.
extension UInt8 {
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }
    /// Whether the byte is JSON whitespace: space, tab, line feed, carriage return.
    var isJSONBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
    /// Whether the byte may occur in an HTTP token, the form of header names.
    var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
    }
    var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
}

/// The reason why a stretch of the stream is not a message.
enum FramingFault: Sendable, Hashable {
    /// The message is longer than the limit; its bytes are drained.
    case tooLarge
    /// A line is not a header, or the length is invalid, contradictory, or missing.
    case malformedHeader
    /// `Content-Length: 0`.
    case emptyMessage
    /// `Content-Type` names a charset other than UTF-8.
    case unsupportedCharset
    /// The input ended inside a header or a body.
    case endedInsideMessage

    /// What is wrong, as the end of a sentence.
    var reason: String {
        switch self {
        case .tooLarge: "a message is larger than the limit"
        case .malformedHeader: "no valid Content-Length header"
        case .emptyMessage: "a message of length 0"
        case .unsupportedCharset: "a charset other than UTF-8"
        case .endedInsideMessage: "the input ended inside a message"
        }
    }
}

/// The result of framing the start of the unused bytes.
enum FramingStep: Equatable {
    /// More bytes are needed for a decision.
    case needsMore
    /// The first bytes have no meaning and are dropped; the value is their number.
    case skip(Int)
    /// The message in this range; after it, `drop` bytes are dropped.
    case message(Range<Int>, drop: Int)
    /// A stretch that is not a message; `drop` bytes are dropped.
    case fault(FramingFault, drop: Int)
}

/// The way in which messages are separated in the stream of bytes.
package enum RPCFraming: Sendable, Hashable, CaseIterable {
    /// One message per line, ended by `\n` or `\r\n`; written with `\n`.
    case line
    /// `Content-Length` headers as in the LSP base protocol.
    case header
}

/// Searches in borrowed bytes.
extension Span<UInt8> {
    func has(_ text: [UInt8], at start: Int) -> Bool {
        guard start >= 0, count - start >= text.count else { return false }
        for index in 0..<text.count where self[start + index] != text[index] { return false }
        return true
    }

    func begins(with prefix: [UInt8]) -> Bool { has(prefix, at: 0) }

    var isAllBlank: Bool {
        for index in 0..<count where !self[index].isJSONBlank { return false }
        return true
    }

    var copied: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}

extension OutputSpan<UInt8> {
    /// Appends bytes; there must be room for them.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) { unsafe bytes.withUnsafeBufferPointer { unsafe append($0) } }

    /// Appends a constant text; there must be room for it.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    private mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        precondition(source.count <= freeCapacity)
        unsafe withUnsafeMutableBufferPointer { target, count in
            guard let from = source.baseAddress, let base = target.baseAddress else { return }
            unsafe (base + count).initialize(from: from, count: source.count)
            count += source.count
        }
    }
}
