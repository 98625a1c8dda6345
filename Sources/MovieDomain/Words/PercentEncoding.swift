/// Percent-encoding of RFC 3986, section 2.
package enum PercentEncoding {
    /// Encodes everything but the unreserved characters, so that a text is literal in a query or a path segment.
    package static func queryComponent(_ text: String) -> String { encoded(text.utf8, keeping: isUnreserved) }

    /// Encodes the bytes that no path may contain (section 3.3), and keeps its slashes.
    package static func path(_ text: String) -> String {
        encoded(text.utf8) { isUnreserved($0) || ":@/".utf8.contains($0) }
    }

    /// Encodes the bytes that no URL may contain, and keeps existing escapes.
    package static func wholeURL(_ text: some Collection<UInt8>) -> String {
        encoded(text) { (0x21...0x7E).contains($0) }
    }

    private static func encoded(_ bytes: some Collection<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for byte in bytes {
            if isKept(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(hexDigits[Int(byte >> 4)])
                encoded.append(hexDigits[Int(byte & 15)])
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "-._~".utf8.contains(byte) }

    /// Whether a byte is a letter or digit of ASCII.
    package static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}

extension PercentEncoding {
    /// Decodes a text from a query: `%20` and `+` become blanks, and broken escapes stay as they are.
    package static func decoded(_ text: some StringProtocol) -> String {
        let text = text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: decodedBytes(text), as: UTF8.self)
    }

    /// Returns the bytes with every `%` and its two digits as the one byte that they stand for; broken escapes stay as
    /// they are.
    package static func decodedBytes(_ text: some Collection<UInt8>) -> [UInt8] { decoding(text).bytes }

    /// Decodes a text; `nil` if an escape is broken, or if the decoded bytes are not UTF-8.
    package static func whollyDecoded(_ text: String) -> String? {
        let (bytes, hasBrokenEscape) = decoding(text.utf8)
        return hasBrokenEscape ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func decoding(_ text: some Collection<UInt8>) -> (bytes: [UInt8], hasBrokenEscape: Bool) {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var hasBrokenEscape = false
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap(hexValue)
            if digits.count == 2 {
                decoded.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
                hasBrokenEscape = true
            }
        }
        return (decoded, hasBrokenEscape)
    }

    /// The value of a hexadecimal digit; a sign is none, though numbers may begin with one.
    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
        default: nil
        }
    }
}
