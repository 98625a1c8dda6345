/// The problems of bytes that are not the text YAML asks for.
extension YAMLError {
    static func wideEncoding(_ name: String) -> YAMLError {
        YAMLError(.encoding, at: .start, "the file is \(name), but has to be UTF-8; save it as UTF-8")
    }

    static func notUTF8(byte: UInt8, at position: YAMLPosition) -> YAMLError {
        YAMLError(
            .encoding,
            at: position,
            "the byte \(hexadecimal(UInt32(byte), prefix: "0x", digits: 2)) here is not UTF-8; save the file as UTF-8"
        )
    }

    static func forbiddenCharacter(_ character: Unicode.Scalar, at position: YAMLPosition) -> YAMLError {
        let name = hexadecimal(character.value, prefix: "U+", digits: 4)
        let text =
            switch character {
            case "\0": "a zero byte (U+0000) stands here; YAML is plain text"
            case "\u{FEFF}": "an invisible byte order mark (U+FEFF) stands here; delete it"
            case "\u{FFFE}", "\u{FFFF}": "\(name) stands here, which is no character"
            default:
                "the control character \(name) stands here; write it inside double quotes as "
                    + hexadecimal(character.value, prefix: "\\x", digits: 2)
            }
        return YAMLError(.encoding, at: position, text)
    }

    private static func hexadecimal(_ value: UInt32, prefix: String, digits: Int) -> String {
        let number = String(value, radix: 16, uppercase: true)
        return prefix + String(repeating: "0", count: max(0, digits - number.count)) + number
    }
}
