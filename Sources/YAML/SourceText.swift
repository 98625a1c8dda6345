/// A text that is safe for libyaml: small enough, UTF-8, and without characters that YAML forbids.
struct SourceText {
    /// The most `%TAG` directives, of which configuration has none; libyaml takes quadratic time in their number within
    /// one event.
    static let maximumTagDirectives = 64

    /// The text without a byte order mark at its start.
    let bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8], limits: YAMLLimits) throws(YAMLError) {
        guard bytes.count <= limits.maximumBytes else { throw .tooManyBytes(bytes.count, limits) }
        if let encoding = Self.wideEncoding(of: bytes) { throw .wideEncoding(encoding) }
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        try checkEncoding()
        try checkCharacters()
        try checkTagDirectives()
    }

    /// Returns the character at a position; `nil` at the end of the text.
    func character(at position: YAMLPosition) -> Unicode.Scalar? {
        var cursor = TextCursor(bytes)
        while cursor.position < position, cursor.advance() {}
        return cursor.scalar
    }

    /// Returns the part of a line before a position.
    func line(before position: YAMLPosition) -> String {
        var cursor = TextCursor(bytes)
        var line = String.UnicodeScalarView()
        while cursor.position < position {
            if cursor.position.line == position.line, let scalar = cursor.scalar { line.append(scalar) }
            guard cursor.advance() else { break }
        }
        return String(line)
    }

    /// Returns the name of an encoding other than UTF-8 if a byte order mark or the zero half of a first ASCII letter
    /// shows it.
    private static func wideEncoding(of bytes: [UInt8]) -> String? {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE), (0xFE, 0xFF): "UTF-16"
        case (0, 0): bytes.dropFirst(2).starts(with: [0xFE, 0xFF]) ? "UTF-32" : nil
        case (0, .some), (.some(1...), 0): "UTF-16"
        default: nil
        }
    }

    private func checkEncoding() throws(YAMLError) {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var offset = bytes.startIndex
        while case .valid(let encoded) = parser.parseScalar(from: &rest) { offset += encoded.count }
        let byte = bytes.indices.contains(offset) ? bytes[offset] : 0
        throw .notUTF8(byte: byte, at: TextCursor.position(of: offset, in: bytes))
    }

    private func checkCharacters() throws(YAMLError) {
        guard let offset = bytes.indices.first(where: isForbidden) else { return }
        let position = TextCursor.position(of: offset, in: bytes)
        throw .forbiddenCharacter(character(at: position) ?? "\0", at: position)
    }

    /// Returns whether a character that YAML forbids, or a byte order mark, begins at an index.
    private func isForbidden(at index: Int) -> Bool {
        switch bytes[index] {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E: false
        case 0x00...0x1F, 0x7F: true
        case 0xC2: (0x80...0x9F).contains(bytes[index + 1]) && bytes[index + 1] != 0x85
        case 0xEF:
            switch (bytes[index + 1], bytes[index + 2]) {
            case (0xBB, 0xBF), (0xBF, 0xBE), (0xBF, 0xBF): true
            default: false
            }
        default: false
        }
    }

    private func checkTagDirectives() throws(YAMLError) {
        guard bytes.contains(UInt8(ascii: "%")) else { return }
        var count = 0
        var isLineStart = true
        for index in bytes.indices {
            if isLineStart, bytes[index] == UInt8(ascii: "%"), bytes[index...].starts(with: "%TAG".utf8) {
                count += 1
                guard count <= Self.maximumTagDirectives else {
                    let position = TextCursor.position(of: index, in: bytes)
                    throw .tooManyTagDirectives(at: position, maximum: Self.maximumTagDirectives)
                }
            }
            isLineStart = bytes[index] == 0x0A || bytes[index] == 0x0D
        }
    }
}

/// A cursor that walks valid UTF-8 by character and counts lines and columns as libyaml does.
struct TextCursor {
    /// The position of the next character.
    private(set) var position = YAMLPosition.start

    private let bytes: ArraySlice<UInt8>
    private var offset: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    /// Returns the position of a byte; everything before it must be valid UTF-8.
    static func position(of offset: Int, in bytes: ArraySlice<UInt8>) -> YAMLPosition {
        var cursor = TextCursor(bytes)
        while cursor.offset < offset, cursor.advance() {}
        return cursor.position
    }

    /// The next character; `nil` at the end.
    var scalar: Unicode.Scalar? {
        guard offset < bytes.endIndex else { return nil }
        return String(decoding: bytes[offset..<next], as: UTF8.self).unicodeScalars.first
    }

    /// Moves past one character; returns false at the end.
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

/// A position in a YAML text, counted as editors show it.
///
/// Columns count Unicode scalars, not bytes; a byte order mark at the very start has no column.
package struct YAMLPosition: Sendable, Hashable {
    /// The line, from 1.
    package var line: Int
    /// The column, from 1.
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static let start = YAMLPosition(line: 1, column: 1)
}

extension YAMLPosition: Comparable {
    package static func < (left: YAMLPosition, right: YAMLPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

extension YAMLPosition: CustomStringConvertible {
    package var description: String { "\(line):\(column)" }
}
