extension ByteBuffer {
    /// Appends a string in quotes, with the punctuation around it.
    @inline(__always)
    mutating func append(quoted text: String, afterComma comma: Bool, colon: Bool) {
        let isContiguous: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe append(quoted: $0, afterComma: comma, colon: colon)
        }
        guard isContiguous == nil else { return }
        unsafe Array(text.utf8).withUnsafeBufferPointer {
            unsafe append(quoted: $0, afterComma: comma, colon: colon)
        }
    }

    @inline(__always)
    private mutating func append(quoted text: UnsafeBufferPointer<UInt8>, afterComma comma: Bool, colon: Bool) {
        var copied = 0
        unsafe write(atMost: text.count &+ 4) { target in
            let quote = unsafe Self.put(.comma, if: comma, at: target)
            let start = unsafe Self.put(.quote, if: true, at: quote)
            copied = unsafe ByteCopy.copyUnescaped(text, to: start)
            let end = unsafe Self.put(.quote, if: copied == text.count, at: start + copied)
            return unsafe Self.put(.colon, if: colon && copied == text.count, at: end)
        }
        if copied < text.count {
            unsafe appendEscaping(UnsafeBufferPointer(rebasing: text[copied...]))
            unsafe write(atMost: 2) { target in
                let end = unsafe Self.put(.quote, if: true, at: target)
                return unsafe Self.put(.colon, if: colon, at: end)
            }
        }
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
            unsafe write(atMost: rest.count) { target in
                let copied = unsafe ByteCopy.copyUnescaped(rest, to: target)
                position &+= copied
                return unsafe target + copied
            }
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
