/// Decoding of what stands after a backslash (RFC 8259, section 7).
enum StringEscapes {
    /// The bytes of a string whose escapes the reader has already found valid.
    static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var rest = unsafe text[...]
        while let backslash = unsafe rest.firstIndex(of: .backslash) {
            unsafe decoded.append(contentsOf: rest[rest.startIndex..<backslash])
            unsafe rest = text[(backslash + 1)...]
            unsafe appendEscape(from: &rest, to: &decoded)
        }
        unsafe decoded.append(contentsOf: rest)
        return decoded
    }

    private static func appendEscape(from rest: inout Slice<UnsafeBufferPointer<UInt8>>, to decoded: inout [UInt8]) {
        guard let letter = unsafe rest.popFirst() else { return }
        switch letter {
        case 0x62: decoded.append(0x08)
        case 0x66: decoded.append(0x0C)
        case 0x6E: decoded.append(.newline)
        case 0x72: decoded.append(.carriageReturn)
        case 0x74: decoded.append(.tab)
        case .lowerU: unsafe decoded.append(contentsOf: String(Character(scalar(from: &rest))).utf8)
        default: decoded.append(letter)
        }
    }

    /// The scalar of the digits after `\u`, together with its low surrogate's escape where there is one.
    private static func scalar(from rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
        let high = unsafe codeUnit(from: &rest)
        if let scalar = Unicode.Scalar(high) { return scalar }
        unsafe rest = rest.dropFirst(2)
        let low = unsafe codeUnit(from: &rest)
        return Unicode.Scalar(0x1_0000 + (UInt32(high) & 0x3FF) << 10 + UInt32(low) & 0x3FF) ?? "\u{FFFD}"
    }

    private static func codeUnit(from rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 { unit = unit << 4 | (unsafe rest.popFirst()?.hexadecimalValue ?? 0) }
        return unit
    }
}
