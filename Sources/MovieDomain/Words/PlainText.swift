extension String {
    /// Whether it contains a Hangul syllable, even as separate letters; it is then Korean, whatever its source says.
    public var hasHangul: Bool {
        unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) || (0x1100...0x11FF).contains($0.value) }
    }

    /// Whether it has no letters other than Latin ones.
    public var isLatin: Bool {
        utf8.allSatisfy { $0 < 0x80 }
            || unicodeScalars.allSatisfy {
                $0.value < 0x250 || (0x1E00..<0x1F00).contains($0.value) || !$0.properties.isAlphabetic
            }
    }

    /// The text without white space at its ends.
    package var trimmed: Substring { self[...].trimmed }

    /// ``trimmed`` as a string; the same string if there is no white space at its ends.
    package var trimmedText: String {
        let trimmed = trimmed
        return trimmed.utf8.count == utf8.count ? self : String(trimmed)
    }
}

extension Substring {
    /// The text without white space at its ends.
    package var trimmed: Substring {
        // Most texts begin and end with visible ASCII, so no character has to be examined.
        if let first = utf8.first, let last = utf8.last, first.isVisibleASCII, last.isVisibleASCII { return self }
        var trimmed = self
        while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        return trimmed
    }
}

extension StringProtocol {
    /// Whether the text has digits of ASCII alone, and at least one.
    package var isDigits: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }
}

extension UInt8 {
    fileprivate var isVisibleASCII: Bool { self > 0x20 && self < 0x7F }
}

extension String {
    /// The text as sources compare it: characters composed (NFC), letters and digits of full width in plain ones, one
    /// space between words, and nothing invisible.
    ///
    /// File names of macOS, for example, are decomposed, and a source compares code points.
    package var asQuery: String {
        var words: [String] = [""]
        for character in self {
            if character.isWhitespace {
                if words.last != "" { words.append("") }
            } else {
                words[words.count - 1] += character.composed
            }
        }
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Character {
    /// Every composed letter of Latin, Greek, and Cyrillic, of Kana, and of Hangul.
    ///
    /// A character is equal to its decomposed form, so either finds the composed one.
    private static let composedLetters: Set<Character> = Set(
        [0xC0...0x24F, 0x1E00...0x1EFF, 0x386...0x386, 0x388...0x3CE, 0x400...0x4F9, 0x3041...0x30FE, 0xAC00...0xD7A3]
            .joined()
            .compactMap { Unicode.Scalar($0).map(Character.init) }
    )

    fileprivate var composed: String {
        // A character of one scalar is composed.
        if unicodeScalars.count > 1, let index = Self.composedLetters.firstIndex(of: self) {
            return String(Self.composedLetters[index])
        }
        return String(String.UnicodeScalarView(unicodeScalars.compactMap(\.plain)))
    }
}

extension Unicode.Scalar {
    /// The scalar, or the ASCII one of which it is the form of full width; `nil` for one that is not seen.
    fileprivate var plain: Unicode.Scalar? {
        switch value {
        case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0)
        case 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF, 0xAD: nil
        default: self
        }
    }
}

extension String {
    /// The text on one line, with a space in place of each control character, and of each mark that reorders text.
    package var onOneLine: String {
        var line = String.UnicodeScalarView()
        line.append(contentsOf: unicodeScalars.map { $0.isControl ? " " : $0 })
        return String(line)
    }
}

extension Unicode.Scalar {
    /// Whether a terminal obeys the character or reorders text because of it: C0 and C1 controls, line and paragraph
    /// separators, and marks that change the direction of text.
    package var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
