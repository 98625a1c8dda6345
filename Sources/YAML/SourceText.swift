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
        PlacedCharacters(bytes).first { $0.position >= position }?.scalar
    }

    /// Returns the part of a line before a position.
    func line(before position: YAMLPosition) -> String {
        let before = PlacedCharacters(bytes).prefix { $0.position < position }
        return String(String.UnicodeScalarView(before.filter { $0.position.line == position.line }.map(\.scalar)))
    }

    /// Returns the position of a byte at which a character begins; everything before it must be valid UTF-8.
    private func position(of offset: Int) -> YAMLPosition {
        PlacedCharacters(bytes.prefix(offset + 1 - bytes.startIndex)).reduce(.start) { $1.position }
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
        throw .notUTF8(byte: byte, at: position(of: offset))
    }

    private func checkCharacters() throws(YAMLError) {
        guard let offset = bytes.indices.first(where: isForbidden) else { return }
        let position = position(of: offset)
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
                    throw .tooManyTagDirectives(at: position(of: index), maximum: Self.maximumTagDirectives)
                }
            }
            isLineStart = bytes[index] == 0x0A || bytes[index] == 0x0D
        }
    }
}

/// The characters of a text, each with its position as libyaml counts lines and columns.
private struct PlacedCharacters: Sequence, IteratorProtocol {
    private var position = YAMLPosition.start
    private var rest: Substring.UnicodeScalarView

    init(_ bytes: ArraySlice<UInt8>) { rest = Substring(decoding: bytes, as: UTF8.self).unicodeScalars }

    mutating func next() -> (scalar: Unicode.Scalar, position: YAMLPosition)? {
        guard let scalar = rest.popFirst() else { return nil }
        let place = position
        switch scalar {
        case "\r" where rest.first == "\n": break
        // YAML 1.1, which libyaml reads, also breaks lines at U+0085, U+2028 and U+2029.
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": position = YAMLPosition(line: place.line + 1, column: 1)
        default: position.column += 1
        }
        return (scalar, place)
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
