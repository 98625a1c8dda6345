extension String {
    /// Whether a Hangul syllable is in it: such a text is Korean, whether its source says so or not.
    var hasHangul: Bool {
        unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    }

    /// Whether all its letters are Latin.
    var isLatin: Bool {
        utf8.allSatisfy { $0 < 0x80 }
            || unicodeScalars.allSatisfy {
                $0.value < 0x250 || (0x1E00..<0x1F00).contains($0.value) || !$0.properties.isAlphabetic
            }
    }
}
