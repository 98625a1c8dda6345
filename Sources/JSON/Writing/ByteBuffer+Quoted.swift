extension ByteBuffer {
    /// Appends a string in quotes, with the punctuation around it.
    @inline(__always)
    mutating func append(quoted text: borrowing String, afterComma comma: Bool, colon: Bool) {
        unsafe Self.lend(text) { unsafe append(quoted: $0, afterComma: comma, colon: colon) }
    }

    /// Appends a string that needs neither quotes nor escapes.
    @inline(__always)
    mutating func append(bare text: borrowing String, afterComma comma: Bool) {
        unsafe Self.lend(text) { unsafe append(bare: $0, afterComma: comma) }
    }

    /// Calls with a string's UTF-8, without a copy where it is UTF-8 already.
    @inline(__always)
    private static func lend(_ text: borrowing String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let isContiguous: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe body($0) }
        guard isContiguous == nil else { return }
        unsafe lendCopy(text, body)
    }

    @inline(never)
    private static func lendCopy(_ text: borrowing String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe body($0) }
    }

    @inline(never)
    private mutating func append(bare text: UnsafeBufferPointer<UInt8>, afterComma comma: Bool) {
        unsafe append(copying: text, afterComma: comma, colon: false)
    }

    /// Out of line, so that the caller has nothing but a borrowed string and keeps no reference to it.
    @inline(never)
    private mutating func append(quoted text: UnsafeBufferPointer<UInt8>, afterComma comma: Bool, colon: Bool) {
        let quote = unsafe Self.put(.comma, if: comma, at: room(for: text.count &+ 4))
        let start = unsafe Self.put(.quote, if: true, at: quote)
        let copied = unsafe ByteRun.copyUnescaped(text, to: start)
        var end = unsafe start + copied
        if copied < text.count {
            unsafe finish(at: end)
            unsafe appendEscaping(UnsafeBufferPointer(rebasing: text[copied...]))
            unsafe end = room(for: 2)
        }
        unsafe end = Self.put(.quote, if: true, at: end)
        unsafe finish(at: Self.put(.colon, if: colon, at: end))
    }

    /// Appends the rest of a string from its first byte that must be escaped.
    @inline(never)
    private mutating func appendEscaping(_ text: UnsafeBufferPointer<UInt8>) {
        var position = 0
        while position < text.count {
            // In bounds: `position < text.count`.
            let byte = unsafe text[position]
            if byte == .quote || byte == .backslash || byte < .space {
                append(escapeOf: byte)
                position &+= 1
            }
            let rest = unsafe UnsafeBufferPointer(rebasing: text[position...])
            let start = unsafe room(for: rest.count)
            let copied = unsafe ByteRun.copyUnescaped(rest, to: start)
            unsafe finish(at: start + copied)
            position &+= copied
        }
    }

    private mutating func append(escapeOf byte: UInt8) {
        switch byte {
        case 0x08: append(escape: #"\b"#)
        case .tab: append(escape: #"\t"#)
        case .newline: append(escape: #"\n"#)
        case 0x0C: append(escape: #"\f"#)
        case .carriageReturn: append(escape: #"\r"#)
        case .quote: append(escape: #"\""#)
        case .backslash: append(escape: #"\\"#)
        default:
            append(escape: byte < 0x10 ? #"\u000"# : #"\u001"#)
            let digit = byte & 0x0F
            append(digit < 10 ? .zero + digit : 0x61 + digit - 10, afterComma: false)
        }
    }

    private mutating func append(escape text: StaticString) {
        let bytes = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        unsafe append(copying: bytes, afterComma: false, colon: false)
    }
}
