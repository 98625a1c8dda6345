/// Walks valid UTF-8 character by character and counts lines and columns as libyaml does.
struct TextCursor {
    /// The place of the character about to be read.
    private(set) var position = YAMLPosition.start

    private let bytes: ArraySlice<UInt8>
    private var offset: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    /// The place of a byte; everything before it has to be valid.
    static func position(of offset: Int, in bytes: ArraySlice<UInt8>) -> YAMLPosition {
        var cursor = TextCursor(bytes)
        while cursor.offset < offset, cursor.advance() {}
        return cursor.position
    }

    /// The character about to be read, or nil at the end.
    var scalar: Unicode.Scalar? {
        guard offset < bytes.endIndex else { return nil }
        return String(decoding: bytes[offset..<next], as: UTF8.self).unicodeScalars.first
    }

    /// Steps over one character, and returns false at the end.
    mutating func advance() -> Bool {
        guard offset < bytes.endIndex else { return false }
        if isLineBreak {
            position = YAMLPosition(line: position.line + 1, column: 1)
        } else if !isFirstHalfOfLineBreak {
            position.column += 1
        }
        offset = next
        return true
    }

    private var next: Int {
        let following = bytes[(offset + 1)...]
        return following.firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
    }

    private var isFirstHalfOfLineBreak: Bool { bytes[offset...].starts(with: "\r\n".utf8) }

    /// YAML 1.1, which libyaml reads, also breaks lines at U+0085, U+2028 and U+2029.
    private var isLineBreak: Bool {
        switch bytes[offset] {
        case 0x0A: true
        case 0x0D: !isFirstHalfOfLineBreak
        case 0xC2: bytes[offset...].starts(with: "\u{85}".utf8)
        case 0xE2: bytes[offset...].starts(with: "\u{2028}".utf8) || bytes[offset...].starts(with: "\u{2029}".utf8)
        default: false
        }
    }
}
