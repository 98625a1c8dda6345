extension String {
    /// The text as sources compare it: characters composed (NFC), letters and digits of full width in plain ones, one
    /// space between words, and nothing invisible.
    ///
    /// File names of macOS, for example, are decomposed, and a source compares code points.
    var asQuery: String {
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
    /// Every composed letter of Latin, Greek, and Cyrillic, and of Kana.
    ///
    /// A character is equal to its decomposed form, so either finds the composed one.
    private static let composedLetters: Set<Character> = Set(
        [0xC0...0x24F, 0x1E00...0x1EFF, 0x386...0x386, 0x388...0x3CE, 0x400...0x4F9, 0x3041...0x30FE].joined()
            .compactMap { Unicode.Scalar($0).map(Character.init) }
    )

    fileprivate var composed: String {
        if let syllable = HangulSyllable(composing: unicodeScalars) { return syllable.text }
        if let index = Self.composedLetters.firstIndex(of: self) { return String(Self.composedLetters[index]) }
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

/// A Hangul syllable that was written as its letters (Unicode, section 3.12).
private struct HangulSyllable {
    let text: String

    init?(composing letters: Character.UnicodeScalarView) {
        let values = letters.map { Int($0.value) }
        guard (2...3).contains(values.count) else { return nil }
        let tail: Int
        let start: Int
        if (0xAC00...0xD7A3).contains(values[0]) {
            guard values.count == 2, (values[0] - 0xAC00) % 28 == 0, (0x11A8...0x11C2).contains(values[1]) else {
                return nil
            }
            (start, tail) = (values[0], values[1] - 0x11A7)
        } else {
            guard (0x1100...0x1112).contains(values[0]), (0x1161...0x1175).contains(values[1]),
                values.count == 2 || (0x11A8...0x11C2).contains(values[2])
            else { return nil }
            start = 0xAC00 + ((values[0] - 0x1100) * 21 + values[1] - 0x1161) * 28
            tail = values.count == 3 ? values[2] - 0x11A7 : 0
        }
        guard let syllable = Unicode.Scalar(UInt32(start + tail)) else { return nil }
        text = String(syllable)
    }
}
