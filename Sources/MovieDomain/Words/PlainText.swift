extension String {
    /// Whether it contains a Hangul syllable, even as separate letters; it is then Korean, whatever its source says.
    public var hasHangul: Bool {
        unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) || (0x1100...0x11FF).contains($0.value) }
    }

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
