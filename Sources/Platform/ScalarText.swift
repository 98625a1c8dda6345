/// Text as syntax: what a shell, a parser, or a table reads in it.
///
/// Such readers see scalars. Swift's own functions compare characters, and to them a quote with a combining mark is no
/// quote, and CR LF is one character. So whatever escapes, splits, or checks text for such a reader uses these.
extension StringProtocol where SubSequence == Substring {
    /// Whether the text has these scalars in a row.
    package func contains(scalars: some StringProtocol) -> Bool { self[...].utf8.contains(scalars.utf8) }

    /// Whether the text begins with these scalars.
    package func hasPrefix(scalars: some StringProtocol) -> Bool { utf8.starts(with: scalars.utf8) }

    /// Whether the text ends with these scalars.
    package func hasSuffix(scalars: some StringProtocol) -> Bool {
        utf8.reversed().starts(with: scalars.utf8.reversed())
    }

    /// Returns the place where these scalars come first.
    package func firstRange(scalars: some StringProtocol) -> Range<Index>? {
        self[...].utf8.firstRange(of: scalars.utf8)
    }

    /// Returns all places of these scalars that do not overlap.
    package func ranges(scalars: some StringProtocol) -> [Range<Index>] { self[...].utf8.ranges(of: scalars.utf8) }

    /// Returns the place where a scalar comes first.
    package func firstIndex(scalar: Unicode.Scalar) -> Index? { self[...].unicodeScalars.firstIndex(of: scalar) }

    /// Returns the place where a scalar comes last.
    package func lastIndex(scalar: Unicode.Scalar) -> Index? { self[...].unicodeScalars.lastIndex(of: scalar) }

    /// Returns the parts between all places of a scalar.
    package func split(
        scalar: Unicode.Scalar,
        maxSplits: Int = .max,
        omittingEmptySubsequences: Bool = true
    ) -> [Substring] {
        let whole = self[...].unicodeScalars
        let parts = whole.split(
            separator: scalar,
            maxSplits: maxSplits,
            omittingEmptySubsequences: omittingEmptySubsequences
        )
        return parts.map { Substring($0) }
    }

    /// The lines of the text, with empty ones, without their ends: LF, or CR LF.
    package var lines: [Substring] {
        split(scalar: "\n", omittingEmptySubsequences: false).map { line in
            line.unicodeScalars.last == "\r" ? Substring(line.unicodeScalars.dropLast()) : line
        }
    }

    /// Returns the text with another one in every place of these scalars.
    package func replacing(scalars: some StringProtocol, with replacement: String) -> String {
        var rest = self[...]
        var replaced = ""
        while let range = rest.firstRange(scalars: scalars), !range.isEmpty {
            replaced += rest[..<range.lowerBound] + replacement
            rest = rest[range.upperBound...]
        }
        return replaced + rest
    }

    /// Returns the text with other texts in place of those scalars for which there is one.
    package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var replaced = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let other = replacement(scalar) {
                replaced.append(contentsOf: other.unicodeScalars)
            } else {
                replaced.append(scalar)
            }
        }
        return String(replaced)
    }

    /// Returns `original_title` for `originalTitle`: the words of a name, in small letters, with a separator between them.
    package func camelCaseWords(separatedBy separator: String) -> String {
        replacingScalars { ("A"..."Z").contains($0) ? separator + String($0).lowercased() : nil }
    }
}

extension UInt8 {
    /// Whether the byte is a digit in ASCII.
    package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
