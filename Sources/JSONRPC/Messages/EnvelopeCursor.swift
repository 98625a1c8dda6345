/// A place in the bytes of a message, and the few tokens that an ordinary envelope is made of.
struct EnvelopeCursor {
    private var at = 0

    /// Whether only blanks are left.
    mutating func isAtEnd(of bytes: Span<UInt8>) -> Bool {
        skipBlanks(in: bytes)
        return at == bytes.count
    }

    /// Takes a punctuation byte, after blanks.
    @inline(__always)
    mutating func take(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
        skipBlanks(in: bytes)
        guard at < bytes.count, bytes[at] == byte else { return false }
        at &+= 1
        return true
    }

    /// Takes a string of printable ASCII without escapes; gives the range between its quotes.
    @inline(__always)
    mutating func takeString(in bytes: Span<UInt8>) -> Range<Int>? {
        guard take(UInt8(ascii: "\""), in: bytes) else { return nil }
        let start = at
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\"") {
                at &+= 1
                return start..<(at &- 1)
            }
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\\") else { return nil }
            at &+= 1
        }
        return nil
    }

    /// An integer with more digits is left to the complete way, which has a limit for them.
    private static let mostDigits = 64

    /// Takes a plain integer or a plain string; gives the range of the whole token.
    @inline(__always)
    mutating func takeID(in bytes: Span<UInt8>) -> Range<Int>? {
        skipBlanks(in: bytes)
        let start = at
        guard at < bytes.count else { return nil }
        if bytes[at] == UInt8(ascii: "\"") {
            return takeString(in: bytes) == nil ? nil : start..<at
        }
        while at < bytes.count, bytes[at].isASCIIDigit { at &+= 1 }
        // What follows an integer here is a comma, a brace or a blank; `01`, `1.5` and `-1` go the complete way.
        guard at > start, at < bytes.count, at - start <= Self.mostDigits else { return nil }
        guard bytes[start] != UInt8(ascii: "0") || at == start &+ 1 else { return nil }
        return start..<at
    }

    /// Takes an array or object by counting brackets outside strings; gives its range.
    mutating func takeContainer(in bytes: Span<UInt8>) -> Range<Int>? {
        skipBlanks(in: bytes)
        let start = at
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth &+= 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth &-= 1
            case UInt8(ascii: "\""): skipString(in: bytes)
            default: break
            }
            at &+= 1
            if depth <= 0 { return depth == 0 && at &- start >= 2 && bytes[start].isOpeningBracket ? start..<at : nil }
        }
        return nil
    }

    /// Goes from an opening quote to its closing one.
    @inline(__always)
    private mutating func skipString(in bytes: Span<UInt8>) {
        at &+= 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
            at &+= bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    @inline(__always)
    private mutating func skipBlanks(in bytes: Span<UInt8>) {
        while at < bytes.count, bytes[at] <= 0x20, bytes[at].isJSONBlank { at &+= 1 }
    }
}

extension UInt8 {
    fileprivate var isOpeningBracket: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "[") }
}
