/// Byte classes of the texts around messages.
extension UInt8 {
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    var isBlank: Bool { self == 0x20 || self == 0x09 }
    /// A blank of JSON: space, tab, line feed, carriage return.
    var isJSONBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
    /// A character of an HTTP token, which header names are.
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

/// Why a stretch of the stream is not a message.
enum FramingFault: Sendable, Hashable {
    /// Longer than the limit; its bytes are drained.
    case tooLarge
    /// A header line that is none, a bad or contradictory length, or no length at all.
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

/// What a framer found at the front of the bytes that have not been used yet.
enum FramingStep: Equatable {
    /// Nothing can be said before more bytes come.
    case needsMore
    /// The first bytes mean nothing: drop that many.
    case skip(Int)
    /// A message lies at this range; afterwards drop `drop` bytes.
    case message(Range<Int>, drop: Int)
    /// Something that is no message; afterwards drop `drop` bytes.
    case fault(FramingFault, drop: Int)
}

/// How messages are told apart in the stream of bytes.
package enum RPCFraming: Sendable, Hashable, CaseIterable {
    /// One message a line, ended by `\n` or `\r\n`; written with `\n`.
    case line
    /// `Content-Length` headers as in the LSP base protocol.
    case header
}

/// Searching in borrowed bytes.
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
    /// Appends bytes, for which there must be room.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) { unsafe bytes.withUnsafeBufferPointer { unsafe append($0) } }

    /// Appends a fixed text, for which there must be room.
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
